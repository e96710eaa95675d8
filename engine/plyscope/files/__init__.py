"""ROOM

atomic             files that are written in one go or not at all: whatever goes wrong, the old file stays as
imported_members   what an imported recording has in a trace file beside its columns: the moves left out, and
journal            a file that grows line by line: whatever happens, every line that was added is in it, and
saved_marks        marks in trace files: read without trust, and written into a file without writing the
sources            where positions come from: a path, standard input, `game:text`, or a sample that we bring
trace_file         trace files: a zip of uncompressed numpy columns and a manifest. Nothing in one is ever
user_code_members  what a recording of somebody's own code has in a trace file beside its columns
zip_members        columns and other members of a zip file, stored as they are, so that columns can be read
importing          recordings that somebody else has made: read from text, checked for contradictions, made
"""
