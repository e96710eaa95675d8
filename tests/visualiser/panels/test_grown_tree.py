"""The tree that simulations grow, in its panel, among the moves at the root and on the canvas, at two steps."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope_window.app.canvas_commands import folded_view
from plyscope_window.panels.grown_tree import GrownTreePanel
from plyscope_window.panels.root_moves import RootMovesPanel
from plyscope_window.session.session import Session

from tests.full_traces import record
from tests.visualiser.driving import show

pytestmark = pytest.mark.qt


def test_the_tree_is_shown_as_it_stands_at_the_step(shared_window: Any) -> None:
    session = Session(record("sample:tree/sampled-trap"), "simulations")
    show(shared_window, session)
    trace, panel, moves = session.trace, GrownTreePanel(), RootMovesPanel()
    sixth, last = (session.cursor.steps.back(trace.rounds[place]) for place in (5, -1))
    expected = {
        sixth: ({"C": ("1", "2.00", "8.69"), "B": ("5", "8.00", "10.99")}, "B", "8"),
        last: ({"C": ("50", "1.30", "2.73"), "B": ("10", "−0.50", "2.70")}, "C", "1.3"),
    }
    for step, (rows, best, mean) in expected.items():
        session.go(step)
        for one in (panel, moves):
            one.attach(session)
        found = {panel.name_of(row).strip(): row for row in panel.model.rows if len(panel.tree.path(row)) == 1}
        assert {name: tuple(column.text(row) for column in panel.model.columns[1:]) for name, row in found.items()} == {
            name: rows[name] for name in found
        }
        assert [row.name for row in moves.model.rows if moves.is_best(row)] == [best]
        assert next(moves.known(row).text for row in moves.model.rows if row.name == best) == mean
        assert panel.look(found[best]).is_chosen
        assert panel.summary_of(session).startswith(f"{trace.simulations.nodes[0].visits(step)} simulations")
    shared_window.table["fold"].run(shared_window)
    view = folded_view(shared_window.canvas)
    assert view is not None
    assert view.content.text(0) == "A  1.00"
    session.go(sixth)
    assert {view.content.text(call) for call in (1, 2)} == {"B  8.00", "C  2.00"}
    assert view.content.sentence_of(1) == "B  8.00, 5 visits, upper confidence bound 10.99"
    shared_window.table["fold"].run(shared_window)
