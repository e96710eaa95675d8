"""The tutorial as a lab: its brains on one position, what each plays, and what every column is worth to it.

The table shows what chapters 2 to 7 explain: which brain does not defend, which blocks and misses its own win, which
adds up values and misses the win at a greater depth, and which takes it. Any two of their trees open side by side.

Each line holds the brain's whole tree as a strip of pixels. The root lies on top, below it one place for each column,
and so on down. A column has the same place in every strip, so that strips can be compared at a glance.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from plyscope.brains import TUTORIAL
from plyscope.files.sources import load, read_text
from plyscope.messages import InputError
from plyscope.model.position import Position
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QLineEdit

from plyscope_window.canvas.pictures import Stamps
from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.look.theme import font, theme
from plyscope_window.pages.page import Page
from plyscope_window.pages.play.board import PlayBoard
from plyscope_window.widgets.controls import Choice, Number, labelled, push_button
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import STRETCH, column_layout, flow_layout, row_layout, widget_with
from plyscope_window.widgets.table import SPARE_WIDTH, TRAILING, Column, RowLook, Table
from plyscope_window.words import count, localized, tr

if TYPE_CHECKING:
    from plyscope.model.trace import Trace


PLIES = 5
"""Rows of a strip: the depth of the deepest brains."""
MIN_STRIP_WIDTH = 104
"""The smallest width of a strip, in pixels."""
SHADES = 127
"""The largest shade, which stands for the largest value."""


@dataclass(frozen=True)
class Block:
    """A call in a strip."""

    ply: int
    left: float
    """Its left edge and its width, as shares of the strip's width."""
    width: float
    shade: float | None
    """From -1, good for MIN, to 1, good for MAX; None if the brain returned no number."""


def blocks_of(trace: Trace, columns: int) -> list[Block]:
    """Return the calls of a trace as blocks of a strip, each placed by its columns."""
    from plyscope.layout.shades import Shades

    shades = Shades.of(trace).of_frames(trace, None).tolist()
    parents, moves, plies = (trace.column(name).tolist() for name in ("parent", "move", "ply"))
    blocks = [Block(0, 0.0, 1.0, None if trace.is_undecided(0) else shades[0] / SHADES)]
    for frame in range(1, len(trace)):
        above = blocks[parents[frame]]
        width = above.width / columns
        shade = None if trace.is_undecided(frame) else shades[frame] / SHADES
        blocks.append(Block(plies[frame], above.left + moves[frame] * width, width, shade))
    return blocks


def paint_strip(painter: QPainter, place: QRectF, blocks: list[Block], played: int | None, columns: int) -> None:
    """Paint the strip of one tree, with a line around the column that was played."""
    colours, area = theme(), place.adjusted(6, 2, -4, -2)
    high = area.height() / PLIES
    for block in blocks:
        part = QRectF(
            area.left() + block.left * area.width(), area.top() + block.ply * high, block.width * area.width(), high
        )
        # Between columns one sees where they begin, as long as they are more than a few pixels.
        apart = 1.0 if part.width() > 4 else 0.0
        colour = colours.band if block.shade is None else colours.of_shade(block.shade)
        painter.fillRect(part.adjusted(0, 0, -apart, -1), colour)
    if played is not None:
        width = area.width() / columns
        painter.setPen(QPen(colours.ink, 1.5))
        left, below = area.left() + played * width, area.height() - high
        painter.drawRect(QRectF(left - 1, area.top() + high - 1, width + 1, below + 1))


SAMPLES = (
    "chapter-7-story", "chapter-4-no-defence", "chapter-5-block", "chapter-5-open-three", "chapter-4-sets-up",
    "chapter-5-no-attack", "chapter-4-against-itself", "chapter-4-blocks-after-all", "chapter-7-lets-win",
    "chapter-7-fails-to-stop",
)  # fmt: skip
"""Positions in which the chapters differ; the first one shows all differences."""

