"""A recording held against the laws of its search, in the main window."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from plyscope.files.json_lines import read_lines
from plyscope_window.jobs.background import wait_for_all
from plyscope_window.panels.why import ReasonRow
from plyscope_window.session.session import Session

from tests import full_traces
from tests.visualiser.driving import settle, show

pytestmark = pytest.mark.qt

LINES = """\
{"format":"plyscope-trace","version":1,"game":"toy","position":"start"}
{"ev":"enter","id":0,"kind":"max"}
{"ev":"enter","id":1,"parent":0,"move":"a","kind":"min"}
{"ev":"leave","id":1,"value":3}
{"ev":"enter","id":2,"parent":0,"move":"b","kind":"min","beta":7}
{"ev":"leave","id":2,"value":5}
{"ev":"leave","id":0,"value":1}
"""


def checked(window: Any, trace: Any) -> Any:
    show(window, Session(trace, "a recording"))
    window.docks.toggle("check")
    panel = window.docks.docks["check"].panel
    settle(window)
    wait_for_all()
    settle(window)
    return panel


def test_each_deviation_leads_to_the_step_that_shows_it(window: Any) -> None:
    panel = checked(window, read_lines(BytesIO(LINES.encode())))
    said = [row.sentence.text() if isinstance(row, ReasonRow) else row.text() for row in panel.rows]
    assert said == [
        "Bugs",
        "The root returns 1, and the largest of its children is 5.",
        "Waste",
        "b is called with (−∞, 7) where (3, ∞) is in effect: what its parent has by then is not used.",
    ]
    panel.rows[3].button.click()
    settle(window)
    assert (window.session.cursor.step, window.session.selected) == (4, 2)
    assert panel.rows[3].button.isHidden(), "no button leads to the step where one is"


def test_a_recording_that_follows_all_laws_says_so_in_a_line(window: Any) -> None:
    panel = checked(window, full_traces.record("sample:tree/textbook"))
    assert (panel.rows, panel.summary.text()) == ([], "No deviation in 11 frames.")


def test_simulations_are_said_not_to_be_held_against_the_laws(window: Any) -> None:
    panel = checked(window, full_traces.record("tictactoe:", "mcts", simulations=5))
    assert (panel.rows, "not held" in panel.summary.text()) == ([], True)
