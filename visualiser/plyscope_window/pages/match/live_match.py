"""A running match: its games so far, its file, and the job that plays games or compares the versions.

No call blocks, and nothing is displayed by this module: the page reads the state and repaints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from plyscope.files.sources import read_text
from plyscope.messages import Message
from plyscope.model.position import Position
from plyscope.play.match_file import MatchGame, SavedMatch
from plyscope.play.results import RunningResult, facts
from plyscope.processes import Work
from PySide6.QtCore import QObject, Signal

from plyscope_window.jobs.job import Job
from plyscope_window.pages.match.match_request import MatchRequest
from plyscope_window.pages.match.match_work import (
    Begun,
    Differs,
    GameOver,
    PositionsAnswered,
    ask_both,
    play_match,
)

Line = Mapping[str, Any]
Answer = Mapping[str, Any]


class LiveMatch(QObject):
    """A match from its first game to its last, and the comparison of its versions afterwards."""

    begun = Signal()
    """Emitted when the match is known: its file has been created or read."""
    game_over = Signal(object)
    """One more game, as a line of the file."""
    differs = Signal(object)
    """A position in which the versions play differently."""
    changed = Signal()
    """Emitted when the state has changed: more games or answers, or the job has begun or ended."""
    failed = Signal(object)
    """Why the job has failed: a Message."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path: Path | None = None
        self.saved: SavedMatch | None = None
        """The match without its games, which are in `lines`."""
        self.lines: list[Line] = []
        """Finished games, in the order in which they ended."""
        self.result = RunningResult()
        """The result so far, and its standing after each game."""
        self.answered: tuple[int, int | None] = (0, None)
        """Positions that both versions have answered, and the number of all, if known."""
        self.job: Job | None = None

    # State

    @property
    def has_match(self) -> bool:
        """Whether the match is known: its file has been created or read."""
        return self.saved is not None

    @property
    def is_running(self) -> bool:
        """Whether games are being played, or versions compared."""
        return self.job is not None

    @property
    def is_playing(self) -> bool:
        """Whether games are being played."""
        return self.job is not None and self.job.work is play_match

    @property
    def is_asking(self) -> bool:
        """Whether the versions are being compared on all positions."""
        return self.job is not None and self.job.work is ask_both

    @property
    def match(self) -> SavedMatch:
        """The match without its games; only called where there is one."""
        assert self.saved is not None
        return self.saved

    @property
    def game(self) -> str:
        """The name of the match's game."""
        return str(self.match.header["game"])

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of the match: its settings, and the results so far."""
        return facts(self.match.header, self.lines)

    def game_of(self, line: Line) -> MatchGame:
        """Return a game of the match with all its positions."""
        return SavedMatch(self.match.header, (line,)).game(0)

    def position_of(self, answer: Answer) -> Position:
        """Return the position of an answer."""
        return read_text(self.game, answer["position"]).shown_in(self.match.coordinates)

    # Games from the file

    def show_saved(self, saved: SavedMatch, path: Path) -> None:
        """Show a match that was read from its file."""
        self._begin(saved.header, saved.lines, path)

    def _begin(self, header: Mapping[str, Any], lines: Sequence[Line], path: Path) -> None:
        """Begin with a header, and the games that the file has."""
        self.saved, self.path, self.answered = SavedMatch(header, ()), path, (0, None)
        self.lines, self.result = list(lines), RunningResult(lines)
        self.begun.emit()
        self.changed.emit()

    def _add(self, line: Line) -> None:
        """Add a game that is over."""
        self.lines.append(line)
        self.result.add(line)
        self.game_over.emit(line)

    # Jobs

    def play(self, request: MatchRequest) -> None:
        """Begin the match, or continue it."""
        self._begin_job(play_match, request)

    def resume(self, jobs: int, files: tuple[str | None, str | None]) -> None:
        """Play the remaining games; `files` are the Python files that may run."""
        self.play(MatchRequest(str(self.path), jobs, known=len(self.lines), files=files))

    def ask(self, jobs: int, files: tuple[str | None, str | None]) -> None:
        """Ask both versions for their move in every position."""
        self.answered = (0, None)
        self._begin_job(ask_both, MatchRequest(str(self.path), jobs, files=files))

    def _begin_job(self, work: Work, request: MatchRequest) -> None:
        """Begin to play or to compare, in another process."""
        assert self.job is None, "one thing at a time"
        self.job = job = Job(work)
        job.result.connect(lambda result: self._take_report(result, Path(request.path)))
        job.done.connect(self._end)
        job.failed.connect(self._fail)
        self.destroyed.connect(job.abandon)
        job.start(request)
        self.changed.emit()

    def _take_report(self, result: object, path: Path) -> None:
        """Take a report of the job: the match has begun, a game is over, positions are answered, or versions differ."""
        match result:
            case Begun(header):
                if self.saved is None:
                    self._begin(header, (), path)
            case GameOver(line):
                self._add(line)
                self.changed.emit()
            case PositionsAnswered(number, total):
                self.answered = number, total
                self.changed.emit()
            case Differs(answer):
                self.differs.emit(answer)

    def _end(self) -> None:
        """Note that the job has ended."""
        self.job = None
        self.changed.emit()

    def _fail(self, message: Message) -> None:
        """Note that the job has failed, and say why."""
        self.job = None
        self.failed.emit(message)
        self.changed.emit()

    def stop(self) -> None:
        """Stop playing or comparing; the finished games are in the file."""
        if self.job is not None:
            self.job.stop()

    def end(self) -> None:
        """End the processes at once; the finished games are in the file."""
        if self.job is not None:
            self.job.abandon()
            self.job = None
