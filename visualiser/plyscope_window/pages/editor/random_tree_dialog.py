"""The dialog for a random tree: its seed, its shape and its cutoffs, with a preview of the tree."""

from __future__ import annotations

from collections.abc import Callable

from plyscope.files.sources import read_text
from plyscope.games import TREE
from plyscope.games.random_trees import MAX_CHILDREN, MAX_DEPTH, MAX_VALUE, Constraints, random_tree
from plyscope.messages import InputError
from plyscope.model.position import Position
from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QSizePolicy,
    QWidget,
)

from plyscope_window.jobs.background import LastQuestion
from plyscope_window.look.theme import theme
from plyscope_window.widgets.controls import Number, push_button
from plyscope_window.widgets.form import Field, Form
from plyscope_window.widgets.labels import Notice
from plyscope_window.widgets.layouts import STRETCH, column_layout, row_layout
from plyscope_window.widgets.painting import smooth_painter
from plyscope_window.widgets.tree_sketch import paint_tree_thumbnail
from plyscope_window.words import localized, tr


class RangeField(QWidget):
    """Two fields for a range: the smallest and the largest number."""

    changed = Signal()

    def __init__(self, least: int, most: int, low: int, high: int, name: str) -> None:
        super().__init__()
        self.low, self.high = Number(least, most, low), Number(least, most, high)
        for box in (self.low, self.high):
            box.valueChanged.connect(self.changed)
        self.low.setAccessibleName(tr("{name}, smallest", name=name))
        self.high.setAccessibleName(tr("{name}, largest", name=name))
        self.setLayout(row_layout((self.low, 1), QLabel(tr("to")), (self.high, 1), spacing=8))
        self.setFocusProxy(self.low)

    @property
    def value(self) -> tuple[int, int]:
        """The smallest and the largest number."""
        return self.low.value(), self.high.value()


def shape_fields(*ranges: tuple[int, int], when: Callable[[], bool] | None = None) -> list[Field]:
    """Return the fields for a random tree's depth, children and values of leaves, showing `ranges` in that order."""
    named = (
        ("depth", tr("&Depth"), tr("Plies from the root to a leaf"), 1, MAX_DEPTH),
        ("branching", tr("&Children"), tr("Of every inner node"), 1, MAX_CHILDREN),
        ("values", tr("&Values"), tr("Of the leaves"), -MAX_VALUE, MAX_VALUE),
    )
    return [
        Field(label, RangeField(least, most, low, high, label.replace("&", "")), help, name, when=when)
        for (name, label, help, least, most), (low, high) in zip(named, ranges, strict=True)
    ]


class Preview(QWidget):
    """A preview of the tree."""

    def __init__(self) -> None:
        super().__init__()
        self.position: Position | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(420, 280)
        self.setAccessibleName(tr("Preview of the tree"))

    def sizeHint(self) -> QSize:
        return QSize(440, 300)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        painter.setPen(theme().hairline)
        painter.setBrush(theme().card)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(area, 6, 6)
        if self.position is not None:
            paint_tree_thumbnail(painter, self.position, area.adjusted(16, 16, -16, -16))


class RandomTreeDialog(QDialog):
    """`text` is the tree that is shown, or empty while none was found."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Random tree"))
        self.text = ""
        self._running = LastQuestion(self)
        self._make_parts()
        self._arrange_parts()

    def _make_parts(self) -> None:
        self.seed = Number(0, 999_999_999, 1)
        self.another = push_button(
            tr("&Another"), lambda: self.seed.setValue(self.seed.value() + 1), tr("The next seed"), "random"
        )
        self.another.setAutoDefault(False)
        self.cuts = Number(-1, 99, 3, none=tr("as they come"))
        self.above = QCheckBox(tr("one of them &above the leaves"))
        self.above.setChecked(True)
        self.preview, self.notice = Preview(), Notice()
        self.buttons = QDialogButtonBox()
        self.use = self.buttons.addButton(tr("&Use this tree"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.use.setProperty("strong", True)
        self.use.setDefault(True)
        self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def _arrange_parts(self) -> None:
        cuts = tr("In how many nodes alpha-beta prunes a move, under the rule α ≥ β")
        self.form = Form(
            (
                Field(tr("&Seed"), self.seed, tr("The same seed gives the same tree"), "seed", self.another),
                *shape_fields((3, 3), (2, 3), (0, 9)),
                Field(tr("C&uts"), self.cuts, cuts, "cuts"),
                Field(
                    "", self.above, tr("At least one cut prunes a whole branch and not only leaves"), "cut_above",
                    refusal=lambda: "" if self.cuts.value() else tr("Without a cut there is none above the leaves."),
                ),
                Field("", QCheckBox(tr("all leaves d&iffer")), name="distinct"),
            )
        )  # fmt: skip
        self.form.changed.connect(self.draw)
        top = row_layout(column_layout(self.form, STRETCH), (self.preview, 1), spacing=16)
        self.setLayout(column_layout((top, 1), self.notice, self.buttons, margins=16, spacing=12))

    def draw(self) -> None:
        """Search for the requested tree off the interface thread; only the last request counts."""
        values = self.form.values
        seed = values.pop("seed")
        constraints = Constraints(**values | {"cut_above": values["cut_above"] and values["cuts"] != 0})
        self.use.setEnabled(False)
        self._running.ask(lambda: random_tree(constraints, seed), self._show_tree, self._show_refusal)

    def _show_tree(self, text: str) -> None:
        """Show the tree that was made, to be used."""
        self.text = text
        self.preview.position = read_text(TREE, text)
        self.preview.update()
        self.notice.say(tr("Press Another for a tree of the same kind."), is_problem=False)
        self.use.setEnabled(True)

    def _show_refusal(self, error: InputError) -> None:
        """Show why there is no such tree."""
        self.text = ""
        self.preview.position = None
        self.preview.update()
        self.notice.say(localized(error.message), is_problem=True)
        self.use.setEnabled(False)
