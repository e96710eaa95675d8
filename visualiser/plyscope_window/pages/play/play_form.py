"""Who plays, on which board, who starts: what has to be known before a game begins."""

from __future__ import annotations

import random
from functools import partial

from plyscope.files.sources import read_text
from plyscope.games import find_game
from plyscope.messages import InputError
from plyscope.model.position import FIRST, Position
from plyscope.play.game_session import Play, usual_players
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from plyscope_window.widgets.controls import Choice, Number, fill, framed_button, label_of, row
from plyscope_window.widgets.game_names import side_names
from plyscope_window.widgets.labels import Words
from plyscope_window.widgets.start_field import LARGEST_SEED, StartField
from plyscope_window.widgets.who_field import WhoField, take_file
from plyscope_window.words import said, tr

LONGEST = 180
"""Minutes."""


class SetupForm(QWidget):
    """What a game is to be. It shows the board that it would begin on, and gives the game when asked."""

    begun = Signal(object)
    """A Play."""
    left = Signal()
    """No other game: back to the one that goes on."""
    previewed = Signal(object)
    """The position that it would begin with."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.position: Position | None = None
        self._chance = random.randint(1, LARGEST_SEED)
        """For a board that is drawn while nobody has said a seed; another one after each game."""
        self.start_field = StartField(self)
        self.sides = {side: WhoField("") for side in (1, 2)}
        self.files: list[QToolButton] = []
        self.swap = framed_button(tr("Sw&ap the players"), tr("Each takes the other’s side"))
        self.starts = Choice()
        self.seed = Number(0, LARGEST_SEED, 0)
        self.seed.setSpecialValueText(tr("by chance"))
        self.minutes = Number(0, LONGEST, 0)
        self.minutes.setSpecialValueText(tr("no limit"))
        self.begin = QPushButton(tr("&Begin"))
        self.begin.setProperty("strong", True)
        self.back = QPushButton(tr("Bac&k to the game"))
        self.complaint = Words("", wrapped=True)
        self.complaint.hide()
        self._lay_out()
        self.start_field.game_changed.connect(self._game_changed)
        self.start_field.board_changed.connect(self._preview)
        self.starts.currentIndexChanged.connect(lambda _: self._preview())
        self.seed.valueChanged.connect(lambda _: self._preview())
        self.swap.clicked.connect(self._swap)
        self.begin.clicked.connect(self._begin)
        self.back.clicked.connect(self.left)
        for field in self.sides.values():
            take = framed_button(
                tr("File…"), tr("A file of weights, or a Python file with a function that chooses"), "open"
            )
            take.clicked.connect(partial(take_file, field))
            field.above.addWidget(take)
            self.setTabOrder(field.ahead, take)
            self.files.append(take)
            field.changed.connect(self.complaint.hide)
            line = field.word.lineEdit()
            assert line is not None
            line.returnPressed.connect(self._begin)
        self._game_changed()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.setVerticalSpacing(8)
        helps: dict[QWidget, tuple[str, str]] = {
            self.start_field.game: (tr("&Game"), tr("What is played")),
            self.start_field.board: (tr("Boar&d"), tr("The board that it begins on")),
            self.starts: (tr("Begi&ns"), tr("The side that has the first move")),
            self.seed: (tr("S&eed"), tr("The same seed and the same moves give the same answers")),
            self.minutes: (tr("Min&utes"), tr("What each side has for the whole game")),
        }
        for control in (self.start_field.game, self.start_field.board):
            form.addRow(label_of(helps[control][0], control, helps[control][1]), control)
        below = QFormLayout()
        below.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        below.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        below.setVerticalSpacing(8)
        for setting in (self.starts, self.seed, self.minutes):
            below.addRow(label_of(helps[setting][0], setting, helps[setting][1]), setting)
        buttons = QWidget()
        across = row(buttons)
        across.addWidget(self.begin, 1)
        across.addWidget(self.back)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(10)
        column.addWidget(Words(tr("A new game"), 18, bold=True))
        column.addLayout(form)
        column.addWidget(self.sides[1])
        column.addWidget(self.sides[2])
        column.addWidget(self.swap)
        column.addLayout(below)
        column.addWidget(self.complaint)
        column.addWidget(buttons)
        column.addStretch(1)

    # What is chosen

    @property
    def given(self) -> Position | None:
        """A position that somebody wants to play from."""
        return self.start_field.given

    def choose(self, game: str) -> None:
        self.start_field.choose(game)

    def play_from(self, position: Position) -> None:
        self.start_field.play_from(position)

    def _game_changed(self) -> None:
        game = self.start_field.game_name
        names = side_names(game)
        usual = usual_players(game)
        for side, field in self.sides.items():
            field.name_side(names[side - FIRST])
            self.files[side - FIRST].setAccessibleName(tr("File of {side}", side=names[side - FIRST]))
            field.offer(game, usual[side - FIRST])
        fill(self.starts, [(names[0], 1), (names[1], 2)], 1)
        self._preview()

    def _preview(self) -> None:
        grid = find_game(self.start_field.game_name).grid
        fixed = grid is None or not grid.turns or self.start_field.is_given
        self.starts.setEnabled(not fixed)
        settled = tr("Here it is settled who moves first; swap the players instead.")
        self.starts.setToolTip(settled if fixed else tr("The side that has the first move"))
        try:
            self.position = self._start()
        except InputError as error:
            self.complain(error)
            return
        if fixed:
            self.starts.blockSignals(True)
            self.starts.setCurrentIndex(self.position.side_to_move - FIRST)
            self.starts.blockSignals(False)
        self.previewed.emit(self.position)

    def _start(self) -> Position:
        """The position that the game would begin with."""
        position = self.start_field.position(self.seed.value() or self._chance)
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
        first, second = self.sides[1].who, self.sides[2].who
        self.sides[1].set_who(second)
        self.sides[2].set_who(first)

    def _begin(self) -> None:
        if self.position is None:
            return
        try:
            play = Play(
                self.position,
                self.sides[1].who,
                self.sides[2].who,
                seed=self.seed.value() or None,
                limit=60.0 * self.minutes.value() or None,
            )
        except InputError as error:
            self.complain(error)
            return
        self.complaint.hide()
        self._chance = random.randint(1, LARGEST_SEED)
        self.begun.emit(play)

    def complain(self, error: InputError) -> None:
        self.complaint.setText(said(error.message))
        self.complaint.show()
