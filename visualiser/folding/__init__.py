"""Equal calls folded into one: the tree of calls as a graph of distinct calls, over the canvas of its recording.

view      the widget: what of the graph is looked at, pointer and keys, where the cursor is
painting  calls as cards, edges with counts
commands  folding and unfolding
"""
