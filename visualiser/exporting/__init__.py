"""Exporting from the window: what is wanted, how it will look, and writing it while the window stays fluid.

The forms themselves are in the engine's table; nothing here knows how any of them is written.

wish       what a person asks for, and the extent that this means
seen       the part of the tree that the canvas shows
preview    how the file will look, drawn small or read from its beginning
writing    writes it in another thread, and stops when it is told to
form       the controls
dialog     the dialog that joins them
clipboard  copies of what is seen, by one key
"""
