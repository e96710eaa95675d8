"""Where the frames of a recording lie when they are drawn. Numbers only: whoever draws them comes later.

coverage      how much of every ply is marked in some way, for any zoom: a shade that is full where frames are
detail        how much of the tree to draw: from the top, frames one by one as long as there is room for them
folded_calls  where distinct calls lie when equal calls are folded into one: a graph in layers, callers above
rows          the row index: every ply of a recording as one sorted row of spans, with sums that make any zoom
tidy          where the nodes of a small tree stand when it is drawn to be kept: close together, parents over
shades        how values become shades, from -1, best for MIN, to 1, best for MAX: colours, where somebody
viewport      what part of the tree is looked at, and how large: pure arithmetic between units, plies and
"""
