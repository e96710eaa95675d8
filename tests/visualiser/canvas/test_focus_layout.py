"""How far apart the plies of the focus view lie: in every height, for paths of any length."""

from __future__ import annotations

from itertools import pairwise

import pytest
from plyscope_window.canvas.focus_layout import (
    CLOSE_PITCH,
    MAX_PITCH,
    MIN_PITCH,
    TOP,
    foot,
    heights,
    lantern_height,
    pitch_for,
    trunk,
)


def test_a_small_tree_has_the_highest_pitch_and_no_recording_less_than_the_least() -> None:
    assert pitch_for(2000, 5) == MAX_PITCH
    assert pitch_for(600, 30) == MIN_PITCH
    assert MIN_PITCH < pitch_for(600, 6) < MAX_PITCH


@pytest.mark.parametrize("high", [200, 300, 465, 700, 1100])
@pytest.mark.parametrize("plies", [1, 2, 5, 9, 10, 40, 1000])
def test_whatever_is_shown_fits_and_what_is_not_is_counted(high: int, plies: int) -> None:
    for running in {plies - 1, max(0, plies - 2)}:
        pitch = pitch_for(high, max(plies, 6))
        found = heights(plies, running, high, pitch)
        assert len(found.tops) == len(found.gaps) == plies - found.first
        assert found.tops[0] == TOP
        assert found.tops[-1] + foot(pitch) <= high
        assert all(
            after - before == pytest.approx(gap)
            for (before, after), gap in zip(pairwise(found.tops), found.gaps, strict=False)
        )
        assert set(found.gaps) <= {pitch, CLOSE_PITCH}
        # The upper ones are the close ones, and never the running frame's.
        assert found.gaps == sorted(found.gaps)
        assert found.gaps[running - found.first] == pitch
        assert found.first <= max(0, running - 1)


def test_plies_move_together_before_any_becomes_a_note_and_only_as_many_as_it_takes() -> None:
    pitch = MIN_PITCH
    room = TOP + foot(pitch)
    assert heights(6, 5, room + 5 * pitch, pitch).gaps == [pitch] * 6
    assert heights(6, 5, room + 5 * pitch - 1, pitch).gaps == [CLOSE_PITCH] + [pitch] * 5
    assert heights(6, 5, room + 5 * CLOSE_PITCH, pitch).first == 0
    assert heights(6, 5, room + 5 * CLOSE_PITCH - 1, pitch).first == 1
    assert heights(6, 5, room + 4 * CLOSE_PITCH - 1, pitch).first == 2


def test_lanterns_and_trunks_have_the_room_that_there_is() -> None:
    assert lantern_height(CLOSE_PITCH) == 0
    assert lantern_height(MIN_PITCH) == 19
    assert lantern_height(MAX_PITCH) == 26
    for gap in (CLOSE_PITCH, MIN_PITCH, MAX_PITCH):
        assert 16 < trunk(gap) < gap - 12
