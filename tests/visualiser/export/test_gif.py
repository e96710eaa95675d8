"""Moving pictures, read back by Pillow."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from plyscope.export import export
from plyscope.export.extent import Extent
from plyscope.messages import InputError
from plyscope.model.steps import Steps
from plyscope_window.export import gif

from tests.full_traces import record

pytestmark = pytest.mark.qt


def test_every_step_is_a_picture_and_the_last_one_stays(tmp_path: Path) -> None:
    images: Any = pytest.importorskip("PIL.Image", reason="pip install '.[gif]' brings Pillow")
    trace = record("sample:tree/nine-leaves")
    export(trace, tmp_path / "x.gif", Extent(windows=True))
    with images.open(tmp_path / "x.gif") as moving:
        assert moving.n_frames <= Steps(trace).count
        durations = []
        for number in range(moving.n_frames):
            moving.seek(number)
            durations.append(moving.info["duration"])
    assert durations[-1] >= gif.LAST_STEP_MS
    # Pictures that are the same become one that stays as long as both.
    assert sum(durations) == (Steps(trace).count - 1) * gif.STEP_MS + gif.LAST_STEP_MS


def test_one_step_is_one_picture(tmp_path: Path) -> None:
    images: Any = pytest.importorskip("PIL.Image", reason="pip install '.[gif]' brings Pillow")
    export(record("sample:tree/nine-leaves"), tmp_path / "x.gif", Extent(step=3))
    with images.open(tmp_path / "x.gif") as still:
        assert still.n_frames == 1


def test_without_pillow_the_refusal_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(InputError, match=r"pip install 'plyscope\[gif\]'"):
        export(record("tree:[1,2]"), tmp_path / "x.gif")
    assert list(tmp_path.iterdir()) == []


def test_too_many_steps_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("PIL.Image", reason="pip install '.[gif]' brings Pillow")
    with pytest.raises(InputError, match=r"fewer plies"):
        export(record("tictactoe:XO./.../..O", "minimax"), tmp_path / "x.gif")
