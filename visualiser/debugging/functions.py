"""The functions of a file: those that call themselves first, and marked; a tick before each that is watched."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHeaderView, QSizePolicy, QTreeWidget, QTreeWidgetItem, QWidget

from engine.watching.inside.recursion import Function
from engine.watching.own_text import OwnText
from visualiser.panels.parts import RESTYLED, dress_current_row, row_height
from visualiser.theme import font, theme
from visualiser.words import count, tr

NAME, HOW, LINE = range(3)
ROWS_SEEN = 6
LONGEST = 60


def in_order(own: OwnText) -> list[Function]:
    """Those that call themselves first, each kind in the order of the text."""
    return sorted(own.functions.values(), key=lambda one: (not one.is_recursive, one.node.lineno))


def how_it_recurses(own: OwnText, function: Function) -> str:
    """Whether it calls itself, at once or by way of others; empty where it does not."""
    if not function.is_recursive:
        return ""
    mates = [one.last_name for one in own.functions.values() if one.group == function.group and one is not function]
    return tr("calls itself, by way of {names}", names=", ".join(mates)) if mates else tr("calls itself")


def heading(function: Function) -> str:
    text = f"{function.name}({', '.join(function.parameters)})"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 2]}…)"


class FunctionList(QTreeWidget):
    """One function a line."""

    called = Signal(str)
    """A call of a function is wanted."""
    looked_at = Signal(str)
    ticks_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Functions of the file"))
        self.setColumnCount(3)
        self.setHeaderLabels([tr("Function"), tr("Recursion"), tr("Line")])
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(HOW, QHeaderView.ResizeMode.ResizeToContents)
        self.header().setSectionResizeMode(LINE, QHeaderView.ResizeMode.ResizeToContents)
        self.itemActivated.connect(lambda item, _: self.called.emit(item.data(NAME, Qt.ItemDataRole.UserRole)))
        self.itemClicked.connect(self._click)
        self.currentItemChanged.connect(lambda item, _: self._look(item))
        self.itemChanged.connect(lambda _: self._tick())
        self._was_tick = False
        """Whether the click has changed a tick and means nothing else."""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._dress()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._was_tick = False
        super().mousePressEvent(event)

    def _tick(self) -> None:
        self._was_tick = True
        self.ticks_changed.emit()

    def _click(self, item: QTreeWidgetItem) -> None:
        if not self._was_tick:
            self.called.emit(item.data(NAME, Qt.ItemDataRole.UserRole))

    def _look(self, item: QTreeWidgetItem | None) -> None:
        if item is not None:
            self.looked_at.emit(item.data(NAME, Qt.ItemDataRole.UserRole))

    def show_functions(self, own: OwnText, watched: tuple[str, ...]) -> None:
        """Those that are named are ticked; where none is, those that call themselves."""
        self.blockSignals(True)
        self.clear()
        named = [name for name in watched if name in own.functions]
        for function in in_order(own):
            item = QTreeWidgetItem([heading(function), how_it_recurses(own, function), count(function.node.lineno)])
            item.setData(NAME, Qt.ItemDataRole.UserRole, function.name)
            item.setToolTip(NAME, tr("{function}: a click writes a call of it", function=heading(function)))
            item.setTextAlignment(LINE, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            is_watched = function.name in named if named else function.is_recursive
            item.setCheckState(NAME, Qt.CheckState.Checked if is_watched else Qt.CheckState.Unchecked)
            self.addTopLevelItem(item)
        self._dress_items()
        self.blockSignals(False)
        self.updateGeometry()

    @property
    def items(self) -> list[QTreeWidgetItem]:
        found = (self.topLevelItem(place) for place in range(self.topLevelItemCount()))
        return [item for item in found if item is not None]

    @property
    def ticked(self) -> tuple[str, ...]:
        """The functions that are watched."""
        return tuple(
            str(item.data(NAME, Qt.ItemDataRole.UserRole))
            for item in self.items
            if item.checkState(NAME) == Qt.CheckState.Checked
        )

    # The look

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLED:
            self._dress()

    def _dress(self) -> None:
        dress_current_row(self)
        self._dress_items()

    def _dress_items(self) -> None:
        self.blockSignals(True)
        for item in self.items:
            item.setFont(NAME, font(12, fixed=True))
            is_recursive = bool(item.text(HOW))
            item.setForeground(NAME, theme().ink if is_recursive else theme().quiet)
            for place in (HOW, LINE):
                item.setForeground(place, theme().quiet)
                item.setFont(place, font(12))
        self.blockSignals(False)

    def sizeHint(self) -> QSize:
        rows = max(1, min(ROWS_SEEN, self.topLevelItemCount()))
        return QSize(200, (rows + 1) * row_height(12) + 8)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 3 * row_height(12))
