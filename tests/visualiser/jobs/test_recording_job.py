"""Recordings made by real processes: finished, stopped, asked about, killed; and outliving their window."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, perf_counter, sleep
from typing import Any

import pytest
from plyscope.files.sources import load
from plyscope.messages import Message
from plyscope_window.jobs.recording_job import Recording
from plyscope_window.jobs.recovery import Recovery

from tests.full_traces import Trace, record

pytestmark = pytest.mark.qt

HEBREW = load("sample:tictactoe/hebrew")
LONG = load("connectfour:")
ENDLESS = {"depth": 30}


@pytest.fixture
def recovery(qtbot: Any, tmp_path: Path) -> Recovery:
    return Recovery(tmp_path / "recovery")


@pytest.fixture
def recording(recovery: Recovery) -> Iterator[Recording]:
    made = Recording(recovery)
    yield made
    made.abandon()


def finish(qtbot: Any, recording: Recording, position: Any = HEBREW, options: Any = None, **others: Any) -> Trace:
    with qtbot.waitSignal(recording.finished) as finished:
        recording.record(position, options or {}, **others)
    trace: Trace = finished.args[0]
    return trace


def begin_and_wait(qtbot: Any, recording: Recording) -> None:
    with qtbot.waitSignal(recording.progressed):
        recording.record(LONG, ENDLESS)


def names(recovery: Recovery) -> set[str]:
    return {path.suffix for path in recovery.folder.iterdir()} if recovery.folder.exists() else set()


def test_a_recording_is_what_the_engine_would_record(qtbot: Any, recording: Recording, recovery: Recovery) -> None:
    trace = finish(qtbot, recording)
    assert trace.signature == record(HEBREW).signature
    assert trace.complete
    assert not recording.is_running
    assert recording.frames == len(trace) == 8
    assert recording.remark is None
    assert recording.kept is not None
    assert recording.kept.path.parent == recovery.folder
    assert names(recovery) == {".plytrace", ".json", ".lock"}


def test_options_and_limits_are_handed_on(qtbot: Any, recording: Recording) -> None:
    trace = finish(qtbot, recording, LONG, {"algorithm": "pvs", "depth": 9, "order": None}, limit=1234)
    assert (trace.search.name, trace.options["depth"], trace.options["order"]) == ("pvs", 9, "given")
    assert (len(trace), trace.limit, trace.complete) == (1234, 1234, False)


def test_cancelled_midway_it_keeps_what_there_is(qtbot: Any, recording: Recording) -> None:
    begin_and_wait(qtbot, recording)
    with qtbot.waitSignals([recording.saving, recording.finished]):
        recording.cancel()
        recording.cancel()
    assert recording.kept is not None
    trace = Trace.open(recording.kept.path)
    assert not trace.complete
    assert len(trace) == recording.frames > 100
    assert recording.seconds > 0


@pytest.mark.full
def test_it_asks_and_waits_and_goes_on(qtbot: Any, recovery: Recovery) -> None:
    recording, begun = Recording(recovery, ask_at=20_000), perf_counter()
    with qtbot.waitSignal(recording.asked) as asked:
        recording.record(LONG, ENDLESS)
    assert asked.args[0] >= 20_000
    assert recording.is_asking
    asking = perf_counter()
    with qtbot.assertNotEmitted(recording.progressed, wait=200):
        pass
    waited = perf_counter() - asking
    with qtbot.waitSignal(recording.asked) as again:
        recording.go_on()
    assert again.args[0] >= asked.args[0] + 20_000
    with qtbot.waitSignal(recording.finished) as finished:
        recording.cancel()
    assert finished.args[1] <= perf_counter() - begun - waited, "waiting for a person is no recording"
    assert not finished.args[0].complete


def test_the_estimate_and_an_automatic_depth_are_reported(qtbot: Any, recording: Recording) -> None:
    with qtbot.waitSignal(recording.progressed):
        recording.record(load("tictactoe:4,4,4"), {})
    assert recording.estimate == pytest.approx(1.9e6, rel=0.1)
    assert recording.remark is not None
    assert recording.remark.values["depth"] == 10
    assert isinstance(recording.remark.values["frames"], Message), "which can be translated too"


def test_an_error_arrives_as_a_message_that_can_be_translated(
    qtbot: Any, recording: Recording, recovery: Recovery
) -> None:
    with qtbot.waitSignal(recording.failed) as failed:
        recording.record(HEBREW, {"algorithm": "magic"})
    message = failed.args[0]
    assert message.text(lambda pattern: "{name} ist kein Verfahren") == "magic ist kein Verfahren"
    assert names(recovery) == set(), "nothing is left of it"
    assert not recording.is_running


def test_a_process_that_is_killed_is_reported(qtbot: Any, recording: Recording, recovery: Recovery) -> None:
    begin_and_wait(qtbot, recording)
    assert recording._child is not None
    with qtbot.waitSignal(recording.failed) as failed:
        recording._child.process.kill()
    assert "signal 9" in str(failed.args[0])
    assert names(recovery) == set()


def test_a_process_that_cannot_start_is_reported(
    qtbot: Any, recovery: Recovery, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    missing = Recording(recovery)
    with qtbot.waitSignal(missing.failed) as failed:
        missing.record(HEBREW, {})
    assert "cannot be started" in str(failed.args[0])
    assert names(recovery) == set()


def test_abandoned_it_leaves_nothing(qtbot: Any, recording: Recording, recovery: Recovery) -> None:
    begin_and_wait(qtbot, recording)
    with qtbot.assertNotEmitted(recording.finished), qtbot.assertNotEmitted(recording.failed):
        recording.abandon()
        recording.abandon()
    assert not recording.is_running
    assert names(recovery) == set()


WINDOW = """
import sys
from PySide6.QtCore import QCoreApplication
from tests.full_traces import Trace, record
from plyscope.files.sources import load
from plyscope_window.jobs.recording_job import Recording
from plyscope_window.jobs.recovery import Recovery

application = QCoreApplication([])
recording = Recording(Recovery())
recording.progressed.connect(lambda frames, seconds: print(frames, flush=True))
recording.record(load("connectfour:").named("A long one", ""), {"depth": 30})
application.exec()
"""


def test_a_recording_outlives_the_window(qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYSCOPE_STATE", str(tmp_path))
    recovery = Recovery()
    with subprocess.Popen([sys.executable, "-c", WINDOW], stdout=subprocess.PIPE) as window:
        assert window.stdout is not None
        frames = int(window.stdout.readline())
        assert recovery.recoverable() == [], "a living window's recordings are its own"
        assert list(recovery.folder.glob("*.json")), "and are not touched"
        window.kill()
    deadline = monotonic() + 60
    while not (found := recovery.recoverable()) and monotonic() < deadline:
        sleep(0.02)
    [recovered] = found
    assert recovered.title == "A long one"
    assert not recovered.is_complete
    assert recovered.frames >= frames
    assert len(Trace.open(recovered.path)) == recovered.frames
    recovery.forget(recovered)
    assert list(recovery.folder.iterdir()) == []
