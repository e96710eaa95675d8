"""The page that walks through a recording in a browser: what is in it, made here, and what works in it, beside this.

Nothing in the page knows the rules of a game or of a search. Whatever is said, and whatever changes on the board or
among a frame's variables, is worked out here, kept once, and looked up there by its number. What the page works out
for itself is arithmetic: which step is where in the tree.

walked     a recording for one who goes through it from its beginning to its end
ghosts     what would have been under moves never tried
pool       things that are kept once and known by their numbers
frames     what is known of every frame
variables  the variables of a frame, between each two of its children
steps      what is said at every step
boards     what each move changes on the board
packing    numbers and texts made small
source     the text of the search with its words coloured

The page's own files, in the order in which they are read: elements.js, unpacking.js, recording.js, layout.js,
strips.js, view.js, nodes.js, tree.js, pointing.js, boards.js, panels.js, timeline.js, controls.js, start.js. And how
it looks: page.css, page.html.
"""
