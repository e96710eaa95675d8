"""User code in a tab: a call or a program is chosen, shown before it runs, run, and recorded.

chooser            what to begin with: examples as cards with their calls, and files that were run before
decisions          the list of the recordings of a program that runs
limits             the limits of a run: what they can be, the usual ones, the one that was reached, raised
listening_page     the port to which an engine sends its recording, and the recording while it arrives
printed            what a program prints, as it arrives
reference_text     sentences: how a recording is read, and how it compares with the reference search
requests           what is to be run: a call in a file, or a whole program; the last of each, kept in the settings
summary_line       the bar above a recording of user code: how it ended, how it is read, findings
usercode_commands  the commands: open, run again, raise the limit, change roles, compare with the reference
usercode_form      the form for a run: what runs, what is recorded of it, and the limits; and what will run
usercode_page      the page: the programs to choose from, the form, and the run with its recordings
usercode_run       the job of a run, and the line for the input of a program
usercode_work      running user code and listening to engines, as work of a process without Qt
"""
