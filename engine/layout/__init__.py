"""Where the frames of a recording lie when they are drawn. Numbers only: whoever draws them comes later.

rows         every ply as a sorted row of spans, for any number of frames
shades       values from best for MIN to best for MAX, for whoever draws them
call_shades  equal shades for equal calls, where nobody plays
folded       where distinct calls lie when equal ones are one
view         what part of the tree is looked at, and how large
detail       which frames are drawn one by one, and which only as part of a band
shares       how much of every ply is marked, for any zoom
left_away    how much is not drawn because it is the same elsewhere, by parent
"""
