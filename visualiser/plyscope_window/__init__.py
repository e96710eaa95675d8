"""The window of Plyscope, and the command that opens it. It holds no truth: it asks the engine, shows, and forgets.

settings  what the window remembers from one start to the next: layout, theme, recent files, keys
words     every word that the window says goes through here, so that it can be said in another language
app       rOOM
canvas    the canvas: one recording drawn in three ways, from eight frames to millions
export    rOOM
jobs      rOOM
look      rOOM
pages     rOOM
panels    the panels round the canvas. Each shows the cursor of one session and keeps no fact of its own
session   rOOM
widgets   rOOM
"""
