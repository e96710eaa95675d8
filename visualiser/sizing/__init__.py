"""Calls against n: one function of somebody's file called with one number after the other, with and without a cache.

measuring  the runs, each in a process of its own, off the interface thread
form       which file and call, from which n to which
plots      calls and time against n on a log scale, and the table
page       all of it in a tab
"""
