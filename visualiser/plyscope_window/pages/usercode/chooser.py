"""The programs to begin with: the files that were run before, and examples, as cards with their calls."""

from __future__ import annotations

import ast
from functools import lru_cache
from itertools import chain
from pathlib import Path

from plyscope.files.sources import program_paths
from plyscope.messages import InputError
from plyscope.tracer.call import suggested_calls
from plyscope.tracer.source_text import read_source_file
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from plyscope_window.look.theme import font, theme
from plyscope_window.pages.usercode.requests import RunRequest
from plyscope_window.widgets.cards import CardButton, paint_frame, paint_lines
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import STRETCH, column_layout, flow_layout, widget_with
from plyscope_window.widgets.painting import elided, smooth_painter
from plyscope_window.words import tr

MIN_WIDTH, PADDING = 240, 12
"""The least width of a card, and its padding, in pixels."""
NAME, NOTE, CALL = 13, 12, 11
"""Font sizes of a card's name, note and call."""
LINES_OF_NOTE = 3
"""The largest number of lines of a card's note."""
MAX_BYTES = 100_000
"""The size of the largest program that is read for its card."""


def sample_programs() -> list[Path]:
    """Return the paths of the examples: correct ones, then those with a bug."""
    return sorted(program_paths().values(), key=lambda path: (path.parent.name == "bugs", path))


def note_and_call(path: Path) -> tuple[str, str]:
    """Return a program's docstring and the first call that it suggests; both empty if it cannot be read."""
    try:
        facts = path.stat()
        return read_note_and_call(path, facts.st_mtime_ns) if facts.st_size <= MAX_BYTES else ("", "")
    except (InputError, OSError):
        return "", ""


@lru_cache(maxsize=200)
def read_note_and_call(path: Path, _changed: int) -> tuple[str, str]:
    """Return the same, read once as long as the file does not change."""
    text = read_source_file(path).text
    note = (ast.get_docstring(ast.parse(text)) or "").partition("\n\n")[0]
    return " ".join(note.split()), next(iter(suggested_calls(text)), "")


class ProgramCard(CardButton):
    """A button for a program, with its name, what it does, and a call."""

    def __init__(self, path: Path, note: str, call: str) -> None:
        super().__init__()
        self.path, self.note, self.call = path, note, call
        self.setAccessibleName(path.name)
        self.setAccessibleDescription(f"{note} {call}".strip())
        self.setToolTip(f"{path}\n{call}".strip())

    def sizeHint(self) -> QSize:
        lines = QFontMetricsF(font(NAME, bold=True)).lineSpacing() + QFontMetricsF(font(CALL, fixed=True)).lineSpacing()
        lines += LINES_OF_NOTE * QFontMetricsF(font(NOTE)).lineSpacing()
        return QSize(MIN_WIDTH, round(lines + 2 * PADDING + 8))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.focusNextPrevChild((event.key() == Qt.Key.Key_Right) != self.isRightToLeft())
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        colours = theme()
        paint_frame(painter, self)
        area = QRectF(self.rect()).adjusted(PADDING, PADDING, -PADDING, -PADDING)
        painter.setPen(colours.ink)
        y = area.top()
        y += paint_lines(painter, self.path.name, QRectF(area.left(), y, area.width(), 0), NAME, self, bold=True) + 4
        painter.setPen(colours.quiet)
        paint_lines(painter, self.note, QRectF(area.left(), y, area.width(), 0), NOTE, self, max_lines=LINES_OF_NOTE)
        call_font = font(CALL, fixed=True)
        painter.setFont(call_font)
        painter.setPen(colours.ink)
        # Code reads from left to right in every language.
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        side = Qt.AlignmentFlag.AlignRight if self.isRightToLeft() else Qt.AlignmentFlag.AlignLeft
        painter.drawText(area, side | Qt.AlignmentFlag.AlignBottom, elided(self.call, call_font, area.width()))


def welcome() -> str:
    """Return the text above the cards."""
    return tr(
        "Choose a Python file with a recursive function, drop one on the window, or start with one of these. "
        "The file is not changed, and nothing runs before you have seen what will run."
    )


class Chooser(QScrollArea):
    """Cards in three groups: programs run before, correct examples, and examples with a bug."""

    chosen = Signal(str)
    """The path of the chosen program."""

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.cards: list[ProgramCard] = []
        names = (tr("Run before"), tr("Examples"), tr("Examples with a bug to find"))
        groups = [
            (Label(name, 14, bold=True), widget_with(flow_layout(spacing=12, least_width=MIN_WIDTH))) for name in names
        ]
        self._before, self._samples, self._bugs = groups
        self.setWidget(widget_with(column_layout(
            Label(welcome(), wrapped=True, quiet=True), *chain(*groups), STRETCH, margins=(24, 16, 16, 16), spacing=10
        )))  # fmt: skip

    def show_programs(self, before: list[RunRequest]) -> None:
        """Make the cards anew, with the programs run before as given."""
        for card in self.cards:
            card.deleteLater()
        self.cards = []
        self._fill_group(
            self._before,
            [(Path(program.target), note_and_call(Path(program.target))[0], program.call) for program in before],
        )
        programs = [(path, *note_and_call(path)) for path in sample_programs()]
        self._fill_group(self._samples, [program for program in programs if program[0].parent.name != "bugs"])
        self._fill_group(self._bugs, [program for program in programs if program[0].parent.name == "bugs"])

    def _fill_group(self, part: tuple[Label, QWidget], programs: list[tuple[Path, str, str]]) -> None:
        """Make the cards of a group; hide the group where it has none."""
        heading, area = part
        layout = area.layout()
        assert layout is not None
        for path, note, call in programs:
            card = ProgramCard(path, note, call)
            card.clicked.connect(lambda _checked=False, chosen=str(path): self.chosen.emit(chosen))
            layout.addWidget(card)
            self.cards.append(card)
        heading.setVisible(bool(programs))
        area.setVisible(bool(programs))
