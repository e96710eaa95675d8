"""What the window calls the games and their sides, as their entries say."""

from __future__ import annotations

from plyscope.games import GAMES, offered_games

from plyscope_window.words import localized, tr


def game_names() -> dict[str, str]:
    """The title of every game by its name, in the order in which they are offered."""
    return {entry.name: localized(entry.title) for entry in offered_games()}


def game_title(game: str) -> str:
    """A game's title; for an unknown game, the name in its recording."""
    return localized(GAMES[game].title) if game in GAMES else game


def side_names(game: str) -> tuple[str, str]:
    """What the two sides of a game are called; First and Second in an unknown game."""
    if game not in GAMES:
        return tr("First"), tr("Second")
    first, second = GAMES[game].side_names
    return localized(first), localized(second)
