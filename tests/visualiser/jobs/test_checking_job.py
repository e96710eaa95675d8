"""Checking a file in another process: what is wrong is reported, and a process that dies is no verdict."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plyscope.messages import InputError, Message
from plyscope_window.jobs.checking_job import CheckingJob

from tests.full_traces import record

pytestmark = pytest.mark.qt


def test_a_sound_file_passes_and_a_damaged_one_is_reported(qtbot: Any, tmp_path: Path) -> None:
    path = tmp_path / "x.plytrace"
    record("tree:[[1,2],[3,4]]").save(path)
    reports: list[InputError] = []
    job = CheckingJob(reports.append, pytest.fail)
    with qtbot.waitSignal(job.done):
        job.check(path)
    assert reports == []
    path.write_bytes(path.read_bytes().replace(b"alphabeta", b"alphabeth", 1))
    CheckingJob(reports.append, pytest.fail).check(path)
    qtbot.waitUntil(lambda: bool(reports))
    assert "damaged" in str(reports[0]) or "alphabeth" in str(reports[0])


def test_without_a_process_it_is_checked_in_another_way(tmp_path: Path) -> None:
    otherwise: list[bool] = []
    job = CheckingJob(lambda error: pytest.fail(str(error)), lambda: otherwise.append(True))
    job.fail(Message("the process that works cannot be started: {reason}", reason="no memory"))
    job.die(Message("it died"))
    assert otherwise == [True, True]
