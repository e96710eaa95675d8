"""Where the frames of a recording lie when they are drawn: numbers only, for any canvas.

detail        how much of the tree to draw: frames one by one as long as there is room for them
folded_calls  the layers of the graph in which equal calls are one node
rows          every ply as one sorted row of spans, with sums that make any zoom equally fast
shades        the shade of a value, from -1, best for MIN, to 1, best for MAX
tidy          the layouts of small trees, compact or with all leaves equally far apart
whole_tree    the layout of a small tree with all its pruned parts, as it is given
viewport      which part of the tree is visible and at what scale: arithmetic between units, plies and pixels
"""
