"""What is to be played, over a pipe."""

from __future__ import annotations

import plyscope
from plyscope_window.pages.match.match_request import Settings, Wanted


def test_it_arrives_as_it_was_sent() -> None:
    start = plyscope.load("connectfour:4453", max="y")
    settings = Settings(
        "connectfour", start.fullest_text, start.max, "alphabeta:depth=2", "minimax:depth=1", 4, "random:2", 7
    )
    for wanted in (
        Wanted("m.plymatch", 2, settings, True),
        Wanted("m.plymatch", 1, known=5, files=(None, "brain.py")),
        Wanted("m.plymatch", 1, asks=True),
    ):
        assert Wanted.from_line(wanted.line) == wanted
    match = settings.prepare()
    assert (match.start.text, match.start.max, match.seed, match.games) == (start.text, "y", 7, 4)
