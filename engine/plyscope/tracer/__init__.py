"""Records the calls of user code without a change to it: in a process of its own, or in this one.

build_trace     the trace made of the rows of a traced program
call            a call before it is made: a template for it, and what is wrong with it
calls_by_size   one function called with several sizes: results, calls and seconds against n
ending          how a traced program ended, in one sentence
listening       recordings from engines in other languages, live over a local socket
live_functions  function objects in memory, matched to the text of their file
log_reader      the log of a target read into rows, calls that overlap put in order
notebook        a Jupyter notebook as one text of Python
outside_state   what calls depend on beside their arguments: names from outside that change between them
plain_events    items of a log that are calls, facts and lines alone, told apart all at once
programs        what a session runs: a file, a module, a notebook, tests, pasted text, one call
running         runs a file in a target process and reads its log while it runs, or after it was left behind
session         runs a whole program: a list of recordings that grows while it runs
source_parts    recordings whose functions stand in several files, and what the run proves of their group
source_text     a file of user code, read and not run: its functions, and which of them to trace
lines_again     the executed lines of one call, recorded by running the program again
starting        starts a call or a whole program in a target process
split_log       the log of a whole program split into recordings
target_process  starts a target process
user_python     which Python runs a user's program
watch           traces functions of this process for as long as a `with` block lasts
target          what runs in the target process; it imports nothing of the rest of the engine
"""
