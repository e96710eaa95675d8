"""SVG read by xmllint and drawn by rsvg-convert, and compared dot by dot with what Qt paints of the same drawing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plyscope.export import export
from plyscope.export.drawing import Look, draw
from plyscope.export.extent import Extent
from plyscope.export.palette import PALETTES
from plyscope.export.selection import Selection

from tests.full_traces import record
from tests.programs.needs import program, run

pytestmark = pytest.mark.full

images: Any = pytest.importorskip("PIL.Image", reason="Pillow is not installed; pip install '.[gif]' brings it")

NASTY = (
    'tree:[{"name":"<b>&\\u0007","children":[1,2]},{"name":"\\" onload=\\"x","value":3},{"name":"ראשון","value":-4e9}]'
)
CASES = [
    ("tictactoe:.OO/XXO/.X. o", Extent(boards=True)),
    ("sample:tree/nine-leaves", Extent(windows=True, step=18)),
    ("sample:connectfour/chapter-7-story", Extent(boards=True, depth=2, theme="dark")),
    ("sample:hexline/endgame-8", Extent(windows=True, boards=True, path_to=30)),
    (NASTY, Extent(notes={1: "a note & <more>"})),
]


@pytest.mark.parametrize(("source", "extent"), CASES)
def test_it_is_sound_and_every_node_has_its_colour(tmp_path: Path, source: str, extent: Extent) -> None:
    trace, path, picture = record(source), tmp_path / "x.svg", tmp_path / "x.png"
    export(trace, path, extent)
    assert run(program("xmllint"), "--noout", "--nonet", path) == ""
    run(program("rsvg-convert"), path, "-o", picture)
    drawing, palette = draw(Selection(trace, extent)), PALETTES[extent.theme]
    with images.open(picture) as found:
        dots = found.convert("RGB")
        assert max(abs(dots.width - drawing.width), abs(dots.height - drawing.height)) < 1
        assert dots.getpixel((1, 1)) == colour(palette.paper)
        for figure in drawing.figures:
            if figure.look is Look.DONE:
                inside = {"up": 13, "down": -13, "square": 11}[figure.shape.value]
                seen = dots.getpixel((figure.x - 9, round(figure.y + inside)))
                expected = colour(palette.of_shade(figure.shade))
                assert all(abs(a - b) < 12 for a, b in zip(seen, expected, strict=True)), figure.node


def colour(name: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(name[1:]))


@pytest.mark.qt
@pytest.mark.parametrize("by", ["rsvg-convert", "a browser"])
@pytest.mark.parametrize(("source", "extent"), CASES[:4])
def test_it_looks_like_the_picture_of_qt(tmp_path: Path, source: str, extent: Extent, by: str) -> None:
    """But for the letters, whose fonts may be others, hardly a dot is different."""
    pytest.importorskip("PySide6.QtWidgets")
    import plyscope_window.export  # noqa: F401  registers the painters

    trace = record(source)
    export(trace, tmp_path / "x.svg", extent)
    export(trace, tmp_path / "qt.png", extent)
    with images.open(tmp_path / "qt.png") as picture:
        ours = picture.convert("L")
    if by == "a browser":
        photograph(tmp_path / "x.svg", tmp_path / "theirs.png", ours.width, ours.height)
    else:
        run(program("rsvg-convert"), tmp_path / "x.svg", "-o", tmp_path / "theirs.png")
    with images.open(tmp_path / "theirs.png") as picture:
        theirs = picture.convert("L")
    size = (min(ours.width, theirs.width), min(ours.height, theirs.height))
    pairs = zip(ours.crop((0, 0, *size)).tobytes(), theirs.crop((0, 0, *size)).tobytes(), strict=True)
    assert sum(abs(a - b) > 96 for a, b in pairs) < 0.006 * size[0] * size[1]


def photograph(path: Path, picture: Path, width: int, height: int) -> None:
    """What Chromium shows."""
    browser = program("chromium")
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={width},{height}")
    run(browser, *options, f"--screenshot={picture}", path.as_uri())
