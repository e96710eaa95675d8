"""The messages about a game: whose move it is, how it ended, and what the user can do."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import PurePath

from plyscope.messages import Message
from plyscope.model.position import FIRST, SECOND
from plyscope.play.game_session import Play
from plyscope.play.game_text import ending_text, manner_of
from plyscope.play.played_game import DRAWN, RESIGNED, WON
from plyscope.play.players import PYTHON_FILE, WEIGHTS_FILE
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from plyscope_window.pages.play.live_game import LiveGame
from plyscope_window.widgets.game_names import side_names
from plyscope_window.words import count, localized, number, tr

MAX_LETTERS = 96
"""The most characters of legal moves that are listed, so that they fit on one line."""


def player_name(who: str) -> str:
    """Return the short name of a player: of a file, its name without the folders."""
    who = who.strip()
    if PYTHON_FILE.fullmatch(who) or WEIGHTS_FILE.fullmatch(who):
        return PurePath(who).name
    return who


def announce(widget: QWidget, words: str) -> None:
    """Have a screen reader read a text."""
    if QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))


def headline_text(live: LiveGame | None) -> str:
    """Return whose move it is and what a machine does, or how the game ended; `live` is None before a game."""
    if live is None:
        return tr("Who plays?")
    play = live.play
    if play.ending is not None:
        return ending_headline(play)
    side = side_names(play.position.game.name)[play.game.side_to_move - FIRST]
    if live.is_finding_hint:
        return tr("{side}: looking for a hint…", side=side)
    if live.is_searching_again:
        return tr("Searching again…")
    if live.is_thinking:
        return tr("{side}: {who} is thinking…", side=side, who=player_name(play.to_move.text))
    if live.machine_is_to_move:
        return tr("{side}: {who} is waiting", side=side, who=player_name(play.to_move.text))
    return tr("{side}: your move", side=side) if len(play.persons) == 1 else tr("{side} to move", side=side)


def message_below(live: LiveGame | None, at: int, legal: Collection[str] | None) -> str:
    """Return the sentence below the headline, after `at` moves; `legal` are the moves to list, or None."""
    if live is None:
        return tr("On the other side of the line you say who plays. The board shows where the game begins.")
    play = live.play
    if at != len(play.game.moves):
        return tr("The board after {number} of {all} moves.", number=at, all=len(play.game.moves))
    if live.failure is not None:
        return tr("The machine has given no move: {reason}", reason=localized(live.failure))
    if live.is_thinking:
        depth, frames = play.progress
        return tr("{depth} deep, {calls} calls so far", depth=depth, calls=count(frames)) if frames else ""
    if play.ending is not None:
        return ending_sentence(play)
    if live.machine_is_to_move:
        return tr("It plays nothing until you press Go on.") if live.is_paused else ""
    if live.hint is not None:
        value = next((move[1] for move in live.hint.values if move[0] == live.hint.move), None)
        unit = play.hint_unit
        worth = number(value) if unit is None else tr("{value} {unit}", value=number(value), unit=localized(unit))
        values = {"move": play.game.shown(live.hint.move), "value": worth, "calls": count(live.hint.calls or 0)}
        if play.position.game.rules.chance is not None:
            return tr("Expectimax would play {move}: value {value}, {calls} calls.", **values)
        return tr("Alpha-beta would play {move}: value {value}, {calls} calls.", **values)
    return legal_moves_text(list(map(play.game.shown, legal))) if legal else move_instruction(play)


def ending_headline(play: Play) -> str:
    """Return the headline at the end: the game's own text, or else the winner."""
    ending = play.ending
    assert ending is not None
    announced = ending_text(ending, play.position, play.persons)
    if announced is not ending.message:
        return localized(announced)
    if ending.how == DRAWN:
        return tr("Drawn")
    return tr("{side} wins", side=side_names(play.position.game.name)[ending.winner - FIRST])


def ending_sentence(play: Play) -> str:
    """Return how the game ended, for the line below the headline."""
    ending, names = play.ending, side_names(play.position.game.name)
    assert ending is not None
    if ending.how == DRAWN:
        return tr("There is no winner.")
    winner, loser = names[ending.winner - FIRST], names[SECOND - ending.winner]
    if ending.how != WON:
        resigned = ending.how == RESIGNED
        return tr("{side} has resigned.", side=loser) if resigned else tr("{side} has no time left.", side=loser)
    return localized(Message(manner_of(play.position).reason.pattern, winner=winner, loser=loser))


def legal_moves_text(moves: list[str]) -> str:
    """Return the legal moves, or as many as fit on a line."""
    listed = ""
    for move in moves:
        if len(listed) + len(move) > MAX_LETTERS:
            return tr("Legal moves: {number}, among them {moves}", number=count(len(moves)), moves=listed)
        listed = f"{listed} {move}".strip()
    return tr("Legal moves: {moves}", moves=listed)


def move_instruction(play: Play) -> str:
    """Return how a person moves in this game; empty where no person is to move."""
    if not play.is_persons_turn:
        return ""
    return localized(manner_of(play.position).how)
