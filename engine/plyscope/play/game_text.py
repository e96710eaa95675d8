"""How a game is shown and spoken of in plain text, each in the manner of its document.

Tic-tac-toe speaks as its notebook does: squares 1 to 9 from the top left, `-  X  O`, "Draw!!!". Connect four ends
with the three endings of its tutorial. Hexline shows its rows shifted, with the numbers of columns and rows.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from plyscope.messages import Message
from plyscope.model.position import FIRST, SECOND, Position
from plyscope.play.played_game import DRAWN, WON, Ending


@dataclass(frozen=True)
class Manner:
    """How one game is spoken of."""

    board: Callable[[Position], str]
    prompt: Message
    """With the places side and last."""
    ending: Callable[[Ending, Position, Collection[int]], Message]
    """The ending, the position, and the sides that people play."""
    greeting: Message
    """With the places first and second."""
    asks_who_starts: bool = False


def squares(position: Position) -> str:
    """`-  X  O`, as the notebook prints it."""
    owners, board = position.board().owners, position.board()
    return "\n".join("  ".join("-XO"[owners[x, y]] for x in range(board.columns)) for y in range(board.rows))


def discs(position: Position) -> str:
    """Cells from the top, and below them the numbers of the columns."""
    owners, board = position.board().owners, position.board()
    rows = [" ".join(".RY"[owners[x, y]] for x in range(board.columns)) for y in range(board.rows)]
    return "\n".join([*rows, " ".join(str(x + 1) for x in range(board.columns))])


def hexagons(position: Position) -> str:
    """Odd rows shifted by half a cell; what is not part of the board stays blank, and so do empty rows at the rim."""
    board = position.board()
    columns, rows = ({cell[axis] for cell in board.owners} for axis in (0, 1))
    across, down = range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)
    lines = ["    " + "".join(f"{x:<4}" for x in across)]
    for y in down:
        cells = "".join(f"{'.12'[board.owners[x, y]] if (x, y) in board.owners else ' ':<4}" for x in across)
        lines.append(f"{y:>2}  {'  ' if y % 2 else ''}{cells}")
    return "\n".join(line.rstrip() for line in lines)


def as_the_notebook(ending: Ending, position: Position, persons: Collection[int]) -> Message:
    if ending.how == DRAWN:
        return Message("Draw!!!")
    if ending.how != WON:
        return ending.message
    who = {True: Message("Human"), False: Message("AI")}
    marks, winner, loser = position.game.marks, ending.winner, FIRST + SECOND - ending.winner
    return Message(
        "{winner}({mark}) Wins! {loser}({other}) Loses!",
        winner=who[winner in persons],
        mark=marks[winner - 1],
        loser=who[loser in persons],
        other=marks[loser - 1],
    )


def as_the_tutorial(ending: Ending, position: Position, persons: Collection[int]) -> Message:
    if ending.how == DRAWN:
        return Message("TIE")
    if ending.how != WON or len(persons) != 1:
        return ending.message
    return Message("YOU WIN!!!!") if ending.winner in persons else Message("GAME OVER")


def plainly(ending: Ending, position: Position, persons: Collection[int]) -> Message:
    return ending.message


MANNERS = {
    "tictactoe": Manner(
        squares,
        Message("Enter {side}'s position [1 to {last}]: "),
        as_the_notebook,
        Message("{first} VS. {second}"),
        asks_who_starts=True,
    ),
    "connectfour": Manner(
        discs,
        Message("{side}, your column [1 to {last}]: "),
        as_the_tutorial,
        Message("{first} VS. {second}"),
    ),
    "hexline": Manner(
        hexagons,
        Message("{side}, your line x,y or x,y:length:direction: "),
        plainly,
        Message("{first} VS. {second}: whoever takes the last cell loses"),
    ),
}


def prompt(position: Position) -> Message:
    """What a person is asked for."""
    board = position.board()
    last = board.columns if board.pieces == "discs" else board.columns * board.rows
    side = position.game.marks[position.side_to_move - 1]
    asked = MANNERS[position.game.name].prompt
    return Message(asked.pattern, side=side, last=last)


def greeting(position: Position, persons: Collection[int]) -> Message:
    """Who plays what: `Computer: X VS. You: O`. The computer is named first, as in the notebook."""
    sides = sorted((FIRST, SECOND), key=lambda side: side in persons)
    named = []
    for side in sides:
        who = Message("Computer") if side not in persons else Message("You")
        named.append(Message("{who}: {mark}", who=who, mark=position.game.marks[side - 1]))
    said = MANNERS[position.game.name].greeting
    return Message(said.pattern, first=named[0], second=named[1])


def ending_text(ending: Ending, position: Position, persons: Collection[int]) -> Message:
    """How the end of a game is announced."""
    return MANNERS[position.game.name].ending(ending, position, persons)
