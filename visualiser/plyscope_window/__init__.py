"""The window of Plyscope: it asks the engine, shows the answer, and keeps no truth of its own.

Lowest first; no room imports one that stands below it in this list:

words     every word of the window goes through here, so that it can be translated
settings  what the window remembers from one start to the next, and where
look      colours, fonts, icons and shapes
jobs      work outside the interface thread and outside the process; recovery after a crash
widgets   boards, plots, forms, tables and other parts that know no recording
session   one recording that is open: its cursor, marks, ghosts and proofs
canvas    the tree of a recording drawn in three ways, from eight frames to millions
panels    the panels round the canvas, one file each
export    the export dialog, and the painters of pictures
pages     what a tab can hold, one folder a page
app       the main window, its commands, and the commands of the command line that need it
"""
