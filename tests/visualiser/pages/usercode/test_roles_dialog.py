"""What the parameters of a recording mean, changed by a person in the real window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope_window.jobs.background import wait_for_all
from plyscope_window.pages.usercode.roles_dialog import RolesDialog
from plyscope_window.widgets.controls import Choice
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.visualiser.driving import settle
from tests.visualiser.pages.usercode.running import opened, run

pytestmark = pytest.mark.qt


def recorded(window: Any, qtbot: Any, name: str, call: str = "") -> Any:
    return run(window, qtbot, opened(window, f"sample:recursion/{name}"), call)


def dialog_on(window: Any, qtbot: Any, session: Any) -> RolesDialog:
    dialog = RolesDialog(window, session.trace)
    qtbot.addWidget(dialog)
    known(qtbot, dialog)
    return dialog


def known(qtbot: Any, dialog: RolesDialog) -> None:
    qtbot.waitUntil(dialog.agree.isEnabled, timeout=20_000)


def choose(qtbot: Any, dialog: RolesDialog, choice: Choice, data: object) -> None:
    choice.setCurrentIndex(choice.findData(data))
    known(qtbot, dialog)


def in_dialog(qtbot: Any, what: Callable[[RolesDialog], None]) -> None:
    """Does something as soon as the dialog is there."""

    def act() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, RolesDialog)
        known(qtbot, dialog)
        what(dialog)

    QTimer.singleShot(0, act)


def test_the_table_shows_what_was_recognised_and_what_follows(window: Any, qtbot: Any) -> None:
    dialog = dialog_on(window, qtbot, recorded(window, qtbot, "bugs/swapped_window"))
    assert {name: choice.currentData() for (_, name), choice in dialog.choices.items()} == {
        "board": "board", "depth": "depth", "alpha": "alpha", "beta": "beta", "maximizing": "side",
    }  # fmt: skip
    assert dialog.side.currentText() == "where the side is True / 1"
    assert dialog.outcome.text() == "Read as a search of Tic-tac-toe, X is MAX · cutoffs: 1 · pruned: 1"
    assert "α and β are swapped" in dialog.found.text()


def test_a_meaning_that_is_taken_away_is_gone_and_comes_back(window: Any, qtbot: Any) -> None:
    dialog = dialog_on(window, qtbot, recorded(window, qtbot, "alphabeta"))
    before = dialog.proposal
    choose(qtbot, dialog, dialog.choices["alphabeta", "alpha"], None)
    assert "cutoffs" not in dialog.outcome.text(), "without a window none is known"
    choose(qtbot, dialog, dialog.choices["alphabeta", "depth"], "alpha")
    assert dialog.proposal is not None
    assert dialog.proposal.roles["alphabeta"]["depth"] == "alpha"
    dialog.again.click()
    known(qtbot, dialog)
    assert dialog.proposal is not None
    assert before is not None
    assert dialog.proposal.roles == before.roles


def test_what_is_taken_for_nothing_is_calls(window: Any, qtbot: Any) -> None:
    dialog = dialog_on(window, qtbot, recorded(window, qtbot, "fibonacci", "fib(6)"))
    assert dialog.proposal is None
    assert dialog.outcome.text() == "Read as calls with arguments and results."
    choose(qtbot, dialog, dialog.choices["fib", "n"], "depth")
    choose(qtbot, dialog, dialog.side, dialog.side.itemData(1))
    assert dialog.proposal is not None
    assert dialog.outcome.text().startswith("Read as a search with MAX and MIN")


def test_functions_that_say_it_in_their_names_and_items_of_results(window: Any, qtbot: Any) -> None:
    dialog = dialog_on(window, qtbot, recorded(window, qtbot, "max_min"))
    assert dialog.side.currentText() == "in the function with “max” in its name"
    assert dialog.value.currentText() == "the first item of the result"
    assert dialog.outcome.text().startswith("Read as a search of Tic-tac-toe, O is MAX")
    choose(qtbot, dialog, dialog.value, "[1]")
    assert dialog.outcome.text().startswith("Read as a search of Tic-tac-toe"), "only the values are others"
    choose(qtbot, dialog, dialog.seen, True)
    assert dialog.proposal is not None
    assert (dialog.proposal.item, dialog.proposal.negated) == ("[1]", True)


def test_what_is_agreed_to_is_read_in_the_same_tab_at_the_same_step(window: Any, qtbot: Any) -> None:
    before = recorded(window, qtbot, "alphabeta")
    tabs, canvas = len(window.pages), window.page
    before.go(7)
    window.canvas.set_mode("tree")

    def change(dialog: RolesDialog) -> None:
        choose(qtbot, dialog, dialog.choices["alphabeta", "alpha"], None)
        dialog.agree.click()

    in_dialog(qtbot, change)
    QTest.keySequence(window.canvas, "Ctrl+Alt+M")
    wait_for_all()
    settle(window)
    session = window.session
    assert session is not before
    assert session.trace.search.windows.value == "none"
    assert (len(window.pages), session.cursor.step, window.canvas.mode) == (tabs, 7, "tree")
    assert canvas not in window.pages
    assert session.title == before.title


def test_cancelling_changes_nothing(window: Any, qtbot: Any) -> None:
    session = recorded(window, qtbot, "alphabeta")
    in_dialog(qtbot, lambda dialog: dialog.reject())
    window.actions_by_key["own_meaning"].trigger()
    wait_for_all()
    settle(window)
    assert window.session is session
