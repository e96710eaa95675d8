"""From a recording to its comparison: the other search is recorded in its own process, or found in a tab or a file."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from plyscope.files.sources import load
from plyscope.messages import Message
from plyscope_window.pages.compare import compare_dialog, comparisons
from plyscope_window.pages.compare.compare_dialog import Choice, CompareDialog
from plyscope_window.pages.compare.comparisons import comparison_in
from plyscope_window.pages.record.recording_page import RecordingPage
from plyscope_window.widgets.controls import ActionButton
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.full_traces import Trace, record
from tests.visualiser.driving import session_on, settle, show
from tests.visualiser.pages.compare.opened import HEBREW, STORY, settle_all

pytestmark = pytest.mark.qt


def wait_for_comparison(window: Any, qtbot: Any) -> Any:
    qtbot.waitUntil(lambda: comparison_in(window.page) is not None)
    settle_all(window)
    return comparisons.in_front(window)


def searches(page: Any) -> list[tuple[str, Any]]:
    return [(one.trace.search.name, one.trace.options) for one in page.pair.sides.values()]


def test_one_key_compares_with_full_minimax(window: Any, qtbot: Any) -> None:
    show(window, session_on(HEBREW, "alphabeta", cut=">", order="center"))
    window.docks.bring_to_front("why")
    alone = window.page
    QTest.keyClick(window.canvas, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert any(isinstance(one, RecordingPage) for one in window.pages)
    assert window.page is alone, "the progress of a small recording does not flash"
    window.actions_by_key["compare_full"].trigger()
    assert isinstance(window.page, RecordingPage), "asked for once more, it is waited for"
    assert len(window.pages) == len({type(one) for one in window.pages}), "and not begun again"
    page = wait_for_comparison(window, qtbot)
    assert searches(page) == [
        ("alphabeta", {"depth": None, "order": "center", "score": "result", "cut": ">", "fail": "soft"}),
        ("minimax", {"depth": None, "order": "center", "score": "result"}),
    ]
    assert not any(isinstance(one, RecordingPage) for one in window.pages)
    assert not window.docks.docks["why"].isVisible()
    window.actions_by_key["previous_tab"].trigger()
    settle_all(window)
    assert window.docks.docks["why"] in window.docks.fronts, "it was in front before the comparison"


@pytest.mark.full
def test_one_click_compares_with_full_minimax(window: Any, qtbot: Any) -> None:
    show(window, session_on(HEBREW, "alphabeta"))
    expected = window.actions_by_key["compare_full"]
    button = next(one for one in window.toolbar.findChildren(ActionButton) if one.action is expected)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    page = wait_for_comparison(window, qtbot)
    assert [name for name, _ in searches(page)] == ["alphabeta", "minimax"]


@pytest.mark.full
def test_depth_and_scoring_are_the_same(window: Any, qtbot: Any) -> None:
    show(window, session_on(STORY, "alphabeta", depth=3, score="ten-deep"))
    comparisons.compare_with_full(window, window.session)
    page = wait_for_comparison(window, qtbot)
    assert searches(page)[1] == ("minimax", {"depth": 3, "order": "given", "score": "ten-deep"})
    assert page.pair.union.a.value == page.pair.union.b.value


@pytest.mark.full
def test_full_minimax_itself_is_compared_with_what_prunes(window: Any, qtbot: Any) -> None:
    show(window, session_on(HEBREW, "minimax"))
    window.present_actions()
    assert "alpha-beta" in window.actions_by_key["compare_full"].toolTip()
    window.actions_by_key["compare_full"].trigger()
    assert [name for name, _ in searches(wait_for_comparison(window, qtbot))] == ["minimax", "alphabeta"]


@pytest.mark.full
def test_an_open_comparison_comes_to_the_front(window: Any, qtbot: Any) -> None:
    session = show(window, session_on(HEBREW, "alphabeta"))
    comparisons.compare_with_full(window, window.session)
    page = wait_for_comparison(window, qtbot)
    comparisons.compare_with_full(window, window.session)
    [recording] = [one for one in window.pages if getattr(one, "session", None) is session]
    assert window.page is recording, "the same key leads back"
    comparisons.compare_with_full(window, window.session)
    assert window.page is page
    assert sum(isinstance(one, RecordingPage) for one in window.pages) == 0
    show(window, session_on(HEBREW, "alphabeta"))
    comparisons.compare_with_full(window, window.session)
    assert wait_for_comparison(window, qtbot) is not page, "another recording has a comparison of its own"


def test_a_brain_says_why_there_is_no_full_minimax_of_it(window: Any) -> None:
    show(window, session_on(STORY, "tutorial-max"))
    window.present_actions()
    action = window.actions_by_key["compare_full"]
    assert not action.isEnabled()
    assert "brain" in action.statusTip()


def test_discarding_the_recording_compares_nothing(window: Any, qtbot: Any) -> None:
    show(window, session_on("sample:tictactoe/empty", "alphabeta"))
    before = len(window.pages)
    comparisons.compare_with_full(window, window.session)
    page = next(one for one in window.pages if isinstance(one, RecordingPage))
    page.discard_requested.emit()
    settle_all(window)
    QTest.qWait(200)
    assert len(window.pages) == before
    assert comparison_in(window.page) is None


@pytest.mark.full
def test_stopping_the_recording_compares_what_was_recorded(window: Any, qtbot: Any) -> None:
    show(window, session_on("sample:tictactoe/empty", "alphabeta"))
    comparisons.compare_with_full(window, window.session)
    page = next(one for one in window.pages if isinstance(one, RecordingPage))
    qtbot.waitUntil(lambda: page.recording.frames > 0)
    page.cancel.click()
    shown = wait_for_comparison(window, qtbot)
    assert shown.pair.union.b.search.name == "minimax"
    assert len(shown.pair.union) >= len(shown.pair.union.a)


def test_a_search_that_is_too_deep_lowers_the_depth_of_both(window: Any, qtbot: Any, monkeypatch: Any) -> None:
    """The child lowers the depth of what would be too large; the recording is then made anew with that depth."""
    recorded: list[Any] = []
    session = show(window, session_on(HEBREW, "alphabeta"))
    lowered = record(load(HEBREW), algorithm="minimax", depth=2)
    monkeypatch.setattr(
        comparisons, "record", lambda host, trace, expected, then=None: recorded.append((trace, dict(expected), then))
    )

    made = SimpleNamespace(kept=None, remark=Message("lowered"), deleteLater=lambda: None)
    page: Any = SimpleNamespace(recording=made)
    with monkeypatch.context() as patched:  # the page is closed after the test
        patched.setattr(window, "remove_page", lambda page: None)
        comparisons.compare_recorded(window, page, session.trace, lowered, None)
    assert recorded[0][1]["depth"] == 2
    assert recorded[0][1]["algorithm"] == "alphabeta"
    assert recorded[0][2][0] is lowered


@pytest.mark.full
def test_another_open_recording_is_offered_and_compared(window: Any, qtbot: Any, monkeypatch: Any) -> None:
    first = show(window, session_on(HEBREW, "minimax"))
    show(window, session_on(STORY, depth=2))
    second = show(window, session_on(HEBREW, "pvs"))
    assert comparisons.comparable_sessions(window, second) == [first]
    monkeypatch.setattr(compare_dialog, "ask", lambda parent, session, others, folder: Choice(session=others[0]))
    window.actions_by_key["compare_with"].trigger()
    assert [name for name, _ in searches(wait_for_comparison(window, qtbot))] == ["pvs", "minimax"]


def test_a_file_is_compared(window: Any, qtbot: Any, tmp_path: Path) -> None:
    path = tmp_path / "other.plytrace"
    record(load(HEBREW), algorithm="negamax").save(path)
    session = show(window, session_on(HEBREW, "minimax"))
    comparisons.compare_with_file(window, session.trace, path)
    assert [name for name, _ in searches(wait_for_comparison(window, qtbot))] == ["minimax", "negamax"]


def test_another_position_is_refused_in_words(window: Any, answers: Any, tmp_path: Path) -> None:
    path = tmp_path / "other.plytrace"
    record(load(STORY), algorithm="minimax", depth=2).save(path)
    session = show(window, session_on(HEBREW, "minimax"))
    comparisons.compare_with_file(window, session.trace, path)
    settle_all(window)
    assert "only recordings of the same position can be compared" in answers.last
    assert comparison_in(window.page) is None


# The dialog


def the_dialog(window: Any, source: str = HEBREW, algorithm: str = "alphabeta", **options: Any) -> CompareDialog:
    session = session_on(source, algorithm, **options)
    return CompareDialog(window, session, [], Path.home())


def test_the_field_takes_what_the_command_line_takes(window: Any) -> None:
    opened = the_dialog(window, order="center")
    opened.field.setText("alphabeta:cut='>',depth=2")
    opened.field.textEdited.emit(opened.field.text())
    assert opened.compare_button.isEnabled()
    assert opened.form.problems["search"] == ""
    assert opened.choice is not None
    assert opened.choice.request == {
        "algorithm": "alphabeta", "cut": ">", "depth": 2, "order": "center", "score": "result", "fail": "soft",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("nonsense", "nonsense is not an algorithm"),
        ("minimax:cut='>'", "minimax does not read the option cut"),
        ("alphabeta:depth=many", "depth is a whole number, not many"),
        ("tutorial-max", "only plays connectfour, not tictactoe"),
    ],
)
def test_a_problem_is_shown_under_the_field(window: Any, typed: str, said: str) -> None:
    opened = the_dialog(window)
    opened.field.setText(typed)
    opened.field.textEdited.emit(typed)
    assert said in opened.form.problems["search"]
    assert not opened.compare_button.isEnabled()
    assert opened.choice is None


@pytest.mark.parametrize("source", [HEBREW, "sample:tree/nine-leaves", STORY])
def test_every_search_offered_can_be_recorded(window: Any, source: str) -> None:
    opened = the_dialog(window, source, **({"depth": 2} if source == STORY else {}))
    for row in range(opened.list.count()):
        opened.list.setCurrentRow(row)
        assert opened.form.problems["search"] == ""
        assert opened.choice is not None
        assert opened.compare_button.isEnabled()


def test_beside_a_brain_the_others_of_its_game_are_offered(window: Any) -> None:
    opened = the_dialog(window, STORY, "tutorial-max")
    offered = [opened.list.item(row).text() for row in range(opened.list.count())]
    assert any("tutorial-sum" in text for text in offered)
    assert not any("minimax" in text for text in offered)
    settle(window)


@pytest.mark.full
def test_what_was_recorded_to_be_compared_survives_a_crash_and_goes_with_its_tab(window: Any, qtbot: Any) -> None:
    recovery = window.recovery
    show(window, session_on(HEBREW, "alphabeta"))
    comparisons.compare_with_full(window, window.session)
    page = wait_for_comparison(window, qtbot)
    kept = [path.suffix for path in recovery.folder.iterdir()]
    assert ".plytrace" in kept
    assert window.close_page(page)
    settle_all(window)
    assert [path for path in recovery.folder.iterdir() if path.suffix in (".plytrace", ".json")] == []


@pytest.mark.full
def test_recordings_of_an_unknown_game_are_compared_by_move_texts(window: Any, tmp_path: Path) -> None:
    traces = []
    for name, moves in (("a", ["left", "middle"]), ("b", ["right", "left"])):
        lines = [{"format": "plyscope-trace", "version": 1, "game": "mine", "position": "start", "max": "first"}]
        lines.append({"ev": "enter", "id": 0, "parent": None, "move": None, "kind": "max", "alpha": None, "beta": None})
        for number, move in enumerate(moves, 1):
            lines.append(
                {"ev": "enter", "id": number, "parent": 0, "move": move, "kind": "min", "alpha": None, "beta": None}
            )
            lines.append({"ev": "leave", "id": number, "value": number})
        lines.append({"ev": "leave", "id": 0, "value": 2})
        path = tmp_path / f"{name}.jsonl"
        path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
        traces.append(Trace.open(path))
    comparisons.compare(window, *traces)
    settle_all(window)
    page = comparisons.in_front(window)
    union = page.pair.union
    assert [union.path(node) for node in range(len(union))] == [[], ["left"], ["middle"], ["right"]]
    for look in ("merged", "side by side"):
        page.set_look(look)
        for mode in ("tree", "icicle", "focus"):
            window.canvas.set_mode(mode)
            for node in range(len(union)):
                page.pair.go_to_node(node)
                window.canvas.repaint()
                settle(window)
    comparisons.in_front(window).set_look("merged")
    for node in range(len(union)):
        window.canvas.card.show_frame(page.pair.merged, node, window.canvas.rect().center())
        window.canvas.repaint()


def test_typing_clears_the_selection_in_the_list(window: Any) -> None:
    opened = the_dialog(window)
    opened.list.setCurrentRow(2)
    assert opened.field.text() == "alphabeta:cut='>'"
    opened.field.setText("pvs")
    opened.field.textEdited.emit("pvs")
    assert opened.list.currentRow() == -1
    assert opened.choice is not None
    assert opened.choice.request is not None
    assert opened.choice.request["algorithm"] == "pvs"


@pytest.mark.full
def test_what_pruning_saved_and_why_that_was_safe_is_copied(window: Any, qtbot: Any) -> None:
    session = show(window, session_on("sample:tree/textbook", "alphabeta"))
    comparisons.compare_with_full(window, session)
    wait_for_comparison(window, qtbot)
    window.actions_by_key["copy_explanation"].trigger()
    text = QGuiApplication.clipboard().text()
    assert text.startswith("Alpha-beta made 11 of minimax’s 13 calls")
    assert "\n\nCut at C: 2 calls saved\nPruned: C2 4 and C3 6.\nWhy it was safe. After C1 = 2," in text
    assert text.endswith("D3 = 2 was the last move: 3 ≥ 2 holds, but no move is left. D is exactly 2.")


@pytest.mark.full
def test_the_merged_tree_distinguishes_the_two_recordings(window: Any, qtbot: Any) -> None:
    show(window, session_on(HEBREW, "alphabeta"))
    comparisons.compare_with_full(window, window.session)
    page = wait_for_comparison(window, qtbot)
    page.set_look("side by side")
    window.present_actions()
    exports = [window.actions_by_key[key] for key in ("export", "copy_svg", "copy_tikz", "copy_text")]
    assert all(action.isEnabled() for action in exports)
    comparisons.in_front(window).set_look("merged")
    window.present_actions()
    assert page.look == "merged"
    assert not any(action.isEnabled() for action in exports)
    assert all("merged" in action.toolTip() for action in exports)
    assert window.actions_by_key["copy_picture"].isEnabled()
    comparisons.in_front(window).set_look("side by side")
    window.present_actions()
    assert all(action.isEnabled() for action in exports)
