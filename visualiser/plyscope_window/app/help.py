"""The help sheet, which begins with the legend, and the editor of keys, both made from the table of actions."""

from __future__ import annotations

from plyscope import __version__
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QKeySequenceEdit,
    QLineEdit,
    QMessageBox,
    QWidget,
)  # fmt: skip

from plyscope_window.app.action import menus
from plyscope_window.app.main_window import MainWindow
from plyscope_window.canvas.legend import MarkWidget, legend_entries
from plyscope_window.look.theme import Current
from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import Choice, push_button
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import STRETCH, column_layout, row_layout, scroll_area, widget_with
from plyscope_window.widgets.table import Column, Table
from plyscope_window.words import tr


def keys_text(window: MainWindow, key: str) -> str:
    """The keys of an action, as the desktop writes them."""
    shortcuts = window.actions_by_key[key].shortcuts()
    return "  ".join(key_sequence.toString(QKeySequence.SequenceFormat.NativeText) for key_sequence in shortcuts)


def vocabulary() -> list[tuple[str, str]]:
    """The words that the window uses, with their meanings."""
    return [
        (tr("frame"), tr("one call of the search on one position")),
        (tr("ply"), tr("how many moves below the root a frame is")),
        (tr("step"), tr("one moment: a frame is entered, returns a value, or its caller receives that value")),
        (tr("α, β"), tr("the window: only values between them can still matter")),
        (tr("cutoff"), tr("the remaining moves cannot matter any more, and are pruned")),
    ]


THREE_COLUMNS_WIDTH, TWO_COLUMNS_WIDTH = 1140, 760
"""Pixels from which there is room for three columns of keys, and for two."""


def grouped_in_columns(groups: list[QWidget], width: float) -> list[list[QWidget]]:
    """The groups of keys in as many columns as there is room for."""
    if width >= THREE_COLUMNS_WIDTH:
        return [groups[:3], groups[3:5], groups[5:]]
    return [groups[:4], groups[4:]] if width >= TWO_COLUMNS_WIDTH else [groups]