SUBJECTS = (
    (2, "tutorial-random", None), (3, "tutorial-dummy", None), (4, "tutorial-max", 1), (4, "tutorial-max", 3),
    (5, "tutorial-block", 1), (5, "tutorial-block", 3), (6, "tutorial-sum", 1), (6, "tutorial-sum", 3),
    (7, "tutorial-depth", 2), (7, "tutorial-depth", 3),
)  # fmt: skip
"""Chapter, brain and depth of each row."""
MIN_ROW_HEIGHT = 32
"""The smallest height of a row of the table, in pixels."""
MAX_TABLE_GROWTH = 740
"""Pixels by which the table may grow at the board's expense, to show all of its columns."""
MIN_COLUMN_WIDTH = 44
"""The smallest width of a column of the table, in pixels."""
NO_SPARE_ROOM = -SPARE_WIDTH
"""The spare room of a column that is no wider than its texts: there are many columns beside a board."""


@dataclass(frozen=True)
class Finding:
    """The answer of one brain: what it plays in the position, and its recording."""

    trace: Trace
    played: str
    is_random: bool
    """Whether no column was better than its initial value, so that it plays a random one."""
    values: dict[str, str]
    blocks: list[Block]
    """Its whole tree, drawn as a strip."""


def ask_brain(position: Position, brain: str, depth: int | None, seed: int) -> Finding:
    """Return what a brain plays in a position, with its recording and its strip."""
    from plyscope.recording.plan import plan
    from plyscope.recording.record import run

    trace = run(plan(replace(position, options={}), {"algorithm": brain, "depth": depth, "seed": seed}))
    values = {trace.move_text(child): trace.value_text(child).replace("-", "−") for child in trace.children(0)}
    return Finding(trace, trace.best_move or "", not trace.pv, values, blocks_of(trace, position.board().columns))


def brain_name(line: int) -> str:
    """Return the name of a row's brain with its chapter."""
    chapter, brain, _ = SUBJECTS[line]
    return tr("{chapter} · {brain}", chapter=chapter, brain=brain)


