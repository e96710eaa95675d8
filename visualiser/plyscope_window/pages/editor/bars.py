"""The bars over the board and the drawn tree: size, what a click places, side to move, MAX, rights, and nodes."""

from __future__ import annotations

from plyscope.games.entry import RandomBoards
from plyscope.games.grid import Grid, GridRules, Switch, Tool
from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QCheckBox,
    QDialog,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from plyscope_window.pages.editor.random_tree_dialog import RandomTreeDialog
from plyscope_window.pages.editor.tree_editor import TreeEditor
from plyscope_window.widgets.boards import paint_piece
from plyscope_window.widgets.controls import Choice, Number, framed_button, labelled, push_button, replace_entries
from plyscope_window.widgets.layouts import flow_layout, row_layout
from plyscope_window.widgets.painting import smooth_painter
from plyscope_window.words import localized, tr


class TreeBar(QWidget):
    """Buttons for what the keys of a drawn tree do, and for a random tree."""

    drawn = Signal(str)
    """The text of a random tree that was chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.add = framed_button(tr("Child"), tr("Add a child to the chosen node (Insert or +)"), "add")
        self.delete = framed_button(tr("Delete"), tr("Delete the chosen node and all below it (Delete)"), "remove")
        self.rename = framed_button(tr("Name"), tr("Name the chosen node (F2)"), "edit")
        self.value = framed_button(
            tr("Value"),
            tr("Give the chosen node a number: type it, or press Enter. Tab goes on to the next leaf. "
               "An inner node may have one too, for searches that stop there"),
            "leaf",
        )  # fmt: skip
        help = tr("A random tree with as many cuts as you ask for")
        self.random = framed_button(tr("Random tree…"), help, "random", self.ask_random)
        self._drawing = (self.add, self.delete, self.rename, self.value)
        self.setLayout(flow_layout(*self._drawing, self.random, spacing=4))
        self.dialog: RandomTreeDialog | None = None

    def connect_to(self, tree: TreeEditor) -> None:
        """Connect the buttons to the canvas of a drawn tree."""
        self.add.clicked.connect(tree.canvas.add_child)
        self.delete.clicked.connect(tree.canvas.delete)
        self.rename.clicked.connect(tree.canvas.ask_name)
        self.value.clicked.connect(lambda: tree.canvas.ask_value())

    def enable_drawing(self, is_drawn: bool) -> None:
        """Enable the buttons for nodes only if nodes are drawn."""
        for button in self._drawing:
            button.setEnabled(is_drawn)

    def ask_random(self) -> None:
        """Open the dialog for a random tree, filled with the last request."""
        if self.dialog is None:
            self.dialog = RandomTreeDialog(self)
            self.dialog.finished.connect(self._take_tree)
        self.dialog.open()
        self.dialog.draw()

    def _take_tree(self, result: int) -> None:
        """Emit the tree of the dialog, if it was accepted."""
        if self.dialog is not None and result == QDialog.DialogCode.Accepted and self.dialog.text:
            self.drawn.emit(self.dialog.text)


class SizeBar(QWidget):
    """Columns, rows and how many in a row. `parts` stand one by one in the editor's lines."""

    resized = Signal(int, int, int)
    """The columns, the rows, and how many in a row win."""

    def __init__(self) -> None:
        super().__init__()
        self.columns, self.rows, self.in_a_row = (Number(1, 26, 3) for _ in range(3))
        self.in_a_row_pair = labelled(tr("&In a row"), self.in_a_row, tr("How many in a row win the game"))
        self.setLayout(row_layout(
            labelled(tr("Co&lumns"), self.columns, tr("How many columns the board has")),
            labelled(tr("Rows"), self.rows, tr("How many rows the board has")), self.in_a_row_pair, spacing=8,
        ))  # fmt: skip
        for box in (self.columns, self.rows, self.in_a_row):
            box.valueChanged.connect(self._emit_size)

    def show_grid(self, grid: Grid) -> None:
        """Show the size of a board, within the limits of its game."""
        max_columns, max_rows = grid.rules.max_size
        shown = (
            (self.columns, max_columns, grid.columns),
            (self.rows, max_rows, grid.rows),
            (self.in_a_row, max(grid.columns, grid.rows), grid.in_a_row),
        )
        for box, most, value in shown:
            with QSignalBlocker(box):
                box.setRange(1, most)
                box.setValue(value)
        self.in_a_row_pair.setVisible(grid.in_a_row > 0)

    def _emit_size(self) -> None:
        """Emit the size in the fields, with no more in a row than the longer edge has."""
        columns, rows = self.columns.value(), self.rows.value()
        self.resized.emit(columns, rows, min(self.in_a_row.value(), max(columns, rows)))


class RandomBoardBar(QWidget):
    """A random board: how many cells, and the seed."""

    requested = Signal(int, int)
    """The number of cells, and the seed."""

    def __init__(self) -> None:
        super().__init__()
        self.cells, self.seed = Number(1, 144, 12), Number(0, 9_999, 1)
        self.draw = push_button(
            tr("Random"), lambda: self.requested.emit(self.cells.value(), self.seed.value()),
            tr("Draws a connected board with so many free cells"), "random",
        )  # fmt: skip
        self.setLayout(row_layout(
            labelled(tr("Cells"), self.cells, tr("How many free cells a random board gets")),
            labelled(tr("Seed"), self.seed, tr("The same seed gives the same board")), self.draw, spacing=8,
        ))  # fmt: skip

    def show_boards(self, boards: RandomBoards | None) -> None:
        """Offer the random boards of a game, if it has any."""
        if boards is not None:
            self.cells.setMaximum(boards.max_cells)
        self.setVisible(boards is not None)


