"""ROOM

estimate      how large a search will be, before it is recorded
plan          a plan: a search that is ready to run on a position, with its options fitted together and checked
recorder      the recorder: runs a search and writes a row for every call of it. The only writer of recordings
recording     recording: a plan is carried out under the recorder's eyes, and a trace comes of it
verification  is a recording sound? Everything in it but moves, sizes and leaf values can be found a second
who           who searches: a name, or a name with options, such as `alphabeta:depth=4,order=center,cut='>'`
"""
