"""What runs inside the program that is watched, and knows nothing of the rest of the engine.

injected_names   words in code that is made here, and the things that take their place
instrumentation  makes the functions of a text tell of their calls, before the text runs
limits           limits of the process that runs somebody's program, and what it may not do to others
line_tracing     executed lines with all local variables, as `sys.settrace` hands them out, or `sys.monitoring`
log              what happens in a watched program, in the order in which it does: a list that is written away
module_boards    boards that stand outside of all functions: variables of a module that are called so, and of
program          the process that runs somebody's file: started with the path of a request, it loads the file
recursion        which functions of a text call themselves, by way of others too: read off its syntax tree
rewriting        a function whose own text tells of its calls: the syntax tree is changed before it becomes
snapshots        values as they are at a moment: copied at once, as cheaply as can be, and made into short
threads          threads that a watched program starts, and work handed to them: what they call is known by who
timing           a target process that takes the time of a call, without recording anything of it
wrappers         a function made to tell of its calls by another around it, where its own text cannot be made
"""
