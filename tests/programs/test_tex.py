"""LaTeX sets both kinds of trees and the slides without an error or anything that does not fit, and the page says
what the recording says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from plyscope.analysis.ghosts import ghost
from plyscope.export import export
from plyscope.export.drawing import draw
from plyscope.export.extent import Extent
from plyscope.export.selection import Selection
from plyscope.export.tikz import UNIT

from tests.full_traces import Trace, record
from tests.programs.needs import program, run, run_latex

pytestmark = pytest.mark.full

NAMES = (
    'tree:[{"name":"a_b%&$#{}","children":[3,{"name":"~^\\\\input","value":12345}]},'
    '{"name":"<x>|\\"`","children":[-0.123456,4]},{"name":"b--c]é","children":[7,2,{"name":"[,=;","value":-inf}]}]'
)
FOREIGN = (
    'tree:[{"name":"אבג","children":[3,{"name":"中文","value":2}]},'
    '{"name":"ж 12","children":[1,{"name":"א7","value":5}]}]'
)
SOURCES = {"nine": "sample:tree/nine-leaves", "hebrew": "sample:tictactoe/hebrew", "names": NAMES, "foreign": FOREIGN}
EVERYTHING = {"windows": True, "notes": {1: "a note: 100% of {it} & more_"}}


def typeset(trace: Trace, folder: Path, suffix: str, engine: str = "pdflatex", **asked: Any) -> Path:
    export(trace, folder / f"x.{suffix}", **asked)
    return compiled(folder, f"x.{suffix}", engine)


def compiled(folder: Path, name: str, engine: str = "pdflatex") -> Path:
    log = run_latex(engine, name, folder)
    assert not re.findall(r"^(?:Overfull|Underfull).*|^! .*|.*Missing character.*", log, re.MULTILINE)
    return (folder / name).with_suffix(".pdf")


def words(pdf: Path) -> str:
    return run(program("pdftotext"), "-layout", pdf, "-")


@pytest.mark.parametrize("suffix", ["tex", "forest.tex"])
@pytest.mark.parametrize("name", SOURCES)
def test_pictures(tmp_path: Path, name: str, suffix: str) -> None:
    pdf = typeset(record(SOURCES[name]), tmp_path, suffix, **EVERYTHING)
    assert "100% of {it} & more_" in re.sub(r"\s+", " ", words(pdf))


@pytest.mark.parametrize("suffix", ["tex", "forest.tex"])
@pytest.mark.parametrize("boards", [False, True])
def test_arrows_to_what_a_table_had_stored(tmp_path: Path, suffix: str, boards: bool) -> None:
    typeset(record("sample:tictactoe/same-board"), tmp_path, suffix, boards=boards)


@pytest.mark.parametrize("suffix", ["tex", "forest.tex"])
def test_names_are_text_as_it_is(tmp_path: Path, suffix: str) -> None:
    said = words(typeset(record(NAMES), tmp_path, suffix))
    for name in ("b%&$#{}", "input", "<x>|", "c]é", "[,=;", "12.3k"):
        assert name in said


@pytest.mark.parametrize("step", [0, 4, 9, 14])
@pytest.mark.parametrize("suffix", ["tex", "forest.tex"])
def test_any_step_in_the_dark_theme(tmp_path: Path, suffix: str, step: int) -> None:
    typeset(record("sample:tictactoe/hebrew"), tmp_path, suffix, step=step, theme="dark", hides_future=step == 9)


@pytest.mark.parametrize("suffix", ["tex", "forest.tex"])
@pytest.mark.parametrize(
    "source", ["sample:tictactoe/hebrew", "sample:hexline/three-left", "sample:connectfour/chapter-5-block"]
)
def test_boards(tmp_path: Path, source: str, suffix: str) -> None:
    typeset(record(source, depth=2), tmp_path, suffix, boards=True, depth=1)
    typeset(record(source, depth=2), tmp_path, suffix, boards=True, depth=1, step=4, theme="dark")


def test_a_forest_with_boards_is_as_wide_as_its_boards(tmp_path: Path) -> None:
    """Three leaves and the gaps between them: no board lies on another, and nothing is left blank at the sides."""
    trace = record("sample:tictactoe/hebrew")
    said = run(program("pdfinfo"), typeset(trace, tmp_path, "forest.tex", boards=True, depth=1))
    found = re.search(r"Page size: +([0-9.]+) x ([0-9.]+) pts", said)
    assert found is not None
    board = next(figure.board for figure in draw(Selection(trace, Extent(boards=True))).figures)
    assert board is not None
    assert 3 * board.width * UNIT < float(found[1]) < 3 * board.width * UNIT + 40


@pytest.mark.parametrize("suffix", ["tex", "forest.tex", "beamer.tex"])
def test_ghosts(tmp_path: Path, suffix: str) -> None:
    """The values of pruned moves, which are not given with the position as the leaves of a tree are."""
    trace = record("tictactoe:XO./.X./..O", depth=2, score="lines")
    stubs = [(frame, move) for frame in range(len(trace)) for move in trace.pruned_moves(frame)]
    without = words(typeset(trace, tmp_path, suffix)).split("\f")[-2]
    found = {stub: ghost(trace, *stub) for stub in stubs}
    said = words(typeset(trace, tmp_path, suffix, ghosts=found)).split("\f")[-2]
    assert [one.value for one in found.values()].count(2.0) == 2
    assert said.split().count("2") == without.split().count("2") + 2


def test_the_page_is_as_large_as_the_drawing(tmp_path: Path) -> None:
    trace = record("sample:tree/nine-leaves")
    drawing = draw(Selection(trace, Extent()))
    said = run(program("pdfinfo"), typeset(trace, tmp_path, "tex"))
    found = re.search(r"Page size: +([0-9.]+) x ([0-9.]+) pts", said)
    assert found is not None
    # A point of TeX is a little smaller than one of PDF.
    points = [float(size) / 72 * 72.27 for size in found.groups()]
    assert points == pytest.approx([drawing.width * UNIT, drawing.height * UNIT], abs=0.5)


def test_a_slide_for_every_step(tmp_path: Path) -> None:
    trace = record("sample:tree/nine-leaves")
    pages = words(typeset(trace, tmp_path, "beamer.tex", windows=True)).split("\f")[:-1]
    assert len(pages) == Selection(trace, Extent()).steps.count
    assert "Step 0" in pages[0]
    assert "The search begins at A, where MAX takes the largest value." in pages[0]
    assert "A returns 7: B is best." in " ".join(pages[-1].split())


@pytest.mark.parametrize("name", ["names", "foreign"])
def test_slides_of_any_names(tmp_path: Path, name: str) -> None:
    typeset(record(SOURCES[name], limit=6), tmp_path, "beamer.tex", depth=1, theme="dark", **EVERYTHING)


@pytest.mark.parametrize(("suffix", "kind"), [("tex", "article"), ("forest.tex", "article"), ("beamer.tex", "beamer")])
def test_a_fragment_goes_into_another_document(tmp_path: Path, suffix: str, kind: str) -> None:
    """Whoever pastes it does what its comments say."""
    trace = record('tree:[{"name":"אב","children":[1,2]},{"name":"a_b","children":[0,7]}]')
    export(trace, tmp_path / f"part.{suffix}", fragment=True, windows=True)
    text = (tmp_path / f"part.{suffix}").read_text(encoding="utf-8")
    assert "documentclass" not in text
    needs = [line.removeprefix("%   ") for line in text.splitlines() if line.startswith("%   ")]
    whole = [rf"\documentclass{{{kind}}}", *needs, r"\begin{document}", rf"\input{{part.{suffix}}}", r"\end{document}"]
    (tmp_path / "whole.tex").write_text("\n".join(whole), encoding="utf-8")
    said = words(compiled(tmp_path, "whole.tex"))
    assert "b" in said


def test_foreign_letters_are_set_by_engines_that_have_them(tmp_path: Path) -> None:
    said = words(typeset(record(FOREIGN), tmp_path, "tex", engine="lualatex"))
    for name in ("中文", "ж 12"):
        assert name in said
    assert "אבג" in said or "גבא" in said, "the order of letters on the page is another question"


def test_foreign_letters_are_numbers_in_pdftex(tmp_path: Path) -> None:
    said = re.sub(r"\s+", "", words(typeset(record(FOREIGN), tmp_path, "tex")))
    assert "05D005D105D2" in said


def test_a_large_tree_is_set_too(tmp_path: Path) -> None:
    trace = record("sample:tictactoe/empty", depth=4)
    assert 500 < len(Selection(trace, Extent())) < 2000
    typeset(trace, tmp_path, "tex")
