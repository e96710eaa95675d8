"""The canvas: one recording drawn in three ways, from eight frames to millions.

annotations      what answers to the question why, painted over any view: the arrow of a cut, letters of the
arrows           why a frame was cut, as an arrow: from the frame to the child that set the bound, and on to
atlas            ready-made glyphs in every size and colour, to be stamped by the thousand in one call
badges           small notes at frames whose subtree, or some of whose children, a person has put away or a
blocks           the blocks of the icicle view: where they lie, and which of them can be told apart
canvas           the canvas: what is looked at, how pointer and keys change that, and the layers it is painted
colours          from shades and coverage to pixels, by a table that is made once for each theme
edges            the lines of the tree view, from callers to what they call: many at once, those to best
equal            what the canvas says of equal calls: how often each is made, and which of them a cache had
focus            the focus view: the path to the cursor, its siblings, and nothing else. What lies below a
focus_drawing    painting the focus view: margins, path, edges and nodes, of all plies or of those that changed
focus_margin     the margins of the focus view: at the left the call stack, ply by ply, and at the right its
focus_nodes      painting the nodes of the focus view: frames, moves left out, bundles of siblings, and the
focus_plies      how far apart the plies of the focus view lie, so that the running frame and its children are
folded_painting  painting the graph of distinct calls: each a card in the colour of its calls, edges with how
folded_view      the graph of distinct calls over the canvas: looked at by pointer and keys, and shown as it is
future           what has not happened yet, as it is drawn in the tree and in the icicle: the same picture
ghost_picture    a ghost drawn by itself: a small one as a tidy tree, a large one as blocks. All of it is pale
ghost_trees      ghosts with room of their own, drawn frame by frame behind their severed edges: pale and
gutter           beside the tree the plies by name and size, below it the axis of time
hover            all that is known of one frame, on a card beside the pointer
icicle           the icicle view: every frame is a block under its caller, as wide as the search below it took
lanterns         lanterns: a whole subtree as a small roof over a tiny icicle of it, with its number of calls
layers           putting the canvas together: the picture that stays, what changes with every step, the margin
near             what is drawn beside frames when they are close: boards, windows, moves, why a frame was cut
overlay          what changes with every step, drawn over a picture that does not: the veil over the future
picture          a picture that is kept until it would look otherwise: who paints it says what its look depends
places           where frames and moves left out are drawn, asked in the same way of every view
stamps           pictures that are drawn once and then stamped wherever they are wanted again: most of a step
strips           bands of mean values: what cannot be drawn frame by frame, a column of pixels at a time
stubs            where the moves that were left out stand in the tree view: at the right end of their frames, a
style            how large everything of the tree view is at a zoom, and where it stands in the window
tree             the tree view: frames one by one as long as there is room for them, and bands of mean values
"""
