"""The buttons over a drawn tree: what its keys do, and a random tree."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QWidget

from plyscope_window.pages.editor.random_tree_dialog import RandomTreeDialog
from plyscope_window.pages.editor.tree_editor import TreeEditor
from plyscope_window.widgets.controls import framed_button
from plyscope_window.widgets.layouts import FlowLayout
from plyscope_window.words import tr


class TreeBar(QWidget):
    drawn = Signal(str)
    """The text of a random tree that was chosen."""

    def __init__(self) -> None:
        super().__init__()
        layout = FlowLayout(4)
        self.setLayout(layout)
        self.add = framed_button(tr("Child"), tr("Add a child to the chosen node (Insert or +)"), "add")
        self.delete = framed_button(tr("Delete"), tr("Delete the chosen node and all below it (Delete)"), "remove")
        self.rename = framed_button(tr("Name"), tr("Name the chosen node (F2)"), "edit")
        self.value = framed_button(
            tr("Value"),
            tr("Give the chosen node a number: type it, or press Enter. Tab goes on to the next leaf. "
               "An inner node may have one too, for searches that stop there"),
            "leaf",
        )  # fmt: skip
        self.random = framed_button(tr("Random tree…"), tr("A random tree with as many cuts as you ask for"), "random")
        self._drawing = (self.add, self.delete, self.rename, self.value)
        for button in (*self._drawing, self.random):
            layout.addWidget(button)
        self.dialog: RandomTreeDialog | None = None
        self.random.clicked.connect(self.ask_random)

    def connect_to(self, tree: TreeEditor) -> None:
        self.add.clicked.connect(tree.canvas.add_child)
        self.delete.clicked.connect(tree.canvas.delete)
        self.rename.clicked.connect(tree.canvas.ask_name)
        self.value.clicked.connect(lambda: tree.canvas.ask_value())

    def set_drawn(self, is_drawn: bool) -> None:
        """The buttons for nodes work only where nodes are drawn."""
        for button in self._drawing:
            button.setEnabled(is_drawn)

    def ask_random(self) -> None:
        """Opens the question for a random tree; what was asked before stands in it still."""
        if self.dialog is None:
            self.dialog = RandomTreeDialog(self)
            self.dialog.finished.connect(self._take)
        self.dialog.open()
        self.dialog.draw()

    def _take(self, result: int) -> None:
        if self.dialog is not None and result == QDialog.DialogCode.Accepted and self.dialog.text:
            self.drawn.emit(self.dialog.text)
