"""The form for a run: the call, what is recorded of it, and the limits.

The functions of a file are listed, recursive ones first and highlighted; those that are ticked are traced.
"""

from __future__ import annotations

from plyscope.tracer.call import GAP, can_be_run, problem_with_call, template
from plyscope.tracer.source_text import SourceFile
from plyscope.tracer.starting import Limits
from plyscope.tracer.target.recursion import Function
from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from plyscope_window.look.theme import font
from plyscope_window.pages.usercode.limits import limit_box, limit_numbers, limits_from
from plyscope_window.pages.usercode.requests import RunRequest
from plyscope_window.widgets.controls import Choice
from plyscope_window.widgets.form import Field, Form
from plyscope_window.widgets.labels import Label, MessageLabel
from plyscope_window.widgets.layouts import column_layout
from plyscope_window.widgets.painting import STYLE_EVENTS, row_height
from plyscope_window.widgets.table import TRAILING, Column, Table
from plyscope_window.words import count, localized, tr

VISIBLE_ROWS = 6
MAX_TEXT = 60


def in_order(source: SourceFile) -> list[Function]:
    """The functions of a file, recursive ones first, each kind in the order of the text."""
    return sorted(source.functions.values(), key=lambda one: (not one.is_recursive, one.node.lineno))


def how_it_recurses(source: SourceFile, function: Function) -> str:
    """How a function calls itself, directly or through others; empty if it does not."""
    if not function.is_recursive:
        return ""
    mates = [one.last_name for one in source.functions.values() if one.group == function.group and one is not function]
    return tr("calls itself through {names}", names=", ".join(mates)) if mates else tr("calls itself")


def heading(function: Function) -> str:
    text = f"{function.name}({', '.join(function.parameters)})"
    return text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 2]}…)"


class FunctionList(Table):
    """The list of a file's functions, with a tick at those to trace."""

    called = Signal(str)
    """Request for a template of a call, by the name of the function."""
    looked_at = Signal(str)
    ticks_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        self._ticks: set[str] = set()
        self._source: SourceFile | None = None
        columns = (
            Column(
                tr("Function"), heading, stretches=True, face=lambda _: font(12, fixed=True),
                is_quiet=lambda one: not one.is_recursive,
                tip=lambda one: tr("{function}: a click writes a call of it", function=heading(one)),
                is_checked=lambda one: one.name in self._ticks, check=self._tick,
            ),
            Column(tr("Recursion"), self._how, is_prose=True, face=lambda _: font(12), is_quiet=lambda _: True),
            Column(
                tr("Line"), lambda one: count(one.node.lineno), TRAILING, face=lambda _: font(12),
                is_quiet=lambda _: True,
            ),
        )  # fmt: skip
        super().__init__(columns, tr("Functions of the file"), parent=parent)
        self.chosen.connect(self._request_call)
        self.selectionModel().currentRowChanged.connect(lambda *_: self._look())
        self._was_tick = False
        """Whether the click changed a tick and has no other effect."""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._was_tick = False
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._was_tick = False
        super().keyPressEvent(event)

    def _how(self, function: Function) -> str:
        return "" if self._source is None else how_it_recurses(self._source, function)

    def _tick(self, function: Function, is_ticked: bool) -> None:
        self._was_tick = True
        (self._ticks.add if is_ticked else self._ticks.discard)(function.name)
        self.ticks_changed.emit()

    def _request_call(self, row: int) -> None:
        if not self._was_tick:
            self.called.emit(self.rows.rows[row].name)

    def _look(self) -> None:
        if self.current_row is not None:
            self.looked_at.emit(self.current_row.name)

    def show_functions(self, source: SourceFile | None, traced: tuple[str, ...] = ()) -> None:
        """Tick the named functions, or the recursive ones if none is named; list none without a file."""
        functions = [] if source is None else in_order(source)
        named = {one.name for one in functions if one.name in traced}
        self._source, self._ticks = source, named or {one.name for one in functions if one.is_recursive}
        self.set_rows(functions)
        self.updateGeometry()

    @property
    def ticked(self) -> tuple[str, ...]:
        """The functions to trace."""
        return tuple(one.name for one in self.rows.rows if one.name in self._ticks)

    def sizeHint(self) -> QSize:
        rows = max(1, min(VISIBLE_ROWS, len(self.rows.rows)))
        return QSize(200, (rows + 1) * row_height() + 8)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 3 * row_height())


