"""Recordings that somebody else has made: read from text, checked for contradictions, made into traces.

build_trace     from a draft to a trace: the game found, contradictions looked for, and the search read off the
claimed_search  a recording that says it comes from a search of ours must be just what that search does
draft           a recording that is being read: rows grow as calls are entered and left, and what contradicts
fitting         whether an imported recording fits a game of ours: its position can be read, and all its moves
json_lines      reading a recording in JSON lines: a heading, and then a line for every call that is entered or
json_tree       reading the JSON that `plyscope export -o x.json` writes: every frame and every pruned move as
json_values     what may stand in the JSON of a recording: names of frames, moves, numbers. Readers add the
opening         opening a recording that somebody else has made: by its name or by how it begins, from a file
recognise       whether a file is a recording of somebody else's, told by how it begins; no more of it is read
"""
