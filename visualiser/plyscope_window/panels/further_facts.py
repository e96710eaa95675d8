"""What another engine has added to the selected call: its further facts, and the probability of its move.

The probability is known when the call is made, the facts once it has returned: the recording does not say which of them
were known before.
"""

from __future__ import annotations

from collections.abc import Sequence

from plyscope.messages import probability
from plyscope.model.further_facts import Fact

from plyscope_window.panels.panel import TablePanel
from plyscope_window.session.session import Session
from plyscope_window.widgets.table import Column
from plyscope_window.words import number, tr


class FurtherFactsPanel(TablePanel):
    """The facts of one frame, a row each."""

    def __init__(self) -> None:
        super().__init__(
            tr("Open a recording of an engine that adds facts to its calls to see them here."),
            tr("Engine facts"),
            (
                Column(tr("fact"), lambda row: row[0], bold=True),
                Column(tr("value"), lambda row: fact_text(row[1]), stretches=True, is_elastic=True),
            ),
            no_rows=tr("The facts of a call are shown once it has returned; this one has none yet."),
        )

    def has_something_of(self, session: Session) -> bool:
        """Whether the recording has further facts of an engine, or probabilities of moves."""
        origin = session.trace.origin
        return origin.probabilities is not None or bool(origin.further_facts.names)

    def rows_of(self, session: Session) -> Sequence[tuple[str, Fact]]:
        """Return the names and values of the selected frame's facts that are known at the cursor."""
        frame, trace = session.selected, session.trace
        rows: list[tuple[str, Fact]] = []
        chance = trace.chance_of(frame)
        if chance is not None and session.has_entered(frame):
            rows.append((tr("probability"), probability(chance)))
        if session.has_returned(frame):
            rows += trace.origin.further_facts.of(frame).items()
        return rows


def fact_text(fact: Fact) -> str:
    """Return the value of a fact as text."""
    if isinstance(fact, bool):
        return tr("yes") if fact else tr("no")
    return fact if isinstance(fact, str) else number(fact)
