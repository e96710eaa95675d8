"""A match as the window has it: its games so far, its file, and the process that plays or asks.

Nothing here waits, and nothing here is shown: the page asks how things stand.

A match that goes on, as the window sees it: a process that plays, and says how each game went.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from plyscope.files.sources import read_text
from plyscope.messages import Message
from plyscope.model.position import Position
from plyscope.play.match_file import MatchGame, SavedMatch
from plyscope.play.players import Version
from plyscope.play.results import Course, facts
from PySide6.QtCore import QObject, Signal

from plyscope_window.jobs.working import Working
from plyscope_window.pages.match.match_request import Wanted


class Ongoing(Working):
    """Plays once, or asks once."""

    module = "plyscope_window.pages.match.match_process"
    begun = Signal(object)
    """The header of the match: everything is well, and its file is open."""
    game_over = Signal(object)
    """A game, as the line of the file."""
    asked = Signal(int, int)
    """Positions that were put to both, and all there are."""
    differs = Signal(object)
    """A position in which they play differently, and what each plays."""

    def start(self, wanted: Wanted) -> None:
        self.begin(wanted.line)

    def hear(self, facts: Mapping[str, Any]) -> bool:
        match facts:
            case {"begun": header}:
                self.begun.emit(header)
            case {"game": line}:
                self.game_over.emit(line)
            case {"asked": number, "of": all_of_them}:
                self.asked.emit(number, all_of_them)
            case {"differs": answer}:
                self.differs.emit(answer)
            case _:
                return False
        return True


Line = Mapping[str, Any]
Answer = Mapping[str, Any]


class LiveMatch(QObject):
    """One match, from its first game to its last, and what is asked about it afterwards."""

    begun = Signal()
    """There is a match: its file is open, or was read."""
    game_over = Signal(object)
    """One more game, as a line of the file."""
    differs = Signal(object)
    """A position in which the versions play differently."""
    changed = Signal()
    """It stands differently: more games, more answers, somebody works on it or no longer."""
    failed = Signal(object)
    """Why it does not go on: a Message."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path: Path | None = None
        self.saved: SavedMatch | None = None
        """The match without its games, which are in `lines`."""
        self.lines: list[Line] = []
        """In the order in which they were over."""
        self.course = Course()
        self.asked: tuple[int, int | None] = (0, None)
        """Positions that were put to both, and all there are, where that is known."""
        self.work: Ongoing | None = None
        self._asks = False

    # How it stands

    @property
    def is_there(self) -> bool:
        return self.saved is not None

    @property
    def is_working(self) -> bool:
        return self.work is not None

    @property
    def is_playing(self) -> bool:
        return self.is_working and not self._asks

    @property
    def is_asking(self) -> bool:
        """Whether both versions are being asked about all positions."""
        return self.is_working and self._asks

    @property
    def match(self) -> SavedMatch:
        assert self.saved is not None
        return self.saved

    @property
    def game(self) -> str:
        return str(self.match.header["game"])

    @property
    def facts(self) -> dict[str, Any]:
        return facts(self.match.header, self.lines)

    def version(self, name: str) -> Version:
        """`a` or `b`."""
        return self.match.version(name)

    def game_of(self, line: Line) -> MatchGame:
        """A game with all its positions."""
        return SavedMatch(self.match.header, (line,)).game(0)

    def position_of(self, answer: Answer) -> Position:
        return read_text(self.game, answer["position"])

    # Games that were played before

    def show(self, saved: SavedMatch, path: Path) -> None:
        """A match from its file."""
        self._begin(saved.header, saved.lines, path)

    def _begin(self, header: Mapping[str, Any], lines: Sequence[Line], path: Path) -> None:
        self.saved, self.path, self.asked = SavedMatch(header, ()), path, (0, None)
        self.lines, self.course = list(lines), Course(lines)
        self.begun.emit()
        self.changed.emit()

    def _add(self, line: Line) -> None:
        self.lines.append(line)
        self.course.add(line)
        self.game_over.emit(line)

    # Work

    def play(self, wanted: Wanted) -> None:
        """Begins the match, or goes on with it."""
        self._asks = False
        self._work(wanted)

    def go_on(self, jobs: int, files: tuple[str | None, str | None]) -> None:
        """Plays what is left; `files` are the Python files that may run."""
        self.play(Wanted(str(self.path), jobs, known=len(self.lines), files=files))

    def ask(self, jobs: int, files: tuple[str | None, str | None]) -> None:
        """Asks both versions about every position."""
        self._asks, self.asked = True, (0, None)
        self._work(Wanted(str(self.path), jobs, files=files, asks=True))

    def _work(self, wanted: Wanted) -> None:
        assert self.work is None, "one thing at a time"
        self.work = work = Ongoing()
        work.begun.connect(lambda header: self._begun(header, Path(wanted.path)))
        work.game_over.connect(self._add)
        work.game_over.connect(self.changed)
        work.asked.connect(self._asked)
        work.differs.connect(self.differs)
        work.ended.connect(self._end)
        work.failed.connect(self._fail)
        self.destroyed.connect(work.abandon)
        work.start(wanted)
        self.changed.emit()

    def _begun(self, header: Mapping[str, Any], path: Path) -> None:
        if self.saved is None:
            self._begin(header, (), path)

    def _asked(self, number: int, all_of_them: int) -> None:
        self.asked = number, all_of_them
        self.changed.emit()

    def _end(self) -> None:
        self.work = None
        self.changed.emit()

    def _fail(self, message: Message) -> None:
        self.work = None
        self.failed.emit(message)
        self.changed.emit()

    def stop(self) -> None:
        """No further; the games that are over are in the file."""
        if self.work is not None:
            self.work.stop()

    def end(self) -> None:
        """Nobody looks any more: whoever plays is ended, and the file has all games that are over."""
        if self.work is not None:
            self.work.abandon()
            self.work = None
