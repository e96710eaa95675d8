from __future__ import annotations

from typing import Any

import plyscope
import pytest
from plyscope.recording.plan import ALGORITHMS, plan
from plyscope_window.pages.editor.search_form import SearchForm

pytestmark = pytest.mark.qt

POSITIONS = ["tictactoe:", "connectfour:", "hexline:.../...", 'tree:[{"value":2,"children":[1,2]},3]']


@pytest.fixture
def form(qtbot: Any) -> SearchForm:
    made = SearchForm()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.parametrize("source", POSITIONS)
def test_every_offered_choice_can_be_planned(form: SearchForm, source: str) -> None:
    position = plyscope.load(source)
    form.show_position(position)
    names = [form.algorithm.itemData(place) for place in range(form.algorithm.count())]
    assert [name for name in names if getattr(ALGORITHMS[name], "game", position.game.name) != position.game.name] == []
    for place, name in enumerate(names):
        form.algorithm.setCurrentIndex(place)
        for box in (form.cut, form.fail, form.score):
            for choice in range(box.count()):
                box.setCurrentIndex(choice)
                assert plan(position, form.options).search.name == name


def test_only_what_the_search_reads_can_be_seen_and_is_handed_on(form: SearchForm) -> None:
    form.show_position(plyscope.load("tictactoe:"))
    form.set_options({"algorithm": "minimax"})
    assert not form.cut.isVisible()
    assert not form.seed.isVisible()
    assert form.options == {"algorithm": "minimax", "order": "given", "score": "result"}
    form.order.setCurrentIndex(form.order.findData("random"))
    assert form.seed.isVisible()
    form.algorithm.setCurrentIndex(form.algorithm.findData("notebook"))
    assert form.options == {"algorithm": "notebook"}
    assert not form.depth_box.isVisible()


def test_weights_are_read_by_the_linear_scoring_only(form: SearchForm) -> None:
    form.show_position(plyscope.load("tictactoe:"))
    assert not form.weights.isVisible()
    form.score.setCurrentIndex(form.score.findData("linear"))
    assert form.weights.isVisible()
    form.weights.setText("centre=9")
    assert form.options["weights"] == "centre=9"
    assert plan(plyscope.load("tictactoe:"), form.options).options["weights"]["centre"] == 9
    form.score.setCurrentIndex(form.score.findData("lines"))
    assert "weights" not in form.options


def test_a_brain_of_another_game_is_not_kept(form: SearchForm) -> None:
    form.show_position(plyscope.load("tictactoe:"))
    form.algorithm.setCurrentIndex(form.algorithm.findData("notebook"))
    form.show_position(plyscope.load("hexline:..."))
    assert form.options["algorithm"] == "alphabeta"


def test_every_control_has_a_help_and_a_name(form: SearchForm) -> None:
    controls = (form.algorithm, form.depth_box, form.cut, form.fail, form.order, form.seed, form.score)
    for control in (*controls, form.limit, form.seconds):
        assert control.toolTip()
        assert control.accessibleName()
