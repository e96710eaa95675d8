"""The form for a run: what runs, what is recorded of it, and the limits; and beside it what will run.

What will run is shown before it runs, since user code runs with the user's rights. For a call, the functions of the
file are listed, recursive ones first and highlighted in its text; those that are ticked are traced.
"""

from __future__ import annotations

from pathlib import Path

from plyscope.messages import InputError, Message
from plyscope.tracer.call import GAP, can_be_run, problem_with_call, suggested_calls, template
from plyscope.tracer.programs import Program
from plyscope.tracer.source_text import SourceFile, read_source_file
from plyscope.tracer.starting import Limits
from plyscope.tracer.target.recursion import Function
from plyscope.tracer.user_python import UserPython, python_for
from PySide6.QtCore import QFileSystemWatcher, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QWidget,
)

from plyscope_window.jobs.background import LastQuestion, later
from plyscope_window.look.theme import font
from plyscope_window.pages.usercode.limits import LIMIT_RANGES, MEBIBYTE, limit_box, limit_numbers, limits_from_numbers
from plyscope_window.pages.usercode.printed import breakable
from plyscope_window.pages.usercode.requests import CALL, FILE, MODULE, TESTS, TEXT, RunRequest
from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import Choice, push_button
from plyscope_window.widgets.form import Field, Form
from plyscope_window.widgets.labels import Label, MessageLabel
from plyscope_window.widgets.layouts import STRETCH, column_layout, row_layout, scroll_area, splitter, widget_with
from plyscope_window.widgets.painting import Themed, row_height
from plyscope_window.widgets.source_text import SourceText
from plyscope_window.widgets.table import TRAILING, Column, Table
from plyscope_window.words import count, localized, tr

FORM_WIDTH = 440
"""The width of the form, in pixels."""
CHECK_MS = 250
"""Milliseconds after the last change until the program and its Python are looked up."""
RELOAD_MS = 150
"""Milliseconds from a change until the file is read again, because editors write files in several steps."""
VISIBLE_ROWS = 6
"""The largest number of functions that are visible without scrolling."""
MAX_TEXT = 60
"""The most characters of a function with its parameters."""


def functions_in_order(source: SourceFile) -> list[Function]:
    """Return the functions of a file, recursive ones first, each kind in the order of the text."""
    return sorted(source.functions.values(), key=lambda function: (not function.is_recursive, function.node.lineno))


def recursion_text(source: SourceFile, function: Function) -> str:
    """Return how a function calls itself, directly or through others; empty if it does not."""
    if not function.is_recursive:
        return ""
    mates = [
        other.last_name
        for other in source.functions.values()
        if other.group == function.group and other is not function
    ]
    return tr("calls itself through {names}", names=", ".join(mates)) if mates else tr("calls itself")


def function_signature(function: Function) -> str:
    """Return a function with its parameters, cut short where it is long."""
    text = f"{function.name}({', '.join(function.parameters)})"
    return text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 2]}…)"


