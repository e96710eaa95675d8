"""The canvas: one recording drawn in three ways, from eight frames to millions.

canvas         the widget: how pointer and keys change what is shown, and when it is painted
canvas_state   what a canvas shows and where: recording, mode, view, options; what is under a point
layers         one painting of the canvas: the lasting picture, what changes with a step, margin and axis
pictures       pictures that are kept until they would look different, and stamps that are used many times
geometry       how large frames are at a zoom, and where they and their blocks stand
places         where a frame or a pruned move is drawn, in any of the views
focus          the focus view: the path to the cursor and its siblings
focus_layout   where the nodes of the focus view lie
whole          a small tree shown whole: every node with its number, name and state at the step
tree           the tree view of larger ones: frames one by one where there is room, bands of mean values below
edges          the lines of the tree view, from callers to the calls they make
icicle         the icicle view: every frame is a block under its caller, as wide as its search
strips         bands of mean values, one column of pixels at a time, for what is too small to draw
atlas          ready-made glyphs in every size and colour, stamped by the thousand in one call
near           what is drawn beside frames seen from close by: boards, windows, moves, reasons for cuts
badges         small notes at frames: hidden children, collapsed subtrees, counts of equal calls
lanterns       a whole subtree as a small roof over a tiny icicle of it, with its number of calls
legend         every shape, mark and letter, and the strip below a canvas that shows them
overlay        what changes with every step: the veil over the future, the path, the marks
annotations    answers to the question why, over any view: the arrow of a cut, the proof's letters, ghosts
arrows         the arrow from a cut frame to the child that set the bound, and on to the bound's owner
ghosts         subtrees below pruned moves, drawn pale and dashed
folded         the graph of distinct calls: equal calls folded into one node
gutter         the plies beside the tree, by name and size, and the axis of time below it
caption        the sentence of the step below a canvas, its values in the colours of their nodes
hover          the card beside the pointer, with all that is known of one frame
"""
