"""The form of a new game: who plays, on which board, and who starts."""

from __future__ import annotations

import random

from plyscope.files.sources import read_text
from plyscope.games import find_game
from plyscope.messages import InputError
from plyscope.model.position import FIRST, Position
from plyscope.play.game_session import Play, usual_players
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QWidget

from plyscope_window.widgets.controls import Choice, Number, framed_button, push_button, replace_entries
from plyscope_window.widgets.form import Field, Form
from plyscope_window.widgets.game_fields import MAX_SEED, StartField, WhoField
from plyscope_window.widgets.game_names import side_names
from plyscope_window.widgets.labels import Label, Problem
from plyscope_window.widgets.layouts import STRETCH, column_layout, row_layout, widget_with
from plyscope_window.words import localized, tr

MAX_MINUTES = 180
"""The largest number of minutes for a side."""


class SetupForm(QWidget):
    """The form of a new game; emits the game when the user begins it."""

    begun = Signal(object)
    """A Play."""
    left = Signal()
    """Request to return to the running game."""
    previewed = Signal(object)
    """The position at the start."""

    def __init__(self) -> None:
        super().__init__()
        self.position: Position | None = None
        """The position at the start; None where the settings give none."""
        self._random_seed = random.randint(1, MAX_SEED)
        """The seed of a random board if none is given; a new one after each game."""
        self.start_field = StartField(self)
        self.sides = {side: WhoField("") for side in (1, 2)}
        self.swap = framed_button(tr("Sw&ap the players"), tr("Each takes the other’s side"), run=self._swap)
        self.starts = Choice()
        self.seed = Number(0, MAX_SEED, None, none=tr("random"))
        self.minutes = Number(0, MAX_MINUTES, None, none=tr("no limit"))
        self.begin = push_button(tr("&Begin"), self._begin, is_strong=True)
        self.back = push_button(tr("Bac&k to the game"), self.left.emit)
        self.problem = Problem(13)
        self._lay_out()
        self.start_field.game_changed.connect(self._game_changed)
        self.form.changed.connect(self._form_changed)
        self.form.entered.connect(self._begin)
        self._game_changed()

    def _lay_out(self) -> None:
        self.form = Form(
            (
                Field(tr("&Game"), self.start_field.game, tr("What is played")),
                Field(tr("Boar&d"), self.start_field.board, tr("The board that it begins on")),
                *(Field("", side) for side in self.sides.values()),
                Field("", self.swap, tr("Each takes the other’s side")),
                Field(
                    tr("Begi&ns"), self.starts, tr("The side that has the first move"), refusal=self._why_start_is_fixed
                ),
                Field(tr("S&eed"), self.seed, tr("The same seed and the same moves give the same answers")),
                Field(tr("Min&utes"), self.minutes, tr("What each side has for the whole game")),
            ),
            wraps=True,
        )
        self.setLayout(column_layout(
            Label(tr("A new game"), 18, bold=True), self.form, self.problem,
            widget_with(row_layout((self.begin, 1), self.back, spacing=8)), STRETCH, margins=16, spacing=10,
        ))  # fmt: skip

    # The settings

    def _game_changed(self) -> None:
        """Offer the usual players of the chosen game."""
        game = self.start_field.game_name
        names = side_names(game)
        given = self.start_field.given
        has_chance = given is not None and given.game.rules.chance is not None
        to_move = FIRST if given is None else given.side_to_move
        usual = usual_players(game, has_chance=has_chance, to_move=to_move)
        replace_entries(self.starts, [(names[0], 1), (names[1], 2)], 1)
        with self.form.filling():
            for side, field in self.sides.items():
                field.name_side(names[side - FIRST])
                field.offer(game, usual[side - FIRST])
        self._preview()

    def _why_start_is_fixed(self) -> str:
        """Return why the first side to move cannot be chosen; empty if it can."""
        grid = find_game(self.start_field.game_name).grid
        is_fixed = grid is None or not grid.turns or bool(grid.kinds) or self.start_field.is_given
        return tr("Here it is settled who moves first; swap the players instead.") if is_fixed else ""

    def _form_changed(self) -> None:
        """Show the start position again, without the last problem."""
        self.problem.say("")
        self._preview()

    def _preview(self) -> None:
        """Emit the start position, or show what is wrong with the settings."""
        self.form.refresh()
        try:
            self.position = self._start_position()
        except InputError as error:
            self.position = None
            self.show_problem(error)
            return
        if self._why_start_is_fixed():
            with QSignalBlocker(self.starts):
                self.starts.setCurrentIndex(self.position.side_to_move - FIRST)
        self.previewed.emit(self.position)

    def _start_position(self) -> Position:
        """Return the first position of the game; raise InputError if there is none."""
        position = self.start_field.position(self.seed.value() or self._random_seed)
        if self.start_field.is_given:
            return position
        side = int(self.starts.currentData())
        if position.side_to_move == side:
            return position
        rules = find_game(position.game.name).grid
        if rules is None:
            return position
        return read_text(position.game.name, rules.read(position.text).with_turn(side).text)

    # Beginning

    def _swap(self) -> None:
        """Swap the players."""
        first, second = self.sides[1].who, self.sides[2].who
        self.sides[1].set_who(second)
        self.sides[2].set_who(first)

    def _begin(self) -> None:
        """Emit the game, and draw a seed for the next; or show why it cannot begin."""
        if self.position is None:
            return
        try:
            play = Play(
                self.position,
                self.sides[1].who,
                self.sides[2].who,
                seed=self.seed.number,
                limit=60.0 * self.minutes.value() or None,
            )
        except InputError as error:
            self.show_problem(error)
            return
        self.problem.say("")
        self._random_seed = random.randint(1, MAX_SEED)
        self.begun.emit(play)

    def show_problem(self, error: InputError) -> None:
        """Show what is wrong with the settings."""
        self.problem.say(localized(error.message))
