"""The source for `forest`: brackets inside brackets as the calls were."""

from __future__ import annotations

import re
from functools import partial

import pytest
from plyscope.export.extent import WHOLE
from plyscope.export.selection import Selection

from tests.engine.export.written import written_as
from tests.full_traces import record

written = partial(written_as, "forest")


def test_a_small_tree() -> None:
    text = written('tree:[{"name":"a,]","children":[3,5]},2]')
    lines = text[text.index("  [{") :].splitlines()
    assert lines[:5] == [
        "  [{3}, max, value=plymax8",
        "    [{3}, min, value=plymax8, best=plymax8, move={a,]}",
        "      [{3}, leaf, value=plymax8, best=plymax8, move={1}]",
        "      [{5}, leaf, value=plymax8, move={2}]]",
        "    [{2}, leaf, value=plymin8, move={2}]]",
    ] or lines[0].startswith("  [{3}, max, value=")
    assert lines[5] == r"\end{forest}"


@pytest.mark.parametrize("source", ["sample:tree/nine-leaves", "sample:tictactoe/hebrew", "sample:hexline/three-left"])
def test_brackets_are_the_tree(source: str) -> None:
    selection = Selection(record(source), WHOLE)
    text = written(selection.trace)
    body = text[text.index("\n  [{") : text.index(r"\end{forest}")]
    body = re.sub(r"label=\{\[.*?\]", "", body)
    body = re.sub(r"move=\{\[.*?\]\}", "", body)
    parents, found = [], list[int]()
    for bracket in re.findall(r"^ *\[|\]", body, re.MULTILINE):
        if bracket == "]":
            parents.pop()
        else:
            found.append(parents[-1] if parents else -1)
            parents.append(len(found) - 1)
    assert parents == []
    assert found == [node.parent for node in selection]


def test_a_step_and_texts_beside_nodes() -> None:
    text = written("sample:tree/nine-leaves", step=2, windows=True, notes={0: "50%"})
    assert text.count(", now") == 1
    assert text.count(", future, pale edge") == 10
    assert r"beside={$\alpha$ {--}$\infty$\\$\beta$ $\infty$\\50\%}" in text


def test_a_cut_is_not_shown_before_it_happens_and_the_path_is_marked() -> None:
    trace = record("sample:tree/nine-leaves")
    early = written(trace, step=1)
    late = written(trace)
    body = early[early.index(r"\begin{forest}") :]
    assert ", cut" not in body
    assert "given" not in body
    end = late[late.index(r"\begin{forest}") :]
    assert end.count(", given, ") == end.count(", cut, ") == 4
    board = record("tictactoe:XO./.X./X.O")
    early, end = (written(board, step=step) for step in (1, None))
    severed = end[end.index(r"\begin{forest}") :].count(", severed=")
    assert early[early.index(r"\begin{forest}") :].count("not yet") == severed > 0
    assert ", way" in body
    assert r"\pagecolor{plypaper}" in written(trace, theme="dark")


def test_boards_do_not_move_what_is_beside_and_below() -> None:
    """Whatever is drawn at a node is added to what is drawn there already."""
    text = written("sample:tictactoe/hebrew", boards=True, windows=True, depth=1)
    assert "tikz={" not in text
    assert text.count(", board={") == 4
    assert ", under={" in text
    assert ", below={" not in text[text.index(r"\begin{forest}") :]
