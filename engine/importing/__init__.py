"""Recordings that somebody else has made: read from text, checked for contradictions, made into traces.

The file of a recording is recognised by how it begins, a reader makes rows of it, and from the rows comes a trace.
In that order:

recognising      is a file such a recording?
opening          opens it, wherever it is
values           what may stand in its JSON
draft            the rows read so far
json_lines       a line for every call that is entered or left: what other engines print
json_tree        a node for every frame and every pruned move: what we export as JSON
soundness        values that their children cannot explain
fitting          the same moves on the positions of a game of ours
recorded_game    the game where it is none of ours: the moves that were recorded
imported_search  what is known of somebody else's search
own_search       a recording that says it comes from a search of ours
making           from rows to a trace
members          what such a trace has in a trace file beside its columns
"""
