"""The form of a match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import plyscope
import pytest
from plyscope.play.match import prepare
from plyscope_window.pages.match.match_form import MatchForm, unused_file
from plyscope_window.pages.match.match_request import MatchRequest
from plyscope_window.widgets import questions

pytestmark = pytest.mark.qt


def is_checked(form: MatchForm) -> bool:
    """Whether what the form shows as wrong is up to date."""
    return form._checking is None and not form._later.isActive()


@pytest.fixture
def form(qtbot: Any, tmp_path: Path) -> Any:
    made = MatchForm(tmp_path)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(lambda: is_checked(made))
    yield made
    made.end()


def checked(form: Any, qtbot: Any) -> set[str]:
    qtbot.waitUntil(lambda: is_checked(form))
    return set(form.problems)


def test_what_it_begins_with_can_begin_for_every_game(form: Any, qtbot: Any) -> None:
    for place in range(form.start_field.game.count()):
        form.start_field.game.setCurrentIndex(place)
        assert checked(form, qtbot) == set(), form.start_field.game.currentText()
        assert form.begin_button.isEnabled()
        assert form.settings.prepare().games == 100


def test_what_is_wrong_is_said_beside_its_field_and_nothing_begins(form: Any, qtbot: Any) -> None:
    asked: list[MatchRequest] = []
    form.begin_requested.connect(asked.append)
    form.versions["a"].set_who("nonsense")
    assert checked(form, qtbot) == {"a"}
    assert form.form.problems["a"].startswith("nonsense is not an algorithm")
    assert form.versions["a"].about.isHidden()
    assert "b" not in form.form.problems
    assert not form.begin_button.isEnabled()
    assert form.begin_button.toolTip()
    form.begin_if_valid()
    assert checked(form, qtbot) == {"a"}
    form.versions["a"].set_who("minimax:depth=1")
    assert checked(form, qtbot) == set()
    assert asked == []
    form.begin_button.click()
    qtbot.waitUntil(lambda: bool(asked))
    assert asked[0].settings is not None
    assert asked[0].settings.a == "minimax:depth=1"
    assert asked[0].path == str(form.folder / "connectfour.plymatch")


def test_a_person_is_not_offered(form: Any) -> None:
    word = form.versions["a"].player
    assert "human" not in [word.itemText(place) for place in range(word.count())]


def test_openings(form: Any, qtbot: Any, tmp_path: Path) -> None:
    assert form.openings == "random:4"
    assert form.plies.isVisible()
    assert not form.positions.isVisible()
    form.openings_kind.setCurrentIndex(0)
    assert form.openings is None
    assert not form.plies.isVisible()
    form.openings_kind.setCurrentIndex(2)
    assert form.positions.isVisible()
    assert checked(form, qtbot) == {"openings"}
    (tmp_path / "o.txt").write_text("44\n12\n")
    form.positions.setText(str(tmp_path / "o.txt"))
    assert checked(form, qtbot) == set()


def test_time_is_for_python_files_alone(form: Any, tmp_path: Path) -> None:
    assert not form.time.isEnabled()
    assert "Only for Python files" in form.time.toolTip()
    form.versions["b"].set_who(str(tmp_path / "brain.py"))
    assert form.time.isEnabled()
    form.time.setValue(250)
    assert form.settings.seconds == 0.25


def test_files_are_taken_by_a_dialog(form: Any, qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = {"brain.py": f"{tmp_path / 'brain.py'}:choose", "w.toml": str(tmp_path / "w.toml")}
    for name, who in taken.items():
        monkeypatch.setattr(questions, "ask_file", lambda *words, name=name: tmp_path / name)
        form.versions["a"].browse.click()
        assert form.versions["a"].who == who
    there = tmp_path / "there.plymatch"
    there.touch()
    form.file.setText(str(there))
    form.versions["a"].set_who("minimax:depth=1")
    assert checked(form, qtbot) == {"file"}
    monkeypatch.setattr(questions, "ask_new_path", lambda *words: there)
    form.browse.click()
    assert checked(form, qtbot) == set(), "the dialog has asked whether it may be replaced"
    form.file.setText(str(there) + "x")
    form.file.setText(str(tmp_path / "other.plymatch"))
    assert checked(form, qtbot) == set()


def test_it_takes_a_position_and_another_match_over(form: Any, tmp_path: Path) -> None:
    form.start_field.play_from(plyscope.load("tictactoe:X../.../..."))
    assert form.settings.position.startswith("X../.../...")
    assert form.start_field.game.currentData() == "tictactoe"
    start = plyscope.load("connectfour:4453")
    for openings in (None, "random:6"):
        match = prepare(start, "minimax:depth=1", "tutorial-max", 7, openings_named=openings, seed=5, seconds=2.5)
        form.fill_from_header(match.header)
        assert form.settings.prepare().header == match.header


def test_its_match_is_kept_in_the_notation_of_the_position_or_in_the_chosen_one(form: Any) -> None:
    start = plyscope.load("tictactoe:").with_coordinates("number")
    form.fill_from_header(prepare(start, "minimax:depth=1", "alphabeta:depth=1", 2).header)
    assert form.settings.start.coordinates == "number"
    form.coordinates = "[x,y]"
    assert form.settings.prepare().header["coordinates"] == "[x,y]"


def test_a_file_that_is_not_there_yet_is_proposed(tmp_path: Path) -> None:
    assert unused_file(tmp_path, "hexline").name == "hexline.plymatch"
    for name in ("hexline.plymatch", "hexline-2.plymatch"):
        (tmp_path / name).touch()
    assert unused_file(tmp_path, "hexline").name == "hexline-3.plymatch"
