"""What another engine has added to its calls, in the real window."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope_window.session.session import Session

from tests.full_traces import Trace
from tests.places import SAMPLES
from tests.visualiser.driving import settle, show, table_in

pytestmark = pytest.mark.qt


def test_facts_are_shown_when_the_call_has_returned(window: Any) -> None:
    show(window, Session(Trace.open(SAMPLES / "imports/dice.jsonl"), "dice"))
    window.docks.toggle("further_facts")
    session, panel = window.session, window.docks.docks["further_facts"].panel
    session.go_to_frame(2)
    settle(window)
    assert table_in(panel) == [("probability", "0.5")], "the call has only begun"
    session.cursor.into()
    session.go(session.cursor.step)
    settle(window)
    assert table_in(panel) == [("probability", "0.5"), ("depth", "3"), ("key", "10/10"), ("tt", "hit")]
    session.select(1)
    settle(window)
    assert not panel.hint.isHidden()


def test_the_panel_is_hidden_where_no_engine_has_added_anything(window: Any) -> None:
    show(window, Session(Trace.open(SAMPLES / "imports/subtraction.jsonl"), "matches"))
    settle(window)
    assert not window.docks.belongs("further_facts")
