"""Links from what a table has answered to what had stored the answer, in every format that draws them."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from plyscope.export import dot, export
from plyscope.export.drawing import Drawing, draw
from plyscope.export.extent import Extent
from plyscope.export.page.contents import FrameColumns
from plyscope.export.selection import Selection
from plyscope.messages import InputError
from plyscope.model.steps import Steps
from plyscope.model.user_code_lines import source_lines

from tests.engine.export.written import written_as
from tests.full_traces import Trace, record

SAMPLE = "sample:tictactoe/same-board"
PAIRS = {21: 14, 24: 4, 33: 16, 36: 6, 46: 13, 49: 20, 52: 32, 66: 57, 72: 43, 73: 60, 74: 67}


@cache
def recorded(source: str) -> Trace:
    return record(source)


def drawn(trace: Trace, **asked: Any) -> Drawing:
    return draw(Selection(trace, Extent(**asked)))


def pairs(drawing: Drawing) -> dict[int, int]:
    """The frames that links lead from and to."""
    frames = {figure.node.number: figure.node.frame for figure in drawing.figures}
    return {frames[link.number]: frames[link.source] for link in drawing.links}


def test_every_answer_of_the_table_leads_to_what_had_stored_it() -> None:
    trace = recorded(SAMPLE)
    assert pairs(drawn(trace)) == PAIRS
    assert pairs(drawn(trace, stubs=False)) == PAIRS
    assert drawn(record(trace.position, algorithm="alphabeta")).links == []


def test_no_link_leads_out_of_the_drawing() -> None:
    trace = recorded(SAMPLE)
    for asked in ({"root": 1}, {"root": 39}, {"depth": 3}, {"path_to": 72}, {"closed": frozenset({14})}):
        drawing = drawn(trace, **asked)
        frames = {figure.node.frame for figure in drawing.figures}
        assert pairs(drawing) == {hit: source for hit, source in PAIRS.items() if {hit, source} <= frames}
    assert pairs(drawn(trace, root=1)) == {21: 14, 24: 4, 33: 16, 36: 6}


def test_a_link_is_there_once_the_table_has_answered_and_the_picture_stays_as_large() -> None:
    trace = recorded(SAMPLE)
    steps, whole = Steps(trace), drawn(trace)
    for step in (0, 55, 56, 132, 133, 214):
        known = {hit: source for hit, source in PAIRS.items() if (steps.leave(hit) or 0) <= step}
        assert pairs(drawn(trace, step=step)) == known
        assert pairs(drawn(trace, step=step, hides_future=True)) == known
        assert (drawn(trace, step=step).width, drawn(trace, step=step).height) == (whole.width, whole.height)


def test_a_link_lies_below_both_nodes_and_inside_the_picture() -> None:
    for boards in (False, True):
        drawing = drawn(recorded(SAMPLE), boards=boards)
        figures = {figure.node.number: figure for figure in drawing.figures}
        for link in drawing.links:
            assert link.start[1] > figures[link.number].bottom
            assert link.end[1] > figures[link.source].bottom
            assert max(link.start[1], link.end[1]) < link.bottom < drawing.height
            assert figures[link.source].x < link.end[0] < link.start[0] < figures[link.number].x
            assert link.head[0] == link.end


def test_svg_draws_them_first() -> None:
    root = ElementTree.fromstring(written_as("svg", recorded(SAMPLE)))
    groups = [group.get("class") for group in root.iter("{http://www.w3.org/2000/svg}g") if group.get("class")]
    assert groups[:2] == ["links", "edges"]
    found = [path.get("class") for path in root.find(".//*[@class='links']") or ()]
    assert found == [None, "head"] * len(PAIRS)
    assert 'class="links"' not in written_as("svg", recorded("sample:tree/textbook"))


@pytest.mark.parametrize("most", [dot.MAX_PLACED, 0])
def test_dot_has_edges_that_move_no_node(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dot, "MAX_PLACED", most)
    trace = recorded(SAMPLE)
    numbers = {node.frame: node.number for node in Selection(trace, Extent()) if not node.is_stub}
    for step, known in ((None, PAIRS), (64, {21: 14}), (65, {21: 14, 24: 4})):
        found = re.findall(r"n(\d+) -> n(\d+) \[.*constraint=false.*style=dashed", written_as("dot", trace, step=step))
        assert {(int(hit), int(source)) for hit, source in found} == {
            (numbers[hit], numbers[source]) for hit, source in known.items()
        }
    assert "constraint" not in written_as("dot", recorded("sample:tree/textbook"))


def test_tex_draws_them() -> None:
    trace = recorded(SAMPLE)
    assert written_as("tikz", trace).count(r"\path[link] (") == len(PAIRS)
    tree = written_as("forest", trace)
    ends = {number for link in drawn(trace).links for number in (link.number, link.source)}
    assert set(map(int, re.findall(r"alias=n(\d+)", tree))) == ends
    assert tree.count("-latex]") == len(PAIRS)


def test_mermaid_has_dotted_arrows_within_its_limit(tmp_path: Path) -> None:
    trace = recorded(SAMPLE)
    found = re.findall(r"^  n(\d+) -\.-> n(\d+)$", written_as("mmd", trace), re.MULTILINE)
    assert [(int(hit), int(source)) for hit, source in found] == [
        (one.number, one.source) for one in drawn(trace).links
    ]
    large = record("tictactoe:XO./.../...", algorithm="table", limit=350)
    with pytest.raises(InputError, match=r"Mermaid draws 500 edges at most, not 5.., with those to what the table"):
        export(large, tmp_path / "x.mmd")
    assert list(tmp_path.iterdir()) == []


def test_a_page_has_them_by_the_places_of_its_frames() -> None:
    trace = recorded(SAMPLE)
    for asked, expected in (({}, PAIRS), ({"root": 1}, {20: 13, 23: 3, 32: 15, 35: 5})):
        selection = Selection(trace, Extent(**asked))
        columns = FrameColumns(selection, source_lines(trace, selection.steps))
        for _ in columns.read():
            pass
        head: dict[str, Any] = json.loads(json.dumps(columns.head()))
        assert {int(hit): source for hit, source in head["storedBy"].items()} == expected
