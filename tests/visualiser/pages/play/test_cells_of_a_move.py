"""A game of a plug-in whose moves take two cells, which says no more of itself than it must: domineering."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from plyscope.games import GAMES
from plyscope.games.entry import GameBase, GameEntry
from plyscope.messages import Message
from plyscope.model.position import Board, Cell, Reading, Rules, State
from plyscope_window.widgets.game_names import side_names

from tests.visualiser.pages.play.clicking import begin, click

pytestmark = pytest.mark.qt

SIZE = 3


def moves(s: State) -> Iterator[int]:
    across = s[9] - 1
    for x in range(3 - across):
        for y in range(2 + across):
            first, second = 3 * y + x, 3 * y + x + (1 if across else 3)
            if not s[first] and not s[second]:
                yield 9 * first + second


def play(s: State, move: int) -> None:
    s[move // 9] = s[move % 9] = s[9]
    s[9] = 3 - s[9]


def undo(s: State, move: int) -> None:
    s[9] = 3 - s[9]
    s[move // 9] = s[move % 9] = 0


def is_over(s: State) -> bool:
    return next(moves(s), None) is None


def outcome(s: State) -> float:
    return 0 if not is_over(s) else -1 if s[9] == 1 else 1


def to_move(s: State) -> int:
    return s[9]


def longest(s: State) -> int:
    return s[:9].count(0) // 2


RULES = Rules.of((moves, play, undo, is_over, outcome, to_move, longest), {})


def name(cell: int) -> str:
    return f"{'abc'[cell % 3]}{3 - cell // 3}"


class Domineering(GameBase):
    name = "domineering"
    sides = ("v", "h")

    def text(self, state: Sequence[int]) -> str:
        return "".join(map(str, state[:9])) + " " + self.sides[state[9] - 1]

    def move_text(self, move: int) -> str:
        return f"{name(move // 9)}-{name(move % 9)}"

    def edge_names(self, coordinates: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return ("a", "b", "c"), ("3", "2", "1")

    def board(self, state: Sequence[int], last: int | None = None) -> Board:
        owners = {(cell % 3, cell // 3): state[cell] for cell in range(9)}
        taken: list[Cell] = [] if last is None else [(cell % 3, cell // 3) for cell in (last // 9, last % 9)]
        return Board("square", 3, 3, owners, {}, frozenset(taken), (), pieces="cells")


def read(text: str) -> Reading:
    cells, _, side = (text or "000000000 v").partition(" ")
    return Reading(Domineering(RULES), [*map(int, cells), Domineering.sides.index(side) + 1])


ENTRY = GameEntry(
    "domineering",
    title=Message("Domineering"),
    about=Message("dominoes upright and across; who cannot move has lost"),
    notation=Message("nine cells and the side"),
    read=read,
    start="000000000 v",
)


@pytest.fixture
def page(window: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setitem(GAMES, ENTRY.name, ENTRY)
    return begin(window, ENTRY.name, "human", "human")


def test_two_cells_are_clicked_one_after_the_other(page: Any) -> None:
    click(page, (1, 0))
    assert page.board.selection == [(1, 0)]
    assert page.message_line.text() != "there is no legal move on these cells"
    click(page, (1, 1))
    assert page.live.play.game.moves == ["b3-b2"]
    click(page, (0, 0))
    click(page, (0, 0))
    assert page.board.selection == [], "a second click takes the choice back"
    click(page, (0, 1))
    assert page.message_line.text() == "there is no legal move on these cells"


def test_sides_and_cells_are_called_as_the_game_calls_them(page: Any) -> None:
    assert side_names(ENTRY.name) == ("V", "H")
    assert page.headline.text().startswith("V")
    assert page.board._cell_description((1, 0)) == "b3: free"
    click(page, (1, 0))
    click(page, (1, 1))
    assert page.board._cell_description((1, 0)) == "b3: V"
