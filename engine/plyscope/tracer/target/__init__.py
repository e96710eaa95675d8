"""What runs in the target process, beside the user's code; it imports nothing of the rest of the engine but
`plyscope.operating_system`, which imports nothing either.

across_files     which functions of a project call each other across its files
callbacks        functions that are passed to those of other files, which call them
caller_moves     the move as the caller has it: what its loop holds, or what it pushed before the call
chess_objects    boards and moves of the package chess, as chess players write them
decisions        functions that decide by the results of several calls of a recursive one
description      what the log says of the functions of a text before their calls
drawn_objects    the texts that positions draw of themselves by a `__str__` of their own
expressions      expressions as they are read in the text of a function: paths, signs, constants, targets
injected_names   placeholders in generated code, and the objects that replace them
instrumentation  instruments the functions of a text before it runs: rewrites them, or adds a decorator
limits           limits of the process, and what it may not do to other processes
line_tracing     executed lines with all local variables, by `sys.settrace` or `sys.monitoring`
log              the log: what happens, in order, as items that are written to a file in batches
menus            recursion that only repeats a dialogue
module_boards    boards outside of all functions, which are recorded with the arguments
noted_facts      what instrumented code calls to note the parts of a search that it comes to
placeholders     how the placeholders in generated code begin
plain_locals     copies of all local variables at once, as long as they are plain
program          the target process: loads the user's file and makes the call
project          the files of a project are instrumented when they are loaded
recursion        which functions of a text are recursive, directly or through others
rewritable       which functions can be rewritten so that their own code records their calls
rewriting        rewrites a function so that its own code records its calls
result_signs     the signs under which the results of recursive calls are used after their own statements
search_parts     what a recursive function consists of as a search, and how it tells what becomes of it
session          the process of a whole program, run as Python would
session_log      the log of a whole program, with limits that end the recording of one call
snapshots        copies of values at a moment, written as short texts later
syntax           the nodes of a text, found quickly
threads          attributes the calls of threads and thread pools to the call behind them
timing           times an untraced call in a process of its own
wrappers         records the calls of a function by code around it, where it cannot be rewritten
"""
