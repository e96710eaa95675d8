"""Weights of the linear scoring: written as name=number, or a file that holds them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from engine.position import Game
from engine.scoring import default_weights
from visualiser.controls import framed_button, row
from visualiser.words import number, tr


class WeightsField(QWidget):
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        layout = row(self)
        self.line = QLineEdit()
        self.line.setAccessibleName(tr("Weights"))
        self.browse = framed_button("", tr("Take the weights from a file"), "open")
        layout.addWidget(self.line, 1)
        layout.addWidget(self.browse)
        self.setFocusProxy(self.line)
        self.line.editingFinished.connect(self.changed)
        self.line.textChanged.connect(self.changed)
        self.browse.clicked.connect(self._ask_file)

    def show_game(self, game: Game) -> None:
        """Says which weights there are, and what they are where nothing else is said."""
        by_hand = [f"{name}={number(weight)}" for name, weight in default_weights(game).items()]
        self.line.setPlaceholderText(",".join(by_hand))
        self.line.setToolTip(tr("Weights as {example}, or the path of a file", example=",".join(by_hand)))

    @property
    def weights(self) -> str | None:
        return self.line.text().strip() or None

    def show_weights(self, weights: object) -> None:
        if isinstance(weights, dict):
            weights = ",".join(f"{name}={weight}" for name, weight in weights.items())
        self.line.setText(str(weights or ""))

    def _ask_file(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(self, tr("Weights"), "", tr("Weights (*.toml)"))
        if path:
            self.line.setText(path)
