"""The panel that says why: its sentences are those of the engine, and each leads to its step and back."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from plyscope.analysis.ghosts import ghost
from plyscope.analysis.proof import proof
from plyscope.analysis.why import why_cut
from plyscope.files.json_lines import read_lines
from plyscope.text.explanation import cut_reasons, ghost_sentence, reasons
from plyscope_window.jobs.background import wait_for_all
from plyscope_window.session.session import Session
from plyscope_window.words import localized
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.full_traces import record
from tests.visualiser.driving import panel, session_on, settle, show

pytestmark = pytest.mark.qt


@pytest.fixture
def why(window: Any) -> Callable[..., tuple[Any, Any]]:
    """A session in the window with the panel in front."""

    def opened(source: str, algorithm: str = "", **options: Any) -> tuple[Any, Any]:
        session = show(window, session_on(source, algorithm, **options))
        QTest.keySequence(window.canvas, "W")
        settle(window)
        return session, panel(window, "why")

    return opened


def sentences_in(shown: Any) -> list[str]:
    return [row.sentence.text() for row in shown.rows if row.isVisible()]


def test_w_raises_the_panel_and_gives_it_the_keyboard(window: Any, why: Callable[..., Any]) -> None:
    _, shown = why("sample:tree/deep-cutoff")
    assert window.docks.docks["why"].is_seen
    assert shown.isAncestorOf(window.focusWidget())


def test_the_sentences_are_those_of_the_engine(window: Any, why: Callable[..., Any]) -> None:
    session, shown = why("tictactoe:XO./.X./..O")
    for step in (0, 1, 20, 60, session.cursor.last_step):
        session.go(step)
        for frame in (0, 1, 5, 30, 60):
            session.select(frame)
            settle(window)
            expected = [localized(one.sentence) for one in reasons(session.trace, frame, step)]
            assert sorted(sentences_in(shown)) == sorted(expected)
            is_cut = any(sentence.startswith("Cut at step") for sentence in expected)
            assert sentences_in(shown)[0].startswith("Cut at step") == is_cut, "the cut comes first"


FORWARD = b"""\
{"format":"plyscope-trace","version":3,"game":"my game","position":"start"}
{"ev":"enter","id":0,"kind":"max","alpha":2,"beta":9,"depth":4}
{"ev":"enter","id":2,"parent":0,"move":"e4","kind":"min","alpha":2,"beta":9,"depth":3}
{"ev":"leave","id":2,"value":6,"status":"horizon"}
{"ev":"leave","id":0,"value":6,"pruned":["a3","h3"],"tags":["forward"]}
"""


def test_moves_that_a_rule_has_left_out_are_said(window: Any) -> None:
    session = show(window, Session(read_lines(BytesIO(FORWARD)), "forward"))
    QTest.keySequence(window.canvas, "W")
    shown = panel(window, "why")
    for step in (0, session.cursor.last_step):
        session.go(step)
        session.select(0)
        settle(window)
        expected = [localized(one.sentence) for one in reasons(session.trace, 0, step)]
        assert sorted(sentences_in(shown)) == sorted(expected)
    assert any("a3 h3 by a rule" in one for one in sentences_in(shown))


def test_at_a_cutoff_the_cut_frame_is_explained(window: Any, why: Callable[..., Any]) -> None:
    session, shown = why("sample:tree/deep-cutoff")
    QTest.keySequence(window.canvas, "X")
    settle(window)
    assert session.selected == session.cursor.frame == 4
    assert sentences_in(shown)[0].startswith("Cut at step 9: with D1, MIN has reached 3 here")
    QTest.keySequence(window.canvas, "Shift+G")
    wait_for_all()
    settle(window)
    assert session.ghosts.found


def test_w_shows_the_next_cut_from_its_top_and_closes_the_panel_twice_at_one_step(window: Any, why: Any) -> None:
    window.resize(1024, 700)
    session, shown = why("sample:tree/deep-cutoff")
    for _ in range(2):
        QTest.keySequence(window.focusWidget(), "X")
        settle(window)
        bar = shown.area.verticalScrollBar()
        bar.setValue(bar.maximum())
        QTest.keySequence(window.focusWidget(), "W")
        settle(window)
        assert window.docks.docks["why"].is_seen
        assert bar.value() == 0
        assert sentences_in(shown)[0].startswith(f"Cut at step {session.cursor.step}")
    QTest.keySequence(window.focusWidget(), "W")
    settle(window)
    assert not window.docks.docks["why"].is_seen


def test_a_reason_leads_to_its_step_and_back(window: Any, why: Callable[..., Any]) -> None:
    session, shown = why("sample:tree/deep-cutoff")
    session.go(session.cursor.last_step)
    session.select(4)
    settle(window)
    assert not shown.back.isVisible()
    alpha = next(row for row in shown.rows if row.sentence.text().startswith("α = 5"))
    assert alpha.button.text() == "Go to step 3"
    QTest.mouseClick(alpha.button, Qt.MouseButton.LeftButton)
    settle(window)
    # Explained is the call that the sentence was about, as it is at this step.
    assert (session.cursor.step, session.selected) == (3, 0)
    assert shown.when.text() == "It is open at this step: this is what is known by now."
    assert any(text.startswith("α = 5") for text in sentences_in(shown)), sentences_in(shown)
    assert panel(window, "window").heading == "α–β at A"
    QTest.mouseClick(shown.back, Qt.MouseButton.LeftButton)
    settle(window)
    assert (session.cursor.step, session.selected) == (session.cursor.last_step, 4)
    assert not shown.back.isVisible()


def test_no_button_leads_to_the_step_at_which_one_is(window: Any, why: Callable[..., Any]) -> None:
    session, shown = why("sample:tree/textbook", "alphabeta")
    QTest.keySequence(window.canvas, "X")
    settle(window)
    now = session.cursor.step
    assert now == 16
    shown_rows = [row for row in shown.rows if row.isVisible()]
    assert now in [row.reason.step for row in shown_rows]
    for row in shown_rows:
        assert row.button.isVisible() == (row.reason.step not in (-1, now))
    session.go(now + 1)
    session.select(5)
    settle(window)
    assert shown.rows[0].sentence.text().startswith("Cut at step 16")
    assert shown.rows[0].button.isVisible()


def test_a_frame_is_explained_as_it_is_at_the_step(window: Any, why: Callable[..., Any]) -> None:
    session, shown = why("tree:[[3,12,8],[2,4,6],[14,5,2]]")
    for step, frame, when, first in (
        (5, 5, "", "It has not been entered yet."),
        (15, 5, "It is open at this step: this is what is known by now.",
         "It has not returned yet, and no child has returned so far."),
        (16, 1, "It returned 3 at step 11.", "Its value 3 was given by B1, at step 4."),
    ):  # fmt: skip
        session.go(step)
        session.select(frame)
        settle(window)
        assert (shown.when.text(), sentences_in(shown)[0]) == (when, first)
        assert not shown.moves.isVisible()
    session.go(0)
    session.select(5)
    settle(window)
    QTest.mouseClick(shown.rows[0].button, Qt.MouseButton.LeftButton)
    assert session.cursor.step == session.cursor.steps.enter(5)


def test_what_the_result_rests_on_is_not_told_before_there_is_one(window: Any, why: Callable[..., Any]) -> None:
    session, shown = why("tree:[[3,12,8],[2,4,6],[14,5,2]]")
    session.go(0)
    wait_for_all()
    settle(window)
    assert shown.proof.heading.text() == "The whole run"
    assert shown.proof.facts.text() == "What the result rests on is known when there is one."
    shown.proof.dim.click()
    settle(window)
    assert "9 of the 11 frames are enough to prove this value" in shown.proof.facts.text()


def test_reasons_are_followed_by_keyboard(window: Any, why: Callable[..., Any]) -> None:
    session, shown = why("sample:tree/deep-cutoff")
    session.go(session.cursor.last_step)
    session.select(4)
    settle(window)
    shown.take_keyboard()
    first = window.focusWidget()
    assert first is shown.rows[0].button
    QTest.keyClick(first, Qt.Key.Key_Tab)
    assert window.focusWidget() is shown.rows[1].button
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Return)
    settle(window)
    assert session.cursor.step == 3
    shown.back.setFocus()
    QTest.keyClick(shown.back, Qt.Key.Key_Return)
    assert session.cursor.step == session.cursor.last_step


def test_the_back_button_is_hidden_after_another_move(window: Any, why: Callable[..., Any]) -> None:
    session, shown = why("sample:tree/deep-cutoff")
    session.go(session.cursor.last_step)
    settle(window)
    shown.follow(shown.rows[0].reason)
    settle(window)
    assert shown.back.isVisible()
    session.go(5)
    settle(window)
    assert not shown.back.isVisible()


def test_the_root_shows_the_proof_of_its_value(window: Any, why: Callable[..., Any]) -> None:
    session, shown = why("tree:[[3,12,8],[2,4,6],[14,5,2]]")
    session.go(session.cursor.last_step)
    wait_for_all()
    settle(window)
    assert shown.proof.isVisible()
    assert "9 of the 11 frames are enough to prove this value" in shown.proof.facts.text()
    assert "no proof has fewer than 5" in shown.proof.facts.text()
    assert "1.40 times as many" in shown.proof.facts.text()
    session.select(1)
    settle(window)
    assert not shown.proof.isVisible()


def test_frames_outside_the_proof_can_be_hidden(window: Any, why: Callable[..., Any]) -> None:
    session, shown = why("tree:[[3,12,8],[2,4,6],[14,5,2]]")
    session.go(session.cursor.last_step)
    wait_for_all()
    settle(window)
    shown.proof.hide_others.click()
    settle(window)
    needs = proof(session.trace).needs
    assert [session.rows.span(frame) is not None for frame in range(len(needs))] == [bool(need) for need in needs]
    assert shown.proof.legend.isVisible()
    shown.proof.hide_others.click()
    settle(window)
    assert all(session.rows.span(frame) is not None for frame in range(len(needs)))


def test_a_search_without_a_result_has_no_proof(window: Any, why: Callable[..., Any]) -> None:
    _, shown = why("tictactoe:", limit=50)
    wait_for_all()
    settle(window)
    assert shown.proof.facts.text().startswith("There is no proof of the result:")
    assert not shown.proof.hide_others.isVisible()


def test_a_pruned_move_shows_its_cutoff_and_its_ghost(window: Any, why: Callable[..., Any]) -> None:
    session, shown = why("tree:[[3,12],[2,4,6],[14,1]]")
    trace = session.trace
    frame = next(frame for frame in range(len(trace)) if trace.skips[frame] == 2)
    session.go(session.cursor.last_step)
    session.select(frame)
    settle(window)
    assert [button.text() for button in shown.moves.buttons if button.isVisible()] == ["C2", "C3"]
    assert not shown.ghost.isVisible()
    shown.moves.buttons[1].click()
    settle(window)
    move = trace.pruned_moves(frame)[1]
    assert (session.selected, session.pruned_move) == (frame, move)
    assert sentences_in(shown) == [localized(one.sentence) for one in cut_reasons(trace, why_cut(trace, frame))]
    shown.ghost.search_button.click()
    wait_for_all()
    settle(window)
    assert shown.ghost.sentence.text() == localized(ghost_sentence(trace, ghost(trace, frame, move)))
    assert shown.ghost.picture.isVisible()
    assert not shown.ghost.search_button.isVisible()
    pages = len(window.pages)
    shown.ghost.open.click()
    settle(window)
    assert len(window.pages) == pages + 1
    assert window.session.trace.value == 6
    assert window.page.may_close(), "a ghost can be searched again: no question whether to save it"


def test_an_unfinished_ghost_can_be_searched_further(
    window: Any, why: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    session, shown = why("tictactoe:", "alphabeta")
    frame = next(
        frame for frame in range(len(session.trace)) if session.trace.plies[frame] == 4 and session.trace.skips[frame]
    )
    move = session.trace.pruned_moves(frame)[0]
    session.select_pruned(frame, move)
    session.ghosts.search([(frame, move)], limit=7)
    wait_for_all()
    settle(window)
    assert shown.ghost.sentence.text().endswith("is not known yet; frames so far: 7.")
    assert shown.ghost.search_more.isVisible()
    shown.ghost.search_more.click()
    wait_for_all()
    settle(window)
    assert session.ghosts.found[frame, move].trace.complete
    assert not shown.ghost.search_more.isVisible()


def test_a_closed_recording_is_not_shown_any_more(window: Any, why: Callable[..., Any]) -> None:
    first, shown = why("sample:tree/deep-cutoff")
    second = show(window, session_on("tree:[[3,12],[2,4,6]]"))
    settle(window)
    first.ghosts.changed.emit()
    assert shown.session is second
    window.close_tab()
    settle(window)
    assert shown.session is first


def test_brains_and_sums_have_reasons_for_every_frame(qapp: Any) -> None:
    for trace in (record("connectfour:4453", "tutorial-depth", depth=2), record("tree:[[9,8],[7,6]]", "accumulate")):
        for frame in range(len(trace)):
            assert reasons(trace, frame, 0)
