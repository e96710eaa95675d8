"""Which searches are to be measured."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets")

import plyscope
from plyscope_window.look.theme import theme
from plyscope_window.pages.growth.growth_form import GrowthForm
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest

pytestmark = pytest.mark.qt


@pytest.fixture
def form(qtbot: Any) -> Any:
    made = GrowthForm(plyscope.load("connectfour:4453"))
    qtbot.addWidget(made)
    made.show()
    return made


def names(form: Any) -> list[str]:
    return [form.searches.item(place).text() for place in range(form.searches.count())]


def test_the_usual_searches_are_ticked(form: Any) -> None:
    assert form.searches.ticked == ("minimax", "alphabeta", "alphabeta:order=center")
    assert {"pvs", "negamax", "tutorial-depth"} <= set(names(form))
    assert "hexline-project" not in names(form)
    assert form.depths == (1, 6)


def test_another_search_is_added_once_and_ticked(form: Any) -> None:
    for _ in range(2):
        form.another.setText(" alphabeta:order=best,cut='>' ")
        QTest.keyClick(form.another, Qt.Key.Key_Return)
    assert names(form).count("alphabeta:order=best,cut='>'") == 1
    assert form.searches.ticked[-1] == "alphabeta:order=best,cut='>'"
    assert form.another.text() == form.status.text() == ""


def test_what_is_no_search_is_refused_in_words(form: Any) -> None:
    before = names(form)
    for typed, words in (
        ("", "the name is missing"),
        ("nonsense", "nonsense is not an algorithm"),
        ("pvs:depth=3", "together"),
    ):
        form.another.setText(typed)
        form.add.click()
        assert words in form.status.text()
    assert names(form) == before


def test_depths_the_wrong_way_round(form: Any) -> None:
    form.first.setValue(5)
    form.last.setValue(2)
    assert form.depths == (2, 5)


def test_nothing_but_stopping_while_it_runs(form: Any) -> None:
    form.show_running(True)
    enabled = [
        one for one in (form.searches, form.another, form.add, form.first, form.limit, form.run) if one.isEnabled()
    ]
    assert enabled == []
    assert form.stop.isEnabled()
    form.show_running(False)
    assert form.run.isEnabled()
    assert not form.stop.isEnabled()


def test_yellow_is_not_used_for_the_current_row(form: Any) -> None:
    assert form.searches.palette().color(QPalette.ColorRole.Highlight) != theme().now
