"""A lesson waits for the reader, goes on when it is done as it asks, and can be left and resumed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from plyscope.files.lessons import Lesson, Prompt, lesson_names, own_lesson, sample_lesson
from plyscope_window.pages.start.first_lesson import DONE, lesson_progress
from plyscope_window.pages.trace_page import page_showing
from plyscope_window.widgets import questions
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from tests.visualiser.driving import settle

pytestmark = [pytest.mark.qt, pytest.mark.own_window]
LESSON = sample_lesson("one-cutoff")


def begun(window: Any, qtbot: Any, lesson: Lesson = LESSON) -> Any:
    window.lessons.begin(lesson)
    qtbot.waitUntil(lambda: window.lessons.prompt is not None)
    settle(window)
    return window.lessons


def words(window: Any) -> str:
    bar = window.lessons.bar
    return f"{bar.place.text()} {bar.heading.text()}" if bar.isVisible() else ""


def on(window: Any, qtbot: Any, number: int) -> None:
    qtbot.waitUntil(lambda: window.lessons.place == number)
    settle(window)


@pytest.mark.full
def test_from_the_start_page_to_the_end_by_keys_alone(window: Any, qtbot: Any) -> None:
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.lessons.prompt is not None)
    settle(window)
    assert words(window) == "1 of 5 Take one step, and see who is called"
    assert "press F11 or N, or click “Into”." in window.lessons.bar.text.text()
    QTest.keyClick(window.canvas, Qt.Key.Key_N)
    on(window, qtbot, 1)
    QTest.keyClick(window.canvas, Qt.Key.Key_N)
    settle(window)
    assert words(window) == "2 of 5 Go to the cut", "it waits"
    QTest.keyClick(window.canvas, Qt.Key.Key_X)
    on(window, qtbot, 2)
    assert window.session.cursor.step == 16
    QTest.keyClick(window.canvas, Qt.Key.Key_W)
    on(window, qtbot, 3)
    QTest.keySequence(window, "Shift+G")
    on(window, qtbot, 4)
    assert "press Ctrl+M, or click “Compare”." in window.lessons.bar.text.text(), "as it stands on the button"
    QTest.keySequence(window, "Ctrl+M")
    qtbot.waitUntil(lambda: window.page.pair is not None)
    on(window, qtbot, 5)
    assert words(window).strip().startswith("Done: one cutoff")
    assert not window.lessons.ring.isVisible()
    ended_on = window.page
    window.show_page(window.pages[0])
    qtbot.waitUntil(lambda: words(window) == "")
    window.show_page(ended_on)
    qtbot.waitUntil(lambda: words(window) != "")
    window.lessons.bar.leave.click()
    assert words(window) == ""
    assert lesson_progress(window.settings, LESSON) == DONE
    window.actions_by_key["start"].trigger()
    assert window.page.lesson.begin.text() == "Once more"


@pytest.mark.full
def test_a_lesson_that_is_left_goes_on_where_it_was(window: Any, qtbot: Any, make_window: Callable[..., Any]) -> None:
    begun(window, qtbot)
    window.actions_by_key["into"].trigger()
    on(window, qtbot, 1)
    window.actions_by_key["next_cut"].trigger()
    on(window, qtbot, 2)
    window.lessons.bar.leave.click()
    assert words(window) == ""
    window.actions_by_key["start"].trigger()
    assert window.page.lesson.begin.text() == "Go on with 3 of 5"
    window.close()
    again = make_window()
    assert again.page.lesson.begin.text() == "Go on with 3 of 5"
    again.page.lesson.begin.click()
    qtbot.waitUntil(lambda: again.lessons.prompt is not None)
    assert words(again) == "3 of 5 Ask why"
    assert again.session.cursor.step == 16, "the step that the prompt is about"


@pytest.mark.full
def test_closing_the_recording_leaves_the_lesson(window: Any, qtbot: Any) -> None:
    begun(window, qtbot)
    window.close_tab()
    qtbot.waitUntil(lambda: not window.lessons.bar.isVisible())
    begun(window, qtbot)
    assert words(window).startswith("1 of 5")


@pytest.mark.full
def test_in_a_presentation_neither_bar_nor_ring_is_seen_and_the_lesson_goes_on(window: Any, qtbot: Any) -> None:
    player = begun(window, qtbot)
    window.actions_by_key["into"].trigger()
    on(window, qtbot, 1)
    window.present_or_not()
    settle(window)
    assert not player.bar.isVisible()
    assert not player.ring.isVisible()
    window.actions_by_key["next_cut"].trigger()
    on(window, qtbot, 2)
    assert not player.bar.isVisible()
    # Without a toolbar, the menu would hold the next control.
    assert not player.ring.isVisible()
    window.present_or_not()
    qtbot.waitUntil(lambda: words(window).startswith("3 of 5"))
    qtbot.waitUntil(player.ring.isVisible)


def test_a_prompt_can_be_skipped(window: Any, qtbot: Any) -> None:
    player = begun(window, qtbot)
    for number in range(1, 6):
        player.bar.skip.click()
        assert player.place == number
    assert player.bar.skip.isHidden()


@pytest.mark.full
def test_the_ring_is_round_the_control_that_the_prompt_names(window: Any, qtbot: Any) -> None:
    player = begun(window, qtbot)
    for place, prompt in enumerate(LESSON.prompts):
        player.place = place
        player._begin_prompt()
        settle(window)
        assert player.ring.isVisible(), prompt.title
        at = player._control_area(prompt.action)
        assert player.ring.geometry().contains(at)
        assert QRect(QPoint(), window.size()).contains(player.ring.geometry())


@pytest.mark.full
@pytest.mark.spread(2)
@pytest.mark.parametrize("width", [1600, 1024])
def test_all_of_its_text_is_seen(window: Any, qtbot: Any, width: int) -> None:
    window.resize(width, 700)
    player = begun(window, qtbot)
    for place in range(len(LESSON.prompts)):
        player.place = place
        player._begin_prompt()
        settle(window)
        text = player.bar.text
        assert text.height() >= text.heightForWidth(text.width())


def test_the_bar_does_not_make_a_small_window_grow(make_window: Callable[..., Any]) -> None:
    """Where the bar is as narrow as before it is laid out, its text would be hundreds of pixels high."""
    window = make_window(1024, 700)
    window.lessons.bar.show_words("2 of 5", "Go to the cut", "What there is to see, and what to do. " * 6, is_end=False)
    settle(window)
    assert window.height() == 700
    assert window.lessons.bar.height() < 120


def test_every_lesson_names_actions_and_panels_that_there_are(window: Any) -> None:
    known = {*window.actions_by_key, *window.docks.toggles}
    for name in lesson_names():
        for prompt in sample_lesson(name).prompts:
            assert not prompt.action or prompt.action in known
            state, _, argument = prompt.state.partition(":")
            assert state != "panel" or argument in window.docks.docks


def test_without_a_state_the_action_fulfils_a_prompt_and_the_last_step_is_a_state(window: Any, qtbot: Any) -> None:
    prompts = (Prompt("Label", "Names.", "labels"), Prompt("End", "On.", "last", "last"))
    player = begun(window, qtbot, Lesson("short", "Short", "tree:[1,2]", prompts, ""))
    window.actions_by_key["into"].trigger()
    settle(window)
    assert player.place == 0
    window.actions_by_key["labels"].trigger()
    assert player.place == 1
    window.actions_by_key["last"].trigger()
    on(window, qtbot, 2)
    assert page_showing(window, window.session) is not None


def solve(page: Any) -> None:
    """Answer an exercise by its key."""
    for number in page.exercise.key.pruned:
        if page.exercise.tree.nodes[number].parent in page.exercise.key.visited:
            page.work.prune(number)
    for box in page.work.boxes():
        assert page.is_solved is False
        page.work.type(box, page.work.right_text(box))
    page._after_edit()


@pytest.mark.full
@pytest.mark.spread(7)
@pytest.mark.parametrize("name", lesson_names())
def test_every_lesson_can_be_done_as_it_asks(window: Any, qtbot: Any, name: str) -> None:
    """Each prompt's own action, done a few times at most, leads to the next prompt, and the last one to the end."""
    lesson = sample_lesson(name)
    assert 5 <= len(lesson.prompts) <= 10
    player = begun(window, qtbot, lesson)
    for place, prompt in enumerate(lesson.prompts):
        qtbot.waitUntil(lambda place=place: player.place == place and player.prompt is not None)
        settle(window)
        if prompt.state == "solved":
            solve(window.page)
        if prompt.state == "again":
            window.page.form.set_options({**window.page.form.options, "depth": 3})
        command = window.actions_by_key.get(prompt.action) or window.docks.toggles.get(prompt.action)
        tries = 1 if prompt.state == "again" else 12
        for _ in range(0 if command is None else tries):
            if player.place != place:
                break
            command.trigger()
            settle(window)
        if prompt.state in ("recorded", "comparison", "ghost", "again"):
            qtbot.waitUntil(lambda place=place: player.place > place)
        assert player.place == place + 1, prompt.title
    assert lesson_progress(window.settings, lesson) == DONE


