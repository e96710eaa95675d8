"""ROOM

pages     what a tab can hold, told apart without loading it: the window appears before canvas and editor are
titles    what recordings are called: in tabs, in the names of files
compare   rOOM
editor    the editor of positions: boards to click on, trees to draw, and the search that is to be recorded
growth    rOOM
match     rOOM
play      rOOM
record    rOOM
start     rOOM
usercode  rOOM
"""
