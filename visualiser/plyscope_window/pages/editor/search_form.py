"""Which search is to be recorded, and how. Only what the chosen search reads can be seen.

Weights of the linear scoring: written as name=number, or a file that holds them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyscope.brains import BRAINS
from plyscope.model.position import Game, Position
from plyscope.recording.plan import ALGORITHMS, DEEPEST, every_scoring, scorings_of
from plyscope.search import SEARCHES
from plyscope.search.ordering import ORDERS
from plyscope.search.scoring import default_weights
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QFormLayout, QLineEdit, QWidget

from plyscope_window.widgets.controls import Choice, Number, fill, framed_button, label_of, row
from plyscope_window.widgets.labels import Words
from plyscope_window.words import number, said, tr


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


MOST_FRAMES = 20_000_000
"""Calls at which a recording asks before it goes on, unless somebody says otherwise."""
LARGEST_SEED = 2**31 - 1


def order_names() -> dict[str, str]:
    return {
        "given": tr("As given"),
        "center": tr("Centre first"),
        "reverse": tr("Reversed"),
        "random": tr("Random"),
        "best": tr("Best first"),
    }


class SearchForm(QWidget):
    """Keeps what was chosen; `options` are those of it that the search reads."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.game: Game | None = None
        self._is_filling = False
        self._make_controls()
        self._arrange_controls()
        self._connect_controls()
        self._offer("")
        self._present()

    def _make_controls(self) -> None:
        self.algorithm, self.cut, self.fail, self.order, self.score = (Choice(8) for _ in range(5))
        self.about = Words(pixels=12, quiet=True, wrapped=True)
        self.depth_box, self.seed = Number(-1, DEEPEST, -1), Number(-LARGEST_SEED, LARGEST_SEED, 0)
        self.weights = WeightsField()
        self.limit = Number(1, 2_000_000_000, MOST_FRAMES)
        self.limit.setGroupSeparatorShown(True)
        self.limit.setSingleStep(1_000_000)
        fill(self.cut, [(tr("α ≥ β"), ">="), (tr("α > β"), ">")], ">=")
        fill(self.fail, [(tr("soft"), "soft"), (tr("hard"), "hard")], "soft")
        fill(self.order, [(order_names()[name], name) for name in ORDERS], "given")
        for place, about in enumerate(ORDERS.values()):
            self.order.setItemData(place, said(about), Qt.ItemDataRole.ToolTipRole)

    def _arrange_controls(self) -> None:
        self.form = QFormLayout(self)
        self.form.setContentsMargins(0, 0, 0, 0)
        self.form.setHorizontalSpacing(12)
        self.form.setVerticalSpacing(8)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._row(tr("&Algorithm"), self.algorithm, tr("The search whose calls are recorded"))
        self.form.addRow(self.about)
        self._row(
            tr("&Depth"), self.depth_box, tr("Plies below the root; the calls there score the position as it stands")
        )
        self._row(
            tr("C&ut when"),
            self.cut,
            tr("Whether a node is left when α and β have met, or only once they have crossed"),
        )
        self._row(
            tr("Retur&n"), self.fail,
            tr("soft: the best value seen; hard: that value, clipped to the window the call was made with"),
        )  # fmt: skip
        self._row(tr("&Order"), self.order, tr("In which order the moves of a position are tried"))
        self._row(tr("&Seed"), self.seed, tr("For chance that can be repeated"))
        self._row(tr("Sc&ore"), self.score, tr("What a position is worth where the search stops"))
        self._row(tr("We&ights"), self.weights, tr("Of the features that the linear scoring adds up"))
        self._row(tr("Sto&p after"), self.limit, tr("So many calls are recorded at most"))

    def _row(self, text: str, control: QWidget, help: str) -> None:
        self.form.addRow(label_of(text, control, help), control)

    def _connect_controls(self) -> None:
        for box in (self.algorithm, self.cut, self.fail, self.order, self.score):
            box.currentIndexChanged.connect(self._told)
        for spin in (self.depth_box, self.seed, self.limit):
            spin.valueChanged.connect(self._told)
        self.weights.changed.connect(self._told)

    # What is chosen

    @property
    def reads(self) -> frozenset[str]:
        """The options that the chosen search reads, as the other options stand."""
        search = ALGORITHMS[self.algorithm.currentData()]
        reads = set(search.reads)
        if not search.is_brain and self.order.currentData() != "random":
            reads.discard("seed")
        if self.score.currentData() != "linear":
            reads.discard("weights")
        return frozenset(reads)

    @property
    def options(self) -> dict[str, Any]:
        """What a plan takes: the search, and of its options those that it reads and that are not None."""
        chosen = {
            "depth": None if self.depth_box.value() < 0 else self.depth_box.value(),
            "cut": self.cut.currentData(),
            "fail": self.fail.currentData(),
            "order": self.order.currentData(),
            "seed": self.seed.value(),
            "score": self.score.currentData(),
            "weights": self.weights.weights,
        }
        reads = self.reads
        read = {name: value for name, value in chosen.items() if name in reads and value is not None}
        return {"algorithm": self.algorithm.currentData(), **read}

    def set_options(self, options: Mapping[str, Any]) -> None:
        """Chooses what a position's file or an earlier recording says, and the usual for the rest."""
        self._is_filling = True
        for box, name, usual in (
            (self.algorithm, "algorithm", "alphabeta"),
            (self.cut, "cut", ">="),
            (self.fail, "fail", "soft"),
            (self.order, "order", "given"),
            (self.score, "score", "result"),
        ):
            found = box.findData(options.get(name, usual))
            box.setCurrentIndex(found if found >= 0 else max(0, box.findData(usual)))
        depth = options.get("depth")
        self.depth_box.setValue(-1 if depth is None else depth)
        self.seed.setValue(options.get("seed", 0))
        self.weights.show_weights(options.get("weights"))
        self._is_filling = False
        self._told()

    def show_position(self, position: Position) -> None:
        """Offers the searches and scorings that fit a position's game; keeps what was chosen where it still fits."""
        before = self.game
        self.game = position.game
        if before is None or before.name != position.game.name:
            self._offer(position.game.name)
        if self.score.findData("linear") >= 0:
            self.weights.show_game(position.game)
        self._present()

    def _offer(self, game: str) -> None:
        self._is_filling = True
        names = [*SEARCHES, *(name for name, brain in BRAINS.items() if brain.game == game)]
        fill(self.algorithm, [(name, name) for name in names], self.algorithm.currentData() or "alphabeta")
        for place, name in enumerate(names):
            self.algorithm.setItemData(place, said(ALGORITHMS[name].about), Qt.ItemDataRole.ToolTipRole)
        fitting = every_scoring() if self.game is None else scorings_of(self.game)
        fill(self.score, [(name, name) for name in fitting], self.score.currentData() or "result")
        for place, scoring in enumerate(fitting.values()):
            self.score.setItemData(place, said(scoring.about), Qt.ItemDataRole.ToolTipRole)
        self._is_filling = False

    def _told(self) -> None:
        if not self._is_filling:
            self._present()
            self.changed.emit()

    def _present(self) -> None:
        search = ALGORITHMS[self.algorithm.currentData()]
        about = said(search.about)
        self.about.setText(about[:1].upper() + about[1:] + ".")
        self.algorithm.setToolTip(about)
        self.score.setToolTip(said(every_scoring()[self.score.currentData()].about))
        self.order.setToolTip(said(ORDERS[self.order.currentData()]))
        self.depth_box.setSpecialValueText(tr("its own") if search.is_brain else tr("to the end"))
        reads = self.reads
        for name, control in (
            ("depth", self.depth_box), ("cut", self.cut), ("fail", self.fail), ("order", self.order),
            ("seed", self.seed), ("score", self.score), ("weights", self.weights),
        ):  # fmt: skip
            self.form.setRowVisible(control, name in reads)
