"""ROOM

chooser            what one may begin with: programs that come along as cards with their calls, and the files
listening_page     which port an engine sends its recording to, and what it has to send; then how much has come
progress           what stands under the source: what will run, then how far it is, then how it ended
raised_limits      the limit at which a run has ended, raised: which one that was, and the same run with more
recent_calls       the files that were run before, each with its call, what was watched and its limits; the
reference_text     what a recording of somebody's own code is taken for, and how it does beside ours: in
roles_dialog       what the parameters of a recording are taken for, shown with what they were given, and
run_job            one run of a user's program, as the window sees it: a job that says how far it is
run_request        what is to be run: a file, a call in it, and the limits; as the settings remember it
summary_line       the line above a recording of somebody's own code: how it ended, what it is taken for, and
usercode_commands  what the window's commands do with somebody's own code: open it, run it again, read it anew
usercode_form      the call, what is recorded of it, and the limits: what a person fills in before anything
usercode_page      somebody's own code in a tab: a file is chosen, a call written, looked at before it runs
usercode_work      running user code and listening to engines, as work of a process that loads nothing of Qt
"""
