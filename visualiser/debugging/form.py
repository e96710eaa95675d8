"""The call, what is recorded of it, and the limits: what a person fills in before anything runs."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFormLayout, QLineEdit, QWidget

from engine.watching.calling import GAP, can_be_run, complaint, template
from engine.watching.own_text import OwnText
from engine.watching.running import Limits
from visualiser.controls import Choice, Number, fill, label_of
from visualiser.debugging.complaint import Complaint
from visualiser.debugging.functions import FunctionList
from visualiser.debugging.wanted import (
    FEWEST_LEVELS,
    MEBIBYTE,
    MOST_CALLS,
    MOST_LEVELS,
    MOST_MEMORY,
    MOST_SECONDS,
    Wanted,
)
from visualiser.panels.parts import RESTYLED, Words, column
from visualiser.theme import font
from visualiser.words import said, tr


class CallForm(QWidget):
    """What is to be run of a file that is known."""

    changed = Signal()
    run_asked = Signal()
    looked_at = Signal(str)
    """A function is looked at in the list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.own: OwnText | None = None
        usual = Limits()
        self.functions = FunctionList()
        self.call = QLineEdit()
        self.call.setPlaceholderText("fib(10)")
        self.call.setAccessibleName(tr("The call"))
        self.call.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        # A file that is dropped on it is one to be opened.
        self.call.setAcceptDrops(False)
        self.told = Complaint("", 12, wrapped=True)
        """What is wrong with the call."""
        self.lines = Choice()
        fill(
            self.lines,
            [(tr("of small runs"), None), (tr("always"), True), (tr("never"), False)],
            None,
        )
        self.seconds = Number(1, MOST_SECONDS, round(usual.seconds))
        self.memory = Number(64, MOST_MEMORY, usual.memory // MEBIBYTE)
        self.calls = Number(1, MOST_CALLS, usual.frames)
        self.levels = Number(FEWEST_LEVELS, MOST_LEVELS, usual.depth)
        for number, step in ((self.seconds, 10), (self.memory, 256), (self.calls, 100_000), (self.levels, 1000)):
            number.setGroupSeparatorShown(True)
            number.setSingleStep(step)
        self._lay_out()
        self._connect()
        self.dress()
        self.setEnabled(False)

    def _lay_out(self) -> None:
        layout = column(self, margin=0, spacing=6)
        layout.addWidget(Words(tr("Functions in it; what is ticked is recorded"), 12, bold=True, quiet=True))
        layout.addWidget(self.functions)
        layout.addSpacing(4)
        layout.addWidget(Words(tr("Call"), 12, bold=True, quiet=True))
        layout.addWidget(self.call)
        layout.addWidget(self.told)
        layout.addSpacing(4)
        layout.addWidget(Words(tr("Recording and limits"), 12, bold=True, quiet=True))
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        form.setVerticalSpacing(4)
        for text, control, help in (
            (tr("E&xecuted lines"), self.lines, tr("Whether every line and all local variables are recorded too")),
            (tr("S&econds at most"), self.seconds, tr("After this the program is ended, and what there is is kept")),
            (tr("&MiB of memory at most"), self.memory, tr("What the program may use of the machine's memory")),
            (tr("C&alls at most"), self.calls, tr("After so many calls the program is ended")),
            (tr("&Depth at most"), self.levels, tr("Levels of recursion that the program may allow itself")),
        ):
            form.addRow(label_of(text, control, help), control)
        layout.addLayout(form)
        layout.addStretch(1)

    def _connect(self) -> None:
        self.functions.called.connect(self.write_call_of)
        self.functions.looked_at.connect(self.looked_at)
        self.functions.ticks_changed.connect(self.changed)
        self.call.textChanged.connect(lambda _: self.look_at_call())
        self.call.returnPressed.connect(self.run_asked)
        self.lines.currentIndexChanged.connect(lambda _: self.changed.emit())
        for number in (self.seconds, self.memory, self.calls, self.levels):
            number.valueChanged.connect(lambda _: self.changed.emit())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLED:
            self.dress()

    def dress(self) -> None:
        if self.call.font() != font(13, fixed=True):
            self.call.setFont(font(13, fixed=True))

    # What is shown of a file

    def show_own(self, own: OwnText, wanted: Wanted | None = None) -> None:
        """A file as it is now, with what was wanted of it before; else with what stands in the form."""
        self.own = own
        watched = self.functions.ticked if wanted is None else wanted.functions
        self.functions.show_functions(own, watched)
        if wanted is not None:
            self.call.setText(wanted.call)
            fill(self.lines, [(self.lines.itemText(at), self.lines.itemData(at)) for at in range(3)], wanted.lines)
            self.show_limits(wanted.limits)
        self.setEnabled(True)
        self.look_at_call()

    def show_limits(self, limits: Limits) -> None:
        self.seconds.setValue(round(limits.seconds))
        self.memory.setValue(limits.memory // MEBIBYTE)
        self.calls.setValue(limits.frames)
        self.levels.setValue(limits.depth)

    def show_nothing(self) -> None:
        """There is no file, or none that can be read."""
        self.own = None
        self.functions.clear()
        self.setEnabled(False)
        self.told.setText("")

    def write_call_of(self, name: str) -> None:
        """A template of a call, with the first gap selected so that typing fills it."""
        if self.own is None:
            return
        self.call.selectAll()
        self.call.insert(template(self.own, name))
        self.call.setFocus()
        gap = self.call.text().find(GAP)
        if gap >= 0:
            self.call.setSelection(gap, len(GAP))

    def look_at_call(self) -> None:
        """Says beside the call what is wrong with it."""
        found = None if self.own is None else complaint(self.own, self.call.text())
        is_only_missing = found is not None and (not self.call.text().strip() or GAP in self.call.text())
        self.told.complain("" if found is None else said(found), is_bad=not is_only_missing)
        self.changed.emit()

    # What is wanted

    @property
    def can_run(self) -> bool:
        """Python will say itself what is wrong with a call that it can read."""
        return self.own is not None and can_be_run(self.call.text())

    @property
    def limits(self) -> Limits:
        return Limits(
            float(self.seconds.value()), self.memory.value() * MEBIBYTE, self.calls.value(), self.levels.value()
        )

    @property
    def wanted(self) -> Wanted | None:
        """What would run; None where that cannot."""
        if self.own is None or not self.can_run:
            return None
        return Wanted(
            str(self.own.path),
            self.call.text().strip(),
            self.functions.ticked,
            self.lines.currentData(),
            self.limits,
        )
