"""Work outside the interface thread and outside the process, and what is kept of it against a crash.

background      work in other threads: whole columns that numpy sorts and sums, while the window stays responsive
checking_job    checking a trace file while it is shown, in a process of its own
checking_work   the same as work of a process that loads nothing of Qt
collector       collecting cycles of Python's objects in the interface thread only
job             a job: work in a process of its own, as the window sees it; one spare process is kept warm
recording_job   jobs that end with a recording, which is opened where it lies; the recording of a search
recording_work  recording a search, as work of a process that loads nothing of Qt
recovery        what is kept so that a crash, or a kill of the window, loses no recording that took over a second
"""
