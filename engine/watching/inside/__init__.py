"""What runs inside the program that is watched, and knows nothing of the rest of the engine.

Somebody's own program may have a module called engine; so this package is loaded there by its path, under a name of
its own, its modules know each other by relative imports alone, and none of them imports numpy.

keeping     values as they are at a moment, copied cheaply
log         what happens, in the order in which it does, written away in batches
recursion   which functions of a text call themselves, by way of others too
wrapping    a function made to tell of its calls
tracing     executed lines with local variables
placing     the same for all functions of a text, before it runs
fences      limits of the process, and what it may not do to others
program     the process that runs somebody's file
"""
