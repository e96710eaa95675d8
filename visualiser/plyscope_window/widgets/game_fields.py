"""Fields for a game that is about to begin: the game and its board, and who plays each side.

A player is a person, a brain, a search with its options, or a file: written as a word, chosen from a list, or both."""

from __future__ import annotations

from pathlib import Path

from plyscope.brains import BRAINS
from plyscope.files.sources import read_text
from plyscope.games import PLAYED_FIRST, find_game, played_games
from plyscope.games.entry import SampleBoard
from plyscope.messages import InputError
from plyscope.model.position import Position
from plyscope.play.players import PYTHON_FILE, WEIGHTS_FILE
from plyscope.recording.plan import find_search
from plyscope.recording.who import read_who
from PySide6.QtCore import QObject, QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import Choice, Number, framed_button, label_of, replace_entries
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import column_layout, row_layout, widget_with
from plyscope_window.words import localized, tr

MAX_SEED = 2**31 - 1
"""The largest seed of a random board."""


class StartField(QObject):
    """The two lists of a form: the games, and the boards of the chosen game."""

    game_changed = Signal()
    """Another game was chosen, or another position was given."""
    board_changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.game, self.board = Choice(), Choice()
        self.given: Position | None = None
        """A position to play from, offered before the boards; None for none."""
        self._boards: list[SampleBoard | None] = []
        """The offered boards; None stands for the given position."""
        replace_entries(self.game, [(localized(entry.title), entry.name) for entry in played_games()], PLAYED_FIRST)
        self._offer()
        self.game.currentIndexChanged.connect(lambda _: self._change())
        self.board.currentIndexChanged.connect(lambda _: self.board_changed.emit())

    @property
    def game_name(self) -> str:
        """The name of the chosen game."""
        return str(self.game.currentData())

    @property
    def is_given(self) -> bool:
        """Whether the given position is chosen rather than a board."""
        return self.chosen is None

    @property
    def chosen(self) -> SampleBoard | None:
        """The chosen board; None for the given position."""
        return self._boards[max(0, self.board.currentIndex())]

    def choose(self, game: str) -> None:
        """Choose a game, with its first board."""
        self._turn_to(game, None)

    def play_from(self, position: Position) -> None:
        """Choose a given position, and its game."""
        self._turn_to(position.game.name, position)

    def _turn_to(self, game: str, given: Position | None) -> None:
        """Choose a game, and offer a position to play from before its boards."""
        with QSignalBlocker(self.game):
            self.game.setCurrentIndex(max(0, self.game.findData(game)))
        self.given = given
        self._change()

    def _change(self) -> None:
        """Offer the boards of the chosen game, and tell who listens; a given position of another game is given up."""
        if self.given is not None and self.given.game.name != self.game_name:
            self.given = None
        self._offer()
        self.game_changed.emit()

    def _offer(self) -> None:
        """Fill the list of boards: the given position first, if there is one."""
        self._boards = [*find_game(self.game_name).offered_boards]
        labels = [localized(board.label) for board in self._boards if board is not None]
        if self.given is not None:
            self._boards.insert(0, None)
            labels.insert(0, self.given.title or tr("the given position"))
        replace_entries(self.board, [(label, number) for number, label in enumerate(labels)], 0)

    def position(self, seed: int) -> Position:
        """The position to play from: the given one or the chosen board, which the seed determines if it is random."""
        board = self.chosen
        if board is None:
            assert self.given is not None
            return self.given
        return read_text(self.game_name, f"{board.text} {seed}" if board.is_random else board.text)


PERSON = "human"
"""The text of a player who is a person at this window."""
MAX_DEPTH = 60
"""The largest depth that can be chosen beside a player."""


def opponents(game: str) -> tuple[str, ...]:
    """The searches that are worth playing against in a game, by name."""
    manner = find_game(game).manner
    return ("alphabeta",) if manner is None else manner.opponents


def preset_players(game: str) -> list[str]:
    """The texts of the players that are offered for a game: a person, brains, searches."""
    brains = [name for name, brain in BRAINS.items() if brain.game == game]
    return [PERSON, *brains, *opponents(game)]


def depth_of(who: str) -> int | None:
    """The depth in the text of a player; 0 for none, None for a player that has no depth."""
    if who.strip() == PERSON or PYTHON_FILE.fullmatch(who.strip()):
        return None
    if WEIGHTS_FILE.fullmatch(who.strip()):
        return int(read_who(f"alphabeta:{who.partition('.toml:')[2]}").get("depth", 0))
    options = read_who(who)
    return int(options.get("depth", 0)) if "depth" in find_search(options["algorithm"]).reads else None


