"""Plots: bars, lines and points that answer to the pointer and to the keyboard, and can be taken along.

plot       what a plot shows: series of marks, each with what is said of it and what it leads to
scale      between amounts and places on an axis, and where its ticks are
geometry   where everything of a plot lies in an area
painting   paints a plot, in the window or into a picture
view       a plot in the window: pointing, clicking, arrow keys
card       what is said of a mark, beside it
by_ply     what is counted at each ply, as plots
beside     two recordings beside each other, ply by ply
growth     several searches at growing depths, on a log scale
numbers    the same numbers as a table
taking     copying and saving numbers and pictures
measuring  a form beside plots that grow as measurements come in
stack      plots above each other, with the table and the buttons
"""
