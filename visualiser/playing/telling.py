"""What a game says of itself: whose move it is, how it ended, what else is to be known."""

from __future__ import annotations

from collections.abc import Collection

from engine.playing.driving import Play
from engine.playing.played import DRAWN, WON, Ending
from engine.playing.spoken import ending_text
from engine.position import FIRST
from visualiser.game_names import side_names
from visualiser.playing.live import LiveGame
from visualiser.words import count, number, said, tr

MOST_LISTED = 24
"""Legal moves that are named in words."""


def headline_words(live: LiveGame | None) -> str:
    """Who is to move, or how it has ended; None: nobody plays yet."""
    if live is None:
        return tr("Who plays?")
    play = live.play
    if play.ending is not None:
        return said(ending_text(play.ending, play.position, play.persons))
    side = side_names(play.position.game.name)[play.game.side_to_move - FIRST]
    if live.is_finding_hint:
        return tr("{side}: looking for a hint…", side=side)
    if live.is_thinking:
        return tr("{side}: {who} is thinking…", side=side, who=play.to_move.text)
    if live.machine_is_to_move:
        return tr("{side}: {who} is waiting", side=side, who=play.to_move.text)
    return tr("{side}: your move", side=side) if len(play.persons) == 1 else tr("{side} to move", side=side)


def words_below(live: LiveGame | None, at: int, legal: Collection[str] | None) -> str:
    """What else is to be said, looking at the board after so many moves; `legal` where the moves are to be told."""
    if live is None:
        return tr("On the other side of the line you say who plays. The board shows where the game begins.")
    play = live.play
    if at != len(play.game.moves):
        return tr("The board after {number} of {all} moves.", number=at, all=len(play.game.moves))
    if live.trouble is not None:
        return tr("The machine has given no move: {reason}", reason=said(live.trouble))
    if live.is_thinking:
        depth, frames = play.progress
        return tr("{depth} deep, {calls} calls so far", depth=depth, calls=count(frames)) if frames else ""
    if play.ending is not None:
        return ending_below(play.ending, side_names(play.position.game.name))
    if live.hint is not None:
        value = next((one[1] for one in live.hint.values if one[0] == live.hint.move), None)
        values = {"move": live.hint.move, "value": number(value), "calls": count(live.hint.calls or 0)}
        return tr("Alpha-beta would play {move}: value {value}, {calls} calls.", **values)
    return legal_words(list(legal)) if legal else how_to_move(play)


def ending_below(ending: Ending, names: tuple[str, str]) -> str:
    """How it ended, in plain words."""
    if ending.how == WON:
        return tr("{side} has won.", side=names[ending.winner - FIRST])
    return tr("Nobody has won.") if ending.how == DRAWN else said(ending.message)


def legal_words(moves: list[str]) -> str:
    values = {"number": count(len(moves)), "moves": " ".join(moves[:MOST_LISTED])}
    if len(moves) > MOST_LISTED:
        return tr("Legal moves: {number}, among them {moves}", **values)
    return tr("Legal moves: {moves}", **values)


def how_to_move(play: Play) -> str:
    """How a person moves in this game."""
    if not play.is_persons_turn:
        return ""
    board = play.position.board()
    if board.shape == "hex":
        return tr("Drag over one to three cells in a line. Whoever takes the last cell loses.")
    if board.pieces == "discs":
        return tr("Click a column, or type its number.")
    return tr("Click a square, or type its number from the top left.")