def with_depth(who: str, depth: int) -> str:
    """The text of the same player with another depth; 0 for the player's own."""
    name, _, option_list = who.strip().partition(":")
    others = [piece for piece in option_list.split(",") if piece.strip() and piece.partition("=")[0].strip() != "depth"]
    options = [*([f"depth={depth}"] if depth else []), *others]
    return f"{name}:{','.join(options)}" if options else name


def player_description(who: str) -> str:
    """A sentence that describes a player; InputError where the text names none."""
    if who.strip() == PERSON:
        return tr("a person, at this window")
    if PYTHON_FILE.fullmatch(who.strip()):
        return tr("a Python file, in a process of its own")
    if WEIGHTS_FILE.fullmatch(who.strip()):
        return tr("alpha-beta with these weights")
    return localized(find_search(read_who(who)["algorithm"]).about)


class WhoField(QWidget):
    """The player of one side, as a text. The depth beside it edits a part of that text."""

    changed = Signal()
    entered = Signal()
    """Return was pressed in the field."""

    def __init__(self, side: str, *, people: bool = True) -> None:
        super().__init__()
        self.people = people
        """Whether a person may play the side."""
        self.player = Choice(least_letters=14)
        self.player.setEditable(True)
        self.player.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.player.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.depth_box = Number(0, MAX_DEPTH, 0, none=tr("its own"))
        self.about = Label("", 12, quiet=True, wrapped=True)
        machines = tr("a brain, a search with options such as alphabeta:depth=4, weights.toml, or brain.py:choose")
        any_player = tr("human, a brain, a search with options such as alphabeta:depth=4, or brain.py:choose")
        help_for_word = any_player if people else machines
        self.label = label_of(side, self.player, help_for_word)
        self.depth_label = label_of(tr("depth"), self.depth_box, tr("How many moves it looks ahead"))
        file_help = tr("A file of weights, or a Python file with a function that chooses")
        self.browse = framed_button(tr("File…") if people else "", file_help, "open", self._ask_file)
        with_label, with_player = ([self.browse], []) if people else ([], [self.browse])
        self.setLayout(column_layout(
            widget_with(row_layout((self.label, 1), *with_label, spacing=8)),
            widget_with(row_layout((self.player, 1), self.depth_label, self.depth_box, *with_player, spacing=8)),
            self.about, spacing=3,
        ))  # fmt: skip
        self.setTabOrder(self.player, self.depth_box)
        self.setTabOrder(self.depth_box, self.browse)
        self.player.currentTextChanged.connect(lambda _: self._text_changed())
        line_edit = self.player.lineEdit()
        assert line_edit is not None
        line_edit.returnPressed.connect(self.entered)
        self.depth_box.valueChanged.connect(self._depth_changed)
        self.name_side(side)

    def _ask_file(self) -> None:
        """Ask for a file that contains a player."""
        kinds = tr("Weights and Python files ({patterns})", patterns="*.toml *.py")
        path = questions.ask_file(self, tr("Who plays"), Path.home(), kinds)
        if path is not None:
            self.set_who(f"{path}:choose" if path.suffix == ".py" else str(path))

    @property
    def who(self) -> str:
        """The text of the player."""
        return self.player.currentText().strip()

    def name_side(self, side: str) -> None:
        """Name the side in the label and for screen readers."""
        self.label.setText(side)
        self.player.setAccessibleName(side)
        self.depth_box.setAccessibleName(tr("Depth of {side}", side=side))
        self.browse.setAccessibleName(tr("File of {side}", side=side))

    def offer(self, game: str, chosen: str) -> None:
        """Offer the players of a game, and write `chosen` into the field, whether or not it is among them."""
        with QSignalBlocker(self.player):
            self.player.clear()
            self.player.addItems([who for who in preset_players(game) if self.people or who != PERSON])
            self.player.setCurrentText(chosen)
        line = self.player.lineEdit()
        assert line is not None
        line.setCursorPosition(0)
        self._text_changed()

    def set_who(self, who: str) -> None:
        """Set the text of the player."""
        self.player.setCurrentText(who)

    def _text_changed(self) -> None:
        """Show what the text means, or why it names no player, and the depth in it."""
        try:
            depth, sentence = depth_of(self.who), player_description(self.who)
        except InputError as error:
            depth, sentence = None, localized(error.message)
        with QSignalBlocker(self.depth_box):
            self.depth_box.setValue(depth or 0)
        for widget in (self.depth_box, self.depth_label):
            widget.setEnabled(depth is not None)
        self.about.setText(sentence)
        self.changed.emit()

    def _depth_changed(self, depth: int) -> None:
        """Write the chosen depth into the text."""
        self.set_who(with_depth(self.who, depth))
