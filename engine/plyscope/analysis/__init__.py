"""ROOM

alignment       which frame of one recording is which frame of another: the same path of moves from the same
branching       how fast a tree grows: branching factors, and the exponential that fits best
comparison      two recordings of one position side by side: what is the same, what differs, and what only one
differences     every place where two recordings differ, in columns: to be sorted, filtered, and read where
equal_calls     equal calls: how often each is made, and the graph into which a tree of calls folds when equal
full_tree       how many frames full minimax would have at each ply: counted where that is quick, estimated
ghosts          ghosts: what would have been under a move that was never tried, searched afterwards by plain
growth          growth: one position searched deeper and deeper by several searches, and how fast frames and
linked_cursors  which step of one recording is which of another: two cursors that go together
proof           the proof in a search: the fewest of its frames that justify the root's value, and how good the
stats           counting: the facts of a whole recording, as `solve`, `stats` and JSON tell them
union           two aligned recordings as one tree: every frame that either of them has, once
why             why a value, an α or a β is what it is, and why a branch was cut: who set it, and at which step
"""
