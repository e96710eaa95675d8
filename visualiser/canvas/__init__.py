"""The canvas: one recording drawn in three ways, from eight frames to millions.

canvas   the widget: what is looked at, pointer and keys
layers   its picture put together: what stays, what changes with every step, margin and axis
picture  a picture that is kept until it would look otherwise
travel   from frame to frame by the arrow keys
colours  from shades and coverage to pixels
atlas    ready-made glyphs to be stamped by the thousand
strips   mean values as lines of pixels
bands    the plies below the frames that the tree view draws one by one
style    how large everything of the tree view is at a zoom, and where it stands
tree     the tree view: frames one by one above, bands below
edges    the lines of the tree view
near     what is drawn beside frames when they are close: boards, windows, moves
stamps   pictures that are drawn once and stamped again
overlay  what changes with every step: the veil over the future, the path
future   the same picture, pale and without values, for what has not happened yet
badges   notes at frames that are collapsed, or have children hidden or left away
equal    how often equal calls are made, and which a cache had saved
gutter   the plies by name, and the axis of time
blocks   where the blocks of the icicle view lie, and which can be told apart
icicle   the icicle view: every frame a block under its caller
focus    the focus view: where the path, its siblings and their lanterns go
focus_plies  how far apart its plies lie
focus_drawing  the focus view painted
focus_nodes    its nodes: frames, moves left out, bundles
focus_margin   its margins: the call stack and its boards
renewal        what of a picture has to be painted anew
fan      which children are drawn one by one, and which as a counted bundle
lanterns  whole subtrees in a small place
hover    all that is known of one frame, on a card
picking  what is under a point
places   where frames and moves left out are drawn, whatever the view
stubs    where moves left out stand in the tree view
ghost_trees  what would have been below them, frame by frame
annotations  answers to the question why, over any view
curves       the bent lines of arrows
arrows       from a frame that was cut to whoever set the bound
"""
