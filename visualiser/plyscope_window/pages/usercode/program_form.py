"""The form for a whole program: what to run, with which arguments, where, and on which Python; and what will run.

What will run is shown before it runs, since user code runs with the user's rights.
"""

from __future__ import annotations

from pathlib import Path

from plyscope.messages import InputError, Message
from plyscope.tracer.programs import Program
from plyscope.tracer.user_python import UserPython, python_for
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.look.icons import icon
from plyscope_window.look.theme import font
from plyscope_window.pages.usercode.progress import breakable
from plyscope_window.pages.usercode.requests import FILE, MODULE, TESTS, TEXT, ProgramRequest
from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import Choice
from plyscope_window.widgets.form import Field, Form
from plyscope_window.widgets.labels import Label, MessageLabel
from plyscope_window.widgets.layouts import column_layout, scroll_area
from plyscope_window.words import localized, tr

CHECK_MS = 250
"""Milliseconds after the last change until the program and its Python are looked up."""
FORM_WIDTH = 460


def command_of(program: Program, python: UserPython, request: ProgramRequest) -> str:
    """What runs, as one would type it."""
    names = {
        "module": f"-m {program.name}",
        "tests": f"-m pytest {request.target}",
        "cells": tr("the cells of {name}, in their order", name=Path(program.file).name),
    }
    named = names.get(program.kind, program.file)
    what = tr("the pasted text") if request.kind == TEXT else named
    arguments = f" {request.arguments}" if request.arguments else ""
    return f"{Path(python.path).name} {what}{arguments}"


