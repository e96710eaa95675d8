"""The page that walks through a recording in a browser: what is in it, made here, and what works in it, beside this.

boards   what each move changes on the board: cells and who holds them from then on
frames   what is known of every frame: where it stands in the tree, whose it is, and what it gave
packing  numbers and texts made small: one block of bytes, deflated, and written in letters
steps    what is said at every step: its sentence, and the values that stand behind the lines of the search's
walked   a recording for one who goes through it in the order of time: what was found out for one frame serves
"""