class HelpSheet(QDialog):
    """The legend, the words of the window, and all keys by menu."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Legend, words and keys"))
        self.resize(QSize(1120, 760).boundedTo(window.size()))
        groups = [self._words()]
        groups += [self._group(window, menu, title.replace("&", "")) for menu, title in menus().items()]
        grouped = grouped_in_columns(groups, window.width() / Current.text_scale)
        columns = row_layout(*(column_layout(*some, STRETCH) for some in grouped), spacing=28)
        content = widget_with(column_layout(self._legend(), columns, margins=None))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        self.setLayout(column_layout(scroll_area(content), buttons, margins=None))

    def _group(self, window: MainWindow, menu: str, title: str) -> QWidget:
        """The actions of a menu with their keys."""
        rows = [
            (entry.text.replace("&", ""), keys_text(window, entry.key))
            for entry in window.table.values()
            if entry.menu == menu
        ]
        if menu == "window":
            rows += [(toggle.text(), toggle.shortcut().toString()) for toggle in window.docks.toggles.values()]
        return self._grid(title, rows, fixed=True)

    def _legend(self) -> QWidget:
        """The marks of the canvas with their meanings, in two columns."""
        group = QWidget()
        grid = QGridLayout(group)
        grid.setContentsMargins(0, 0, 0, 16)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(2)
        grid.addWidget(Label(tr("What is drawn"), 14, bold=True), 0, 0, 1, 4)
        entries = legend_entries()
        rows = (len(entries) + 1) // 2
        for place, entry in enumerate(entries):
            row, side = place % rows + 1, 2 * (place // rows)
            grid.addWidget(MarkWidget(entry), row, side)
            grid.addWidget(Label(entry.meaning, 12, wrapped=True), row, side + 1)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        return group

    def _words(self) -> QWidget:
        """The words of the window with their meanings."""
        return self._grid(tr("Words"), vocabulary(), fixed=False)

    def _grid(self, title: str, rows: list[tuple[str, str]], *, fixed: bool) -> QWidget:
        """A heading over two columns of texts, which wrap unless they are `fixed`."""
        group = QWidget()
        grid = QGridLayout(group)
        grid.setContentsMargins(0, 0, 0, 12)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(3)
        grid.addWidget(Label(title, 14, bold=True), 0, 0, 1, 2)
        for place, (left, right) in enumerate(rows, start=1):
            first = Label(left, 12, bold=not fixed)
            first.setMinimumWidth(first.sizeHint().width())
            grid.addWidget(first, place, 0, Qt.AlignmentFlag.AlignTop)
            second = Label(right, 12, wrapped=not fixed)
            second.setMinimumWidth(0 if fixed else 170)
            grid.addWidget(second, place, 1, Qt.AlignmentFlag.AlignTop)
        grid.setColumnStretch(1, 1)
        return group


class KeyEditor(QWidget):
    """The editor of keys. The other keys of a command stay; a key of another command is reassigned only on request."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        self.main_window = window
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(tr("Filter"))
        self.filter.textChanged.connect(self._filter)
        self.setFocusProxy(self.filter)
        self.table = Table(
            (
                Column(
                    tr("Command"), lambda key: window.table[key].text.replace("&", ""), is_prose=True, stretches=True
                ),
                Column(tr("Keys"), lambda key: keys_text(window, key)),
            ),
            tr("Commands and their keys"),
            by="key",
        )
        self.table.set_rows(list(window.table))
        self.which = Choice()
        self.which.setAccessibleName(tr("Which key to change"))
        self.edit = QKeySequenceEdit()
        self.edit.setMaximumSequenceLength(1)
        self.edit.setAccessibleName(tr("The new key"))
        self.message_line = Label("", 12, quiet=True, wrapped=True)
        self.set_button, self.remove = push_button(tr("Set"), self.set_key), push_button(tr("Remove"), self.remove_key)
        self.reset = push_button(tr("Default keys"), self.use_defaults)
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._choose())
        self.parts = (self.which, self.edit, self.set_button, self.remove, self.reset)
        line = row_layout(*((part, int(part is self.edit)) for part in self.parts))
        self.setLayout(column_layout(self.filter, self.table, self.message_line, line, margins=None))
        self.table.go_to_row(0)

    def _filter(self, words: str) -> None:
        """List the commands whose name or keys contain a text; the chosen one stays chosen where it is listed."""
        chosen, columns = self.chosen, self.table.rows.columns
        texts = {key: " ".join(column.text(key) for column in columns).lower() for key in self.main_window.table}
        listed = [key for key, text in texts.items() if words.lower() in text]
        self.table.show_rows(listed)
        if listed:
            self.table.go_to_row(listed.index(chosen) if chosen in listed else 0)
        self._choose()

    def _choose(self) -> None:
        """Show the keys of the command that was chosen."""
        self._offer()
        self.message_line.setText("")

    def _offer(self) -> None:
        """Offer each key of the command to be replaced, and a further one to be added."""
        for widget in self.parts:
            widget.setEnabled(self.table.current_row is not None)
        self.edit.clear()
        native = QKeySequence.SequenceFormat.NativeText
        keys = [tr("Replace {key}", key=key.toString(native)) for key in self.current_keys]
        self.which.clear()
        self.which.addItems([*keys, tr("Add a key")])
        self.remove.setEnabled(bool(keys))

    @property
    def chosen(self) -> str:
        """The key of the action to change; empty where the filter leaves none."""
        return self.table.current_row or ""

    @property
    def current_keys(self) -> list[QKeySequence]:
        """The keys of the chosen action."""
        return self.main_window.actions_by_key[self.chosen].shortcuts() if self.chosen else []

    def set_key(self) -> None:
        """Give the chosen action the key that was pressed, if that is no panel's."""
        key = self.edit.keySequence()
        if key.isEmpty():
            self.message_line.setText(tr("Press a key first."))
            return
        for toggle in self.main_window.docks.toggles.values():
            if toggle.shortcut() == key:
                self.message_line.setText(tr("This is the key of the panel “{panel}”.", panel=toggle.text()))
                return
        keys, place = self.current_keys, self.which.currentIndex()
        others = [other_key for other_key in (*keys[:place], *keys[place + 1 :]) if other_key != key]
        self._assign(self.chosen, [*others[:place], key, *others[place:]])

    def remove_key(self) -> None:
        """Remove the selected key, or the last one if none is selected."""
        keys = self.current_keys
        place = min(self.which.currentIndex(), len(keys) - 1)
        self._assign(self.chosen, [*keys[:place], *keys[place + 1 :]])

    def use_defaults(self) -> None:
        """Give the chosen action its default keys."""
        if self._assign(self.chosen, [QKeySequence(key) for key in self.main_window.table[self.chosen].keys]):
            self.main_window.settings.set_keys(self.chosen, None)

    def _assign(self, key: str, keys: list[QKeySequence]) -> bool:
        """Give an action keys, which other actions lose if the user agrees; False if not."""
        actions = self.main_window.actions_by_key
        reassigned = {
            other: [shortcut for shortcut in action.shortcuts() if shortcut not in keys]
            for other, action in actions.items()
            if other != key and any(shortcut in keys for shortcut in action.shortcuts())
        }
        names = ", ".join(actions[other].text().replace("&", "") for other in reassigned)
        if reassigned and not questions.confirm(
            self,
            tr("This is the key of “{command}”.", command=names),
            tr("A key can mean one command only. Take it away there?"),
            tr("Take it"),
        ):
            return False
        for other, kept in reassigned.items():
            self._set(other, kept)
        self._set(key, keys)
        self.table.show_rows(self.table.rows.rows)
        self._offer()
        self.message_line.setText(tr("It was the key of “{command}” before.", command=names) if reassigned else "")
        return True

    def _set(self, key: str, keys: list[QKeySequence]) -> None:
        """Set the keys of an action, and remember them."""
        window, action, entry = self.main_window, self.main_window.actions_by_key[key], self.main_window.table[key]
        action.setShortcuts(keys)
        action.setToolTip(entry.why_not(window) or window.tip(entry))
        window.settings.set_keys(key, [shortcut.toString() for shortcut in keys])


def show_help(window: MainWindow) -> None:
    """Open the help sheet, or bring it to the front."""
    (questions.raise_open_dialog(window, HelpSheet) or HelpSheet(window)).show()


def show_about(window: MainWindow) -> None:
    """Show the version of Plyscope."""
    QMessageBox.about(
        window,
        tr("About Plyscope"),
        tr("Plyscope {version}\n\nSee a game-tree search, and walk through it call by call.", version=__version__),
    )
