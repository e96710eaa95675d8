"""Where the frames of a recording lie when they are drawn. Numbers only: whoever draws them comes later.

rows   every ply as a sorted row of spans, for any number of frames
"""