OWN = """
title = "Which branch is cut?"
source = "homework.txt"
end = "Both of its numbers are in the sentence."

[[prompt]]
title = "Go to the cut"
text = "Go there: {keys}."
action = "next_cut"
state = "cutoff"
"""


def test_a_lesson_of_ones_own_opens_like_any_file(
    window: Any, qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    warnings: list[str] = []
    monkeypatch.setattr(questions, "warn", lambda host, heading, text: warnings.append(text))
    path = tmp_path / "mine.toml"
    path.write_text(OWN)
    window.open_source(str(path))
    assert len(warnings) == 1, "its source is not there"
    assert "homework.txt" in warnings[0]
    assert window.lessons.lesson is None
    for wrong, right in (("next_cutt", "neither a command"), ("panel:whyy", "whyy is not a panel")):
        path.write_text(
            OWN.replace('"next_cut"', '"next_cutt"') if wrong == "next_cutt" else OWN.replace("cutoff", wrong)
        )
        window.open_source(str(path))
        assert "prompt 1" in warnings[-1]
        assert right in warnings[-1]
    (tmp_path / "homework.txt").write_text("tree:[[3,12,8],[2,4,6]]")
    path.write_text(OWN)
    window.open_source(str(path))
    qtbot.waitUntil(lambda: words(window) == "1 of 1 Go to the cut")
    assert str(path) in map(str, window.settings.recent)
    window.actions_by_key["next_cut"].trigger()
    qtbot.waitUntil(lambda: words(window).strip() == "Done: which branch is cut?")
    window.lessons.leave()
    assert lesson_progress(window.settings, own_lesson(path)) == DONE
