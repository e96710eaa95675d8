"""The real window walks through every sample, forwards and back, and shows the same at the same step."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from plyscope.files.sources import available_samples, load
from plyscope_window.look import theme
from plyscope_window.pages.record import recording_page
from plyscope_window.session.session import Session
from PySide6.QtCore import Qt

from tests.full_traces import Cursor, record
from tests.visualiser.driving import cursor_facts, disagreements, panel, present_docks, seen, session_on, settle, show

pytestmark = pytest.mark.qt

MAX_FRAMES = 4_000
"""Frames of a sample that are recorded here; the window shows a larger recording in the same way."""
ALL_STEPS = 500
"""The most steps of a recording of which every one is checked; of a longer one both ends are, and jumps."""
STEPS_AT_ENDS = 60
JUMPS, STEPS_AT_JUMP = 20, 10
TIMEOUT_MS = 30_000
STEPS_BETWEEN_VIEWS = 25
"""Steps after which the views are checked, and not the cursor alone."""


@pytest.fixture
def window(shared_window: Any) -> Iterator[Any]:
    yield shared_window
    theme.use(theme.LIGHT)


class Walk:
    """A walk through a recording that remembers what was shown at each step, and compares."""

    def __init__(self, window: Any, session: Session) -> None:
        self.window, self.session = window, session
        self.cursor_at: dict[int, object] = {}
        self.views_at: dict[int, object] = {}

    def check(self, *, with_views: bool) -> None:
        step = self.session.cursor.step
        facts = cursor_facts(self.session)
        assert self.cursor_at.setdefault(step, facts) == facts
        if with_views:
            self.session.moved.emit()
            present_docks(self.window)
            assert disagreements(self.window, self.session) == []
            views = seen(self.window)
            assert self.views_at.setdefault(step, views) == views

    def go(self, command: Callable[[Cursor], bool], steps: int) -> None:
        """Step without painting, but for the steps whose views are checked."""
        way = 1 if command is Cursor.into else -1
        for _ in range(steps):
            with_views = (self.session.cursor.step + way) % STEPS_BETWEEN_VIEWS == 0
            self.session.blockSignals(not with_views)
            assert self.session.act(command)
            self.session.blockSignals(False)
            self.check(with_views=with_views)

    def there_and_back(self, steps: int, *, with_views: bool = True) -> None:
        self.check(with_views=with_views)
        self.go(Cursor.into, steps)
        self.check(with_views=with_views)
        self.go(Cursor.back, steps)
        self.check(with_views=with_views)


def walk_through(window: Any, name: str) -> None:
    session = Session(record(load(f"sample:{name}"), limit=MAX_FRAMES), name)
    session.is_saved = True
    show(window, session)
    walk, last = Walk(window, session), session.cursor.last_step
    if last <= ALL_STEPS:
        walk.there_and_back(last)
        assert session.cursor.step == 0
        return
    walk.there_and_back(STEPS_AT_ENDS)
    session.go(last)
    walk.check(with_views=True)
    walk.go(Cursor.back, STEPS_AT_ENDS)
    walk.go(Cursor.into, STEPS_AT_ENDS)
    draw = random.Random(name)
    for jump in range(JUMPS):
        start = draw.randrange(last - STEPS_AT_JUMP)
        session.go(start)
        walk.there_and_back(STEPS_AT_JUMP, with_views=jump % 10 == 0)
        assert session.cursor.step == start


SAMPLES = available_samples()
A_FEW = [
    next(name for name in SAMPLES if name.startswith(folder))
    for folder in sorted({name.partition("/")[0] for name in SAMPLES})
]
"""One sample of each folder."""


@pytest.mark.parametrize("names", [A_FEW, pytest.param(SAMPLES, marks=pytest.mark.full)], ids=["a few", "all"])
def test_every_sample_shows_the_same_forwards_and_backwards(window: Any, names: list[str]) -> None:
    for name in names:
        walk_through(window, name)
        window.close_tab()


def test_it_walks_by_keys(qtbot: Any, window: Any) -> None:
    session = show(window, session_on("sample:tictactoe/hebrew"))
    walk = Walk(window, session)
    walk.check(with_views=True)
    last = session.cursor.last_step
    for key, modifier, steps in (
        (Qt.Key.Key_F11, Qt.KeyboardModifier.NoModifier, range(1, last + 1)),
        (Qt.Key.Key_F11, Qt.KeyboardModifier.ControlModifier, range(last - 1, -1, -1)),
    ):
        for step in steps:
            qtbot.keyClick(window.canvas, key, modifier)
            settle(window)
            assert session.cursor.step == step
            walk.check(with_views=True)


def test_keys_pressed_while_a_recording_is_made_are_carried_out_when_it_is_there(
    window: Any, qtbot: Any, monkeypatch: Any
) -> None:
    # On a slow machine its progress would be shown, on which keys are refused.
    monkeypatch.setattr(recording_page, "HELD_MS", 10 * TIMEOUT_MS)
    window.open_source("sample:tree/textbook")
    assert window.session is None
    for key in (Qt.Key.Key_X, Qt.Key.Key_F11):
        qtbot.keyClick(window, key)
    qtbot.waitUntil(lambda: window.session is not None and window.session.cursor.step > 0, timeout=TIMEOUT_MS)
    assert window.session.cursor.step == 17, "the step after the cut at 16"
    assert window.statusBar().currentMessage() == ""
    window.close_tab()
    qtbot.keyClick(window, Qt.Key.Key_F11)
    assert window.statusBar().currentMessage() == "No recording is open."


@pytest.mark.full
def test_the_window_appears_without_waiting_for_numpy(tmp_path: Path) -> None:
    """It is only needed when something is recorded or opened, and takes as long to load as all of the window."""
    code = (
        "import sys\n"
        "from plyscope_window.app.application import application, apply_theme, make_window\n"
        "from plyscope_window.settings import Settings\n"
        "running, settings = application(), Settings()\n"
        "apply_theme(settings)\n"
        "window = make_window(settings)\n"
        "window.show()\n"
        "running.processEvents()\n"
        "assert window.isVisible()\n"
        "assert 'numpy' not in sys.modules\n"
    )
    environment = {**os.environ, "PLYSCOPE_STATE": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment, timeout=60)


@pytest.mark.full
def test_another_theme_moves_nothing(window: Any) -> None:
    show(window, session_on("sample:tictactoe/hebrew"))
    before = [(widget.objectName(), widget.geometry()) for widget in (window.toolbar, window.transport, window.canvas)]
    for _ in range(2):
        window.change_theme()
        settle(window)
        after = [
            (widget.objectName(), widget.geometry()) for widget in (window.toolbar, window.transport, window.canvas)
        ]
        assert after == before


@pytest.mark.full
def test_escape_ends_a_presentation_and_nothing_else(window: Any, qtbot: Any) -> None:
    show(window, session_on("sample:tictactoe/hebrew"))
    window.activateWindow()
    for is_presenting in (False, True):
        if is_presenting:
            window.present_or_not()
            settle(window)
        assert window.is_presenting is is_presenting
        qtbot.keyClick(window.canvas, Qt.Key.Key_Escape)
        settle(window)
        assert not window.is_presenting
        assert window.toolbar.isVisible()


def test_after_a_tab_is_closed_the_page_in_front_has_the_keyboard(window: Any) -> None:
    start = window.page
    start.filter.setFocus()
    show(window, session_on("sample:tree/textbook"))
    window.close_tab()
    settle(window)
    assert window.page is start
    assert start.isAncestorOf(window.focusWidget())
    assert window.focusWidget() is start.filter, "where it was"


def test_a_message_is_not_written_over_by_the_rules(window: Any) -> None:
    show(window, session_on("sample:tree/textbook"))
    window.say("a message")
    assert not window.rules.isVisible()
    window.present()
    assert not window.rules.isVisible()
    window.statusBar().clearMessage()
    assert window.rules.isVisible()


def test_after_a_presentation_buttons_have_their_words_again(window: Any) -> None:
    window.resize(1400, 900)
    show(window, session_on("sample:tree/textbook"))
    styles = [button.toolButtonStyle() for button in window.beside_views]
    window.present_or_not()
    settle(window)
    window.present_or_not()
    settle(window)
    assert [button.toolButtonStyle() for button in window.beside_views] == styles


@pytest.mark.full
@pytest.mark.spread(3)
@pytest.mark.parametrize("mode", ["tree", "icicle"])
@pytest.mark.parametrize("scale", [1.0, 1.6])
def test_the_choice_of_the_future_covers_nothing_of_a_large_tree(window: Any, mode: str, scale: float) -> None:
    theme.use(theme.theme(), scale)
    show(window, session_on("tictactoe:XO./.X./..O", "alphabeta"))
    window.resize(1024, 700)
    canvas = window.canvas
    canvas.set_mode(mode)
    settle(window)
    assert not canvas.is_whole
    choice, top = window.page.future.geometry(), canvas.view.top * canvas.enlargement
    assert choice.bottom() < top
    window.page.show_bare(True)
    assert canvas.view.top * canvas.enlargement < top


@pytest.mark.parametrize("direction", list(Qt.LayoutDirection)[:2])
def test_a_message_begins_where_the_rules_begin(window: Any, direction: Any) -> None:
    show(window, session_on("sample:tree/textbook", "alphabeta"))
    bar = window.statusBar()
    bar.setLayoutDirection(direction)
    settle(window)
    begun = first_ink(bar, direction)
    # The same letters, so that the ink begins equally far from where the text does.
    window.say(window.rules.text())
    settle(window)
    assert not window.rules.isVisible()
    assert first_ink(bar, direction) == begun


def test_a_message_that_is_said_again_stays_as_long_as_a_new_one(window: Any) -> None:
    window.say("a message")
    said: list[str] = []
    window.statusBar().messageChanged.connect(said.append)
    window.say("a message")
    window.statusBar().messageChanged.disconnect(said.append)
    assert said == ["", "a message"], "Qt leaves the time of an equal one as it is"


@pytest.mark.full
def test_a_message_stands_alone_where_it_was_given_while_the_bar_was_hidden(window: Any) -> None:
    show(window, session_on("sample:tree/textbook", "alphabeta"))
    bar = window.statusBar()
    window.say("a message")
    settle(window)
    alone = bar.grab().toImage()
    bar.clearMessage()
    settle(window)
    rules = bar.grab().toImage()
    window.present_or_not()
    window.say("a message")
    window.present_or_not()
    settle(window)
    assert bar.grab().toImage() == alone
    bar.clearMessage()
    settle(window)
    assert bar.grab().toImage() == rules


def first_ink(bar: Any, direction: Any) -> int:
    """How far from the leading edge of a bar the first pixel is that is not its ground, below the line above it."""
    picture = bar.grab().toImage()
    ground = picture.pixel(1, 4)
    columns = range(picture.width())
    for x in columns if direction == Qt.LayoutDirection.LeftToRight else reversed(columns):
        if any(picture.pixel(x, y) != ground for y in range(4, picture.height() - 2)):
            return x
    raise AssertionError("nothing is written")


@pytest.mark.full
def test_large_texts_of_the_status_bar_leave_the_window_as_narrow_as_it_was(window: Any) -> None:
    show(window, session_on("sample:tictactoe/hebrew", "alphabeta"))
    window.resize(1024, 700)
    for _ in range(20):
        window.actions_by_key["larger"].trigger()
    settle(window)
    assert window.text_scale == 2
    assert window.width() == 1024
    assert window.rules.width() < window.rules.fontMetrics().horizontalAdvance(window.rules.text())
    assert window.rules.text() in window.rules.toolTip()
    window.actions_by_key["usual_size"].trigger()


def test_the_rules_of_the_search_in_front_stand_in_the_status_bar(window: Any) -> None:
    show(window, session_on("sample:tree/textbook"))
    assert window.rules.text() == "Cut rule α ≥ β, soft · left to right"
    window.say("a message")
    assert window.rules.isHidden() or not window.rules.isVisible()
    show(window, session_on("sample:tictactoe/hebrew"))
    assert window.rules.text() == "", "maxmin has no window"


@pytest.mark.full
def test_coordinates_are_chosen_for_every_view_and_kept(make_window: Callable[[], Any]) -> None:
    window = make_window()
    session = show(window, session_on("sample:tictactoe/hebrew"))
    session.go(10)
    settle(window)
    texts = {name: [] for name in ("", "a3", "number", "[x,y]", "row,column")}
    for name, found in texts.items():
        window.actions_by_key[f"coordinates {name}".strip()].trigger()
        settle(window)
        board, stack, moves = (panel(window, key) for key in ("board", "stack", "root_moves"))
        found += [stop.text for stop in board.line.stops][1:]
        found += [stack.move_text(session.stack[-1]), stack.best_move(session.stack[-1]), moves.moves[1].name]
        found.append(session.trace.edge_text(4))
        assert window.actions_by_key[f"coordinates {name}".strip()].isChecked()
        assert session.trace.path(4) == ["a1", "a3", "c1"]
    assert texts["a3"] == ["a1", "a1", "a3", "a1", "c1"]
    assert texts["number"] == ["7", "7", "1", "7", "9"]
    assert texts[""] == texts["[x,y]"] == ["[0,2]", "[0,2]", "[0,0]", "[0,2]", "[2,2]"]
    assert texts["row,column"] == ["2,0", "2,0", "0,0", "2,0", "2,2"]
    window.remember()
    second = make_window()
    assert show(second, session_on("tictactoe:XO./X../..O")).trace.coordinates == "row,column"
    assert show(second, session_on("tree:[1,2]")).trace.coordinates == ""
    second.choose_coordinates("")
    assert second.settings.text("coordinates", "?") == ""
