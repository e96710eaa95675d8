"""Repeating a version's search of a position, to get its recording.

A match keeps moves but no recordings, of which there would be thousands. The same version with the same seed gives the
same answer, in a separate process, when the user asks why a move was played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from plyscope.messages import Message
from plyscope.model.position import Position
from plyscope.play.decision import Decision
from plyscope.play.player_process import Player
from plyscope.play.players import PlayerFailed, Version
from plyscope.temporary import TemporaryFolder
from PySide6.QtCore import QObject, Signal

from plyscope_window.jobs.background import Answer, in_background, later

POLL_MS = 40
"""Milliseconds between two checks for an answer."""


class DecisionRequest(NamedTuple):
    """A request for the move of one version in a position."""

    version: Version
    position: Position
    seed: int


class RepeatedSearches(QObject):
    """A few searches of versions that are repeated, each in a process of its own."""

    finished = Signal(object)
    """The decisions, in the order of the requests."""
    failed = Signal(object)
    """Why there is no decision: a Message."""
    ticked = Signal(int)
    """The calls so far."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder: TemporaryFolder | None = None
        self._number = 0
        self._players: list[Player] = []
        self._decisions: dict[int, Decision] = {}
        self._starting: Answer | None = None
        self._poll_timer = later(self, self._poll, POLL_MS, repeats=True)

    @property
    def is_running(self) -> bool:
        """Whether searches are being repeated."""
        return bool(self._players)

    def ask(self, questions: Sequence[DecisionRequest]) -> None:
        """Repeat these searches and drop earlier ones. The processes are started in another thread."""
        self.stop()
        if self._folder is None:
            self._folder = TemporaryFolder("plyscope-match-")
        self._decisions = {}
        self._players = players = [Player(question.version) for question in questions]
        places = [self._folder.path / f"{self._number + place}.plytrace" for place in range(len(players))]
        self._number += len(players)

        def start() -> None:
            for player, question, place in zip(players, questions, places, strict=True):
                player.ask(question.position, question.seed, place)

        self._starting = in_background(start, lambda _: self._poll_players(players))

    def _poll_players(self, players: list[Player]) -> None:
        """Begin to poll players that have been started, or end them if they are not wanted any more."""
        if players is self._players:
            self._starting = None
            self._poll_timer.start()
        else:
            end_players(players)

    def _poll(self) -> None:
        """Take the decisions that have come, and emit them when there are all."""
        for place, player in enumerate(self._players):
            if place not in self._decisions:
                try:
                    decision = player.poll()
                except PlayerFailed as failure:
                    self._fail(failure.reason)
                    return
                if decision is not None:
                    self._decisions[place] = decision
        if len(self._decisions) == len(self._players):
            decisions = [self._decisions[place] for place in range(len(self._players))]
            self.stop()
            self.finished.emit(decisions)
        else:
            self.ticked.emit(sum(player.progress[1] for player in self._players))

    def _fail(self, reason: Message) -> None:
        """Stop all searches, and say why there is no decision."""
        self.stop()
        self.failed.emit(reason)

    def stop(self) -> None:
        """Cancel all questions. Processes that are still starting are ended as soon as they run."""
        self._poll_timer.stop()
        players, self._players = self._players, []
        if self._starting is None:
            end_players(players)
        self._starting = None

    def end(self) -> None:
        """Close with the page, and delete the recordings that were not opened."""
        self.stop()
        if self._folder is not None:
            self._folder.remove()
            self._folder = None


def end_players(players: Sequence[Player]) -> None:
    """End the processes of players."""
    for player in players:
        player.end()
