"""The modules of the pages in Node, without a page: each stands alone, and a student's work is that of the window."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from plyscope import load
from plyscope.exercises.exercise import Exercise, exercise_of
from plyscope.exercises.work import Box, Field, Work
from plyscope.worksheets.html_page import page_facts

from tests.engine.web.test_document import modules
from tests.full_traces import export, record
from tests.programs.needs import program, run

pytestmark = pytest.mark.full
FIGURE = "tree:[[3,12,8],[2,4,6],[14,5,2]]"


def test_every_module_finds_what_it_imports() -> None:
    there = Path(__file__).parents[2] / "engine/plyscope/web"
    loaded = [f'await import("{(there / name).as_uri()}");' for name in modules() if name != "stepper.mjs"]
    run(program("node"), "--input-type=module", "--eval", "\n".join(loaded))


@pytest.mark.parametrize("in_order", [False, True])
def test_boxes_open_and_edges_are_struck_as_in_the_window(in_order: bool) -> None:
    draw = random.Random(3)
    exercise = exercise_of(load(FIGURE), {}, title="Three times three leaves")
    edits = [random_edit(exercise, draw) for _ in range(150)]
    task = {"exercise": page_facts(exercise), "inOrder": in_order, "edits": edits}
    script = Path(__file__).with_name("does_exercises.mjs")
    seen = json.loads(run(program("node"), script, text=json.dumps(task)))
    work = Work(exercise)
    work.in_order = in_order
    for edit, found in zip(edits, seen, strict=True):
        if "prune" in edit:
            number = exercise.tree.by_name[edit["prune"]]
            reason = work.why_not_pruned(number)
            if reason is None:
                work.prune(number)
            assert found["reason"] == str(reason or ""), edit
        else:
            box = Box(exercise.tree.by_name[edit["node"]], Field(edit["field"]))
            assert found["reason"] == str(work.why_closed(box) or ""), edit
            work.type(box, edit["text"])
        opened = {f"{exercise.tree.nodes[box.node].name} {box.field.value}" for box in work.open_boxes()}
        assert set(found["open"]) == opened, edit


@pytest.mark.parametrize(
    "source", ["sample:tictactoe/hebrew", "sample:connectfour/chapter-7-story", "sample:hexline/endgame-8"]
)
def test_every_board_of_a_page_is_that_of_the_game(source: str, tmp_path: Path) -> None:
    trace = record(source)
    export(trace, tmp_path / "x.html")
    page = (tmp_path / "x.html").read_text(encoding="utf-8")
    seen = json.loads(run(program("node"), Path(__file__).with_name("reads_boards.mjs"), text=page))
    assert len(seen) == len(trace)
    for frame, found in enumerate(seen):
        played = frame and not trace.search.moves_unplayed
        board = trace.position_at(frame).board(trace.moves[frame] if played else None)
        places = {cell: cell[1] * board.columns + cell[0] for cell in board.owners}
        assert {places[cell]: owner for cell, owner in board.owners.items()} == {
            place: owner for place, owner in enumerate(found["cells"]) if place in places.values()
        }
        assert sorted(found["last"]) == sorted(places[cell] for cell in board.last_move)
        assert sorted(found["line"]) == sorted(places[cell] for cell in board.winning_line)


def random_edit(exercise: Exercise, draw: random.Random) -> dict[str, Any]:
    if draw.random() < 0.3:
        return {"prune": draw.choice(exercise.tree.nodes[1:]).name}
    inner = [node.name for node in exercise.tree.nodes if node.given is None]
    field = draw.choice([one.value for one in Field if one is not Field.BEST])
    return {"node": draw.choice(inner), "field": field, "text": draw.choice(["3", "-inf", "inf", "2", "", "≤2"])}
