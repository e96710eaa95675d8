"""What recordings are called."""

from __future__ import annotations

from pathlib import Path

from plyscope_window.pages.trace_page import file_stem, recording_title

from tests import full_traces
from tests.visualiser.user_code_sessions import BOOM, trace_of_text, user_code_trace


def test_a_search_is_called_by_its_file_or_position_and_its_name() -> None:
    trace = full_traces.record("tree:[1,2]", "minimax")
    assert recording_title(trace, Path("a/b.plytrace")) == "b · minimax"
    assert recording_title(trace, None) == "tree · minimax"
    assert recording_title(full_traces.record("tree:[1,2]", limit=1), None) == "tree · alphabeta (cut short)"


def test_user_code_is_named_by_its_call() -> None:
    assert recording_title(user_code_trace("hanoi", "hanoi(3)"), Path("x.plytrace")) == "hanoi(3) · hanoi.py"
    assert recording_title(trace_of_text(BOOM, "dig(3, [])"), None) == "dig(3, []) · program.py (cut short)"


def test_a_title_makes_a_name_for_a_file() -> None:
    assert file_stem("hanoi(3) · hanoi.py") == "hanoi-3----hanoi-py"
    assert file_stem("…") == "recording"
