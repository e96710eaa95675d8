"""What of a picture made of strips has to be painted anew."""

from __future__ import annotations

from plyscope_window.canvas.focus_drawing import StripChanges

BANDS = [(0.0, 10.0), (5.0, 20.0), (10.0, 30.0)]


def test_everything_at_first_and_nothing_when_nothing_changes() -> None:
    changes = StripChanges()
    assert changes.update("abc", BANDS) == ({0, 1, 2}, BANDS)
    assert changes.update("abc", BANDS) == (set(), [])
    changes.reset()
    assert changes.update("abc", BANDS)[0] == {0, 1, 2}


def test_what_looks_otherwise_has_moved_came_or_went() -> None:
    changes = StripChanges()
    changes.update("abc", BANDS)
    assert changes.update("axc", BANDS) == ({1}, [BANDS[1], BANDS[1]])
    changed, where = changes.update("axc", [*BANDS[:2], (12.0, 40.0)])
    assert (changed, where) == ({2}, [BANDS[2], (12.0, 40.0)])
    assert changes.update("ax", BANDS[:2]) == ({2}, [(12.0, 40.0)])
    assert changes.update("axy", BANDS) == ({2}, [BANDS[2]])


def test_what_was_left_for_later_is_painted_again() -> None:
    changes = StripChanges()
    changes.update("abc", BANDS)
    assert changes.is_finished
    changes.defer(1)
    assert not changes.is_finished
    assert changes.update("abc", BANDS)[0] == {1}
    assert changes.is_finished
