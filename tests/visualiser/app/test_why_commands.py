"""The commands of those who ask why, by their keys in a real window."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope.analysis.ghosts import ghost
from plyscope_window.app import why_commands
from plyscope_window.jobs.background import wait_for_all
from plyscope_window.session.limits import OutsideProof
from plyscope_window.session.session import Session
from PySide6.QtTest import QTest

from tests.visualiser.driving import panel, session_on, settle, show
from tests.visualiser.panels.recordings import imported

pytestmark = pytest.mark.qt


def press(window: Any, keys: str) -> None:
    window.present_actions()
    QTest.keySequence(window.canvas, keys)
    for _ in range(4):
        wait_for_all()
        settle(window)


def test_e_pales_all_but_the_proof_and_brings_all_back(window: Any) -> None:
    session = show(window, session_on("tictactoe:XO./.X./..O", "minimax"))
    press(window, "E")
    assert window.actions_by_key["proof"].isChecked()
    assert session.rows.hidden_count == 0
    pale = [frame for frame in range(len(session.trace)) if session.rows.is_pale(frame)]
    assert pale == [frame for frame in range(len(session.trace)) if not session.proving.proof.needs[frame]]
    press(window, "E")
    assert not window.actions_by_key["proof"].isChecked()
    assert session.rows.strong is None


def test_shift_e_leaves_nothing_but_the_proof_and_brings_all_back(window: Any) -> None:
    session = show(window, session_on("tictactoe:XO./.X./..O", "minimax"))
    press(window, "Shift+E")
    assert session.proving.outside is OutsideProof.HIDDEN
    assert window.actions_by_key["proof_only"].isChecked()
    shown = [frame for frame in range(len(session.trace)) if session.rows.span(frame) is not None]
    assert shown == [frame for frame in range(len(session.trace)) if session.proving.proof.needs[frame]]
    assert session.is_saved, "nothing that belongs into the file has changed"
    press(window, "E")
    assert session.rows.hidden_count == 0
    assert window.actions_by_key["proof"].isChecked(), "from one to the other in one go"


def test_a_recording_that_was_cut_short_has_no_result_to_rest_on(window: Any) -> None:
    session = show(window, session_on("tictactoe:", limit=40))
    press(window, "E")
    assert not session.proving.is_shown
    assert window.statusBar().currentMessage() == "The recording was cut short: it has no result."


def test_a_ghost_by_its_key(window: Any) -> None:
    session = show(window, session_on("tree:[[3,12],[2,4,6],[14,1]]"))
    trace = session.trace
    frame = next(frame for frame in range(len(trace)) if trace.skips[frame] == 2)
    press(window, "Shift+G")
    assert window.statusBar().currentMessage() == "This frame has pruned no move."
    session.select(frame)
    press(window, "Shift+G")
    assert window.statusBar().currentMessage() == "This frame has pruned no move.", "not yet"
    session.go(session.cursor.last_step)
    session.select(frame)
    press(window, "Shift+G")
    stub = (frame, trace.pruned_moves(frame)[0])
    assert session.ghosts.found[stub].value == ghost(trace, *stub).value == 4
    assert len(session.ghosts.found) == trace.skips[frame], "all that the selected frame has pruned"
    assert panel(window, "why").ghost.sentence.text().startswith("C2 would have been worth 4")
    pages = len(window.pages)
    press(window, "Alt+G")
    assert len(window.pages) == pages + 1


def test_all_ghosts_at_once_and_hidden_again(window: Any) -> None:
    session = show(window, session_on("tictactoe:XO./.X./..O"))
    press(window, "Ctrl+Alt+G")
    assert window.statusBar().currentMessage() == "No move has been pruned by this step."
    session.go(session.cursor.last_step)
    press(window, "Ctrl+Alt+G")
    for _ in range(200):
        if len(session.ghosts.found) == session.trace.pruned:
            break
        press(window, "")
    assert len(session.ghosts.found) == session.trace.pruned
    saved = sum(found.saved for found in session.ghosts.found.values())
    assert window.statusBar().currentMessage() == (
        f"{session.trace.pruned} pruned moves searched afterwards: pruning saved {saved:,} calls."
    )
    press(window, "Y")
    assert not session.ghosts.are_shown
    assert not window.actions_by_key["show_ghosts"].isChecked()


def test_of_a_large_tree_not_all_at_once(window: Any) -> None:
    session = show(window, session_on("tictactoe:", "alphabeta"))
    session.go(session.cursor.last_step)
    press(window, "Ctrl+Alt+G")
    assert window.statusBar().currentMessage().startswith("More than 400 moves were pruned here.")
    assert not session.ghosts.is_running


@pytest.mark.full
def test_of_a_large_tree_those_below_the_selected_frame(window: Any) -> None:
    session = show(window, session_on("tictactoe:", "alphabeta"))
    trace, said = session.trace, list[str]()
    session.announced.connect(said.append)
    top = next(frame for frame in range(len(trace)) if trace.plies[frame] == 5 and trace.skips[frame] >= 3)
    session.go(session.cursor.last_step)
    session.select(top)
    press(window, "Ctrl+Alt+G")
    below = range(top, top + trace.sizes[top])
    expected = {(frame, move) for frame in below for move in trace.pruned_moves(frame)}
    for _ in range(200):
        if len(session.ghosts.found) == len(expected):
            break
        press(window, "")
    assert set(session.ghosts.found) == expected
    assert any(f"of {len(expected)}. The current one has" in words for words in said)


@pytest.mark.full
def test_many_frames_are_asked_about_first(window: Any, answers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    session = show(window, session_on("tictactoe:XO./.X./..O"))
    monkeypatch.setattr(why_commands, "CONFIRMED_FRAMES", 1)
    answers.agrees = False
    session.go(session.cursor.last_step)
    press(window, "Ctrl+Alt+G")
    assert answers.last.startswith("The ghosts of this tree have about")
    assert not session.ghosts.found


def test_games_that_are_not_known_have_no_ghosts(window: Any) -> None:
    trace = imported(session_on("tree:[[5,8,7],[6,9,8],[3,2,1]]").trace)
    session = show(window, Session(trace, "theirs"))
    assert trace.pruned
    session.go(session.cursor.last_step)
    session.select(next(frame for frame in range(len(trace)) if trace.skips[frame]))
    press(window, "Shift+G")
    assert window.statusBar().currentMessage() == "The game of this recording is not known here."


def test_the_estimate_is_near(qapp: Any) -> None:
    trace = session_on("tictactoe:XO./.X./..O").trace
    stubs = [(frame, move) for frame in range(len(trace)) for move in trace.pruned_moves(frame)]
    frames = sum(ghost(trace, *stub).saved for stub in stubs)
    assert frames / 1.5 < why_commands.ghosts_size(trace, stubs) < frames * 1.5


def test_keys_go_to_the_origins_of_value_alpha_and_beta_and_back(window: Any) -> None:
    session = show(window, session_on("sample:tree/deep-cutoff"))
    session.go(session.cursor.last_step)
    session.select(4)
    end = session.cursor.step
    press(window, "[")
    assert (session.cursor.step, session.selected) == (3, 0), "the frame that the reason is about, as it is there"
    assert window.statusBar().currentMessage() == "A1 gives A 5, the largest so far: α rises from −∞ to 5."
    press(window, "\\")
    assert (session.cursor.step, session.selected) == (end, 4)
    press(window, "=")
    assert (session.cursor.step, session.selected) == (9, 4)
    # One reason can be followed from another, and each has its way back.
    session.select(0)
    press(window, "=")
    assert (session.cursor.step, session.selected) == (3, 1), "A1, which gave the value"
    press(window, "\\")
    press(window, "\\")
    assert (session.cursor.step, session.selected) == (end, 4)
    press(window, "\\")
    assert window.statusBar().currentMessage() == "No reason was followed to here."
    press(window, "]")
    assert session.cursor.step == end
    assert window.statusBar().currentMessage() == "β = ∞: MIN is not sure of anything yet."
    show(window, session_on("tree:[1,2]", "minimax"))
    press(window, "[")
    assert window.statusBar().currentMessage() == "minimax has no α and no β."
