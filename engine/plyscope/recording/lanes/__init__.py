"""Lanes: a search is recorded by the interpreter, or by the same code compiled by numba, to the same bytes.

arrangement     putting moves into an order, as a compiler takes it
compiled        the compiled lane: a program run by numba, which writes the columns
exact           ints and tables that do what those of Python do, or end the search
memory          columns that grow without being copied
pointers        what numba must know of a state in memory
program         a plan as data: code objects, and the numbers and tables they read
race            both lanes at once: whichever is done first is kept
second_process  the process that compiles and records while the interpreter already works

numba is the optional extra `fast`; `compiled`, `exact` and `pointers` are imported in the second process alone.
"""

AUTO, INTERPRETED, COMPILED = "auto", "interpreted", "compiled"
LANES = (AUTO, INTERPRETED, COMPILED)
"""Who runs a search; `auto` is both, where that pays."""
