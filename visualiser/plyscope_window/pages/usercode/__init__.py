"""User code in a tab: a file and a call are chosen, shown before they run, run, and recorded.

chooser            what to begin with: examples as cards with their calls, and files that were run before
decisions          the list of the recordings of a program that runs
limits             the limits of a run: what they can be, the usual ones, the one that was reached, raised
listening_page     the port to which an engine sends its recording, and the recording while it arrives
program_form       what to run as a whole program, and what will run
program_page       the page of a whole program: its recordings, its output and its input
program_run        the job that runs a whole program, and the line for its input
program_work       running a whole program, as work of a process without Qt
progress           below the source: what will run, how far it is, how it ended
reference_text     sentences: how a recording is read, and how it compares with the reference search
requests           what is to be run: a call in a file, or a whole program; the last of each, kept in the settings
summary_line       the bar above a recording of user code: how it ended, how it is read, findings
usercode_commands  the commands: open, run again, raise the limit, change roles, compare with the reference
usercode_form      the call, what is recorded of it, and the limits
usercode_page      the page of one file
usercode_work      running user code and listening to engines, as work of a process without Qt
"""
