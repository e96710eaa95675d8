"""Listings against files that a person has read.

A change in one of them is a change in what the program says. With PLYSCOPE_WRITE_GOLDEN set they are
written anew, for somebody to look at the difference.
"""

from __future__ import annotations

import os

import pytest
from plyscope.files.sources import load
from plyscope.model.steps import Moment, Steps
from plyscope.text.listing import as_text, listing
from plyscope.text.narration import sentence
from plyscope.text.reasons import reason

from tests.full_traces import Trace, record
from tests.places import GOLDEN

LISTED = {
    "hebrew.maxmin": lambda: record(load("tictactoe:.OO/XXO/.X. o", max="o"), "maxmin"),
    "hebrew.alphabeta": lambda: record(load("tictactoe:.OO/XXO/.X. o", max="o", coordinates="[x,y]"), "alphabeta"),
    "textbook.alphabeta": lambda: record("tree:[[3,12,8],[2,4,6],[14,5,2]]"),
    "nine-leaves.alphabeta": lambda: record("tree:[[9,8,7],[6,5,4],[3,2,1]]"),
    "nine-leaves.strict-hard": lambda: record("tree:[[9,8,7],[6,5,9],[7,2,1]]", cut=">", fail="hard"),
    "nine-leaves.pvs": lambda: record("tree:[[5,8,7],[6,9,8],[3,2,1]]", "pvs"),
    "names.negamax": lambda: record('tree:{"name":"top","children":[{"name":"left","value":3},[1,5]]}', "negamax"),
    "whole-story.tutorial-block": lambda: record(
        "connectfour:......./......./......./..R..../..R..../R.RYYY.", "tutorial-block", depth=0
    ),
    "whole-story.tutorial-max": lambda: record(
        "connectfour:......./......./......./......./.....Y./..YRRR.", "tutorial-max", depth=0
    ),
    "drop.tutorial-random": lambda: record("connectfour:3,3,3 12", "tutorial-random"),
    "row.hexline-project": lambda: record("hexline:..", "hexline-project"),
    "row.accumulate": lambda: record("hexline:..", "accumulate"),
    "lines.depth-one": lambda: record("tictactoe:XO./.X./..O x", "minimax", score="lines", depth=1),
    "cut-short.minimax": lambda: record("tictactoe:XO./.X./..O x", "minimax", limit=7),
}


def matches_golden(name: str, text: str) -> bool:
    path = GOLDEN / name
    if os.environ.get("PLYSCOPE_WRITE_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    return path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", LISTED)
def test_the_listing_is_the_one_that_was_read(name: str) -> None:
    trace: Trace = LISTED[name]()
    assert matches_golden(f"{name}.txt", "\n".join(as_text(trace, listing(trace))) + "\n")


@pytest.mark.parametrize("name", LISTED)
def test_the_sentences_are_the_ones_that_were_read(name: str) -> None:
    """The sentence of every step, and below it the reason where it has one."""
    trace: Trace = LISTED[name]()
    steps, lines = Steps(trace), []
    for number in range(steps.count):
        step = steps.at(number)
        why = reason(trace, step)
        lines += [f"{number}  {sentence(trace, step)}"] + ([] if why is None else [f"    {why}"])
    assert matches_golden(f"{name}.sentences.txt", "\n".join(lines) + "\n")


def test_the_listing_by_hand_has_what_the_page_writes() -> None:
    """Score, square, winner check, returned triple, comparison, new best and undo, for each of the 8 calls."""
    lines = (GOLDEN / "hebrew.maxmin.txt").read_text(encoding="utf-8").splitlines()
    said = [line[4:].lstrip() for line in lines]
    assert sum(line.startswith(("max()", "min()")) for line in said) == 8
    assert sum(line == "score = -2, [x,y] = [None,None]" for line in said) == 3
    assert sum(line == "score = 2, [x,y] = [None,None]" for line in said) == 5
    assert sum(line == "winner == O" for line in said) == 4
    assert sum(line == "no winner" for line in said) == 4
    assert sum(line.startswith("return [1,") for line in said) == 8
    assert [line for line in said if line.startswith("1 ")] == [
        "1 > -2: score = 1, [x,y] = [0,0]",
        "1 > -2: score = 1, [x,y] = [2,2]",
        "1 < 2: score = 1, [x,y] = [0,0]",
        "1 > -2: score = 1, [x,y] = [0,0]",
        "1 < 1: no",
        "1 > 1: no",
        "1 > 1: no",
    ]
    assert sum(line.endswith("= empty") for line in said) == 7
    assert said[-1] == "return [1,0,0]"


def test_a_part_of_the_listing_is_cut_out_of_the_whole() -> None:
    trace = LISTED["hebrew.maxmin"]()
    whole = list(listing(trace))
    assert [line for line in whole if 4 <= line.step <= 9] == list(listing(trace, 4, 9))
    assert list(listing(trace, 22, 99)) == whole[-1:]


@pytest.mark.parametrize("algorithm", ["minimax", "maxmin", "alphabeta", "negamax", "pvs", "accumulate"])
@pytest.mark.parametrize(
    "source", ["tictactoe:XOX/OX./..O x", "hexline:...", "connectfour:3,3,3 12", "tree:[[1,2],[3]]"]
)
def test_every_step_of_every_search_has_a_sentence(algorithm: str, source: str) -> None:
    trace = record(source, algorithm)
    steps = Steps(trace)
    for number in range(steps.count):
        said = str(sentence(trace, steps.at(number)))
        assert said[-1] == "."
        assert "{" not in said
    by_step = [line.step for line in listing(trace)]
    assert sorted(set(by_step)) == list(range(steps.count)), "no step is without a line"
    assert by_step == sorted(by_step)


def test_sentences_name_bounds_and_pruned_moves() -> None:
    trace = record("tree:[[0],[1],[3,12,8],[2,4,6]]")
    steps = Steps(trace)
    texts = [str(sentence(trace, steps.at(number))) for number in range(steps.count)]
    assert "C gives A 1, the largest so far: α rises from 0 to 1." in texts
    assert "Cut at E. E returns at most 2: A already has 3 from D, so the leaves 4 and 6 cannot matter." in texts
    backs = [steps.at(number) for number in range(steps.count) if steps.at(number).moment is Moment.BACK]
    assert len(backs) == len(trace) - 1
