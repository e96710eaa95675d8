"""What of a picture made of strips has to be painted anew."""

from __future__ import annotations

from plyscope_window.canvas.focus_drawing import Renewal

BANDS = [(0.0, 10.0), (5.0, 20.0), (10.0, 30.0)]


def test_everything_at_first_and_nothing_when_nothing_changes() -> None:
    renewal = Renewal()
    assert renewal.turn_to("abc", BANDS) == ({0, 1, 2}, BANDS)
    assert renewal.turn_to("abc", BANDS) == (set(), [])
    renewal.forget()
    assert renewal.turn_to("abc", BANDS)[0] == {0, 1, 2}


def test_what_looks_otherwise_has_moved_came_or_went() -> None:
    renewal = Renewal()
    renewal.turn_to("abc", BANDS)
    assert renewal.turn_to("axc", BANDS) == ({1}, [BANDS[1], BANDS[1]])
    changed, where = renewal.turn_to("axc", [*BANDS[:2], (12.0, 40.0)])
    assert (changed, where) == ({2}, [BANDS[2], (12.0, 40.0)])
    assert renewal.turn_to("ax", BANDS[:2]) == ({2}, [(12.0, 40.0)])
    assert renewal.turn_to("axy", BANDS) == ({2}, [BANDS[2]])


def test_what_was_left_for_later_is_painted_again() -> None:
    renewal = Renewal()
    renewal.turn_to("abc", BANDS)
    assert renewal.is_finished
    renewal.leave_for_later(1)
    assert not renewal.is_finished
    assert renewal.turn_to("abc", BANDS)[0] == {1}
    assert renewal.is_finished
