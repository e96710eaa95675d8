"""Playing a match and asking both versions, as work of a process that does not load Qt.

The process starts the players and writes the file; the window only receives reports. When the window
is gone, no further game is begun.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from plyscope.files.journal import Journal
from plyscope.play.disagreements import differing, start_workers
from plyscope.play.match import SHOWN
from plyscope.play.match_file import load_match
from plyscope.play.match_workers import MatchRun
from plyscope.processes import Pace, Parent

from plyscope_window.pages.match.match_request import MatchRequest

POLL_SECONDS = 0.05
"""Seconds between two checks whether to stop."""


class Begun(NamedTuple):
    """The file is open: the header of the match."""

    header: Mapping[str, Any]


class GameOver(NamedTuple):
    """A game, as a line of the file; it is on the disk."""

    line: Mapping[str, Any]


class PositionsAnswered(NamedTuple):
    """Positions that both versions have answered, and the number of all."""

    number: int
    total: int


class Differs(NamedTuple):
    """A position in which the versions play differently, and what each plays."""

    answer: Mapping[str, Any]


def play_match(request: MatchRequest, parent: Parent) -> None:
    """Play a match's remaining games into its file; send those that the window does not know, and each as it ends."""
    path = Path(request.path)
    match = request.settings.prepare() if request.settings is not None else load_match(path).ready(*request.files)
    with Journal(path, match.header, force=request.replaces, free=SHOWN) as journal:
        parent.send(Begun(match.header))
        for line in journal.lines[request.known :]:
            parent.send(GameOver(line))
        with MatchRun(match, journal.lines, request.jobs) as run:
            while not run.is_done and not parent.is_stopped:
                played = run.poll(POLL_SECONDS)
                if played is not None:
                    journal.add(played)
                    parent.send(GameOver(played))


def ask_both(request: MatchRequest, parent: Parent) -> None:
    """Ask both versions for their move in every position, and send the positions in which they differ."""
    saved = load_match(Path(request.path))
    workers, total = start_workers(saved.ready(*request.files), saved.lines, request.jobs)
    answered, pace = 0, Pace()
    parent.send(PositionsAnswered(0, total))
    with workers:
        while not workers.is_done and not parent.is_stopped:
            answer = workers.poll(POLL_SECONDS)
            if answer is not None:
                answered += 1
                for different in differing([answer]):
                    parent.send(Differs(different))
            if pace.is_due:
                parent.send(PositionsAnswered(answered, total))
    parent.send(PositionsAnswered(answered, total))
