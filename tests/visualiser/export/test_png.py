"""Pictures of dots, looked at dot by dot where it matters."""

from __future__ import annotations

from math import ceil
from pathlib import Path

import pytest
from plyscope.export import export
from plyscope.export.drawing import Look, draw
from plyscope.export.extent import Extent
from plyscope.export.palette import PALETTES
from plyscope.export.selection import Selection
from plyscope.messages import InputError
from plyscope_window.export import png
from PySide6.QtGui import QColor, QImage

from tests.full_traces import record

pytestmark = pytest.mark.qt


@pytest.mark.parametrize("scale", [1, 2])
@pytest.mark.parametrize("name", ["light", "dark"])
def test_every_node_has_its_colour_where_the_drawing_has_it(tmp_path: Path, name: str, scale: float) -> None:
    extent = Extent(step=18, theme=name, scale=scale)
    trace, palette = record("sample:tree/nine-leaves"), PALETTES[name]
    export(trace, tmp_path / "x.png", extent)
    image, drawing = QImage(str(tmp_path / "x.png")), draw(Selection(trace, extent))
    assert (image.width(), image.height()) == (ceil(drawing.width * scale), ceil(drawing.height * scale))
    assert image.pixelColor(1, 1).name().upper() == palette.paper
    for figure in drawing.figures:
        # Beside the text: near the base of a triangle, in the corner of a square.
        below = {"up": 13, "down": -13, "square": 11}[figure.shape.value]
        seen = image.pixelColor(round((figure.x - 9) * scale), round((figure.y + below) * scale))
        expected = palette.of_shade(figure.shade) if figure.look is Look.DONE else palette.card
        if figure.look in (Look.DONE, Look.OPEN):
            assert near(seen, QColor(expected)), (figure.node, seen.name(), expected)
    [now] = [figure for figure in drawing.figures if figure.is_now]
    left, top, _, high = now.ring
    assert image.pixelColor(round((left + 2) * scale), round((top + high / 2) * scale)).name().upper() == palette.now


def near(seen: QColor, target: QColor) -> bool:
    return all(abs(a - b) < 12 for a, b in zip(seen.getRgb(), target.getRgb(), strict=True))  # type: ignore[arg-type]


def test_a_picture_beyond_all_measure_is_refused_with_the_way_out(tmp_path: Path) -> None:
    trace = record("tictactoe:", "alphabeta", depth=4)
    with pytest.raises(
        InputError, match=r"more than programs can show: a smaller scale \(--scale\), fewer plies \(--plies\) or a sub"
    ):
        export(trace, tmp_path / "x.png", Extent(scale=4))
    with pytest.raises(InputError, match=r"--scale is between 0.25 and 4, not 9"):
        export(trace, tmp_path / "x.png", Extent(scale=9))
    with pytest.raises(InputError, match="png can hold 20000 nodes at most"):
        export(record("tictactoe:", "alphabeta"), tmp_path / "x.png")
    assert list(tmp_path.iterdir()) == []


def test_it_can_be_broken_off(tmp_path: Path) -> None:
    def stop(number: int) -> None:
        if number == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export(record("sample:tree/nine-leaves"), tmp_path / "x.png", progress=stop)
    assert list(tmp_path.iterdir()) == []


def test_all_steps_or_none(tmp_path: Path) -> None:
    trace = record("sample:tree/nine-leaves")
    (tmp_path / "x-0003.png").write_text("mine")
    with pytest.raises(InputError, match=r"x-0003.png: the file exists"):
        export(trace, tmp_path / "x.png", Extent(all_steps=True), force=False)
    assert [path.name for path in tmp_path.iterdir()] == ["x-0003.png"]
    written = export(trace, tmp_path / "x.png", Extent(all_steps=True))
    assert sorted(tmp_path.iterdir()) == written
    assert len({QImage(str(path)).size().toTuple() for path in written}) == 1
    assert len({path.read_bytes() for path in written}) > len(written) // 2


def test_a_lack_of_memory_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = draw(Selection(record("tree:[1,2]"), Extent()))
    monkeypatch.setattr(QImage, "isNull", lambda self: True)
    with pytest.raises(InputError, match="there is no memory for a picture of"):
        png.picture(drawing, 1)
