"""Which search is recorded, and how. Only the options that the chosen search reads are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from plyscope.brains import BRAINS
from plyscope.messages import Message
from plyscope.model.position import Game, Position
from plyscope.recording.plan import (
    ALGORITHMS,
    EXPLORATION,
    MAX_DEPTH,
    MAX_SIMULATIONS,
    MAX_TABLE_SIZE,
    SIMULATIONS,
    every_scoring,
    fits,
    scorings_of,
    usual_search,
)
from plyscope.search import SEARCHES
from plyscope.search.ordering import ORDERS
from plyscope.search.scoring import default_weights
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QLineEdit

from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import Choice, Number, framed_button, replace_entries
from plyscope_window.widgets.form import Field, Form
from plyscope_window.widgets.labels import Label
from plyscope_window.words import localized, number, tr

USUAL_LIMIT = 20_000_000
"""The number of calls at which a recording asks whether to continue, if the user sets no other."""
MAX_SEED, MAX_SECONDS = 2**31 - 1, 86_400
DEFAULTS = {
    "algorithm": "alphabeta",
    "cut": ">=",
    "fail": "soft",
    "order": "given",
    "score": "result",
    "seed": 0,
    "star1": False,
    "simulations": SIMULATIONS,
}
"""The options of the form while nothing else is known, by their names."""


def order_names() -> dict[str, str]:
    """Return the names of the move orders, by their keys."""
    return {
        "given": tr("As given"),
        "center": tr("Centre first"),
        "reverse": tr("Reversed"),
        "random": tr("Random"),
        "best": tr("Best first"),
        "killer": tr("Killer moves"),
        "history": tr("History"),
    }


class SearchForm(Form):
    """The form of the search to record; `options` are those that the search reads."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.algorithm, self.order, self.score = (Choice(least_letters=8) for _ in range(3))
        self.cut = Choice([(tr("α ≥ β"), ">="), (tr("α > β"), ">")], least_letters=8)
        self.fail = Choice([(tr("best value (soft)"), "soft"), (tr("within α, β (hard)"), "hard")], least_letters=8)
        self.about = Label(pixels=12, quiet=True, wrapped=True)
        self.depth_box, self.seed = Number(-1, MAX_DEPTH, None, none=tr("to the end")), Number(-MAX_SEED, MAX_SEED, 0)
        self.weights = QLineEdit()
        self.table_size = Number(0, MAX_TABLE_SIZE, None, none=tr("no limit"), is_grouped=True)
        self.star1 = QCheckBox(tr("Cut at chance too"))
        self.simulations = Number(1, MAX_SIMULATIONS, SIMULATIONS, is_grouped=True)
        self.exploration = QLineEdit(str(EXPLORATION))
        self.limit = Number(1, 2_000_000_000, USUAL_LIMIT, step=1_000_000, is_grouped=True)
        self.seconds = Number(0, MAX_SECONDS, None, none=tr("no limit"), is_grouped=True)
        fill_choice(self.order, order_names(), dict(ORDERS), "given")
        self._offer_searches(None)
        super().__init__(self._fields())
        self.lines.setHorizontalSpacing(12)

    def _fields(self) -> list[Field]:
        """Return the fields of the form, each shown only while the search reads its option."""

        def option(name: str, label: str, control: Any, help: str, **button: Any) -> Field:
            return Field(label, control, help, name, when=self._is_read(name), **button)

        def ask_weights() -> Path | None:
            return questions.ask_file(self, tr("Weights"), Path(), tr("Weights (*.toml)"))

        return [
            Field(tr("&Algorithm"), self.algorithm, tr("The search whose calls are recorded"), "algorithm"),
            Field("", self.about),
            option(
                "depth", tr("&Depth"), self.depth_box,
                tr("Plies below the root; the calls there score the position as it stands"),
            ),
            option(
                "cut", tr("C&ut when"), self.cut,
                tr("Whether a node is left when α and β have met, or only once they have crossed"),
            ),
            option(
                "fail", tr("Retur&n"), self.fail,
                tr("soft: the best value seen; hard: that value, clipped to the window the call was made with"),
            ),
            option("order", tr("Ord&er"), self.order, tr("In which order the moves of a position are tried")),
            option(
                "table_size", tr("Ta&ble"), self.table_size,
                tr("How many entries the table has; a newer one replaces the one in its place"),
            ),
            option(
                "star1", tr("Star&1"), self.star1,
                tr("End a move of chance whose mean has left the window, by the least and the largest value there is"),
            ),
            option("simulations", tr("Sim&ulations"), self.simulations, tr("How many games are played out")),
            option(
                "exploration", tr("Exploratio&n"), self.exploration,
                tr("How much moves that were rarely tried count beside those with a good mean"),
            ),
            option("seed", tr("Seed"), self.seed, tr("The same seed gives the same random order and random moves")),
            option("score", tr("Score by"), self.score, tr("What a position is worth where the search stops")),
            option(
                "weights", tr("Weights"), self.weights, tr("Of the features that the linear scoring adds up"),
                button=framed_button("", tr("Take the weights from a file"), "open"), ask=ask_weights,
            ),
            Field(tr("Sto&p after"), self.limit, tr("The most calls that are recorded")),
            Field(
                tr("Seconds"), self.seconds,
                tr("End the recording after so long; within them, deepening needs no depth"),
            ),
        ]  # fmt: skip

    def _is_read(self, name: str) -> Callable[[], bool]:
        """Return a function that says whether the chosen search reads an option."""
        return lambda: name in self.reads

    # The chosen options

    @property
    def reads(self) -> frozenset[str]:
        """The names of the options that the chosen search reads with the current values."""
        search = ALGORITHMS[self.algorithm.currentData()]
        reads = set(search.reads)
        if not search.is_brain and not search.simulates and self.order.currentData() != "random":
            reads.discard("seed")
        if self.score.currentData() != "linear":
            reads.discard("weights")
        return frozenset(reads)

    @property
    def options(self) -> dict[str, Any]:
        """The options of a plan: the search, and those of its options that are given."""
        chosen = self.values
        chosen |= {"weights": chosen["weights"] or None, "star1": chosen["star1"] or None}
        chosen["exploration"] = as_number(chosen["exploration"])
        reads = self.reads | {"algorithm"}
        return {name: value for name, value in chosen.items() if name in reads and value is not None}

    def set_options(self, options: Mapping[str, Any]) -> None:
        """Fill in the options of a position's file or of an earlier recording, and defaults for the others."""
        with self.filling():
            for name, default in DEFAULTS.items():
                value, control = options.get(name, default), self.named[name].control
                is_offered = not isinstance(control, Choice) or control.findData(value) >= 0
                self[name] = value if is_offered else default
            self["depth"], self["table_size"] = options.get("depth"), options.get("table_size")
            weights = options.get("weights")
            self["exploration"] = str(options.get("exploration", EXPLORATION))
            if isinstance(weights, Mapping):
                weights = ",".join(f"{name}={weight}" for name, weight in weights.items())
            self["weights"] = str(weights or "")
        self.changed.emit()

    def show_position(self, position: Position) -> None:
        """Offer the searches and scorings of a position's game; keep the choice if it still applies."""
        before, self.game = self.game, position.game
        with self.filling():
            if before is None or before.name != position.game.name or searches_of(before) != searches_of(position.game):
                self._offer_searches(position.game)
            if self.score.findData("linear") >= 0:
                usual = ",".join(f"{name}={number(weight)}" for name, weight in default_weights(position.game).items())
                self.weights.setPlaceholderText(usual)
                self.weights.setToolTip(tr("Weights as {example}, or the path of a file", example=usual))

    def _offer_searches(self, game: Game | None) -> None:
        """Offer the searches and scorings of a game; for None, all of them."""
        names = list(SEARCHES) if game is None else searches_of(game)
        chosen = self.algorithm.currentData() or "alphabeta"
        chosen = chosen if chosen in names or game is None else usual_search(game)
        fill_choice(self.algorithm, {name: name for name in names}, {n: ALGORITHMS[n].about for n in names}, chosen)
        scorings = every_scoring() if game is None else scorings_of(game)
        chosen = self.score.currentData() or "result"
        fill_choice(self.score, {n: n for n in scorings}, {n: scoring.about for n, scoring in scorings.items()}, chosen)

    def refresh(self) -> None:
        """Show the fields that the search reads, and what the choices mean."""
        super().refresh()
        search = ALGORITHMS[self.algorithm.currentData()]
        about = localized(search.about)
        self.about.setText(about[:1].upper() + about[1:] + ".")
        for box in (self.algorithm, self.score, self.order):
            box.setToolTip(box.itemData(box.currentIndex(), Qt.ItemDataRole.ToolTipRole))
        self.depth_box.setSpecialValueText(tr("its own") if search.is_brain else tr("to the end"))


def as_number(text: str) -> float | str:
    """Return a typed number; a text that is none is returned as it is, and refused with the other options."""
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        return text


def searches_of(game: Game) -> list[str]:
    """Return the names of the searches that can run on a game, and of its brains."""
    searches = [name for name, search in SEARCHES.items() if fits(search, game)]
    return [*searches, *(name for name, brain in BRAINS.items() if brain.game == game.name)]


def fill_choice(box: Choice, names: Mapping[str, str], abouts: Mapping[str, Message], chosen: str) -> None:
    """Fill a choice with names, and give each entry a tooltip."""
    replace_entries(box, [(name, key) for key, name in names.items()], chosen)
    for place, key in enumerate(names):
        box.setItemData(place, localized(abouts[key]), Qt.ItemDataRole.ToolTipRole)
