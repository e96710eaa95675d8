"""Slides: one for each step, with its sentence, up to a limit."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from plyscope.export import export
from plyscope.export.extent import Extent
from plyscope.export.selection import Selection
from plyscope.messages import InputError

from tests.engine.export.written import written_as
from tests.full_traces import Cursor, record

written = partial(written_as, "beamer")


def test_a_slide_for_every_step() -> None:
    text = written("sample:tree/nine-leaves")
    trace = record("sample:tree/nine-leaves")
    assert text.count(r"\begin{frame}") == Selection(trace, Extent()).steps.count
    cursor = Cursor(trace)
    while True:
        assert f"{{Step {cursor.step}}}" in text
        if not cursor.into():
            break
    assert "The search is over. A returns 7: B is best." in text


def test_of_a_part_only_its_own_steps() -> None:
    trace = record("sample:tree/nine-leaves")
    text = written("sample:tree/nine-leaves", root=5)
    steps = Selection(trace, Extent(root=5)).own_steps()
    assert text.count(r"\begin{frame}") == len(steps) < 10
    assert f"{{Step {steps[0]}}}" in text


def test_nothing_moves_from_slide_to_slide() -> None:
    for hides_future in (False, True):
        text = written("sample:tree/nine-leaves", hides_future=hides_future)
        boxes = {line for line in text.splitlines() if line.startswith(r"\useasboundingbox")}
        roots = {line.split("}")[1] for line in text.splitlines() if line.startswith(r"\plyup{") and "(166" in line}
        assert len(boxes) == 1
        assert len(roots) <= 1


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("tree:[" + ",".join(["[1,2,3,4,5,6,7,8,9]"] * 9) + "]", "too many for Beamer: fewer plies .--plies."),
        ("tree:[" + ",".join(["1"] * 60) + "]", "cannot be read on a slide: choose fewer plies .--plies."),
    ],
)
def test_too_many_slides_are_refused(tmp_path: Path, source: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        export(record(source, "minimax"), tmp_path / "x.beamer.tex")
    assert list(tmp_path.iterdir()) == []
