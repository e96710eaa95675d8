"""The bars over the board: its size, what a click places, whose move it is and who is MAX."""

from __future__ import annotations

from plyscope.games.entry import RandomBoards
from plyscope.games.grid import Grid, Tool
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QPushButton, QSizePolicy, QWidget

from plyscope_window.look.icons import icon
from plyscope_window.widgets.controls import Choice, Number, fill, framed_button, labelled, row
from plyscope_window.words import localized, tr


class SizeBar(QWidget):
    """Columns, rows and how many in a row. `parts` stand one by one in the editor's lines."""

    resized = Signal(int, int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.columns, self.rows, self.in_a_row = (Number(1, 26, 3) for _ in range(3))
        self.in_a_row_pair = labelled(tr("In a ro&w"), self.in_a_row, tr("How many in a row win the game"))
        layout = row(self)
        layout.addWidget(labelled(tr("Co&lumns"), self.columns, tr("How many columns the board has")))
        layout.addWidget(labelled(tr("&Rows"), self.rows, tr("How many rows the board has")))
        layout.addWidget(self.in_a_row_pair)
        for box in (self.columns, self.rows, self.in_a_row):
            box.valueChanged.connect(self._tell)

    def show_grid(self, grid: Grid) -> None:
        most_columns, most_rows = grid.rules.max_size
        shown = (
            (self.columns, most_columns, grid.columns),
            (self.rows, most_rows, grid.rows),
            (self.in_a_row, max(grid.columns, grid.rows), grid.in_a_row),
        )
        for box, most, value in shown:
            box.blockSignals(True)
            box.setRange(1, most)
            box.setValue(value)
            box.blockSignals(False)
        self.in_a_row_pair.setVisible(grid.in_a_row > 0)

    def _tell(self) -> None:
        columns, rows = self.columns.value(), self.rows.value()
        self.resized.emit(columns, rows, min(self.in_a_row.value(), max(columns, rows)))


class RandomBoardBar(QWidget):
    """A random board: how many cells, and the seed."""

    asked = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cells, self.seed = Number(1, 144, 12), Number(0, 9_999, 1)
        self.draw = QPushButton(tr("Ra&ndom"))
        self.draw.setIcon(icon("random"))
        self.draw.setToolTip(tr("Draws a connected board with so many free cells"))
        self.draw.clicked.connect(lambda: self.asked.emit(self.cells.value(), self.seed.value()))
        layout = row(self)
        layout.addWidget(labelled(tr("C&ells"), self.cells, tr("How many free cells a random board gets")))
        layout.addWidget(labelled(tr("See&d"), self.seed, tr("The same seed gives the same board")))
        layout.addWidget(self.draw)

    def show_boards(self, boards: RandomBoards | None) -> None:
        """Offers the random boards of a game, if it has any."""
        if boards is not None:
            self.cells.setMaximum(boards.max_cells)
        self.setVisible(boards is not None)


class Palette(QWidget):
    """What a click places: a row of buttons of which one is down."""

    chosen = Signal(object)
    """The owner that a click places, None for the side to move."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = row(self, 4)
        self._tools: tuple[Tool, ...] = ()
        self.group = QButtonGroup(self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_tools(self, tools: tuple[Tool, ...]) -> None:
        """Offers the tools of a game, the first of them chosen."""
        if tools is self._tools:
            return
        self._tools = tools
        for old in self.group.buttons():
            self.group.removeButton(old)
            self._row.removeWidget(old)
            old.deleteLater()
        for place, tool in enumerate(tools):
            button = framed_button(localized(tool.label), localized(tool.help))
            button.setCheckable(True)
            button.setChecked(place == 0)
            button.clicked.connect(lambda _checked=False, owner=tool.owner: self.chosen.emit(owner))
            self.group.addButton(button, place)
            self._row.insertWidget(place, button)
        self.chosen.emit(tools[0].owner)


class SidesBar(QWidget):
    """Whose move it is, and who is MAX."""

    turn_chosen = Signal(object)
    """A side, or None: as the board has it."""
    max_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.turn, self.max = Choice(), Choice()
        layout = row(self, 16)
        layout.addWidget(labelled(tr("To mo&ve"), self.turn, tr("Whose move it is in this position")))
        layout.addWidget(labelled(tr("&MAX"), self.max, tr("The side that wants large values; the other one is MIN")))
        self.turn.activated.connect(lambda: self.turn_chosen.emit(self.turn.currentData()))
        self.max.activated.connect(lambda: self.max_chosen.emit(self.max.currentData()))

    def show_sides(self, names: tuple[str, str], automatic: str, turn: int | None, max_side: int) -> None:
        """`automatic` says what follows from the board, where it can; empty where the side must be named."""
        fill(self.turn, [*([(automatic, None)] if automatic else []), (names[0], 1), (names[1], 2)], turn)
        fill(self.max, [(names[0], 1), (names[1], 2)], max_side)
