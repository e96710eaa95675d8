"""ROOM

background          work off the interface thread: whole columns that numpy sorts and sums, while the window
latest_question     questions that are answered off the interface thread, of which only the last one counts
recording_job       one recording, as the window sees it: a process that is given a request and reports how far
recording_process   the process that records: `python -m plyscope_window.jobs.recording_process`, with the
recording_protocol  what the window and the process that records say to each other: lines, each one a JSON
recovery            what is kept so that a crash, or a kill of the window, loses nothing that took over a
working             work in a process of its own, as the window sees it: it is told what is wanted, and says
"""