class FunctionList(Table):
    """The list of a file's functions, with a tick at those to trace."""

    called = Signal(str)
    """Request for a template of a call, by the name of the function."""
    looked_at = Signal(str)
    """The name of the function in the current row."""
    ticks_changed = Signal()

    def __init__(self) -> None:
        self._ticks: set[str] = set()
        self._source: SourceFile | None = None
        columns = (
            Column(
                tr("Function"), function_signature, stretches=True, face=lambda _: font(12, fixed=True),
                is_quiet=lambda function: not function.is_recursive,
                tip=lambda function: tr(
                    "{function}: a click writes a call of it", function=function_signature(function)
                ),
                is_checked=lambda function: function.name in self._ticks, check=self._tick,
            ),
            Column(
                tr("Recursion"), self._recursion_cell, is_prose=True, face=lambda _: font(12),
                is_quiet=lambda _: True,
            ),
            Column(
                tr("Line"), lambda function: count(function.node.lineno), TRAILING, face=lambda _: font(12),
                is_quiet=lambda _: True,
            ),
        )  # fmt: skip
        super().__init__(columns, tr("Functions of the file"))
        self.chosen.connect(self._request_call)
        self.selectionModel().currentRowChanged.connect(lambda *_: self._emit_current())
        self._was_tick = False
        """Whether the click changed a tick and has no other effect."""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._was_tick = False
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._was_tick = False
        super().keyPressEvent(event)

    def _recursion_cell(self, function: Function) -> str:
        """Return how a function of the file calls itself."""
        return "" if self._source is None else recursion_text(self._source, function)

    def _tick(self, function: Function, is_ticked: bool) -> None:
        """Tick a function to be traced, or untick it."""
        self._was_tick = True
        (self._ticks.add if is_ticked else self._ticks.discard)(function.name)
        self.ticks_changed.emit()

    def _request_call(self, row: int) -> None:
        """Request a template of a call, unless the click changed a tick."""
        if not self._was_tick:
            self.called.emit(self.rows.rows[row].name)

    def _emit_current(self) -> None:
        """Emit the name of the current function."""
        if self.current_row is not None:
            self.looked_at.emit(self.current_row.name)

    def show_functions(self, source: SourceFile | None, traced: tuple[str, ...] = ()) -> None:
        """List the functions of a file; the named ones are ticked, or the recursive ones if none is named."""
        functions = [] if source is None else functions_in_order(source)
        named = {function.name for function in functions if function.name in traced}
        self._source, self._ticks = source, named or {function.name for function in functions if function.is_recursive}
        self.set_rows(functions)
        self.updateGeometry()

    @property
    def ticked(self) -> tuple[str, ...]:
        """The functions to trace."""
        return tuple(function.name for function in self.rows.rows if function.name in self._ticks)

    def sizeHint(self) -> QSize:
        rows = max(1, min(VISIBLE_ROWS, len(self.rows.rows)))
        return QSize(200, (rows + 1) * row_height() + 8)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 3 * row_height())


