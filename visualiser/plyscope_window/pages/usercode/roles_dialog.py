"""The roles of parameters in a recording, shown with the values they were given, and changed by the user."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from plyscope.messages import shortened
from plyscope.model.roles import ALPHA, BETA, BOARD, DEPTH, NOT_KNOWN, SIDE, Proposal
from plyscope.model.trace import Trace
from plyscope.model.user_code import UserCode
from plyscope.usercode.findings import Finding, findings
from plyscope.usercode.reading import applied, unread
from plyscope.usercode.role_recognition import kinds_by_name, proposed, recognise, side_texts
from plyscope.usercode.value_place import number_paths_of
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.look.theme import font
from plyscope_window.pages.usercode.reference_text import reading_text
from plyscope_window.panels.findings import finding_text
from plyscope_window.widgets.controls import Choice, fill
from plyscope_window.widgets.form import Field, Form
from plyscope_window.widgets.labels import Label, MessageLabel
from plyscope_window.widgets.painting import elided
from plyscope_window.words import count, localized, tr

MAX_SAMPLED_CALLS = 50_000
"""The number of calls, from the first one, whose arguments are sampled."""
SAMPLES, MAX_SAMPLES_WIDTH, MAX_SAMPLE_LENGTH = 3, 330, 60
"""The number of sample values shown of a parameter, their total width in pixels, and the characters of each."""

Roles = Mapping[str, Mapping[str, str]]


def meanings() -> list[tuple[str, object]]:
    """The roles that a parameter may have, with their names."""
    return [
        (tr("none of these"), None), (tr("α, the lower bound"), ALPHA), (tr("β, the upper bound"), BETA),
        (tr("remaining depth"), DEPTH), (tr("side to move"), SIDE), (tr("board"), BOARD),
    ]  # fmt: skip


class Side(NamedTuple):
    """What determines the calls in which MAX moves: the value of the side, the ply, or the name of the function."""

    texts: tuple[str, ...] = ()
    ply: int = -1
    by_name: bool = False


def samples_of(user_code: UserCode, function: int, parameter: int) -> tuple[str, int]:
    """Some of the values of a parameter, and the number of different ones among the first calls."""
    numbers = user_code.argument_column(function, parameter)[1][:MAX_SAMPLED_CALLS]
    distinct, first = np.unique(numbers, return_index=True)
    texts = [user_code.texts[number] for number in distinct[np.argsort(first)][:SAMPLES].tolist()]
    return "   ".join(shortened(text, MAX_SAMPLE_LENGTH) for text in texts), len(distinct)


def side_of(proposal: Proposal) -> Side:
    if proposal.kinds:
        return Side(by_name=True)
    return Side(proposal.max_texts) if proposal.max_texts else Side(ply=proposal.max_plies)


def sides(user_code: UserCode, proposal: Proposal, by_name: Mapping[str, str]) -> list[tuple[str, object]]:
    """The choices for the calls in which MAX moves."""
    found: list[tuple[str, object]] = [(tr("unknown"), Side())]
    if by_name:
        found.append((tr("in the function with “max” in its name"), Side(by_name=True)))
    given = side_texts(user_code, proposal)
    for text in () if given is None else given[1].values():
        found.append((tr("where the side is {value}", value=text), Side((text,))))
    found.append((tr("in the first call and on every second ply"), Side(ply=0)))
    found.append((tr("one ply below the first call, and on every second"), Side(ply=1)))
    if proposal.max_texts and side_of(proposal) not in [data for _, data in found]:
        found.append((tr("where the side is {value}", value=" / ".join(proposal.max_texts)), side_of(proposal)))
    return found


def values(paths: Sequence[str], item: str) -> list[tuple[str, object]]:
    """The choices for the part of a result that is the value."""
    names = {
        "": tr("the whole result"),
        "[0]": tr("the first item of the result"),
        "[1]": tr("the second item"),
        NOT_KNOWN: tr("not known"),
    }
    return [(names.get(path, path), path) for path in dict.fromkeys(["", "[0]", "[1]", *paths, item, NOT_KNOWN])]


class RolesDialog(QDialog):
    """A table of the parameters with their roles, and how the recording is read with these."""

    def __init__(self, parent: QWidget, trace: Trace) -> None:
        super().__init__(parent)
        self.trace, self.user_code = trace, trace.user_code
        self.setWindowTitle(tr("What the parameters mean"))
        self._read_before = Proposal.read(self.user_code) or Proposal()
        self._paths = number_paths_of(trace)
        self._by_name = kinds_by_name(self.user_code.functions[:-1])
        self._now = self._read_before
        self._answer: Answer | None = None
        self.choices: dict[tuple[str, str], Choice] = {}
        self.side, self.value, self.seen = Choice(), Choice(), Choice()
        self.outcome = Label("", 12, wrapped=True)
        self.found = MessageLabel("", 12, wrapped=True)
        """What is found under this reading."""
        self._lay_out()
        self._present()

    @property
    def proposal(self) -> Proposal | None:
        """The roles by which the recording is read; None for plain calls."""
        has_roles = any(self._now.roles.values())
        return self._now if has_roles or self._now.has_sides else None

    # Widgets

    def _lay_out(self) -> None:
        intro = Label(
            tr("Recognised by names and by values in the run. Nothing is run again when you change it."),
            quiet=True,
            wrapped=True,
        )
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        layout.addWidget(intro)
        layout.addWidget(self._table(), 1)
        layout.addWidget(self._other_fields())
        layout.addWidget(self.outcome)
        layout.addWidget(self.found)
        layout.addWidget(self._answers())
        self.resize(720, max(420, min(640, self.sizeHint().height())))

    def _table(self) -> QWidget:
        """A grid with every parameter of every function."""
        content = QWidget()
        grid = QGridLayout(content)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        for place, text in enumerate((tr("Parameter"), tr("What it was given"), tr("What it means"))):
            grid.addWidget(Label(text, 12, quiet=True), 0, place)
        row = 1
        for number, function in enumerate(self.user_code.functions[:-1]):
            if len(self.user_code.functions) > 2:
                grid.addWidget(Label(function.name, 13, bold=True, fixed=True), row, 0, 1, 3)
                row += 1
            for place, name in enumerate(function.parameters):
                self._add_parameter(grid, row, number, place, name)
                row += 1
        grid.setRowStretch(row, 1)
        area = QScrollArea()
        area.setWidget(content)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setMinimumHeight(min(300, content.sizeHint().height() + 8))
        return area

    def _other_fields(self) -> Form:
        """The fields that belong to no single parameter."""
        side, seen = (
            tr("Which calls take the largest value"),
            tr("From whose side values are seen: in negamax from the side to move"),
        )
        form = Form(
            (
                Field(tr("&MAX moves"), self.side, side),
                Field(tr("The &value is"), self.value, tr("Which part of a result is the value")),
                Field(tr("&Seen by"), self.seen, seen),
            ),
            grows=False,
        )
        form.changed.connect(self._change_other)
        return form

    def _answers(self) -> QDialogButtonBox:
        buttons, roles = QDialogButtonBox(), QDialogButtonBox.ButtonRole
        self.agree = buttons.addButton(tr("&Apply"), roles.AcceptRole)
        self.agree.setDefault(True)
        self.again = buttons.addButton(tr("Reset to &proposal"), roles.ResetRole)
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.again.clicked.connect(self.propose)
        return buttons

    def _add_parameter(self, grid: QGridLayout, row: int, number: int, place: int, name: str) -> None:
        function = self.user_code.functions[number].name
        text, different = samples_of(self.user_code, number, place)
        face = font(12, fixed=True)
        given = Label(elided(text, face, MAX_SAMPLES_WIDTH), 12, fixed=True, quiet=True)
        given.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        given.setToolTip(tr("{values}\n{count} different values", values=text, count=count(different)))
        choice = Choice()
        choice.setAccessibleName(tr("What {parameter} of {function} means", parameter=name, function=function))
        choice.currentIndexChanged.connect(lambda _: self._change_role(function, name))
        self.choices[function, name] = choice
        label = Label(name, 12, fixed=True)
        label.setMinimumWidth(label.sizeHint().width())
        grid.addWidget(label, row, 0)
        grid.addWidget(given, row, 1)
        grid.addWidget(choice, row, 2)

    # Changes

    def propose(self) -> None:
        """Reset the roles to those recognised from names and values."""
        trace = self.trace
        self._find(lambda: recognise(trace) or Proposal(), self._take)

    def _change_role(self, function: str, parameter: str) -> None:
        """Change a role, and recognise again which side is MAX and what is the value."""
        role = self.choices[function, parameter].currentData()
        trace, roles = self.trace, self._now.with_role(function, parameter, role).roles
        self._find(lambda: proposed(trace, roles), self._take)

    def _change_other(self) -> None:
        side: Side = self.side.currentData()
        item = self.value.currentData()
        if item != self._now.item:
            self._now = replace(self._now, item=item, items={}, readings=())
        self._now = replace(
            self._now,
            kinds=self._by_name if side.by_name else {},
            max_texts=side.texts,
            max_plies=side.ply,
            negated=self.seen.currentData(),
        )
        self._present()

    def _present(self) -> None:
        for (function, name), choice in self.choices.items():
            fill(choice, meanings(), self._now.roles.get(function, {}).get(name))
        fill(self.side, sides(self.user_code, self._now, self._by_name), side_of(self._now))
        fill(self.value, values(self._paths, self._now.item), self._now.item)
        fill(self.seen, [(tr("MAX"), False), (tr("the side to move, as in negamax"), True)], self._now.negated)
        self._try()

    # The resulting reading

    def _find(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Do some work in another thread; the dialog cannot be accepted until it is done."""
        if self._answer is not None:
            self._answer.cancel()
        self.agree.setEnabled(False)
        self.outcome.setText(tr("Working out what follows…"))
        self._answer = in_background(work, then, lambda error: self.outcome.setText(localized(error.message)))

    def _take(self, proposal: Proposal) -> None:
        self._now = proposal
        self._present()

    def _try(self) -> None:
        trace, proposal = self.trace, self.proposal

        def work() -> tuple[Trace, list[Finding]]:
            made = unread(trace) if proposal is None else applied(trace, proposal)
            return made, findings(made)

        self._find(work, self._show_outcome)

    def _show_outcome(self, made: tuple[Trace, list[Finding]]) -> None:
        trace, found = made
        self.agree.setEnabled(True)
        self.outcome.setText(reading_text(trace))
        self.found.show_message("\n".join(map(finding_text, found)))
        self.found.setVisible(bool(found))

    def done(self, result: int) -> None:
        if self._answer is not None:
            self._answer.cancel()
        super().done(result)
