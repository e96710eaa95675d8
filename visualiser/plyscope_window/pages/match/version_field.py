"""One version of a match: the field that names a player, a button for files, and what is wrong with it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from plyscope_window.look.theme import theme
from plyscope_window.widgets.controls import framed_button
from plyscope_window.widgets.labels import Words
from plyscope_window.widgets.who_field import WhoField, take_file
from plyscope_window.words import tr


class Fault(Words):
    """What is wrong with a field, below it; nothing where all is well."""

    def __init__(self) -> None:
        super().__init__("", 12, wrapped=True)
        self.hide()

    def show_fault(self, words: str) -> None:
        self.paint_with(theme().for_min)
        self.setText(words)
        self.setVisible(bool(words))


class VersionField(QWidget):
    """A search with its options, a brain, a file of weights, or a Python file."""

    changed = Signal()
    entered = Signal()
    """Return was pressed in it."""

    def __init__(self, side: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = WhoField(side, people=False)
        self.field.name_side(side)
        self.take = framed_button("", tr("A file of weights, or a Python file with a function that chooses"), "open")
        self.fault = Fault()
        self.field.across.addWidget(self.take)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.field)
        column.addWidget(self.fault)
        self.field.changed.connect(self.changed)
        self.take.clicked.connect(lambda: take_file(self.field))
        line = self.field.word.lineEdit()
        assert line is not None
        line.returnPressed.connect(self.entered)

    @property
    def who(self) -> str:
        return self.field.who

    def show_fault(self, words: str) -> None:
        """The field's own words on what it is would say the same again."""
        self.field.about.setVisible(not words)
        self.fault.show_fault(words)