class UserCodeSource(SourceText):
    """The text of the file, with its recursive functions highlighted."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Source of the file"))
        self.margin.setCursor(Qt.CursorShape.ArrowCursor)

    def show_text(self, source: SourceFile) -> None:
        """Show a valid file, with its recursive functions marked."""
        self.set_source(source.text, frozenset())
        recursive = [function for function in functions_in_order(source) if function.is_recursive]
        lines = {
            line
            for function in recursive
            for line in range(function.node.lineno, (function.node.end_lineno or function.node.lineno) + 1)
        }
        marks = {function.node.lineno: recursion_text(source, function) for function in recursive}
        self.show_step(now=0, inspected=0, callers=frozenset(lines), breakpoints={}, values=marks)

    def show_error(self, text: str, line: int) -> None:
        """Show a text that is not valid Python, with the line of the error."""
        self.set_source(text, frozenset())
        self.show_step(now=0, inspected=line, callers=frozenset(), breakpoints={}, values={})

    def why_no_breakpoint(self, line: int) -> str:
        """An empty text: breakpoints are set in recordings only."""
        return ""


class UserCodeForm(Themed, QWidget):
    """The form of a run, and beside it the text of the file and what will run."""

    run_requested = Signal()
    file_changed = Signal()
    """The file that is shown has another text than before."""

    def __init__(self) -> None:
        super().__init__()
        kinds = [
            (tr("a call of a function"), CALL), (tr("a file or a notebook"), FILE),
            (tr("a module, as python -m runs it"), MODULE), (tr("tests, as pytest runs them"), TESTS),
            (tr("text that is pasted here"), TEXT),
        ]  # fmt: skip
        self.kind, self.target, self.text, self.functions = Choice(kinds), QLineEdit(), QPlainTextEdit(), FunctionList()
        self.call, self.arguments, self.folder, self.python, self.modules = (QLineEdit() for _ in range(5))
        self.run = push_button(tr("Run &it"), self.run_now, is_strong=True)
        self.back = push_button(tr("Bac&k to the recording"))
        self.notice, self.message = (MessageLabel("", 12, wrapped=True) for _ in range(2))
        self.source_view = UserCodeSource()
        self.rows: list[tuple[Label, Label]] = []
        self.path: Path | None = None
        """The file that is shown."""
        self.file_text = ""
        """Its text, as it was read last."""
        self.source: SourceFile | None = None
        """What is in it; None if it is not Python."""
        self._refusal: InputError | None = None
        """Why it cannot be read."""
        self.request_shown: RunRequest | None = None
        """The request that was checked and can run."""
        self._lookup = LastQuestion(self)
        self._later = later(self, self.check, CHECK_MS)
        self._reread = later(self, self._read_again, RELOAD_MS)
        self.watcher = QFileSystemWatcher(self)
        self._lay_out()
        self._connect()
        self.apply_theme()

    def _lay_out(self) -> None:
        for line in (self.target, self.call, self.arguments, self.folder, self.python, self.modules):
            line.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
            line.setAcceptDrops(False)  # a dropped file goes to the window, which opens it
        self.call.setPlaceholderText("fib(10)")
        self.text.setPlaceholderText(tr("Paste a Python program here."))
        self.text.setAccessibleName(tr("The text of the program"))
        self.text.setProperty("framed", True)
        self.text.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.text.setTabChangesFocus(True)
        self.text.setFont(font(12, fixed=True))
        self.text.setMinimumHeight(160)
        self.folder.setPlaceholderText(tr("the folder of the file"))
        self.python.setPlaceholderText(tr("found by itself: VIRTUAL_ENV, the nearest .venv, or Plyscope’s own"))
        self.back.hide()
        left = widget_with(column_layout(self._fields(), STRETCH, margins=(24, 4, 16, 12), spacing=6))
        head = row_layout((Label(tr("This is what will run"), 13, bold=True), 1), self.back, self.run)
        self.grid = QGridLayout()
        self.grid.setHorizontalSpacing(12)
        self.grid.setVerticalSpacing(4)
        self.grid.setColumnStretch(1, 1)
        self.warning = Label("", 12, quiet=True, wrapped=True)
        below = widget_with(column_layout(
            self.notice, head, self.message, self.grid, self.warning, STRETCH, margins=(16, 4, 24, 12), spacing=8
        ))  # fmt: skip
        right = splitter((self.source_view, scroll_area(below)), (340, 340), grows=0, is_upright=True)
        across = splitter((scroll_area(left), right), (FORM_WIDTH, 880), grows=1)
        self.setLayout(column_layout(across))

    def _fields(self) -> Form:
        """Return the form with its fields, each shown for the kinds of runs that it is for."""

        def is_call() -> bool:
            return bool(self.kind.currentData() == CALL)

        def is_program() -> bool:
            return not is_call()

        def is_text() -> bool:
            return bool(self.kind.currentData() == TEXT)

        def ask_program() -> Path | None:
            kinds = tr("Programs ({patterns})", patterns="*.py" if is_call() else "*.py *.ipynb")
            return questions.ask_file(self, tr("Choose a program"), self.request.place, kinds)

        def ask_folder() -> Path | None:
            return questions.ask_folder(self, tr("The current folder of the program"), self.request.place)

        def ask_python() -> Path | None:
            kinds = tr("All files ({patterns})", patterns="*")
            return questions.ask_file(self, tr("Choose a Python"), self.request.place, kinds)

        heading = Label(tr("Functions in it; ticked ones are recorded"), 12, bold=True, quiet=True)
        listed = widget_with(column_layout(heading, self.functions, spacing=6))
        lines = Choice([(tr("in small runs"), None), (tr("always"), True), (tr("never"), False)])
        limits = {
            "seconds": (tr("Seconds at most"), tr("A call that takes longer is recorded up to there")),
            "memory": (tr("Mi&B of memory at most"), tr("Memory that the program may use")),
            "frames": (tr("Ca&lls at most"), tr("What is recorded of a call ends after so many calls")),
            "depth": (tr("Depth at most"), tr("Levels of recursion that the program may use")),
        }
        self.form = Form(
            (
                Field(tr("What r&uns"), self.kind, tr("What is given below"), "kind"),
                Field(tr("Pro&gram"), self.target, tr("A path, a module, or FILE.py::test_name"), "target",
                      button=push_button(tr("Choose…"), picture="open"), ask=ask_program, when=lambda: not is_text()),
                Field("", self.text, when=is_text),
                Field("", listed, when=is_call),
                Field(tr("C&all"), self.call, tr("A call of a function in the file"), "call", when=is_call),
                Field(tr("&Arguments"), self.arguments, tr("As one would type them after the program’s name"),
                      "arguments", when=is_program),
                Field(tr("Fol&der"), self.folder, tr("The current folder of the program"), "folder",
                      button=push_button(tr("Choose…")), ask=ask_folder, when=is_program),
                Field(tr("Pytho&n"), self.python, tr("An interpreter, or the folder of its environment"), "python",
                      button=push_button(tr("Choose…")), ask=ask_python),
                Field(tr("Trac&e also"), self.modules,
                      tr("Installed modules whose recursion is recorded too, separated by spaces"), "modules",
                      when=is_program),
                Field(tr("E&xecuted lines"), lines, tr("Whether every line and all local variables are recorded too"),
                      "lines"),
                *(Field(label, limit_box(name), help, name, when=is_call if name == "memory" else None)
                  for name, (label, help) in limits.items()),
            ),
            grows=True, wraps=True, spacing=6,
        )  # fmt: skip
        return self.form

    def _connect(self) -> None:
        self.form.changed.connect(self._check_later)
        self.form.entered.connect(self.run_now)
        self.text.textChanged.connect(self._check_later)
        self.functions.ticks_changed.connect(self._check_later)
        self.functions.called.connect(self.write_call_of)
        self.functions.looked_at.connect(self._scroll_to_function)
        self.watcher.fileChanged.connect(lambda _: self._reread.start())

    def apply_theme(self) -> None:
        """Set the fixed font of the call in the text size."""
        if self.call.font() != font(13, fixed=True):
            self.call.setFont(font(13, fixed=True))

    # The request

    @property
    def request(self) -> RunRequest:
        """What is filled in; fields that are not shown have no part in it."""
        fields = self.form.named.items()
        values = {name: self.form[name] for name, field in fields if field.when is None or field.when()}
        limits = limits_from_numbers({name: values.pop(name) for name in LIMIT_RANGES if name in values})
        if values["kind"] == TEXT:
            values["target"] = self.text.toPlainText()
        functions = self.functions.ticked if values["kind"] == CALL else ()
        return RunRequest(**values, functions=functions, limits=limits)

    def show_request(self, request: RunRequest) -> None:
        """Show a request, and the file of a call as it is now."""
        names = {*self.form.named} - set(LIMIT_RANGES)
        values = {name: value for name, value in vars(request).items() if name in names}
        if request.kind == TEXT:
            self.text.setPlainText(values.pop("target"))
        self.form.fill(values | limit_numbers(request.limits))
        self.path = None
        self._read_file(request.functions)
        self.check()

    def show_file(self, request: RunRequest) -> None:
        """Show the last request for a file; the call that the file suggests where there is none."""
        self.show_request(request)
        if request.is_call and not request.call and self.source is not None:
            self.call.setText(next(iter(suggested_calls(self.source.text)), ""))

    def show_limits(self, limits: Limits) -> None:
        """Show limits, and check the request with them."""
        self.form.fill(limit_numbers(limits))
        self.check()

    @property
    def first_field(self) -> QWidget:
        """The control that has the keyboard first."""
        return self.call if self.kind.currentData() == CALL and self.target.text() else self.target

    # The file

    def _read_file(self, ticked: tuple[str, ...] = ()) -> bool:
        """Read the file of a call, or of a program, if it is another one or has changed; return whether it has."""
        request = self.request
        is_shown = request.is_call or (request.kind == FILE and request.target.endswith(".py"))
        path = Path(request.target).expanduser().absolute() if is_shown and request.target else None
        self.source_view.setVisible(path is not None)
        text = "" if path is None else plain_text(path)
        if path is not None:
            self.watcher.addPath(str(path))
        if path == self.path and text == self.file_text:
            return False
        self.path, self.file_text, self.source, self._refusal = path, text, None, None
        try:
            self.source = None if path is None else read_source_file(path)
        except InputError as error:
            self._refusal = error
            self.source_view.show_error(text, int(str(error.message.values.get("line", 0)) or 0))
        if self.source is not None:
            self.source_view.show_text(self.source)
        self.functions.show_functions(self.source, ticked)
        return True

    def _read_again(self) -> None:
        """Read a changed or replaced file again."""
        before = self.path
        if self._read_file(self.functions.ticked):
            self.check()
            if before == self.path:
                self.file_changed.emit()

    def _scroll_to_function(self, name: str) -> None:
        """Scroll the text to a function."""
        if self.source is not None:
            self.source_view.scroll_to_line(self.source.functions[name].node.lineno)

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

    # What will run

    def _check_later(self) -> None:
        """Check the request a moment after the last change."""
        self.request_shown = None
        self._later.start()
        self._shows_problem()

    def _shows_problem(self) -> bool:
        """Show what is wrong with a call; return whether it cannot run for that."""
        request = self.request
        source = self.source if request.is_call else None
        problem = None if source is None else problem_with_call(source, request.call)
        is_missing = problem is not None and (not request.call or GAP in request.call)
        self.form.show_problems({} if problem is None or is_missing else {"call": localized(problem)})
        if problem is None or can_be_run(request.call):
            self.run.setEnabled(True)
            return False
        hint = tr("What will run is shown here as soon as there is a call that Python can parse.")
        self._show_facts([], localized(problem) if is_missing else hint)
        return True

    def check(self, *, is_to_run: bool = False) -> None:
        """Look up the program and its Python in another thread and show both; with `is_to_run`, run it then."""
        self._later.stop()
        self.request_shown = None
        self._lookup.forget()
        self._read_file(self.functions.ticked)
        request = self.request
        if request.is_call and self._refusal is not None:
            self._show_refusal(self._refusal)
        elif not self._shows_problem():
            self._lookup.ask(
                lambda: program_and_python(request),
                lambda it: self._show_program(request, *it, is_to_run=is_to_run),
                self._show_refusal,
            )
        elif is_to_run:
            self.first_field.setFocus()

    def run_now(self) -> None:
        """Run what is shown; look it up first where that has not been done."""
        if self.request_shown == self.request:
            self.run_requested.emit()
        else:
            self.check(is_to_run=True)

    def _show_program(self, request: RunRequest, program: Program, python: UserPython, *, is_to_run: bool) -> None:
        """Show what will run of a request, and run it if that was asked for."""
        self.request_shown = request
        self._show_facts(run_facts(request, program, python))
        if is_to_run:
            self.run_requested.emit()

    def _show_refusal(self, error: InputError) -> None:
        """Show why a request cannot run."""
        is_empty = not self.request.target
        message = Message("What will run is shown here as soon as a program has been named.") if is_empty else None
        self._show_facts([], localized(message or error.message), is_problem=not is_empty)

    def _show_facts(self, facts: list[tuple[str, str]], message: str = "", *, is_problem: bool = False) -> None:
        """Show what will run; nothing can run without facts, and the message says why."""
        while len(self.rows) < len(facts):
            name, text = Label("", 12, quiet=True), Label("", 12, wrapped=True)
            if self.isRightToLeft():
                # The text reads from left to right, but stands next to its label at the right.
                text.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute)
            name.setMinimumWidth(64)
            self.grid.addWidget(name, len(self.rows), 0, Qt.AlignmentFlag.AlignTop)
            self.grid.addWidget(text, len(self.rows), 1)
            self.rows.append((name, text))
        for at, (name, text) in enumerate(self.rows):
            name.setVisible(at < len(facts))
            text.setVisible(at < len(facts))
            if at < len(facts):
                name.setText(facts[at][0])
                text.setText(breakable(facts[at][1]))
        self.message.show_message(breakable(message), is_problem=is_problem)
        self.message.setVisible(bool(message))
        self.warning.setText(warning_text(is_call=self.request.is_call))
        self.warning.setVisible(bool(facts))
        self.run.setEnabled(bool(facts))

    def show_notice(self, message: Message | None) -> None:
        """Show a message about the last run above what will run; None removes it."""
        self.notice.show_message("" if message is None else breakable(localized(message)), is_problem=False)
        self.notice.setVisible(message is not None)


def plain_text(path: Path) -> str:
    """Return the text of a file, valid or not; empty if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def program_and_python(request: RunRequest) -> tuple[Program, UserPython]:
    """Return the program and the Python that would run it; called in another thread."""
    program = request.program
    return program, python_for(program.place, request.python or None)


