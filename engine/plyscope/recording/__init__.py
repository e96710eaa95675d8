"""Making recordings: a search is planned, run and recorded.

clock         a budget of seconds
estimate      how large a search will be, before it is recorded
plan          checking options, and binding a search to a position
record        running a plan, from the recorder's columns to a trace
recorder      running a search and writing a row for each of its calls; nothing else writes columns
who           reading a search or player as typed: a name, or a name with options
"""
