"""Somebody's own recursive code, recorded without a change to it.

build_trace     from rows to a trace
call            a call of somebody's function before it is made: how it may be written, and what is wrong with
calls_by_size   one function called with one number after the other: values, calls and times against n, as a
ending          how somebody's program came to its end, in one sentence, with the call and the line where that
listening       engines in other languages, live: JSON lines over a local socket, read as they come
live_functions  functions that are alive, wherever they lie: in classes, closures and tables, behind
log_reader      from what a watched program says, in the order in which it happened, to rows: a row for every
printed         what somebody's own code has printed, line by line, each with the step that printed it
running         runs somebody's file in a process of its own, within limits, and follows what it says while it
salvage         the recording of a program that has ended whoever watched it, read from the folder of its run
source_text     the text of somebody's file, read and not run: the functions in it, and which of them are to be
watch           watching functions where they are, in this very process: nothing is started, and nothing is
target          what runs inside the program that is watched, and knows nothing of the rest of the engine
target_process  starting a target process, with the user's own folder first on its path and nothing of ours
"""
