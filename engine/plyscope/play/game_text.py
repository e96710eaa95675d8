"""The text of a game in the terminal, in the manner that its entry declares."""

from __future__ import annotations

from collections.abc import Collection

from plyscope.games import find_game, pieces_fall
from plyscope.games.entry import Manner
from plyscope.messages import Message
from plyscope.model.position import FIRST, SECOND, Position
from plyscope.play.played_game import DRAWN, WON, Ending


def manner_of(position: Position) -> Manner:
    """Return the manner in which the game addresses players."""
    manner = find_game(position.game.name).manner
    assert manner is not None, position.game.name
    return manner


def prompt(position: Position) -> Message:
    """Return the prompt for a person's move."""
    board = position.board()
    last = board.columns if pieces_fall(position.game.name) else board.columns * board.rows
    side, manner = position.game.marks[position.side_to_move - 1], manner_of(position)
    if position.coordinates != manner.coordinates:
        example = position.shown_move(position.legal_moves()[0])
        return Message("{side}, your move, such as {example}: ", side=side, example=example)
    return Message(manner.prompt.pattern, side=side, last=last)


def greeting(position: Position, persons: Collection[int]) -> Message:
    """Return who plays which side: `Computer: X VS. You: O`."""
    sides = sorted((FIRST, SECOND), key=lambda side: side in persons)
    named = []
    for side in sides:
        who = Message("Computer") if side not in persons else Message("You")
        named.append(Message("{who}: {mark}", who=who, mark=position.game.marks[side - 1]))
    return Message(manner_of(position).greeting.pattern, first=named[0], second=named[1])


def ending_text(ending: Ending, position: Position, persons: Collection[int]) -> Message:
    """Return the announcement of the end; `persons` are the sides played by people."""
    manner = manner_of(position)
    if ending.how == DRAWN:
        return manner.drawn or ending.message
    if ending.how != WON:
        return ending.message
    if len(persons) == 1:
        announced = manner.won_by_person if ending.winner in persons else manner.lost_by_person
        if announced is not None:
            return announced
    if manner.won is None:
        return ending.message
    who = {True: Message("Human"), False: Message("AI")}
    marks, loser = position.game.marks, FIRST + SECOND - ending.winner
    return Message(
        manner.won.pattern,
        winner=who[ending.winner in persons],
        mark=marks[ending.winner - 1],
        loser=who[loser in persons],
        other=marks[loser - 1],
    )
