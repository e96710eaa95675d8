"""Playing by clicks, as a person does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from plyscope.model.position import Cell
from plyscope_window.pages.play import play_commands
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

LEFT = Qt.MouseButton.LeftButton


def begin(window: Any, game: str, first: str, second: str, *, seed: int = 1, board: int = 0, starts: int = 1) -> Any:
    """A game with these players, begun by the form."""
    page = play_commands.show_play(window, game)
    setup = page.setup
    setup.start_field.board.setCurrentIndex(board)
    setup.sides[1].set_who(first)
    setup.sides[2].set_who(second)
    setup.starts.setCurrentIndex(starts - 1)
    setup.seed.setValue(seed)
    setup.begin.click()
    assert page.live is not None, setup.problem.text()
    return page


def click(page: Any, cell: Cell) -> None:
    QTest.mouseClick(page.board, LEFT, pos=page.board.plan().centre(cell).toPoint())


def drag(page: Any, cells: Iterable[Cell]) -> None:
    """Presses on the first cell, goes over the others, and lets go on the last."""
    places = [page.board.plan().centre(cell).toPoint() for cell in cells]
    QTest.mousePress(page.board, LEFT, pos=places[0])
    for place in places[1:]:
        QTest.mouseMove(page.board, place)
    QTest.mouseRelease(page.board, LEFT, pos=places[-1])


def wait_for_person(page: Any, qtbot: Any) -> None:
    play = page.live.play
    qtbot.waitUntil(lambda: play.is_persons_turn or play.ending is not None)


def press(page: Any, name: str) -> None:
    button = page.buttons.by_name[name]
    assert button.isEnabled(), button.toolTip()
    button.click()


def row_of(page: Any, move: str) -> list[Cell]:
    """The cells of a legal move, from one end to the other."""
    return sorted(page.board.moves[move])
