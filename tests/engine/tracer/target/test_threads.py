"""Threads are known by who started them, and nothing stays changed."""

from __future__ import annotations

import _thread
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor, thread

from plyscope.tracer.target.log import Log
from plyscope.tracer.target.threads import called_by, follow_threads


def test_a_thread_knows_who_started_it() -> None:
    with tempfile.TemporaryFile() as file:
        log = Log(file)
        found: list[int] = []
        with follow_threads(log):
            one = threading.Thread(target=lambda: found.append(log.current(None)))
            called_by(log, 7, 0, one.start)
            one.join()
    assert (found, log.has_keys) == ([7], True)


def test_work_is_made_by_who_hands_it_on() -> None:
    """The same thread of a pool does both."""
    with tempfile.TemporaryFile() as file, ThreadPoolExecutor(1) as pool:
        log = Log(file)
        with follow_threads(log):
            found = [called_by(log, maker, 0, pool.submit, log.current, None).result() for maker in (3, 8)]
    assert found == [3, 8]


def test_nothing_stays_changed() -> None:
    before = (_thread.start_new_thread, vars(threading).copy(), vars(thread.__dict__["_WorkItem"]).copy())
    with tempfile.TemporaryFile() as file, follow_threads(Log(file)), ThreadPoolExecutor(1) as pool:
        pool.submit(int).result()
    after = (_thread.start_new_thread, vars(threading).copy(), vars(thread.__dict__["_WorkItem"]).copy())
    assert before == after
