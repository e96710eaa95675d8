"""Which searches are to be measured, and how deep."""

from __future__ import annotations

from plyscope.analysis.growth import DEPTHS, LIMIT, MAX_DEPTH, plans, usual_searches
from plyscope.brains import BRAINS
from plyscope.messages import InputError, shortened
from plyscope.model.position import Position
from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QListWidget, QListWidgetItem, QWidget

from plyscope_window.pages.growth.measuring_page import MeasuringForm
from plyscope_window.widgets.controls import Number, framed_button
from plyscope_window.widgets.form import Field, Form
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import column
from plyscope_window.widgets.painting import RESTYLED, dress_current_row
from plyscope_window.words import localized, tr

OTHER_SEARCHES = ("negamax", "pvs", "alphabeta:order=reverse", "alphabeta:order=random", "alphabeta:order=best")
VISIBLE_ROWS = 8
MAX_TITLE_LETTERS = 200


class SearchList(QListWidget):
    """Searches with a tick before each."""

    def __init__(self, position: Position) -> None:
        super().__init__()
        self.setAccessibleName(tr("Searches to measure"))
        usual = usual_searches(position)
        brains = [name for name, brain in BRAINS.items() if brain.game == position.game.name and "depth" in brain.reads]
        for who in dict.fromkeys([*usual, *OTHER_SEARCHES, *brains]):
            self.add(who, is_ticked=who in usual)
        self.setCurrentRow(0)
        dress_current_row(self)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLED:
            dress_current_row(self)

    def add(self, who: str, *, is_ticked: bool = True) -> None:
        """Add a search, or tick it where it is already in the list."""
        item = next((item for item in self._items if item.text() == who), None) or QListWidgetItem(who, self)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked if is_ticked else Qt.CheckState.Unchecked)

    @property
    def _items(self) -> list[QListWidgetItem]:
        return [self.item(place) for place in range(self.count())]

    @property
    def ticked(self) -> tuple[str, ...]:
        return tuple(item.text() for item in self._items if item.checkState() == Qt.CheckState.Checked)

    def sizeHint(self) -> QSize:
        return QSize(200, VISIBLE_ROWS * self.sizeHintForRow(0) + 8)


class GrowthForm(MeasuringForm):
    """Which searches, from which depth to which."""

    def __init__(self, position: Position, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.position = position
        self.searches = SearchList(position)
        self.another = QLineEdit()
        self.another.setPlaceholderText("alphabeta:order=best,cut='>'")
        self.another.setAccessibleName(tr("Another search, with its options"))
        self.add = framed_button(tr("Add"), tr("Adds this search to the list"))
        self.first, self.last = Number(0, MAX_DEPTH, DEPTHS[0]), Number(0, MAX_DEPTH, DEPTHS[1])
        self.limit = Number(1, 2_000_000_000, LIMIT)
        self.limit.setGroupSeparatorShown(True)
        self.limit.setSingleStep(100_000)
        self.state = Label("", 12, quiet=True, wrapped=True)
        self._lay_out()
        self._connect()
        self.show_running(False)

    def _lay_out(self) -> None:
        layout = column(self)
        title = self.position.title or str(self.position)
        layout.addWidget(Label(tr("Growth"), 20, bold=True))
        layout.addWidget(Label(shortened(title, MAX_TITLE_LETTERS), quiet=True, wrapped=True))
        layout.addWidget(self.searches, 1)
        line = QHBoxLayout()
        line.addWidget(self.another, 1)
        line.addWidget(self.add)
        layout.addLayout(line)
        self.form = Form(
            (
                Field(tr("&From depth"), self.first, tr("The first depth to be searched to")),
                Field(tr("&To depth"), self.last, tr("The last depth to be searched to")),
                Field(tr("Fra&mes at most"), self.limit, tr("A search stops at the first depth with more frames")),
            )
        )
        layout.addWidget(self.form)
        for widget in (self.run, self.stop, self.status, self.state):
            layout.addWidget(widget)

    def _connect(self) -> None:
        self.add.clicked.connect(self._add)
        self.another.returnPressed.connect(self._add)

    def _add(self) -> None:
        """Add the search that was typed, or show the engine's message on why it cannot be run."""
        who = self.another.text().strip()
        try:
            plans(self.position, who, range(self.first.value(), self.first.value() + 1), {})
        except InputError as error:
            self.show_error(localized(error.message))
            return
        self.show_status("")
        self.searches.add(who)
        self.another.clear()

    @property
    def depths(self) -> tuple[int, int]:
        """The smaller and the larger depth, whichever field each is in."""
        first, last = sorted((self.first.value(), self.last.value()))
        return first, last

    @property
    def fields(self) -> tuple[QWidget, ...]:
        return (self.searches, self.another, self.add, self.form)