class PieceButton(QToolButton):
    """A kind of piece in the row above the board: chosen by a click, placed by dragging it onto the board."""

    carried = Signal(QPointF)
    """The pointer has moved with the piece: to a point of the screen."""
    dropped = Signal()

    def __init__(self, tool: Tool, side: int, letter: str) -> None:
        super().__init__()
        self.tool, self.side, self.letter = tool, side, letter
        self.setProperty("framed", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(PIECE_BUTTON)
        name = localized(tool.label)
        self.setAccessibleName(name)
        self.setToolTip(f"{name[:1].upper()}{name[1:]}. {localized(tool.help)}")
        self._pressed: QPointF | None = None
        self._is_carrying = False

    def sizeHint(self) -> QSize:
        return QSize(PIECE_BUTTON, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(MIN_PIECE_BUTTON, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = smooth_painter(self)
        paint_piece(painter, self.letter, self.side, QRectF(self.rect()).center(), min(self.width(), self.height()) - 4)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is not None and not self._is_carrying:
            way = (event.position() - self._pressed).manhattanLength()
            self._is_carrying = way >= QApplication.startDragDistance()
            if self._is_carrying:
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
        if self._is_carrying:
            self.carried.emit(event.globalPosition())
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        was_carrying, self._is_carrying, self._pressed = self._is_carrying, False, None
        if was_carrying:
            self.setDown(False)
            self.unsetCursor()
            self.dropped.emit()
        else:
            super().mouseReleaseEvent(event)


PIECE_BUTTON, MIN_PIECE_BUTTON = 34, 24
"""The width of a button with a piece, in pixels: the usual one, and in a narrow window."""


class Palette(QWidget):
    """What a click places: a row of exclusive buttons."""

    chosen = Signal(object)
    """The owner that a click places, None for the side to move."""
    carried = Signal(int, QPointF)
    """A piece is dragged: its owner, and the point of the screen where the pointer is."""
    dropped = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._row = row_layout(spacing=4)
        self.setLayout(self._row)
        self._tools: tuple[Tool, ...] = ()
        self.group = QButtonGroup(self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_tools(self, rules: GridRules) -> None:
        """Offer the tools of a game and choose the first; change nothing if they are offered already."""
        if rules.tools is self._tools:
            return
        self._tools = rules.tools
        self._row.setSpacing(2 if rules.kinds else 4)
        for old in self.group.buttons():
            self.group.removeButton(old)
            self._row.removeWidget(old)
            old.deleteLater()
        for place, tool in enumerate(rules.tools):
            button = self._button(tool, rules)
            button.setCheckable(True)
            button.setChecked(place == 0)
            button.clicked.connect(lambda _checked=False, owner=tool.owner: self.chosen.emit(owner))
            self.group.addButton(button, place)
            self._row.insertWidget(place, button)
        self.chosen.emit(rules.tools[0].owner)

    def _button(self, tool: Tool, rules: GridRules) -> QToolButton:
        """Make the button of a tool; one of a piece can be dragged."""
        if not rules.kinds or tool.owner is None or tool.owner <= 0:
            return framed_button(localized(tool.label), localized(tool.help))
        owner = tool.owner
        button = PieceButton(tool, *rules.kinds[owner])
        button.carried.connect(lambda point: self.carried.emit(owner, point))
        button.dropped.connect(self.dropped)
        return button


class SwitchBar(QWidget):
    """Check boxes for what a position has besides the board, such as the rights to castle."""

    switched = Signal(int, bool)
    """The place of a switch in the rules of the board, and what it is now."""

    def __init__(self) -> None:
        super().__init__()
        self._row = row_layout(spacing=8)
        self.setLayout(self._row)
        self._switches: tuple[Switch, ...] = ()
        self.boxes: list[QCheckBox] = []

    def show_grid(self, grid: Grid | None) -> None:
        """Show the switches of a board, as they are; hide the bar where it has none."""
        switches = () if grid is None else grid.rules.switches
        self.setVisible(bool(switches))
        if switches is not self._switches:
            self._make_boxes(switches)
        for box, switch in zip(self.boxes, switches, strict=True):
            assert grid is not None
            box.setChecked(switch.is_on(grid))
            box.setEnabled(switch.is_possible(grid))

    def _make_boxes(self, switches: tuple[Switch, ...]) -> None:
        """Make a check box for each switch."""
        for old in self.boxes:
            self._row.removeWidget(old)
            old.deleteLater()
        self._switches, self.boxes = switches, []
        for place, switch in enumerate(switches):
            box = QCheckBox(localized(switch.label))
            box.setToolTip(localized(switch.help))
            box.clicked.connect(lambda is_on, place=place: self.switched.emit(place, is_on))
            self.boxes.append(box)
            self._row.insertWidget(place, box)


class SidesBar(QWidget):
    """Whose move it is, and who is MAX."""

    turn_chosen = Signal(object)
    """A side, or None: as the board has it."""
    max_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.turn, self.max = Choice(), Choice()
        self.setLayout(row_layout(
            labelled(tr("To move"), self.turn, tr("Whose move it is in this position")),
            labelled(tr("MAX"), self.max, tr("The side that wants large values; the other one is MIN")), spacing=16,
        ))  # fmt: skip
        self.turn.activated.connect(lambda: self.turn_chosen.emit(self.turn.currentData()))
        self.max.activated.connect(lambda: self.max_chosen.emit(self.max.currentData()))

    def show_sides(self, names: tuple[str, str], automatic: str, turn: int | None, max_side: int) -> None:
        """Show whose move it is and who is MAX; `automatic` names the side that follows from the board, or is empty."""
        replace_entries(self.turn, [*([(automatic, None)] if automatic else []), (names[0], 1), (names[1], 2)], turn)
        replace_entries(self.max, [(names[0], 1), (names[1], 2)], max_side)
