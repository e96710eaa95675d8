"""The help sheet and the editor of keys, both read from the table of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QScrollArea,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

from engine import __version__
from visualiser.actions import menus
from visualiser.panels.parts import Words
from visualiser.words import tr

if TYPE_CHECKING:
    from visualiser.main_window import MainWindow


def keys_text(window: MainWindow, key: str) -> str:
    shortcuts = window.actions_by_key[key].shortcuts()
    return "  ".join(one.toString(QKeySequence.SequenceFormat.NativeText) for one in shortcuts)


def vocabulary() -> list[tuple[str, str]]:
    return [
        (tr("frame"), tr("one call of the search on one position")),
        (tr("ply"), tr("how many moves below the root a frame is")),
        (tr("step"), tr("a moment: a frame is entered, leaves with a value, or its caller has that value back")),
        (tr("α, β"), tr("the window: only values between them can still matter")),
        (tr("cut"), tr("the moves left cannot matter any more, and are left out")),
        (tr("▲ MAX, ▼ MIN, ■ END"), tr("who is to move; a square where the search stopped")),
        (tr("yellow"), tr("where the cursor is now")),
        (tr("pale"), tr("the future: not searched yet at this step")),
    ]


class HelpSheet(QDialog):
    """All keys by menu, and the words that the window uses."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Keys and words"))
        self.resize(1040, 760)
        inside = QWidget()
        columns = QHBoxLayout(inside)
        columns.setSpacing(28)
        groups = [self._group(window, menu, title.replace("&", "")) for menu, title in menus().items()]
        groups.append(self._words())
        for some in (groups[:2], groups[2:4], groups[4:]):
            column = QVBoxLayout()
            for group in some:
                column.addWidget(group)
            column.addStretch(1)
            columns.addLayout(column)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inside)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(area)
        layout.addWidget(buttons)

    def _group(self, window: MainWindow, menu: str, title: str) -> QWidget:
        rows = [
            (entry.text.replace("&", ""), keys_text(window, entry.key))
            for entry in window.table.values()
            if entry.menu == menu
        ]
        if menu == "window":
            rows += [(one.text(), one.shortcut().toString()) for one in window.docks.toggles.values()]
        return self._grid(title, rows, fixed=True)

    def _words(self) -> QWidget:
        return self._grid(tr("Words"), vocabulary(), fixed=False)

    def _grid(self, title: str, rows: list[tuple[str, str]], *, fixed: bool) -> QWidget:
        group = QWidget()
        grid = QGridLayout(group)
        grid.setContentsMargins(0, 0, 0, 12)
        grid.setVerticalSpacing(3)
        grid.addWidget(Words(title, 14, bold=True), 0, 0, 1, 2)
        for place, (left, right) in enumerate(rows, start=1):
            first = Words(left, 12, bold=not fixed)
            first.setMinimumWidth(first.sizeHint().width())
            grid.addWidget(first, place, 0, Qt.AlignmentFlag.AlignTop)
            second = QLabel(right)
            second.setTextFormat(Qt.TextFormat.PlainText)
            second.setWordWrap(not fixed)
            second.setMinimumWidth(0 if fixed else 170)
            grid.addWidget(second, place, 1, Qt.AlignmentFlag.AlignTop)
        grid.setColumnStretch(1, 1)
        return group


class KeyEditor(QDialog):
    """Every key can be changed. A key that is taken says by whom."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window_ = window
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Change the keys"))
        self.resize(620, 600)
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(tr("Filter"))
        self.filter.textChanged.connect(self._filter)
        self.table = QTableWidget(len(window.table), 2)
        self.table.setHorizontalHeaderLabels([tr("Command"), tr("Keys")])
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.table.verticalHeader().hide()
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.keys = list(window.table)
        self.edit = QKeySequenceEdit()
        self.edit.setMaximumSequenceLength(1)
        self.told = Words("", 12, quiet=True, wrapped=True)
        self.set_button, self.usual = QPushButton(tr("Set")), QPushButton(tr("Usual keys"))
        self.set_button.clicked.connect(self.set_key)
        self.usual.clicked.connect(self.use_usual)
        self.table.currentCellChanged.connect(lambda *_: self._choose())
        close = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        close.rejected.connect(self.reject)
        line = QHBoxLayout()
        for widget in (self.edit, self.set_button, self.usual):
            line.addWidget(widget)
        layout = QVBoxLayout(self)
        for part in (self.filter, self.table, self.told):
            layout.addWidget(part)
        layout.addLayout(line)
        layout.addWidget(close)
        self._fill()
        self.table.setCurrentCell(0, 0)

    def _fill(self) -> None:
        for place, key in enumerate(self.keys):
            self.table.setItem(place, 0, QTableWidgetItem(self.window_.table[key].text.replace("&", "")))
            self.table.setItem(place, 1, QTableWidgetItem(keys_text(self.window_, key)))

    def _filter(self, words: str) -> None:
        for place in range(self.table.rowCount()):
            texts = " ".join(self._text(place, column) for column in (0, 1))
            self.table.setRowHidden(place, words.lower() not in texts.lower())

    def _text(self, row: int, column: int) -> str:
        item = self.table.item(row, column)
        return item.text() if item is not None else ""

    def _choose(self) -> None:
        self.edit.clear()
        self.told.setText("")

    @property
    def chosen(self) -> str:
        return self.keys[max(0, self.table.currentRow())]

    def set_key(self) -> None:
        """The new key is the first of two."""
        wanted = self.edit.keySequence()
        if wanted.isEmpty():
            self.told.setText(tr("Press a key first."))
            return
        for toggle in self.window_.docks.toggles.values():
            if toggle.shortcut() == wanted:
                self.told.setText(tr("This is the key of the panel “{panel}”.", panel=toggle.text()))
                return
        action = self.window_.actions_by_key[self.chosen]
        self._give(self.chosen, [wanted, *(one for one in action.shortcuts() if one != wanted)][:2])
        self._fill()

    def use_usual(self) -> None:
        self._give(self.chosen, [QKeySequence(key) for key in self.window_.table[self.chosen].keys])
        self.window_.settings.set_keys(self.chosen, None)
        self._fill()

    def _give(self, key: str, keys: list[QKeySequence]) -> None:
        """The keys are taken from whoever has them."""
        for other, action in self.window_.actions_by_key.items():
            kept = [one for one in action.shortcuts() if one not in keys]
            if other != key and len(kept) < len(action.shortcuts()):
                self._set(other, kept)
                self.told.setText(tr("It was the key of “{command}” before.", command=action.text().replace("&", "")))
        self._set(key, keys)

    def _set(self, key: str, keys: list[QKeySequence]) -> None:
        window, action, entry = self.window_, self.window_.actions_by_key[key], self.window_.table[key]
        action.setShortcuts(keys)
        action.setToolTip(entry.why_not(window) or window.tip(entry))
        window.settings.set_keys(key, [one.toString() for one in keys])


def show_about(window: MainWindow) -> None:
    QMessageBox.about(
        window,
        tr("About Plyscope"),
        tr("Plyscope {version}\n\nSee a game-tree search, and walk through it call by call.", version=__version__),
    )