# What will run, in words


def run_facts(request: RunRequest, program: Program, python: UserPython) -> list[tuple[str, str]]:
    """Return what will run, as rows of a label and a text."""
    if request.is_call:
        facts = [(tr("File"), program.file), (tr("Call"), request.call)]
    else:
        facts = [(tr("Command"), command_text(program, python, request))]
    facts += [
        (tr("Folder"), str(program.folder)),
        (tr("Python"), str(python)),
        (tr("Recorded"), recorded_text(program, request)),
        (tr("Limits"), limits_text(request)),
    ]
    return [*facts, (tr("Not run"), "; ".join(program.magics))] if program.magics else facts


def command_text(program: Program, python: UserPython, request: RunRequest) -> str:
    """Return the command that runs, as one would type it."""
    names = {
        "module": f"-m {program.name}",
        "tests": f"-m pytest {request.target}",
        "cells": tr("the cells of {name}, in their order", name=Path(program.file).name),
    }
    named = names.get(program.kind, program.file)
    what = tr("the pasted text") if request.kind == TEXT else named
    arguments = f" {request.arguments}" if request.arguments else ""
    return f"{Path(python.path).name} {what}{arguments}"


def recorded_text(program: Program, request: RunRequest) -> str:
    """Return which calls are recorded, and whether their lines are."""
    if request.is_call:
        calls = tr("the calls of {names}", names=", ".join(request.functions) or tr("the function that is called"))
    elif program.project is None or request.kind == TEXT:
        calls = tr("each outermost call of a recursive function in the text")
    else:
        calls = tr(
            "each outermost call of a recursive function in the files below {folder}", folder=str(program.project)
        )
    if request.modules:
        calls = tr("{calls}, and in {modules}", calls=calls, modules=request.modules)
    match request.lines:
        case None:
            return tr("{calls}, and executed lines while the run is small", calls=calls)
        case True:
            return tr("{calls}, and all executed lines", calls=calls)
        case False:
            return tr("{calls}, and no executed lines", calls=calls)


def limits_text(request: RunRequest) -> str:
    """Return the limits of a run, as text."""
    limits = request.limits
    values = {"seconds": count(round(limits.seconds)), "calls": count(limits.frames), "depth": count(limits.depth)}
    if request.is_call:
        return tr(
            "{seconds} seconds, {memory} MiB of memory, {calls} calls, {depth} levels of recursion",
            memory=count(limits.memory // MEBIBYTE), **values,
        )  # fmt: skip
    return tr(
        "of each recorded call: {seconds} seconds of processor time, {calls} calls, {depth} levels of recursion",
        **values,
    )


def warning_text(*, is_call: bool) -> str:
    """Return the warning below what will run."""
    if is_call:
        return tr(
            "The whole file is executed, and then the call, in a process of its own. It can do to your files whatever "
            "you can do: the limits only guard against accidents. Run it only if you know what it does."
        )
    return tr(
        "The program runs as Python would run it, with its windows and its input. It can do to your files whatever "
        "you can do. A limit ends the recording of a call, never the program."
    )
