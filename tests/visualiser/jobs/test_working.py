"""Work in a process of its own."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope_window.jobs.working import RUNNING, Working

pytestmark = pytest.mark.qt

TELLS = """
import json, sys
wanted = sys.stdin.readline().strip()
for word in wanted.split("+"):
    print(json.dumps({word: 1}), flush=True)
if "waits" in wanted:
    sys.stdin.readline()
    print(json.dumps({"ended": True}), flush=True)
if "dies" in wanted:
    sys.exit("what it left behind")
"""


class Hearing(Working):
    """Hears everything but the last word."""

    module = "tells"

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []
        self.reasons: list[str] = []
        self.failed.connect(lambda message: self.reasons.append(str(message)))

    def hear(self, facts: Mapping[str, Any]) -> bool:
        self.heard += facts
        return "ended" not in facts


@pytest.fixture(autouse=True)
def tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module that says what it is told."""
    (tmp_path / "tells.py").write_text(TELLS)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))


def test_it_says_what_it_found_and_ends(qtbot: Any) -> None:
    work = Hearing()
    with qtbot.waitSignal(work.ended, timeout=20_000):
        work.begin(b"one+two+ended\n")
        assert work.is_running
        assert work in RUNNING
    assert work.heard == ["one", "two", "ended"]
    assert not work.is_running
    assert not RUNNING


def test_it_stops_when_it_is_told_to(qtbot: Any) -> None:
    work = Hearing()
    work.begin(b"waits\n")
    qtbot.waitUntil(lambda: bool(work.heard), timeout=20_000)
    with qtbot.waitSignal(work.ended, timeout=20_000):
        work.stop()


def test_one_that_dies_has_failed(qtbot: Any) -> None:
    work = Hearing()
    with qtbot.waitSignal(work.failed, timeout=20_000):
        work.begin(b"dies\n")
    assert "what it left behind" in work.reasons[0]
    assert not RUNNING


def test_nobody_hears_of_what_was_abandoned(qtbot: Any) -> None:
    work = Hearing()
    work.begin(b"waits\n")
    qtbot.waitUntil(lambda: bool(work.heard), timeout=20_000)
    work.abandon()
    assert not RUNNING
    qtbot.wait(50)
    assert work.reasons == []


def test_a_process_that_cannot_be_started(qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    work = Hearing()
    with qtbot.waitSignal(work.failed, timeout=20_000):
        work.begin(b"one\n")
    assert "cannot be started" in work.reasons[0]
