"""A long random walk through the window's commands: nothing raises, and no view ever shows another step."""

from __future__ import annotations

import ctypes
import gc
import os
import random
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from plyscope.model.marks import Breakpoint, On
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, qInstallMessageHandler
from PySide6.QtTest import QTest

from tests.visualiser.driving import disagreements, session_on, settle, show

pytestmark = [pytest.mark.qt, pytest.mark.own_window]

HOUR = float(os.environ.get("PLYSCOPE_WALK_SECONDS", "3600"))
SEED = int(os.environ.get("PLYSCOPE_WALK_SEED", "1"))
LONG = 60.0
"""Seconds from which on memory is watched."""
GROWTH = 1.05
WARM_AFTER = 6_000
"""Actions after which every view has been painted at every text size: until then fonts and pictures are still kept."""
SOURCES = ("sample:tictactoe/hebrew", "sample:connectfour/chapter-7-story", "sample:tree/nine-leaves")
NOT_WALKED = {"quit", "close", "start", "new", "open", "paste", "save_as", "record", "record_again", "record_here",
              "compare_full", "compare_with", "growth", "open_ghost", "help", "shortcuts", "about", "copy_picture",
              "theme", "presentation", "restore", "export", "handout", "play_game", "lab", "match",
              "make_exercise", "exercise_here", "exercise_results",
              "own_code", "own_program", "run_own", "run_raised", "own_lines", "listen", "own_sizes",
              "own_meaning", "own_reference"}  # fmt: skip
"""What opens another page or a dialog, or changes so much that it would take most of the time."""
SELDOM = ("theme", "presentation", "restore", "larger", "smaller", "usual_size")


class Walker:
    """Does something at random, and looks whether the window is still in order."""

    def __init__(self, window: Any, draw: random.Random) -> None:
        self.window, self.draw = window, draw
        self.done: list[str] = []
        self.commands = [
            key for key in window.table if key not in NOT_WALKED and key not in SELDOM and not key.startswith("lesson_")
        ]
        self.ways: list[tuple[int, Callable[[], None]]] = [
            (60, self.command), (10, self.click_canvas), (8, self.click_timeline), (6, self.zoom), (4, self.jump),
            (4, self.look_for), (3, self.break_somewhere), (3, self.dock), (2, self.turn), (1, self.seldom),
        ]  # fmt: skip

    def act(self) -> None:
        [way] = self.draw.choices([way for _, way in self.ways], [weight for weight, _ in self.ways])
        way()

    def note(self, what: str) -> None:
        self.done = [*self.done[-11:], what]

    def command(self) -> None:
        self.trigger(self.draw.choice(self.commands))

    def seldom(self) -> None:
        self.trigger(self.draw.choice(SELDOM))

    def trigger(self, key: str) -> None:
        self.note(key)
        self.window.actions_by_key[key].trigger()

    def click_canvas(self) -> None:
        canvas = self.window.canvas
        point = QPoint(self.draw.randrange(max(1, canvas.width())), self.draw.randrange(max(1, canvas.height())))
        self.note(f"click at {point.x()}, {point.y()}")
        QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=point)

    def click_timeline(self) -> None:
        dock = self.window.docks.docks["timeline"]
        if dock.is_seen:
            line = dock.panel.line
            self.note("click on the timeline")
            point = QPoint(self.draw.randrange(max(1, line.width())), line.height() // 2)
            QTest.mouseClick(line, Qt.MouseButton.LeftButton, pos=point)

    def zoom(self) -> None:
        self.note("zoom")
        self.window.canvas.zoom(self.draw.choice([0.5, 0.8, 1.25, 3.0]))

    def jump(self) -> None:
        session = self.window.session
        step = self.draw.randint(0, session.cursor.last_step)
        self.note(f"to step {step}")
        session.go(step)

    def look_for(self) -> None:
        condition = self.draw.choice(["cutoff", "ply >= 2", "value > 0 and MAX", "", "leaf or", "best"])
        self.note(f"look for {condition!r}")
        self.window.find_bar.field.setText(condition)
        self.window.find_bar.seek()

    def break_somewhere(self) -> None:
        session = self.window.session
        frame = self.draw.randrange(len(session.trace))
        self.note(f"breakpoint at {frame}")
        session.toggle_breakpoint(Breakpoint(On.FRAME, str(frame)))
        while len(session.cursor.marks.breakpoints) > 20:
            session.change_breakpoint(session.cursor.marks.breakpoints[0], None)

    def dock(self) -> None:
        key = self.draw.choice(list(self.window.docks.docks))
        self.note(f"dock {key}")
        self.window.docks.toggle(key)

    def turn(self) -> None:
        canvases = [page for page in self.window.pages if page.session is not None]
        self.note("another tab")
        self.window.show_page(self.draw.choice(canvases))

    def look(self) -> None:
        """The event loop has its turn, and then all views agree."""
        window = self.window
        was_playing = window.stepping.direction  # it may come to a breakpoint meanwhile, and end there
        for _ in range(3):
            QCoreApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        if window.session is None:
            self.turn()
            settle(window)
        wrong = disagreements(window, window.session)
        if wrong and was_playing:
            window.stepping.stop()
            settle(window)
            wrong = disagreements(window, window.session)
        assert wrong == [], f"after {self.done}"
        if len(window.session.cursor.marks.bookmarks) > 50:
            window.session.cursor.marks.bookmarks.clear()


def memory(window: Any) -> int:
    """Bytes of memory in use when the window is always in the same state."""
    if window.is_presenting:
        window.present_or_not()
    window.stepping.stop()
    window.scale_text(None)
    window.restore_layout()
    for page in window.pages:
        if page.session is not None:
            window.show_page(page)
            page.canvas.set_mode("focus")
            page.session.go(0)
            settle(window)
    gc.collect()
    if sys.platform == "linux":
        # What has been given back already, and only waits to be used again, is not in use.
        ctypes.CDLL(None).malloc_trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.fixture
def complaints(qtlog: Any, request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """What Qt complains of. What the platform says of every window is not kept: in an hour that is what would grow."""
    ignored = request.config.getini("qt_log_ignore")
    found: list[str] = []

    def hear(kind: object, context: object, words: str) -> None:
        if not any(re.search(one, words) for one in ignored):
            found.append(words)

    with qtlog.disabled():
        before = qInstallMessageHandler(hear)
        yield found
        qInstallMessageHandler(before)


LEAST_ACTS = 40
"""Actions of a walk, however few seconds it has."""


@pytest.mark.parametrize("seconds", [0.0, pytest.param(HOUR, marks=pytest.mark.full)])
def test_a_random_walk_harms_nothing(
    seconds: float, window: Any, complaints: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    raised: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: raised.append(error))
    for source in SOURCES:
        show(window, session_on(source))
    walker = Walker(window, random.Random(SEED))
    start, when_warm = perf_counter(), 0
    acts = 0
    while acts < LEAST_ACTS or perf_counter() - start < seconds:
        walker.act()
        walker.look()
        assert (raised, complaints) == ([], []), f"after {walker.done}"
        acts += 1
        if not when_warm and acts >= WARM_AFTER and perf_counter() - start > seconds / 10:
            when_warm = memory(window)
    at_the_end = memory(window)
    if seconds >= LONG and when_warm and sys.platform == "linux":
        assert at_the_end < when_warm * GROWTH, f"{when_warm:,} to {at_the_end:,} bytes in {acts:,} actions"
