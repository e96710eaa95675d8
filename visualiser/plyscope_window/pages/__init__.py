"""What a tab can hold: one folder a page, and the type that all pages share.

page        what a page is, and what pages and their commands use of the window
preview     another reading of a recording, shown over its canvas for as long as it is considered
trace_page  a recording in a tab: its canvas, its title, how it is opened, saved and closed
searches    the search of a recording as it can be asked for again, and those to compare it with
compare     two recordings side by side, merged or in numbers
editor      a position to edit, and the search to record of it
exercise    an exercise: a small tree to work through by hand, marked as a teacher would
growth      what searches, or calls of user code, cost at growing sizes
match       version against version
play        a game on a board, and the lab of the tutorial's brains
record      a recording that is being made
start       the page that the window opens on
usercode    the user's own code: a call, or a whole program, run and recorded
"""
