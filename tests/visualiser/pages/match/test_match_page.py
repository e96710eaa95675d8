"""Matches in a tab of the real window: played, stopped, gone on with, opened, looked at."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from plyscope.files.sources import load
from plyscope.files.trace_file import save_trace
from plyscope.messages import Message
from plyscope.model.position import FIRST
from plyscope.play.match_file import load_match
from plyscope_window.app.opening import open_dropped, show_start
from plyscope_window.jobs.job import RUNNING_JOBS
from plyscope_window.pages.compare.comparisons import comparison_in
from plyscope_window.pages.match.match_page import MatchPage
from plyscope_window.widgets import questions
from plyscope_window.widgets.plots.plot import Kind
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.engine.play.brains import BAD, GOOD, write
from tests.full_traces import Trace
from tests.visualiser.driving import session_on, settle, show
from tests.visualiser.pages.match.matches import opened, page_for, until, write_match
from tests.visualiser.pages.match.test_match_form import is_checked
from tests.visualiser.pages.play.test_mnemonics import doubled

pytestmark = pytest.mark.qt


CHEAP = ("alphabeta:depth=1", "tutorial-random")
LONG = ("notebook", "minimax")
"""Games of several seconds."""


def cells(page: MatchPage) -> dict[str, tuple[str, str]]:
    """What the table of the standing says, by its first column."""
    return {str(row[0]): (str(row[1]), str(row[2])) for row in page.standing.table.numbers.rows}


def begin(page: MatchPage, qtbot: Any) -> None:
    page.form.begin_button.click()
    until(qtbot, lambda: page.live.has_match)


def test_a_match_is_played_and_shown_as_it_goes_on(window: Any, qtbot: Any, tmp_path: Path) -> None:
    path = tmp_path / "cheap.plymatch"
    page = page_for(window, path, "alphabeta:depth=4", "tutorial-random", 30, game="connectfour", jobs=2)
    shown = []

    def note(_line: Any) -> None:
        """Note what the page says after a game; a slow window is told of many games in one go."""
        page.present()
        shown.append((page.standing.progress.text(), page.standing.bar.value(), page.standing.stop.isVisible()))

    page.live.game_over.connect(note)
    begin(page, qtbot)
    assert window.tabs.tabText(window.tabs.currentIndex()) == "Match: cheap"
    until(qtbot, lambda: not page.live.is_running)
    assert shown[2] == ("3 of 30 games are over…", 100, True)
    assert [bar for _progress, bar, _stops in shown] == [round(1000 * games / 30) for games in range(1, 31)]
    saved = load_match(path)
    found = saved.facts
    assert cells(page)["won"] == (str(found["wins"]), str(found["losses"]))
    assert cells(page)["score"][0] == f"{round(100 * found['score'], 1):g}\N{NO-BREAK SPACE}%"
    assert page.standing.progress.text() == "All 30 games are over."
    assert not page.standing.stop.isVisible()
    assert not page.standing.resume.isVisible()
    assert len(page.games.lines) == 30
    kinds = [series.kind for series in page.stack.plots[0].series]
    assert kinds == [Kind.BAND, Kind.CURVE, Kind.CURVE, Kind.POINTS]
    assert page.stack.plots[0].series[3].marks[-1].high == page.live.result.standings[-1].score
    assert window.settings.recent[0] == path


@pytest.mark.full
def test_stopped_and_gone_on_with(window: Any, qtbot: Any, tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    page = page_for(window, path, *CHEAP, 200, game="connectfour")
    begin(page, qtbot)
    until(qtbot, lambda: len(page.live.lines) >= 3)
    page.standing.stop.click()
    until(qtbot, lambda: not page.live.is_running)
    kept = len(page.live.lines)
    assert 3 <= kept < 200
    assert len(load_match(path).lines) == kept == len(page.games.lines)
    assert not RUNNING_JOBS
    page.standing.resume.click()
    until(qtbot, lambda: len(page.live.lines) >= kept + 3)
    page.run_command("stop")
    until(qtbot, lambda: not page.live.is_running)
    numbers = [line["number"] for line in load_match(path).lines]
    assert len(numbers) == len(set(numbers)) == len(page.live.lines) > kept


@pytest.mark.full
def test_a_file_is_opened_dropped_and_found_among_the_recent_ones(window: Any, qtbot: Any, tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    write_match(path, "alphabeta:depth=1", "alphabeta:depth=2", 6, keep=4)
    page = opened(window, qtbot, path)
    assert page.standing.progress.text().startswith("4 of 6 games are over")
    tabs = window.tabs.count()
    dropped = QMimeData()
    dropped.setUrls([QUrl.fromLocalFile(str(path))])
    open_dropped(window, dropped)
    settle(window)
    assert window.tabs.count() == tabs, "it is open already"
    window.close_tab()
    show_start(window)
    [recent] = [file for file in window.page.recent.files if file.path == path]
    recent.click()
    until(qtbot, lambda: isinstance(window.page, MatchPage) and window.page.live.has_match)
    window.page.standing.resume.click()
    until(qtbot, lambda: not window.page.live.is_running)
    assert [line["number"] for line in load_match(path).lines] == list(range(6))
    assert len(window.page.live.lines) == 6


def test_a_game_has_the_chosen_notation_and_its_file_keeps_squares(window: Any, qtbot: Any, tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    write_match(path, "alphabeta:depth=1", "minimax:depth=1", 2, coordinates="[x,y]")
    page = opened(window, qtbot, path)
    page.tabs.setCurrentIndex(1)
    page.games.go_to(0)
    moves = load_match(path).game(0).game.moves
    start = load("tictactoe:")
    for name in ("", "row,column"):
        page.show_coordinates(name)
        shown = [start.shown_in(name or "[x,y]").shown_text(move) for move in moves]
        lines = [page.game_view.list.item(row).text() for row in range(1, page.game_view.list.count())]
        assert [line.split()[2] for line in lines] == shown
    assert page.game_view.board.position.coordinates == "row,column"
    assert load_match(path).game(0).game.moves == moves


@pytest.mark.full
def test_a_game_is_walked_and_a_decision_opened(window: Any, qtbot: Any, tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    write_match(path, "alphabeta:depth=3,order=center", "tutorial-random", 4, source="connectfour:5,4,4")
    page = opened(window, qtbot, path)
    page.tabs.setCurrentIndex(1)
    assert page.game_view.headline.text() == "Choose a game in the table."
    page.games.table.setFocus()
    page.games.go_to(2)
    QTest.keyClick(page.games.table, Qt.Key.Key_Down)
    game = load_match(path).game(3)
    view = page.game_view
    assert view.headline.text().startswith("Game 3: ")
    assert view.list.count() == len(game.game.moves) + 1
    versions = [view.list.item(row).text()[-2] for row in range(1, view.list.count())]
    assert versions[:2] == (
        ["A", "B"] if (game.first == "a") == (game.game.start.side_to_move == FIRST) else ["B", "A"]
    )
    assert view.board.position is not None
    assert view.board.position.text == game.game.start.text
    assert not view.why_button.isEnabled()
    for way, at in (("last", len(game.game.moves)), ("back", len(game.game.moves) - 1), ("first", 0), ("next", 1)):
        view.buttons[way].click()
        assert view.board.position.text == game.game.positions[at].text
    view.list.setFocus()
    QTest.keyClick(view.list, Qt.Key.Key_Down)
    assert (view.move_count, view.list.currentRow()) == (2, 2)
    side = game.game.positions[1].side_to_move
    searched = "alphabeta" if (game.first == "a") == (side == FIRST) else "tutorial-random"
    view.why_button.click()
    until(qtbot, lambda: window.session is not None)
    trace = window.session.trace
    assert trace.search.name == searched
    assert trace.position.text == game.game.positions[1].text
    assert trace.best_move == game.game.moves[1]
    assert window.session.cursor.step == window.session.cursor.last_step
    assert window.tabs.tabText(window.tabs.currentIndex()).startswith(f"Why {game.game.moves[1]}? (game 3, move 2)")
    window.close_page(page)
    window.session.go(window.session.cursor.last_step)
    settle(window)
    kept = tmp_path / "kept.plytrace"
    save_trace(trace, kept)
    assert Trace.open(kept).best_move == game.game.moves[1], "the recording outlives the page that it came from"


@pytest.mark.full
def test_disagreements_are_found_and_opened_side_by_side(window: Any, qtbot: Any, tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    write_match(path, "alphabeta:depth=1", "alphabeta:depth=3", 2)
    page = opened(window, qtbot, path)
    page.tabs.setCurrentIndex(2)
    differing = page.differing
    assert not differing.recording_buttons["ab"].isEnabled()
    assert not differing.save.isEnabled()
    differing.ask.click()
    until(qtbot, lambda: not page.live.is_running)
    answers = differing.answers
    asked, all_of_them = page.live.answered
    assert asked == all_of_them
    assert 0 < len(answers) < asked
    assert differing.words.text() == f"They differ in {len(answers)} of {asked} positions."
    places = [(answer["game"], answer["played"]) for answer in answers]
    assert places == sorted(places)
    differing.table.go_to_row(1)
    answer = answers[1]
    assert set(differing.board.signs.values()) == {"A", "B"}
    assert f"A plays {answer['a']}, B plays {answer['b']}" in differing.moves.text()
    differing.to_game.click()
    assert page.tabs.currentIndex() == 1
    assert page.game_view.board.position.text == answer["position"]
    page.tabs.setCurrentIndex(2)
    differing.recording_buttons["ab"].click()
    until(qtbot, lambda: comparison_in(window.page) is not None)
    sides = list(comparison_in(window.page).pair.sides.values())
    assert [side.trace.best_move for side in sides] == [answer["a"], answer["b"]]
    assert {side.trace.position.text for side in sides} == {answer["position"]}
    window.show_page(page)
    differing.recording_buttons["b"].click()
    until(qtbot, lambda: window.session is not None and comparison_in(window.page) is None)
    assert window.session.trace.best_move == answer["b"]


@pytest.mark.full
def test_positions_are_saved_as_openings(window: Any, qtbot: Any, tmp_path: Path, monkeypatch: Any) -> None:
    path, openings = tmp_path / "m.plymatch", tmp_path / "openings.txt"
    write_match(path, "alphabeta:depth=1", "alphabeta:depth=3", 2)
    page = opened(window, qtbot, path)
    page.differing.ask.click()
    until(qtbot, lambda: not page.live.is_running)
    monkeypatch.setattr(questions, "ask_new_path", lambda *words: openings)
    page.differing.save.click()
    page.standing.another.click()
    another = window.page
    assert another is not page
    another.form.openings_kind.setCurrentIndex(2)
    another.form.positions.setText(str(openings))
    until(qtbot, lambda: is_checked(another.form))
    assert another.form.problems == {}
    assert another.form.settings.a == "alphabeta:depth=1"
    count = len(page.differing.answers)
    another.form.games.setValue(2 * count)
    assert len({one.text for one in another.form.settings.prepare().openings}) == count


@pytest.mark.full
def test_python_files_of_a_match_run_only_if_allowed(window: Any, qtbot: Any, answers: Any, tmp_path: Path) -> None:
    path, brain = tmp_path / "m.plymatch", write(tmp_path, "good", GOOD)
    write_match(path, brain, "alphabeta:depth=1", 2, keep=1)
    page = opened(window, qtbot, path)
    answers.agrees = False
    page.standing.resume.click()
    page.differing.ask.click()
    assert len([words for words in answers.asked if brain in words]) == 2
    assert not page.live.is_running
    answers.agrees = True
    page.standing.resume.click()
    until(qtbot, lambda: not page.live.is_running)
    assert len(page.live.lines) == 2
    page.games.go_to(0)
    page.game_view.show_move(1 if page.game_view.version_of_move(0) == "a" else 2)
    assert not page.game_view.why_button.isEnabled()
    assert "keeps no recording" in page.game_view.why_button.toolTip()
    page.game_view.show_move(page.game_view.move_count + 1)
    assert page.game_view.why_button.isEnabled()
    page.differing.ask.click()
    until(qtbot, lambda: not page.live.is_running)
    page.differing.table.go_to_row(0)
    assert not page.differing.recording_buttons["ab"].isEnabled()
    assert not page.differing.recording_buttons["a"].isEnabled()
    assert page.differing.recording_buttons["b"].isEnabled()


@pytest.mark.full
def test_games_lost_for_another_reason_say_it(window: Any, qtbot: Any, tmp_path: Path) -> None:
    path, bad = tmp_path / "m.plymatch", write(tmp_path, "bad", BAD)
    page = page_for(window, path, f"{bad}:illegal", f"{bad}:loops", 2)
    page.form.time.setValue(100)
    begin(page, qtbot)
    until(qtbot, lambda: not page.live.is_running)
    table = cells(page)
    assert table["illegal moves"] == ("2", "0") or table["lost on time"][1] != "0"
    page.games.filter_choice.setCurrentIndex(page.games.filter_choice.findData("failed"))
    assert len(page.games.lines) == 2
    words = [page.games.table.rows.index(row, 3).data() for row in range(2)]
    assert all(word.startswith(("A gave no legal move: 99", "B was too slow: it took longer")) for word in words)
    page.games.go_to(1)
    assert page.game_view.result.text() == page.games.table.rows.index(1, 3).data()


@pytest.mark.full
def test_what_cannot_begin_is_said_and_one_can_try_again(window: Any, qtbot: Any, tmp_path: Path) -> None:
    path, broken = tmp_path / "m.plymatch", write(tmp_path, "broken", "1 / 0\n")
    page = page_for(window, path, broken, "alphabeta:depth=1", 2)
    page.form.begin_button.click()
    until(qtbot, lambda: "division by zero" in page.form.problem.text())
    assert not page.live.has_match
    assert page.form.isEnabled()
    page.form.versions["a"].set_who("minimax:depth=1")
    begin(page, qtbot)
    until(qtbot, lambda: not page.live.is_running)
    assert len(page.live.lines) == 2


@pytest.mark.full
def test_closing_the_window_while_a_match_is_played(make_window: Any, qtbot: Any, answers: Any, tmp_path: Path) -> None:
    window = make_window()
    path = tmp_path / "m.plymatch"
    page = page_for(window, path, *LONG, 1000)
    begin(page, qtbot)
    answers.agrees = False
    window.close_tab()
    assert "A match is still being played." in answers.last
    assert str(path) in answers.last
    assert page.live.is_playing
    window.close()
    assert window.isVisible()
    answers.agrees = True
    window.close()
    assert not window.isVisible()
    assert not RUNNING_JOBS
    assert len(load_match(path).lines) < 1000


@pytest.mark.full
def test_behind_another_tab_it_goes_on_and_says_when_it_is_over(window: Any, qtbot: Any, tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    page = page_for(window, path, *CHEAP, 20, game="connectfour")
    begin(page, qtbot)
    show_start(window)
    until(qtbot, lambda: not page.live.is_running)
    assert window.statusBar().currentMessage() == "“Match: m” has come to its end."
    window.show_page(page)
    assert page.standing.progress.text() == "All 20 games are over."


def test_a_match_that_is_only_being_prepared_is_closed_without_a_question(
    window: Any, qtbot: Any, answers: Any, tmp_path: Path
) -> None:
    slow = write(tmp_path, "slow", "import time; time.sleep(30)\n")
    page = page_for(window, tmp_path / "m.plymatch", slow, "alphabeta:depth=1", 2)
    page.form.begin_button.click()
    until(qtbot, lambda: page.live.is_running)
    settle(window)
    assert not page.form.isEnabled()
    answers.agrees = False
    window.close_tab()
    assert answers.asked == []
    assert not RUNNING_JOBS


def test_a_tab_can_be_closed_while_a_version_is_searching(window: Any, qtbot: Any, tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    write_match(path, "alphabeta:depth=2", "notebook", 2)
    page = opened(window, qtbot, path)
    page.run_command("ask")
    assert page.live.is_asking
    assert not page.standing.resume.isVisible()
    page.games.go_to(0)
    page.game_view.show_move(1)
    page.game_view.why_button.click()
    assert page.repeated.is_running
    window.close_tab()
    assert not RUNNING_JOBS
    assert not page.repeated.is_running


@pytest.mark.full
def test_a_position_in_front_is_where_it_begins(window: Any) -> None:
    show(window, session_on("tictactoe:X../.../...", "alphabeta", depth=2))
    QTest.keySequence(window.canvas, "Ctrl+Shift+T")
    settle(window)
    assert isinstance(window.page, MatchPage)
    assert window.page.form.settings.position == load("tictactoe:X../.../...").text
    assert window.page.board.position.text == load("tictactoe:X../.../...").text


@pytest.mark.full
def test_keys_with_alt_mean_one_thing_each(window: Any, qtbot: Any, tmp_path: Path) -> None:
    page = page_for(window, tmp_path / "none.plymatch", *CHEAP, 2)
    for place in range(page.form.openings_kind.count()):
        page.form.openings_kind.setCurrentIndex(place)
        assert doubled(window) == []
    path = tmp_path / "m.plymatch"
    write_match(path, "alphabeta:depth=1", "alphabeta:depth=2", 4, keep=2)
    page = opened(window, qtbot, path)
    for place in range(page.tabs.count()):
        page.tabs.setCurrentIndex(place)
        page.games.go_to(0)
        page.differing.present(1, 2, is_asking=place == 0, why_not="")
        texts = [page.tabs.tabText(tab) for tab in range(page.tabs.count())]
        assert doubled(window, texts) == []


def test_the_start_page_leads_to_it(window: Any) -> None:
    show_start(window)
    [entry] = [one for one in window.page.play_button.menu().actions() if one.text().startswith("Match")]
    entry.trigger()
    assert isinstance(window.page, MatchPage)


def test_numbers_go_along(window: Any, qtbot: Any, tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    write_match(path, "alphabeta:depth=1", "alphabeta:depth=2", 6)
    page = opened(window, qtbot, path)
    page.stack.buttons[0].click()
    read = list(csv.DictReader(StringIO(QGuiApplication.clipboard().text())))
    assert [int(row["games"]) for row in read] == list(range(1, 7))
    assert float(read[-1]["score"]) == pytest.approx(load_match(path).facts["score"], abs=1e-6)


@pytest.mark.full
def test_a_failure_on_the_way_leaves_what_there_is(window: Any, qtbot: Any, tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    write_match(path, "alphabeta:depth=1", "alphabeta:depth=2", 4, keep=2)
    page = opened(window, qtbot, path)
    header, *lines = path.read_text().splitlines()
    path.write_text("\n".join([json.dumps({**json.loads(header), "digest": "else"}), *lines]) + "\n")
    page.standing.resume.click()
    until(qtbot, lambda: not page.live.is_running)
    assert "have changed since the match was begun" in page.standing.problem.text()
    assert len(page.games.lines) == 2
    page.live.failed.emit(Message("{what}", what="something"))
    assert page.standing.problem.text() == "something"


def test_a_damaged_file_is_refused(window: Any, qtbot: Any, answers: Any, tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    path.write_text("{}\n")
    tabs = window.tabs.count()
    window.open_source(str(path))
    until(qtbot, lambda: bool(answers.asked))
    assert "this is not a file of that kind" in answers.last
    assert window.tabs.count() == tabs
