"""Which versions play, how many games, from which openings, and where to. Problems are shown beside their fields."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from plyscope.files.sources import read_text
from plyscope.messages import Message
from plyscope.model.position import Position
from plyscope.operating_system import usable_processors
from plyscope.play.game_session import usual_players
from plyscope.play.match import RANDOM as RANDOM_OPENINGS
from plyscope.play.match_file import ENDING
from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QVBoxLayout, QWidget

from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.pages.match.match_request import FILE, OPENINGS, A, B, MatchRequest, Settings, faults
from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import Choice, Number, framed_button
from plyscope_window.widgets.form import Field, Form, value_of
from plyscope_window.widgets.game_fields import MAX_SEED, StartField, WhoField, opponents
from plyscope_window.widgets.labels import Label, Problem
from plyscope_window.words import localized, tr

MAX_GAMES, DEFAULT_GAMES = 1_000_000, 100
MAX_MS = 86_400_000
"""Milliseconds for a move."""
PAUSE_MS = 150
"""Milliseconds after the last change until the request is checked."""
START, RANDOM, FROM_FILE = "start", "random", "file"


class MatchForm(QWidget):
    """The settings of a match."""

    begin_requested = Signal(object)
    """A valid `MatchRequest`."""
    previewed = Signal(object)
    """The position at the start."""

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.folder = folder
        self.wrong: Mapping[str, Message] = {}
        """The problems found so far, by field."""
        self.coordinates = ""
        """The notation that the user has chosen; empty for that of the position."""
        self._replaces = ""
        """An existing file that may be replaced."""
        self._is_wanted = False
        self._checking: Answer | None = None
        self._later = QTimer(self, interval=PAUSE_MS, singleShot=True)
        self._later.timeout.connect(self.check)
        self._make_fields()
        self._lay_out()
        self._connect()
        self._game_changed()

    def look(self) -> None:
        """Show the start position again."""
        self.previewed.emit(self.start)

    def show_working(self, is_working: bool) -> None:
        """Disable the form while the match is being prepared."""
        self.setEnabled(not is_working)
        self.begin.setText(tr("The match is being prepared…") if is_working else tr("Start &playing"))

    def _make_fields(self) -> None:
        self.start_field = StartField(self)
        self.versions = {
            A: WhoField(tr("Version A"), people=False), B: WhoField(tr("Version B"), people=False)
        }  # fmt: skip
        kinds = [(tr("the start"), START), (tr("random moves"), RANDOM), (tr("a file"), FROM_FILE)]
        self.opens = Choice(kinds, RANDOM)
        self.plies = Number(0, 100, 4)
        self.positions = QLineEdit()
        self.games = Number(1, MAX_GAMES, DEFAULT_GAMES, is_grouped=True)
        self.jobs, self.seed = Number(1, 64, usable_processors()), Number(0, MAX_SEED, 0)
        self.time = Number(1, MAX_MS, 10_000, is_grouped=True)
        self.file, self.browse = QLineEdit(), framed_button("", tr("Choose the file"), "save-as")
        self.problem = Problem()
        self.begin = QPushButton(tr("Start &playing"))
        self.begin.setProperty("strong", True)

    def _lay_out(self) -> None:
        pairs = tr("Every opening is played twice, with sides swapped")
        drawn = tr("How many random moves are played before the two versions take over")
        jobs = tr("How many games are played at a time, each in a process")
        self.form = Form(
            (
                Field(tr("&Game"), self.start_field.game, tr("What is played")),
                Field(tr("&Board"), self.start_field.board, tr("The board that it begins on")),
                *(Field("", version, name=name) for name, version in self.versions.items()),
                Field(tr("Ope&nings"), self.opens, pairs, OPENINGS),
                Field(tr("Moves &drawn"), self.plies, drawn, when=lambda: value_of(self.opens) == RANDOM),
                Field(
                    tr("Fi&le"), self.positions, tr("Positions, one a line"),
                    button=framed_button("", tr("Take openings from a file"), "open"), ask=self._ask_openings,
                    when=lambda: value_of(self.opens) == FROM_FILE,
                ),
                Field(tr("N&umber of games"), self.games, tr("How many games are played")),
                Field(tr("&Jobs"), self.jobs, jobs),
                Field(tr("S&eed"), self.seed, tr("The same seed gives the same games")),
                Field(
                    tr("T&ime a move, ms"), self.time, tr("What a Python file has for a move"),
                    refusal=self._why_no_time_limit,
                ),
                Field(
                    tr("Saved &as"), self.file, tr("Every game is in this file when it is over"), FILE,
                    button=self.browse, ask=self._ask_file,
                ),
            ),
            wraps=True,
        )  # fmt: skip
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        column.addWidget(Label(tr("A match"), 18, bold=True))
        for widget in (self.form, self.problem, self.begin):
            column.addWidget(widget)
        column.addStretch(1)

    def _why_no_time_limit(self) -> str:
        runs_file = any(".py" in version.who for version in self.versions.values())
        return "" if runs_file else tr("Only for Python files: searches and brains take their time")

    def _connect(self) -> None:
        self.start_field.game_changed.connect(self._game_changed)
        self.form.changed.connect(self._changed)
        self.form.entered.connect(self.ask_to_begin)
        self.begin.clicked.connect(self.ask_to_begin)

    # The settings

    def take_over(self, header: Mapping[str, Any]) -> None:
        """Fill the form with the settings of another match."""
        start = read_text(header["game"], header["start"]).shown_in(header.get("coordinates", ""))
        self.start_field.play_from(start)
        for name in (A, B):
            self.versions[name].set_who(header[name]["who"])
        self.games.setValue(header["games"])
        self.seed.setValue(header["seed"])
        self.time.setValue(round(1000 * header["limits"]["seconds"]))
        openings = header["openings"]
        drawn = RANDOM_OPENINGS.fullmatch(openings or "")
        self.opens.setCurrentIndex(self.opens.findData(RANDOM if drawn else FROM_FILE if openings else START))
        if drawn:
            self.plies.setValue(int(drawn[1]))
        elif openings:
            self.positions.setText(openings)

    def _game_changed(self) -> None:
        game = self.start_field.game_name
        brain = next(who for who in usual_players(game) if who != "human")
        with self.form.filling():
            for name, who in ((A, opponents(game)[1]), (B, brain)):
                self.versions[name].offer(game, who)
            self.file.setText(str(fresh_file(self.folder, game)))
        self._changed()

    @property
    def start(self) -> Position:
        """The position that the match would begin with."""
        return self.start_field.position(self.seed.value())

    @property
    def openings(self) -> str | None:
        kind = self.opens.currentData()
        if kind == RANDOM:
            return f"random:{self.plies.value()}"
        return self.positions.text().strip() if kind == FROM_FILE else None

    @property
    def settings(self) -> Settings:
        start = self.start
        return Settings(
            start.game.name,
            start.fullest_text,
            start.max,
            self.versions[A].who,
            self.versions[B].who,
            self.games.value(),
            self.openings,
            self.seed.value(),
            self.time.value() / 1000,
            start.shown_in(self.coordinates).coordinates,
        )

    @property
    def path(self) -> str:
        return self.file.text().strip()

    def _ask_openings(self) -> Path | None:
        return questions.ask_file(self, tr("Openings"), self.folder, tr("Texts ({patterns})", patterns="*.txt *"))

    def _ask_file(self) -> Path | None:
        """Ask for the file to save; the dialog asks before it replaces one."""
        kinds = tr("Matches ({patterns})", patterns=f"*{ENDING}")
        path = questions.ask_new_path(
            self, tr("Save the match"), Path(self.path or self.folder / f"match{ENDING}"), kinds
        )
        if path is not None:
            self._replaces = str(path)
            self._later.start()
        return path

    # Checking the request

    def _changed(self) -> None:
        self.previewed.emit(self.start)
        self._later.start()

    def check(self) -> None:
        """Check the request in another thread: openings may be a large file."""
        if self._checking is not None:
            self._checking.cancel()
        settings, path, replaces = self.settings, self.path, self._replaces == self.path
        request = MatchRequest(path, self.jobs.value(), settings, replaces)
        self._checking = in_background(
            lambda: faults(settings, path, replaces=replaces), lambda found: self._checked(found, request)
        )

    def _checked(self, found: Mapping[str, Message], request: MatchRequest) -> None:
        self._checking, self.wrong = None, found
        self.form.show_problems({name: localized(message) for name, message in found.items()})
        for name, version in self.versions.items():
            # A field with a problem shows the problem only.
            version.about.setVisible(name not in found)
        reason = tr("Correct what is marked first.") if found else ""
        self.begin.setEnabled(not found)
        self.begin.setToolTip(reason)
        self.problem.say(reason)
        is_wanted, self._is_wanted = self._is_wanted, False
        if is_wanted and not found:
            self.begin_requested.emit(request)

    def ask_to_begin(self) -> None:
        """Begin as soon as the request is known to be valid."""
        self._is_wanted = True
        self._later.stop()
        self.check()

    def end(self) -> None:
        """Cancel the check."""
        self._later.stop()
        if self._checking is not None:
            self._checking.cancel()


def fresh_file(folder: Path, game: str) -> Path:
    """A file name that is not taken yet."""
    names = (f"{game}{'' if number == 1 else f'-{number}'}{ENDING}" for number in range(1, 10_000))
    return next((folder / name for name in names if not (folder / name).exists()), folder / f"{game}{ENDING}")
