"""Plots: bars, lines and points that answer to the pointer and to the keyboard, and can be copied and saved.

They are not those of pyqtgraph, which would paint the axes and lines alone: it takes twice as long to load as Qt, and
its marks are neither selected by keys nor read to a screen reader.

drawing  where everything of a plot lies, and how it is painted, in the window or into a picture
numbers  the numbers of a plot as a table
plot     what a plot shows: series of marks over a row of places, on a scale; nothing of pixels or widgets
stack    plots above each other, their numbers as a table, and buttons that copy and save both
view     one plot in the window: the pointer and the arrow keys go to its marks
"""
