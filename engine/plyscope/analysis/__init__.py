"""What follows from recordings, as data; `text` puts it into words.

alignment       which frame of one recording is which of another: the same path of moves from the same root
branching       how fast a tree grows: branching factors, and the best fitting exponential
comparison      two recordings side by side: what is equal, what differs, what only one of them has
differences     every place where two recordings differ, in columns that can be sorted and filtered
equal_calls     the graph into which a tree of calls folds when equal calls become one node
ghosts          what would have been under a pruned move, searched afterwards by plain minimax
grown_tree      the tree that simulations have grown, as a recording of its own
growth          one position searched deeper and deeper by several searches
linked_cursors  two cursors that go together through two recordings
proof           frames of a search that are enough to prove the root's value
rounds          a root that searches its position several times, one search after the other
savings         for each cutoff in one of two recordings, the calls that the other made below it
so_far          what has been counted up to a step: calls, cutoffs, pruned moves
stats           counting: what `solve`, `stats` and JSON say of a whole recording, or of its beginning
union           two aligned recordings as one tree
why             where a value, an α or a β comes from, and why a move was pruned
"""
