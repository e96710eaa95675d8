"""One player: a person, a brain, a search with its options, a file. Written as a word, chosen from a list, or both."""

from __future__ import annotations

from pathlib import Path

from plyscope.brains import BRAINS
from plyscope.games import find_game
from plyscope.messages import InputError
from plyscope.play.players import PYTHON_FILE, WEIGHTS_FILE
from plyscope.recording.plan import find_search
from plyscope.recording.who import read_who
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QSizePolicy, QVBoxLayout, QWidget

from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import Choice, Number, framed_button, label_of, row
from plyscope_window.widgets.labels import Words
from plyscope_window.words import said, tr

PERSON = "human"
DEEPEST = 60


def opponents(game: str) -> tuple[str, ...]:
    """Searches worth playing against."""
    manner = find_game(game).manner
    return ("alphabeta",) if manner is None else manner.opponents


def presets(game: str) -> list[str]:
    """The players that are offered for a game."""
    brains = [name for name, brain in BRAINS.items() if brain.game == game]
    return [PERSON, *brains, *opponents(game)]


def depth_of(who: str) -> int | None:
    """The depth that a word names; 0 where it names none, None where it cannot have one."""
    if who.strip() == PERSON or PYTHON_FILE.fullmatch(who.strip()):
        return None
    if WEIGHTS_FILE.fullmatch(who.strip()):
        return int(read_who(f"alphabeta:{who.partition('.toml:')[2]}").get("depth", 0))
    options = read_who(who)
    return int(options.get("depth", 0)) if "depth" in find_search(options["algorithm"]).reads else None


def with_depth(who: str, depth: int) -> str:
    """The same player, looking so deep; 0 leaves the depth to it."""
    name, _, rest = who.strip().partition(":")
    others = [piece for piece in rest.split(",") if piece.strip() and piece.partition("=")[0].strip() != "depth"]
    options = [*([f"depth={depth}"] if depth else []), *others]
    return f"{name}:{','.join(options)}" if options else name


def about(who: str) -> str:
    """What a player is, in a sentence."""
    if who.strip() == PERSON:
        return tr("a person, at this window")
    if PYTHON_FILE.fullmatch(who.strip()):
        return tr("somebody’s own file, in a process of its own")
    if WEIGHTS_FILE.fullmatch(who.strip()):
        return tr("alpha-beta with these weights")
    return said(find_search(read_who(who)["algorithm"]).about)


class WhoField(QWidget):
    """Who plays one side. The word is the truth; the depth beside it is a part of the word."""

    changed = Signal()
    entered = Signal()
    """Return was pressed in it."""

    def __init__(self, side: str, parent: QWidget | None = None, *, people: bool = True) -> None:
        super().__init__(parent)
        self.people = people
        """Whether a person may play it."""
        self.word = Choice(14)
        self.word.setEditable(True)
        self.word.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.word.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.ahead = Number(0, DEEPEST, 0)
        self.ahead.setSpecialValueText(tr("its own"))
        self.about = Words("", 12, quiet=True, wrapped=True)
        machines = tr("a brain, a search with options such as alphabeta:depth=4, weights.toml, or brain.py:choose")
        anybody = tr("human, a brain, a search with options such as alphabeta:depth=4, or brain.py:choose")
        help_for_word = anybody if people else machines
        self.label = label_of(side, self.word, help_for_word)
        self.of_depth = label_of(tr("depth"), self.ahead, tr("How many moves it looks ahead"))
        file_help = tr("A file of weights, or a Python file with a function that chooses")
        self.browse = framed_button(tr("File…") if people else "", file_help, "open")
        line, head = QWidget(), QWidget()
        across, above = row(line), row(head)
        across.addWidget(self.word, 1)
        across.addWidget(self.of_depth)
        across.addWidget(self.ahead)
        above.addWidget(self.label, 1)
        (above if people else across).addWidget(self.browse)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        for widget in (head, line, self.about):
            column.addWidget(widget)
        self.setTabOrder(self.word, self.ahead)
        self.setTabOrder(self.ahead, self.browse)
        self.word.currentTextChanged.connect(lambda _: self._word_changed())
        line_edit = self.word.lineEdit()
        assert line_edit is not None
        line_edit.returnPressed.connect(self.entered)
        self.ahead.valueChanged.connect(self._depth_changed)
        self.browse.clicked.connect(self._ask_file)
        self.name_side(side)

    def _ask_file(self) -> None:
        """Asks for a file that plays."""
        kinds = tr("Weights and Python files ({patterns})", patterns="*.toml *.py")
        path = questions.file_to_take(self, tr("Who plays"), Path.home(), kinds)
        if path is not None:
            self.set_who(f"{path}:choose" if path.suffix == ".py" else str(path))

    @property
    def who(self) -> str:
        return self.word.currentText().strip()

    def name_side(self, side: str) -> None:
        self.label.setText(side)
        self.word.setAccessibleName(side)
        self.ahead.setAccessibleName(tr("Depth of {side}", side=side))
        self.browse.setAccessibleName(tr("File of {side}", side=side))

    def offer(self, game: str, chosen: str) -> None:
        """The players of a game, and the one that is chosen."""
        self.word.blockSignals(True)
        self.word.clear()
        self.word.addItems([who for who in presets(game) if self.people or who != PERSON])
        self.word.setCurrentText(chosen)
        self.word.blockSignals(False)
        line = self.word.lineEdit()
        assert line is not None
        line.setCursorPosition(0)
        self._word_changed()

    def set_who(self, who: str) -> None:
        self.word.setCurrentText(who)

    def _word_changed(self) -> None:
        try:
            depth, sentence = depth_of(self.who), about(self.who)
        except InputError as error:
            depth, sentence = None, said(error.message)
        self.ahead.blockSignals(True)
        self.ahead.setValue(depth or 0)
        self.ahead.blockSignals(False)
        for widget in (self.ahead, self.of_depth):
            widget.setEnabled(depth is not None)
        self.about.setText(sentence)
        self.changed.emit()

    def _depth_changed(self, depth: int) -> None:
        self.set_who(with_depth(self.who, depth))
