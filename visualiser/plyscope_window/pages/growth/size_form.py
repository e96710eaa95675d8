"""Which file and which call, from which n to which, and within which limits; what will run is shown first."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from plyscope.tracer.running import Limits
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from plyscope_window.pages.growth.measuring_page import MeasuringForm
from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import Number, framed_button
from plyscope_window.widgets.form import Field, Form
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import column
from plyscope_window.words import count, tr

FILE, CALL = "sample:recursion/fibonacci", "fib({n})"
LARGEST = 100_000
NUMBER = re.compile(r"(?<![\w.'\"])\d+(?![\w.'\"])")


def call_with_n(call: str) -> str:
    """A call with {n} in the place of its first number."""
    return NUMBER.sub("{n}", call, count=1)


@dataclass(frozen=True)
class SizeRequest:
    """A call, and the sizes it is measured for."""

    file: str
    call: str
    """With {n} where the number goes."""
    first: int
    last: int
    cached: bool
    """Whether each call is measured a second time, with a cache."""
    limits: Limits

    @property
    def ways(self) -> tuple[bool, ...]:
        """Without a cache, and with one."""
        return (False, True) if self.cached else (False,)


class SizeForm(MeasuringForm):
    """Which call of which file, from which n to which."""

    def __init__(self, file: str = FILE, call: str = CALL) -> None:
        super().__init__()
        self.file, self.call = QLineEdit(file), QLineEdit(call)
        self.choose = framed_button(tr("Choose…"), tr("A Python file of yours"))
        self.first, self.last = Number(0, LARGEST, 0), Number(0, LARGEST, 20)
        self.cached = QCheckBox(tr("The same with a cache"))
        self.cached.setChecked(True)
        self.seconds = Number(1, 3600, 60)
        self.seconds.setSuffix(tr(" s"))
        self.frames = Number(1, 2_000_000_000, 5_000_000)
        self.frames.setGroupSeparatorShown(True)
        self.description = Label("", 12, quiet=True, wrapped=True)
        """What will be run."""
        self._lay_out()
        self._connect()
        self.show_running(False)
        self.describe_run()

    def _lay_out(self) -> None:
        layout = column(self)
        layout.addWidget(Label(tr("Calls against n"), 20, bold=True))
        self.form = Form(
            (
                Field(tr("F&ile"), self.file, tr("A Python file, or one of the samples"), button=self.choose),
                Field(tr("&Call"), self.call, tr("With {n} where the number goes", n="{n}")),
                Field(tr("&From n"), self.first, tr("The first number")),
                Field(tr("&To n"), self.last, tr("The last number")),
                Field(tr("Ti&me at most"), self.seconds, tr("Of one run; all ends with the first that takes longer")),
                Field(tr("Ca&lls at most"), self.frames, tr("Of one run; all ends with the first that makes more")),
                Field("", self.cached, tr("A second run of everything, with functools.cache on the functions")),
            )
        )
        layout.addWidget(self.form)
        for widget in (self.description, self.run, self.stop, self.status):
            layout.addWidget(widget)
        layout.addStretch(1)

    def _connect(self) -> None:
        self.choose.clicked.connect(self.ask_file)
        self.form.entered.connect(self.run_requested)
        self.form.changed.connect(self.describe_run)

    def ask_file(self) -> None:
        folder = Path(self.file.text()).parent
        for path in questions.path_to_open(self, folder if folder.is_dir() else Path.home())[:1]:
            self.file.setText(str(path))

    @property
    def request(self) -> SizeRequest:
        first, last = sorted((self.first.value(), self.last.value()))
        limits = Limits(seconds=self.seconds.value(), frames=self.frames.value())
        call = self.call.text().strip()
        return SizeRequest(self.file.text().strip(), call, first, last, self.cached.isChecked(), limits)

    def describe_run(self) -> None:
        request = self.request
        names = {
            "first": request.call.replace("{n}", str(request.first)),
            "last": request.call.replace("{n}", str(request.last)),
            "file": Path(request.file).name,
            "seconds": count(int(request.limits.seconds)),
        }
        if request.cached:
            words = tr(
                "Runs {first} to {last} of {file}, without a cache and with one, each in a process of its own and for "
                "{seconds} s at most: once recorded, and again to take the time.",
                **names,
            )
        else:
            words = tr(
                "Runs {first} to {last} of {file}, each in a process of its own and for {seconds} s at most: once "
                "recorded, and again to take the time.",
                **names,
            )
        self.description.setText(words)

    @property
    def fields(self) -> tuple[QWidget, ...]:
        return (self.form,)
