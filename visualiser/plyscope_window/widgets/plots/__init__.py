"""Plots: bars, lines and points that answer to the pointer and to the keyboard, and can be taken along.

beside    two recordings beside each other, ply by ply, in one widget that wants nothing but two traces
by_ply    what is counted at each ply, as plots. A click on anything leads to the frames that were counted: to
geometry  where everything of a plot lies in an area, in pixels: found once, for painting and for pointing
numbers   the numbers of a plot as a table
painting  paints a plot, in the window or into a picture. Colours are the theme's, and none of them means
plot      what a plot shows: series of marks over a row of places. Nothing here knows of pixels or of Qt's
scale     between amounts and places on an axis: a linear or a logarithmic scale, and where its ticks are
stack     plots above each other, their numbers as a table, and buttons that take both along
view      a plot in the window. The pointer and the arrow keys go to its marks; a click or Enter goes where
"""
