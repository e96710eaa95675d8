"""The one form: lines of a label and a control, each declared as a `Field`.

A field says what its control is for, when it is shown, and why it cannot be changed at the moment. Labels, mnemonics,
tooltips, accessible names, the signals of every kind of control and the words about what is wrong are the form's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QComboBox, QFormLayout, QLineEdit, QWidget

from plyscope_window.jobs.background import later
from plyscope_window.widgets.controls import Number, label_of
from plyscope_window.widgets.labels import Problem
from plyscope_window.widgets.layouts import column_layout, row_layout, widget_with


@dataclass(frozen=True)
class Field:
    """One line of a form."""

    label: str
    """With its mnemonic; empty for a control that names itself and has the whole line."""
    control: QWidget
    help: str = ""
    name: str = ""
    """The key of its value and of its problem."""
    button: QAbstractButton | None = None
    """A button behind the control that fills it."""
    ask: Callable[[], Path | None] | None = None
    """What the button asks for; the control gets the answer, unless it is None."""
    when: Callable[[], bool] | None = None
    """Whether the line is shown; None for always."""
    refusal: Callable[[], str] | None = None
    """Why the control is disabled; an empty text where it is enabled."""


def value_of(control: Any) -> Any:
    """The value of a control, a text stripped. A control that is not one of Qt's has a property `value`."""
    if isinstance(control, QComboBox):
        return control.currentData()
    if isinstance(control, QLineEdit):
        return control.text().strip()
    if isinstance(control, QCheckBox):
        return control.isChecked()
    return control.number if isinstance(control, Number) else control.value


def set_value(control: Any, value: Any) -> None:
    """Set the value of a control; a list without that value shows its first entry."""
    if isinstance(control, QComboBox):
        control.setCurrentIndex(max(0, control.findData(value)))
    elif isinstance(control, QLineEdit):
        control.setText(value)
    elif isinstance(control, QCheckBox):
        control.setChecked(bool(value))
    elif isinstance(control, Number):
        control.number = value
    else:
        control.value = value


class Form(QWidget):
    """The form: its lines and their values."""

    changed = Signal()
    entered = Signal()
    """Return was pressed in a text field."""

    def __init__(self, fields: Sequence[Field], *, grows: bool = True, wraps: bool = False, spacing: int = 8) -> None:
        super().__init__()
        self.fields = tuple(fields)
        self.named = {field.name: field for field in fields if field.name}
        self.problems: dict[str, str] = {}
        self._problems: dict[str, Problem] = {}
        self.lines = QFormLayout(self)
        self.lines.setContentsMargins(0, 0, 0, 0)
        self.lines.setVerticalSpacing(spacing)
        growth, wrapping = QFormLayout.FieldGrowthPolicy, QFormLayout.RowWrapPolicy
        self.lines.setFieldGrowthPolicy(growth.AllNonFixedFieldsGrow if grows else growth.FieldsStayAtSizeHint)
        self.lines.setRowWrapPolicy(wrapping.WrapLongRows if wraps else wrapping.DontWrapRows)
        self._widgets = [self._add(field) for field in fields]
        self._relayout = later(self, self.lines.invalidate)
        self.refresh()

    def _add(self, field: Field) -> QWidget:
        """Add a line; return the widget that identifies its row."""
        widget = field.control if field.button is None else with_button(field.control, field.button)
        if field.name:
            widget = self._with_problem(widget, field.name)
        if field.label:
            self.lines.addRow(label_of(field.label, field.control.focusProxy() or field.control, field.help), widget)
        else:
            self.lines.addRow(widget)
            if field.help:
                field.control.setToolTip(field.help)
        if field.button is not None and field.ask is not None:
            field.button.clicked.connect(lambda: self._ask(field))
        self._listen(field.control)
        return widget

    def _ask(self, field: Field) -> None:
        """Ask for what a field's button fills it with, and fill it."""
        answer = None if field.ask is None else field.ask()
        if answer is not None:
            set_value(field.control, str(answer))

    def _with_problem(self, widget: QWidget, name: str) -> QWidget:
        """A control with a label for its problem below it."""
        self._problems[name] = Problem()
        return widget_with(column_layout(widget, self._problems[name], spacing=2))

    def _listen(self, control: QWidget) -> None:
        """Have the form refreshed whenever a control changes."""
        if isinstance(control, QComboBox):
            control.currentIndexChanged.connect(self._change)
        elif isinstance(control, QLineEdit):
            control.textChanged.connect(self._change)
            control.returnPressed.connect(self.entered)
        elif isinstance(control, QCheckBox):
            control.toggled.connect(self._change)
        elif isinstance(control, Number):
            control.valueChanged.connect(self._change)
        else:
            for name, slot in (("changed", self._change), ("entered", self.entered)):
                if hasattr(control, name):
                    getattr(control, name).connect(slot)

    def _change(self, *_: object) -> None:
        """Show what applies now, and tell who listens."""
        self.refresh()
        self.changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the lines again: Qt gives wrapped text the height for its previous width."""
        super().resizeEvent(event)
        self._relayout.start()

    # Values

    def __getitem__(self, name: str) -> Any:
        return value_of(self.named[name].control)

    def __setitem__(self, name: str, value: Any) -> None:
        set_value(self.named[name].control, value)

    @property
    def values(self) -> dict[str, Any]:
        """The value of every field that has a name."""
        return {name: self[name] for name in self.named}

    def fill(self, values: Mapping[str, Any]) -> None:
        """Set the values of the fields with these names, without a signal."""
        with self.filling():
            for name, value in values.items():
                self[name] = value

    @contextmanager
    def filling(self) -> Iterator[None]:
        """Block the form's signals while values are set, then show what applies."""
        with QSignalBlocker(self):
            yield
        self.refresh()

    # Visibility and problems

    def refresh(self) -> None:
        """Show and enable the lines that apply; the tooltips of disabled ones say why."""
        for field, widget in zip(self.fields, self._widgets, strict=True):
            if field.when is not None:
                self.lines.setRowVisible(widget, field.when())
            if field.refusal is not None:
                refusal = field.refusal()
                field.control.setEnabled(not refusal)
                field.control.setToolTip(refusal or field.help)

    def show_problems(self, problems: Mapping[str, str]) -> None:
        """Show the problem of each field below it, and none below the other fields."""
        self.problems = dict(problems)
        for name in self.named:
            self._problems[name].say(problems.get(name, ""))


def with_button(control: QWidget, button: QWidget) -> QWidget:
    """A control and the button that fills it, as one widget."""
    both = widget_with(row_layout((control, 1), button, spacing=4))
    both.setFocusProxy(control)
    return both
