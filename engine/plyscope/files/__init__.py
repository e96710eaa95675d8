"""What is read from files and written to them: positions, recordings, and lists of results that grow.

atomic             writing a file in one go or not at all, so that a failure leaves the old one as it was
checked            checking a trace file once: what is known to be sound is not derived again
contents           the samples in the order in which one learns, in groups
draft              a recording by another program while it is read: the one builder of its columns
events             calls that are entered and left, as columns: what every reader hands to the draft
fitting            whether the moves of such a recording are those of a game of ours
growing_table      a table with room for more rows: to which many are added at once
imported_members   what an imported recording has in a trace file beside its columns
imported_trace     from a draft to a trace: the game found, contradictions looked for, the search recognised
journal            a file of JSON lines that is complete up to its last line at any moment
json_lines         recordings in JSON lines, as other programs print them
json_records       the JSON of many lines about calls, as columns
json_tree          recordings as one JSON object, as `export` writes them
json_values        the values in the JSON of a recording: names, moves, numbers, versions
lessons            lessons: a source, and prompts that wait until the reader has done what they ask for
opening            opening a recording, ours or another program's
packed_rows        recordings in packed rows of 40 bytes
recognition        whether a file is a recording by another program, from how it begins
records            small objects kept as JSON: written, and read without trust
saved_marks        the breakpoints and bookmarks in a trace file
sources            positions from a path, standard input, `game:text` or a sample
toml_tables        TOML files of ours: which keys there are, and of which types
trace_file         trace files: a zip of uncompressed numpy columns and a manifest
user_code_members  what a recording of user code has in a trace file beside its columns
zip_members        columns and texts in a zip file; columns are aligned so that they can be read where they lie
"""
