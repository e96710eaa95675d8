"""Jobs: work in a process of its own, whatever becomes of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

import pytest
from plyscope_window.jobs.job import RUNNING_JOBS, SPARE_PROCESS, Job

from tests import children
from tests.places import ROOT

pytestmark = pytest.mark.qt


class Received:
    """A job, and all that it says."""

    def __init__(self, work: Callable[..., object]) -> None:
        self.job = Job(work)
        self.results: list[Any] = []
        self.reasons: list[str] = []
        self.job.result.connect(self.results.append)
        self.job.failed.connect(lambda message: self.reasons.append(str(message)))


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))


def test_it_says_what_it_found_and_ends(qtbot: Any) -> None:
    received = Received(children.echo)
    with qtbot.waitSignal(received.job.done):
        received.job.start(["one", "two"])
        assert received.job.is_running
        assert received.job in RUNNING_JOBS
    assert received.results == ["one", "two"]
    assert not received.job.is_running
    assert not RUNNING_JOBS


def test_a_job_receives_orders_and_stops_on_request(qtbot: Any) -> None:
    received = Received(children.wait_for_orders)
    received.job.start()
    received.job.send("order")
    qtbot.waitUntil(lambda: len(received.results) == 2)
    with qtbot.waitSignal(received.job.done):
        received.job.stop()
    assert received.results == ["ready", "order", "stopped"]


@pytest.mark.parametrize("work", [children.exit_with_words, children.refuse])
def test_one_that_dies_or_refuses_has_failed(qtbot: Any, work: Callable[..., object]) -> None:
    received = Received(work)
    with qtbot.waitSignal(received.job.failed):
        received.job.start(*(["this"] if work is children.refuse else []))
    assert "what it left behind" in received.reasons[0] or received.reasons == ["this cannot be done"]
    assert not RUNNING_JOBS


def test_an_abandoned_job_emits_nothing(qtbot: Any) -> None:
    received = Received(children.wait_for_orders)
    received.job.start()
    qtbot.waitUntil(lambda: bool(received.results))
    child = received.job._child
    assert child is not None
    received.job.abandon()
    received.job.abandon()
    assert child.process.returncode is not None
    assert not RUNNING_JOBS
    qtbot.wait(50)
    assert (received.results, received.reasons) == (["ready"], [])


def test_a_process_that_cannot_be_started(qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    received = Received(children.echo)
    with qtbot.waitSignal(received.job.failed):
        received.job.start([])
    assert "cannot be started" in received.reasons[0]


def test_a_spare_process_is_used_and_replaced(qtbot: Any) -> None:
    SPARE_PROCESS.prepare()
    spare = SPARE_PROCESS._child
    SPARE_PROCESS.prepare()
    assert SPARE_PROCESS._child is spare
    received = Received(children.echo)
    with qtbot.waitSignal(received.job.done):
        received.job.start([])
        assert received.job._child is spare
        assert SPARE_PROCESS._child is None
    following = SPARE_PROCESS._child
    assert following is not None
    following.process.kill()
    following.process.wait()
    with qtbot.waitSignal(received.job.done):
        received.job.start([])
        assert received.job._child is not following, "one that died is not used"
    following.end()
    SPARE_PROCESS.dismiss()
    SPARE_PROCESS.dismiss()
    assert SPARE_PROCESS._child is None
