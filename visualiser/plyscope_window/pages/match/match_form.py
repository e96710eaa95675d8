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
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from plyscope_window.jobs.background import Answer, in_background, later
from plyscope_window.pages.match.match_request import (
    FILE,
    OPENINGS,
    VERSION_A,
    VERSION_B,
    MatchRequest,
    Settings,
    field_problems,
)
from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import Choice, Number, framed_button, push_button
from plyscope_window.widgets.form import Field, Form, value_of
from plyscope_window.widgets.game_fields import MAX_SEED, StartField, WhoField, opponents
from plyscope_window.widgets.labels import Label, Problem
from plyscope_window.widgets.layouts import STRETCH, column_layout
from plyscope_window.words import localized, tr

MAX_GAMES, DEFAULT_GAMES = 1_000_000, 100
"""The largest number of games, and the usual one."""
MAX_MS = 86_400_000
"""The largest number of milliseconds for a move."""
PAUSE_MS = 150
"""Milliseconds after the last change until the request is checked."""
START, RANDOM, FROM_FILE = "start", "random", "file"
"""The kinds of openings: none, random moves, or positions of a file."""


class MatchForm(QWidget):
    """The form of a new match."""

    begin_requested = Signal(object)
    """A valid `MatchRequest`."""
    previewed = Signal(object)
    """The position at the start."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.problems: Mapping[str, Message] = {}
        """The problems found so far, by field."""
        self.coordinates = ""
        """The notation that the user has chosen; empty for that of the position."""
        self._replaces = ""
        """An existing file that may be replaced."""
        self._begins_when_valid = False
        self._checking: Answer | None = None
        self._later = later(self, self.check, PAUSE_MS)
        self._make_fields()
        self._lay_out()
        self._connect()
        self._game_changed()

    def preview_start(self) -> None:
        """Emit the start position again."""
        self.previewed.emit(self.start)

    def show_working(self, is_working: bool) -> None:
        """Disable the form while the match is being prepared."""
        self.setEnabled(not is_working)
        self.begin_button.setText(tr("The match is being prepared…") if is_working else tr("Start &playing"))

    def _make_fields(self) -> None:
        self.start_field = StartField(self)
        self.versions = {
            VERSION_A: WhoField(tr("Version A"), people=False), VERSION_B: WhoField(tr("Version B"), people=False)
        }  # fmt: skip
        kinds = [(tr("the start"), START), (tr("random moves"), RANDOM), (tr("a file"), FROM_FILE)]
        self.openings_kind = Choice(kinds, RANDOM)
        self.plies = Number(0, 100, 4)
        self.positions = QLineEdit()
        self.games = Number(1, MAX_GAMES, DEFAULT_GAMES, is_grouped=True)
        self.jobs, self.seed = Number(1, 64, usable_processors()), Number(0, MAX_SEED, 0)
        self.time = Number(1, MAX_MS, 10_000, is_grouped=True)
        self.file, self.browse = QLineEdit(), framed_button("", tr("Choose the file"), "save-as")
        self.problem = Problem()
        self.begin_button = push_button(tr("Start &playing"), self.begin_if_valid, is_strong=True)

    def _lay_out(self) -> None:
        pairs = tr("Every opening is played twice, with sides swapped")
        drawn = tr("How many random moves are played before the two versions take over")
        jobs = tr("How many games are played at a time, each in a process")
        self.form = Form(
            (
                Field(tr("&Game"), self.start_field.game, tr("What is played")),
                Field(tr("&Board"), self.start_field.board, tr("The board that it begins on")),
                *(Field("", version, name=name) for name, version in self.versions.items()),
                Field(tr("Ope&nings"), self.openings_kind, pairs, OPENINGS),
                Field(tr("Moves &drawn"), self.plies, drawn, when=lambda: value_of(self.openings_kind) == RANDOM),
                Field(
                    tr("Fi&le"), self.positions, tr("Positions, one a line"),
                    button=framed_button("", tr("Take openings from a file"), "open"), ask=self._ask_openings,
                    when=lambda: value_of(self.openings_kind) == FROM_FILE,
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
        self.setLayout(column_layout(
            Label(tr("A match"), 18, bold=True), self.form, self.problem, self.begin_button, STRETCH, margins=16,
            spacing=8,
        ))  # fmt: skip

    def _why_no_time_limit(self) -> str:
        """Return why the time for a move has no effect; empty if it has."""
        runs_file = any(".py" in version.who for version in self.versions.values())
        return "" if runs_file else tr("Only for Python files: searches and brains take their time")

    def _connect(self) -> None:
        self.start_field.game_changed.connect(self._game_changed)
        self.form.changed.connect(self._check_later)
        self.form.entered.connect(self.begin_if_valid)

    # The settings

    def fill_from_header(self, header: Mapping[str, Any]) -> None:
        """Fill the form with the settings of another match."""
        start = read_text(header["game"], header["start"]).shown_in(header.get("coordinates", ""))
        self.start_field.play_from(start)
        for name in (VERSION_A, VERSION_B):
            self.versions[name].set_who(header[name]["who"])
        self.games.setValue(header["games"])
        self.seed.setValue(header["seed"])
        self.time.setValue(round(1000 * header["limits"]["seconds"]))
        openings = header["openings"]
        drawn = RANDOM_OPENINGS.fullmatch(openings or "")
        self.openings_kind.setCurrentIndex(
            self.openings_kind.findData(RANDOM if drawn else FROM_FILE if openings else START)
        )
        if drawn:
            self.plies.setValue(int(drawn[1]))
        elif openings:
            self.positions.setText(openings)

    def _game_changed(self) -> None:
        """Offer the usual players of the chosen game, and a file for it."""
        game = self.start_field.game_name
        brain = next(who for who in usual_players(game) if who != "human")
        with self.form.filling():
            for name, who in ((VERSION_A, opponents(game)[1]), (VERSION_B, brain)):
                self.versions[name].offer(game, who)
            self.file.setText(str(unused_file(self.folder, game)))
        self._check_later()

    @property
    def start(self) -> Position:
        """The position that the match would begin with."""
        return self.start_field.position(self.seed.value())

    @property
    def openings(self) -> str | None:
        """The openings as the engine takes them; None for the start of the game."""
        kind = self.openings_kind.currentData()
        if kind == RANDOM:
            return f"random:{self.plies.value()}"
        return self.positions.text().strip() if kind == FROM_FILE else None

    @property
    def settings(self) -> Settings:
        """The settings in the form."""
        start = self.start
        return Settings(
            start.game.name,
            start.fullest_text,
            start.max,
            self.versions[VERSION_A].who,
            self.versions[VERSION_B].who,
            self.games.value(),
            self.openings,
            self.seed.value(),
            self.time.value() / 1000,
            start.shown_in(self.coordinates).coordinates,
        )

    @property
    def path(self) -> str:
        """The path in the form, as text."""
        return self.file.text().strip()

    def _ask_openings(self) -> Path | None:
        """Ask for a file of openings; None where that is cancelled."""
        return questions.ask_file(self, tr("Openings"), self.folder, tr("Texts ({patterns})", patterns="*.txt *"))

    def _ask_file(self) -> Path | None:
        """Ask for the file to save, which may be replaced then, as the dialog asks; None where the user cancels."""
        kinds = tr("Matches ({patterns})", patterns=f"*{ENDING}")
        path = questions.ask_new_path(
            self, tr("Save the match"), Path(self.path or self.folder / f"match{ENDING}"), kinds
        )
        if path is not None:
            self._replaces = str(path)
            self._later.start()
        return path

    # Checking the request

    def _check_later(self) -> None:
        """Show the start position, and check the request a moment after the last change."""
        self.previewed.emit(self.start)
        self._later.start()

    def check(self) -> None:
        """Check the request in another thread: openings may be a large file."""
        if self._checking is not None:
            self._checking.cancel()
        settings, path, replaces = self.settings, self.path, self._replaces == self.path
        request = MatchRequest(path, self.jobs.value(), settings, replaces)
        self._checking = in_background(
            lambda: field_problems(settings, path, replaces=replaces),
            lambda problems: self._show_problems(problems, request),
        )

    def _show_problems(self, problems: Mapping[str, Message], request: MatchRequest) -> None:
        """Show the problems beside their fields; without any, begin if that was asked for."""
        self._checking, self.problems = None, problems
        self.form.show_problems({name: localized(message) for name, message in problems.items()})
        for name, version in self.versions.items():
            # A field with a problem shows the problem only.
            version.about.setVisible(name not in problems)
        reason = tr("Correct what is marked first.") if problems else ""
        self.begin_button.setEnabled(not problems)
        self.begin_button.setToolTip(reason)
        self.problem.say(reason)
        is_wanted, self._begins_when_valid = self._begins_when_valid, False
        if is_wanted and not problems:
            self.begin_requested.emit(request)

    def begin_if_valid(self) -> None:
        """Begin as soon as the request is known to be valid."""
        self._begins_when_valid = True
        self._later.stop()
        self.check()

    def end(self) -> None:
        """Cancel the check."""
        self._later.stop()
        if self._checking is not None:
            self._checking.cancel()


def unused_file(folder: Path, game: str) -> Path:
    """Return a file name for a match that is not taken yet."""
    names = (f"{game}{'' if number == 1 else f'-{number}'}{ENDING}" for number in range(1, 10_000))
    return next((folder / name for name in names if not (folder / name).exists()), folder / f"{game}{ENDING}")
