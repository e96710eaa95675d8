"""Somebody's own recursive code, recorded without a change to it.

A file is run in a process of its own, or functions are watched where they are; what they say of their calls becomes a
trace with the same columns as any other. In that order:

inside         what runs inside the program that is watched
calling        a call before it is made: how it may be written, what is wrong with it
implied        methods that nobody names, since Python calls them for operators
own_text       the text of a file, its functions, and which of them are watched
running        runs a file in a process of its own, within limits
salvaging      what is left of a run whose watcher was ended
watch          watches functions in this process
alive          functions that are alive, wherever they lie
rewritten      their code, made anew so that it tells of its calls
weaving        calls that are open at the same time, put one after the other
gathering      from what a program says to rows
own_code       what stands beside the columns of such a recording
own_search     the search of such a recording: a text, and nobody knows what it does
watched_game   its game: calls, and boards where arguments are boards
making         from rows to a trace
members        what such a trace has in a trace file beside its columns
executed       executed lines with local variables
own_lines      at which line of the text a step is
own_inline     what stands behind the lines of the text at a step
printed        what was printed, with its steps
telling        sentences for steps of which nothing is known but calls
ending         how a program came to its end, and where
boards         boards among arguments
proposal       what parameters mean
recognising    what they are taken for, told by names and values
own_values     numbers in arguments and results
chosen         which of several searches their caller has chosen
applying       a recording read as a proposal says
own_trees      trees written as lists in lists
own_games      which game of ours a board may be
left_out       moves that were never tried because of a cutoff
looking        what slips are told by
window_slips   slips in how α and β are handed down, and in what is cut by them
board_slips    boards that are not undone
slips          the slips that people make, named where they are seen
counting       what a win is worth in a search, counted as one of our scorings does
reference      somebody's own search against the reference
equal_calls    equal calls, and the graph into which they fold
caching        a text with a cache on its functions
timing         how long a call takes when nobody watches
calls_by_size  calls and times against n
facts          the facts of such a recording
listening      engines in other languages, live over a local socket
"""