class ProgramForm(QWidget):
    """The form, and beside it what will run."""

    run_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        kinds = [
            (tr("a file or a notebook"), FILE), (tr("a module, as python -m runs it"), MODULE),
            (tr("tests, as pytest runs them"), TESTS), (tr("text that is pasted here"), TEXT),
        ]  # fmt: skip
        self.kind, self.target, self.text = Choice(kinds), QLineEdit(), QPlainTextEdit()
        self.arguments, self.folder, self.python, self.modules = (QLineEdit() for _ in range(4))
        self.run = QPushButton(tr("Run &it"))
        self.run.setProperty("strong", True)
        self.back = QPushButton(tr("&Back to the recordings"))
        self.back.hide()
        self.message = MessageLabel("", 12, wrapped=True)
        self.rows: list[tuple[Label, Label]] = []
        self.request_shown: ProgramRequest | None = None
        """The request that was checked and can run."""
        self._answer: Answer | None = None
        self._later = QTimer(self, interval=CHECK_MS, singleShot=True)
        self._later.timeout.connect(self.check)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        self._apply_theme_to_fields()
        left, right = QWidget(), QWidget()
        left_layout, right_layout = column_layout(left, margin=0), column_layout(right, margin=0, spacing=8)
        left_layout.setContentsMargins(24, 4, 16, 12)
        left_layout.addWidget(self._fields())
        left_layout.addStretch(1)
        right_layout.setContentsMargins(16, 4, 24, 12)
        self._lay_out_preview(right_layout)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(scroll_area(left))
        splitter.addWidget(scroll_area(right))
        splitter.setSizes([FORM_WIDTH, 560])
        column_layout(self, margin=0).addWidget(splitter)

    def _apply_theme_to_fields(self) -> None:
        for line in (self.target, self.arguments, self.folder, self.python, self.modules):
            line.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
            line.setAcceptDrops(False)
        self.text.setPlaceholderText(tr("Paste a Python program here."))
        self.text.setAccessibleName(tr("The text of the program"))
        self.text.setProperty("framed", True)
        self.text.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.text.setTabChangesFocus(True)
        self.text.setFont(font(12, fixed=True))
        self.text.setMinimumHeight(160)
        self.folder.setPlaceholderText(tr("the folder of the file"))
        self.python.setPlaceholderText(tr("found by itself: VIRTUAL_ENV, the nearest .venv, or Plyscope’s own"))

    def _fields(self) -> Form:
        def ask_program() -> Path | None:
            kinds = tr("Programs ({patterns})", patterns="*.py *.ipynb")
            return questions.ask_file(self, tr("Choose a program"), self.request.place, kinds)

        def ask_folder() -> Path | None:
            return questions.ask_folder(self, tr("The current folder of the program"), self.request.place)

        def ask_python() -> Path | None:
            kinds = tr("All files ({patterns})", patterns="*")
            return questions.ask_file(self, tr("Choose a Python"), self.request.place, kinds)

        self.form = Form(
            (
                Field(tr("What r&uns"), self.kind, tr("What is given below"), "kind"),
                Field(tr("&Program"), self.target, tr("A path, a module, or FILE.py::test_name"), "target",
                      button=QPushButton(icon("open"), tr("Choose…")), ask=ask_program,
                      when=lambda: self.kind.currentData() != TEXT),
                Field("", self.text, when=lambda: self.kind.currentData() == TEXT),
                Field(tr("&Arguments"), self.arguments, tr("As one would type them after the program’s name"),
                      "arguments"),
                Field(tr("Fo&lder"), self.folder, tr("The current folder of the program"), "folder",
                      button=QPushButton(tr("Choose…")), ask=ask_folder),
                Field(tr("Pytho&n"), self.python, tr("An interpreter, or the folder of its environment"), "python",
                      button=QPushButton(tr("Choose…")), ask=ask_python),
                Field(tr("Trac&e also"), self.modules,
                      tr("Installed modules whose recursion is recorded too, separated by spaces"), "modules"),
                Field("", QCheckBox(tr("Record all e&xecuted lines, not only the first ones")),
                      tr("Recording every line slows a program down"), "lines"),
            ),
            wraps=True,
        )  # fmt: skip
        return self.form

    def _lay_out_preview(self, layout: QVBoxLayout) -> None:
        head = QHBoxLayout()
        head.addWidget(Label(tr("This is what will run"), 13, bold=True), 1)
        head.addWidget(self.back)
        head.addWidget(self.run)
        layout.addLayout(head)
        layout.addWidget(self.message)
        self.grid = QGridLayout()
        self.grid.setHorizontalSpacing(12)
        self.grid.setVerticalSpacing(4)
        self.grid.setColumnStretch(1, 1)
        layout.addLayout(self.grid)
        self.warning = Label(warning(), 12, quiet=True, wrapped=True)
        layout.addWidget(self.warning)
        layout.addStretch(1)

    def _connect(self) -> None:
        self.form.changed.connect(self._begin_check)
        self.text.textChanged.connect(self._begin_check)
        self.form.entered.connect(self._run)
        self.run.clicked.connect(self._run)

    # The request

    @property
    def request(self) -> ProgramRequest:
        values = self.form.values
        values["lines"] = values["lines"] or None
        return ProgramRequest(**values | ({"target": self.text.toPlainText()} if values["kind"] == TEXT else {}))

    def show_request(self, request: ProgramRequest) -> None:
        values = dict(vars(request))
        if request.kind == TEXT:
            self.text.setPlainText(values.pop("target"))
        self.form.fill(values)
        self.check()

    def _begin_check(self) -> None:
        self.request_shown = None
        self._later.start()

    def check(self) -> None:
        """Look up the program and its Python in another thread, and show both."""
        self._later.stop()
        self.request_shown = None
        if self._answer is not None:
            self._answer.cancel()
        request = self.request
        self._answer = in_background(
            lambda: found(request), lambda it: self._show(request, *it), lambda error: self._refuse(error)
        )

    def _show(self, request: ProgramRequest, program: Program, python: UserPython) -> None:
        self.request_shown = request
        self.message.show_message("")
        self.message.hide()
        self.run.setEnabled(True)
        facts = [
            (tr("Command"), command_of(program, python, request)),
            (tr("Folder"), str(program.folder)),
            (tr("Python"), str(python)),
            (tr("Recorded"), recorded_text(program, request)),
        ]
        if program.magics:
            facts.append((tr("Not run"), "; ".join(program.magics)))
        self._show_facts(facts)

    def _refuse(self, error: InputError) -> None:
        is_empty = not self.request.target
        message = Message("What will run is shown here as soon as a program has been named.") if is_empty else None
        self.message.show_message(breakable(localized(message or error.message)), is_problem=not is_empty)
        self.message.show()
        self.run.setEnabled(False)
        self._show_facts([])

    def _show_facts(self, facts: list[tuple[str, str]]) -> None:
        while len(self.rows) < len(facts):
            name, text = Label("", 12, quiet=True), Label("", 12, wrapped=True)
            if self.isRightToLeft():
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
        self.warning.setVisible(bool(facts))

    def _run(self) -> None:
        """Run what is shown; while it is being looked up, look it up first."""
        if self.request_shown == self.request and self.run.isEnabled():
            self.run_requested.emit()
        else:
            self.check()


def found(request: ProgramRequest) -> tuple[Program, UserPython]:
    """The program and the Python that would run it; called in another thread."""
    program = request.program
    return program, python_for(program.place, request.python or None)


def recorded_text(program: Program, request: ProgramRequest) -> str:
    """What of the program is recorded."""
    if program.project is None or request.kind == TEXT:
        text = tr("each outermost call of a recursive function in the text")
    else:
        text = tr(
            "each outermost call of a recursive function in the files below {folder}", folder=str(program.project)
        )
    return tr("{calls}, and in {modules}", calls=text, modules=request.modules) if request.modules else text


def warning() -> str:
    return tr(
        "The program runs as Python would run it, with its windows and its input. It can do to your files whatever "
        "you can do. A limit ends the recording of a call, never the program."
    )
