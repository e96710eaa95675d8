"""Recordings in words.

audited         the deviations that an audit finds, in sentences and as facts
call_narration  a sentence for each step of a recording of user code
compared        two recordings: what one saved beside the other, where they first differ, why cuts were safe
explanation     the results of `why`, `proof` and `ghosts`, in sentences and as facts
inline_values   what a step means for the lines of the search's text, shown at their ends
lines_run       which lines of the search's text a step ran
listing         the nested listing of calls, as a search is traced by hand
narration       a sentence for each step
predictions     questions about the next decision, for those who predict it
reasons         the second line of a step: why its sentence is so
references      how sentences refer to nodes, moves and values
search_names    how searches are called, and the rules that they follow
shown_source    a search's text as it is read: without imports and hints, long lines in pieces
simulated       how simulations choose their moves, and what the tree counts
unusual         null moves, looks ahead, and calls with another depth than usual
what_ran        what ran at a step of user code: values that moved, tests with their numbers, exits
whole_listing   the listing of a whole search as one text, from texts that are remembered
"""
