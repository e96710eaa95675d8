"""The canvas: one recording drawn in three ways, from eight frames to millions.

annotations      what answers to the question why, painted over any view: the arrow of a cut, letters of the
arrows           why a frame was cut, as an arrow: from the frame to the child that set the bound, and on to
atlas            ready-made glyphs in every size and colour, to be stamped by the thousand in one call
badges           small notes at frames whose subtree, or some of whose children, a person has put away or a
canvas           the canvas: what is looked at, how pointer and keys change that, and the layers it is painted
edges            the lines of the tree view, from callers to what they call: many at once, those to best
focus            the focus view: the path to the cursor, its siblings, and nothing else. What lies below a
focus_drawing    painting the focus view: margins, path, edges and nodes, of all plies or of those that changed
focus_margin     the margins of the focus view: at the left the call stack, ply by ply, and at the right its
focus_plies      how far apart the plies of the focus view lie, so that the running frame and its children are
gutter           beside the tree the plies by name and size, below it the axis of time
hover            all that is known of one frame, on a card beside the pointer
icicle           the icicle view: every frame is a block under its caller, as wide as the search below it took
lanterns         lanterns: a whole subtree as a small roof over a tiny icicle of it, with its number of calls
layers           putting the canvas together: the picture that stays, what changes with every step, the margin
near             what is drawn beside frames when they are close: boards, windows, moves, why a frame was cut
overlay          what changes with every step, drawn over a picture that does not: the veil over the future
places           where frames and moves left out are drawn, asked in the same way of every view
strips           bands of mean values: what cannot be drawn frame by frame, a column of pixels at a time
tree             the tree view: frames one by one as long as there is room for them, and bands of mean values
"""
