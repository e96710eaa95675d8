"""ROOM

ghosts    the ghosts of one session: what would have been under moves that were left out, searched when
limits    how many ghosts there may be, and how large. Known without loading what searches them: menus need no
origins   to whoever set a frame's value, α or β, with the eyes on the frame; from the keyboard, a menu, or a
proving   what the root's value rests on, found once for each session, in the background
session   a session: one recording that is open in the window. The one bridge from the cursor to Qt
stepping  going through time as a person wants it: playing, and running to the next place where something
"""
