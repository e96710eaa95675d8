"""What the window finds out when somebody asks why: off the interface thread, and kept with the session.

origins        to whoever set a value, an α or a β
rest           what becomes of what the result does not rest on
proving        what the root's value rests on
limits         how many ghosts there may be
ghosts         what would have been under moves that were left out
ghost_picture  a ghost drawn by itself
commands       what the window's commands do with both
wiring         what a session then asks of the window
"""