class CallForm(QWidget):
    """The form in which the user fills in what to run."""

    changed = Signal()
    run_requested = Signal()
    looked_at = Signal(str)
    """The name of the function that was selected in the list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.source: SourceFile | None = None
        self.functions = FunctionList()
        self.call = QLineEdit()
        self.call.setPlaceholderText("fib(10)")
        self.call.setAccessibleName(tr("The call"))
        self.call.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        # A dropped file goes to the window, which opens it.
        self.call.setAcceptDrops(False)
        self.message_line = MessageLabel("", 12, wrapped=True)
        """What is wrong with the call."""
        self._lay_out()
        self._connect()
        self.apply_theme()
        self.setEnabled(False)

    def _lay_out(self) -> None:
        layout = column_layout(self, margin=0, spacing=6)
        layout.addWidget(Label(tr("Functions in it; ticked ones are recorded"), 12, bold=True, quiet=True))
        layout.addWidget(self.functions)
        layout.addSpacing(4)
        layout.addWidget(Label(tr("Call"), 12, bold=True, quiet=True))
        layout.addWidget(self.call)
        layout.addWidget(self.message_line)
        layout.addSpacing(4)
        layout.addWidget(Label(tr("Recording and limits"), 12, bold=True, quiet=True))
        lines = Choice([(tr("in small runs"), None), (tr("always"), True), (tr("never"), False)])
        labels = {
            "seconds": (
                tr("S&econds at most"),
                tr("After this time the program is ended, and what was recorded is kept"),
            ),
            "memory": (tr("Mi&B of memory at most"), tr("Memory that the program may use")),
            "frames": (tr("C&alls at most"), tr("After so many calls the program is ended")),
            "depth": (tr("&Depth at most"), tr("Levels of recursion that the program may use")),
        }
        about_lines = tr("Whether every line and all local variables are recorded too")
        self.recording = Form(
            (
                Field(tr("E&xecuted lines"), lines, about_lines, "lines"),
                *(Field(label, limit_box(name), help, name) for name, (label, help) in labels.items()),
            ),
            grows=False,
            spacing=4,
        )  # fmt: skip
        layout.addWidget(self.recording)
        layout.addStretch(1)

    def _connect(self) -> None:
        self.functions.called.connect(self.write_call_of)
        self.functions.looked_at.connect(self.looked_at)
        self.functions.ticks_changed.connect(self.changed)
        self.call.textChanged.connect(lambda _: self.check_call())
        self.call.returnPressed.connect(self.run_requested)
        self.recording.changed.connect(self.changed)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in STYLE_EVENTS:
            self.apply_theme()

    def apply_theme(self) -> None:
        if self.call.font() != font(13, fixed=True):
            self.call.setFont(font(13, fixed=True))

    # What is shown of a file

    def show_text(self, source: SourceFile, request: RunRequest | None = None) -> None:
        """Show a file in its present state; with an earlier request, or with what has been filled in."""
        self.source = source
        traced = self.functions.ticked if request is None else request.functions
        self.functions.show_functions(source, traced)
        if request is not None:
            self.call.setText(request.call)
            self.recording.fill({"lines": request.lines, **limit_numbers(request.limits)})
        self.setEnabled(True)
        self.check_call()

    def show_limits(self, limits: Limits) -> None:
        self.recording.fill(limit_numbers(limits))
        self.changed.emit()

    def show_nothing(self) -> None:
        """Show that there is no file, or none that can be read."""
        self.source = None
        self.functions.show_functions(None)
        self.setEnabled(False)
        self.message_line.setText("")

    def write_call_of(self, name: str) -> None:
        """Write a template of a call with its first gap selected, so that typing fills it."""
        if self.source is None:
            return
        self.call.selectAll()
        self.call.insert(template(self.source, name))
        self.call.setFocus()
        gap = self.call.text().find(GAP)
        if gap >= 0:
            self.call.setSelection(gap, len(GAP))

    def check_call(self) -> None:
        """Show below the call what is wrong with it."""
        found = None if self.source is None else problem_with_call(self.source, self.call.text())
        is_only_missing = found is not None and (not self.call.text().strip() or GAP in self.call.text())
        self.message_line.show_message("" if found is None else localized(found), is_problem=not is_only_missing)
        self.changed.emit()

    # The request

    @property
    def can_run(self) -> bool:
        """Whether Python can parse the call; other errors appear when it runs."""
        return self.source is not None and can_be_run(self.call.text())

    @property
    def request(self) -> RunRequest | None:
        """The request as filled in; None if it cannot run."""
        if self.source is None or not self.can_run:
            return None
        numbers = self.recording.values
        lines, call = numbers.pop("lines"), self.call.text().strip()
        return RunRequest(str(self.source.path), call, self.functions.ticked, lines, limits_from(numbers))