class LabPage(Page):
    """The page of the tutorial's brains on one position, a row each."""

    tree_requested = Signal(object, str)
    """Request to open a trace in a tab, with its title."""
    comparison_requested = Signal(object, object)
    """Request to show two traces side by side."""

    def __init__(self, position: Position | None = None) -> None:
        super().__init__()
        self.given = str(position or "")
        """The position that it was opened on, as a text; empty if it begins with its own positions."""
        self.position: Position | None = None
        self.findings: dict[int, Finding] = {}
        self._strips = Stamps()
        """The painted strips: each has thousands of calls, and rows are painted anew whenever the mouse moves."""
        self._waiting: list[int] = []
        self._answer: Answer | None = None
        self.choice = Choice(least_letters=38)
        self.text = QLineEdit()
        self.text.setPlaceholderText(tr("columns played so far, or six rows from the top"))
        self.seed = Number(1, 2**31 - 1, 1)
        self.board = PlayBoard()
        self.board.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.message_line = Label("", 13, quiet=True, wrapped=True)
        self.table = Table(
            (), tr("The tutorial’s brains"), by="double click", look=self._row_look, row_room=MIN_ROW_HEIGHT
        )
        self.open_button = push_button(tr("Open th&is tree"), self._open)
        self.compare_button = push_button(tr("Two trees side &by side"), self._compare)
        self._lay_out()
        self._connect()
        for name in SAMPLES:
            sample = load(f"sample:{TUTORIAL.game}/{name}")
            self.choice.addItem(sample.title, sample)
        if position is not None:
            self.choice.insertItem(0, position.title or tr("the given position"), position)
        self.choice.setCurrentIndex(0)
        self._choose()
        self.setFocusProxy(self.table)

    @property
    def title(self) -> str:
        return tr("Tutorial lab")

    def _lay_out(self) -> None:
        seed_help = tr("Of the order in which columns are tried, and of random moves")
        bar = widget_with(flow_layout(
            labelled(tr("&Position"), self.choice, tr("Positions in which the chapters differ")),
            labelled(tr("or te&xt"), self.text, tr("A position of connect four, Yellow to move")),
            labelled(tr("S&eed"), self.seed, seed_help), spacing=12,
        ))  # fmt: skip
        self.text.setMinimumWidth(280)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.horizontalHeader().setMinimumSectionSize(MIN_COLUMN_WIDTH)
        buttons = widget_with(row_layout(self.open_button, self.compare_button, STRETCH, spacing=8))
        both = widget_with(row_layout(
            (column_layout((self.board, 1), self.message_line), 1),
            (column_layout((self.table, 1), buttons), 2), spacing=16,
        ))  # fmt: skip
        self.setLayout(column_layout(
            Label(tr("The tutorial’s brains on one position"), 22, bold=True), bar, (both, 1), margins=(24, 16, 24, 16),
            spacing=10,
        ))  # fmt: skip

    def _connect(self) -> None:
        self.choice.currentIndexChanged.connect(lambda _: self._choose())
        self.text.returnPressed.connect(self._read_typed)
        self.seed.valueChanged.connect(lambda _: self._ask_all())
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._present_buttons())
        self.table.chosen.connect(lambda _: self._open())

    # The position

    def _choose(self) -> None:
        """Show the position of the choice."""
        position = self.choice.currentData()
        if isinstance(position, Position):
            self.show_position(position)

    def _read_typed(self) -> None:
        """Show the typed position, or what is wrong with it."""
        try:
            self.show_position(read_text(TUTORIAL.game, self.text.text().strip()))
        except InputError as error:
            self.message_line.setText(localized(error.message))

    def show_position(self, position: Position) -> None:
        """Show a position and ask all brains, or say why they do not play there."""
        if position.is_over or position.side_to_move != TUTORIAL.plays:
            over, turn = (
                tr("The game is over there."),
                tr("The tutorial’s brains play Yellow, and it is Red’s move there."),
            )
            self.message_line.setText(over if position.is_over else turn)
            return
        self.position = position
        self.board.show_position(position, None, {})
        self.message_line.setText(" ".join(position.notes.split()))
        self._ask_all()

    # Asking the brains, one after the other

    def _ask_all(self) -> None:
        """Ask all brains about the position, one after the other."""
        if self.position is None:
            return
        if self._answer is not None:
            self._answer.cancel()
        self.findings, self._strips = {}, Stamps()
        self._waiting = list(range(len(SUBJECTS)))
        self.table.set_rows(range(len(SUBJECTS)), self._table_columns())
        self._present_buttons()
        self._ask_next()

    @property
    def is_asking(self) -> bool:
        """Whether brains are still to answer."""
        return bool(self._waiting)

    def _ask_next(self) -> None:
        """Ask the next brain, in another thread."""
        if not self._waiting or self.position is None:
            self._answer = None
            return
        line, position, seed = self._waiting[0], self.position, self.seed.value()
        _, brain, depth = SUBJECTS[line]
        self._answer = in_background(
            lambda: ask_brain(position, brain, depth, seed), lambda found: self._add_finding(line, found)
        )

    def _add_finding(self, line: int, finding: Finding) -> None:
        """Show the answer of a brain, and ask the next one."""
        self.findings[line] = finding
        self._waiting.remove(line)
        self.table.show_rows(self.table.rows.rows)
        self._widen_table()
        self._present_buttons()
        self._ask_next()

    # The table

    @property
    def columns(self) -> list[str]:
        """The names of the board's columns."""
        assert self.position is not None
        return [str(number + 1) for number in range(self.position.board().columns)]

    def _table_columns(self) -> list[Column]:
        """Return the columns of the table: what each brain plays, the values of the board's columns, and its tree."""
        tree_help = tr("The root; below it a place for every column, and so on down.")
        tree_help = f"{tree_help}\n{tr('Blue is good for Red, vermilion for Yellow.')}"
        return [
            Column(tr("brain"), brain_name, is_prose=True, room=NO_SPARE_ROOM),
            Column(tr("depth"), lambda line: str(SUBJECTS[line][2] or "·"), TRAILING, room=NO_SPARE_ROOM),
            Column(
                tr("plays"), self._cell_text(self._played_text), TRAILING, bold=True, room=NO_SPARE_ROOM,
                ground=lambda line: theme().even_tint if line in self.findings else None,
            ),
            *map(self._board_column, self.columns),
            Column(
                tr("calls"), self._cell_text(lambda finding: count(len(finding.trace))), TRAILING,
                room=NO_SPARE_ROOM,
            ),
            Column(tr("tree"), lambda line: "", tip=lambda line: tree_help, stretches=True, paint=self._paint_tree),
        ]  # fmt: skip

    def _board_column(self, name: str) -> Column:
        """Return the table's column with the values of one column of the board."""

        def is_played(line: int) -> bool:
            return line in self.findings and self.findings[line].played == name

        def text(finding: Finding) -> str:
            value = finding.values.get(name, tr("full"))
            return tr("▸ {value}", value=value) if finding.played == name else value

        return Column(
            name,
            self._cell_text(text),
            TRAILING,
            room=NO_SPARE_ROOM,
            face=lambda line: font(13, bold=is_played(line)),
            ground=lambda line: theme().even_tint if is_played(line) else None,
        )

    def _cell_text(self, text: Callable[[Finding], str]) -> Callable[[int], str]:
        """Return a function for the text of a cell, which is empty until its brain has answered."""
        return lambda line: text(self.findings[line]) if line in self.findings else ""

    def _played_text(self, finding: Finding) -> str:
        """Return the move that a brain plays, and whether that is random."""
        return tr("{move} (random)", move=finding.played) if finding.is_random else finding.played

    def _paint_tree(self, painter: QPainter, area: QRectF, line: int, look: RowLook) -> None:
        """Paint the strip of a row's tree."""
        if line in self.findings:
            finding = self.findings[line]
            played = self.columns.index(finding.played) if finding.played in self.columns else None
            key = (line, area.width(), area.height())
            self._strips.paint(
                painter, key, area, lambda stamp: paint_strip(stamp, area, finding.blocks, played, len(self.columns))
            )

    def _widen_table(self) -> None:
        """Give the table room for all of its columns."""
        texts = [self.table.columnWidth(place) for place in range(len(self.table.rows.columns) - 1)]
        self.table.setMinimumWidth(min(sum(texts) + MIN_STRIP_WIDTH + 4, MAX_TABLE_GROWTH))

    def _row_look(self, line: int) -> RowLook:
        """Return the look of a row, which is marked where it is selected."""
        return RowLook(is_chosen=any(index.row() == line for index in self.table.selectionModel().selectedRows()))

    # Trees

    @property
    def selected(self) -> list[int]:
        """The selected rows that have a result, from the top."""
        lines = sorted({index.row() for index in self.table.selectedIndexes()})
        return [line for line in lines if line in self.findings]

    def _present_buttons(self) -> None:
        """Enable the buttons for the number of rows that are selected."""
        chosen = len(self.selected)
        self.open_button.setEnabled(chosen == 1)
        self.open_button.setToolTip("" if chosen == 1 else tr("Select one line first."))
        self.compare_button.setEnabled(chosen == 2)
        self.compare_button.setToolTip("" if chosen == 2 else tr("Select two lines first, the second one with Ctrl."))

    def _open(self) -> None:
        """Request the tree of the selected brain."""
        if len(self.selected) == 1:
            line = self.selected[0]
            self.tree_requested.emit(self.findings[line].trace, brain_name(line))

    def _compare(self) -> None:
        """Request the comparison of the two selected trees."""
        if len(self.selected) == 2:
            first, second = self.selected
            self.comparison_requested.emit(self.findings[first].trace, self.findings[second].trace)

    def close(self) -> bool:
        self._waiting = []
        if self._answer is not None:
            self._answer.cancel()
        return super().close()
