"""What runs inside the program that is watched, and knows nothing of the rest of the engine.

Somebody's own program may have a module called engine; so this package is loaded there by its path, under a name of
its own, its modules know each other by relative imports alone, and none of them imports numpy.

keeping     values as they are at a moment, copied cheaply
log         what happens, in the order in which it does, written away in batches
outside     boards that stand outside of all functions
recursion   which functions of a text call themselves, by way of others too
words       words in code that is made here, and the things that they stand for
rewriting   a function whose own text tells of its calls
wrapping    a function around another that tells of its calls
tracing     executed lines with local variables
threads     what is called in threads, known by who started them
placing     all functions of a text made to tell, before it runs
fences      limits of the process, and what it may not do to others
program     the process that runs somebody's file
"""
