"""Counting."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.analysis.stats import as_csv, by_ply, endings, statistics, summary
from plyscope.files.sources import load
from plyscope.model.columns import INNER
from plyscope.model.conditions import parse
from plyscope.text.listing import step_facts

from tests.examples import examples
from tests.full_traces import Trace, record
from tests.trees import as_text, inner_nested


def test_the_summary_has_the_promised_facts() -> None:
    trace = record(load("tictactoe:.OO/XXO/.X. o", max="o"))
    assert summary(trace, 0.25) == {
        "game": "tictactoe",
        "position": ".OO/XXO/.X. o",
        "to_move": "o",
        "max": "o",
        "algorithm": "alphabeta",
        "options": {"depth": None, "order": "given", "score": "result", "cut": ">=", "fail": "soft"},
        "depth": None,
        "value": 1,
        "bound": "exact",
        "interval": [1, 1],
        "best_move": "a3",
        "pv": ["a3"],
        "frames": 6,
        "leaves": 3,
        "cutoffs": 1,
        "pruned": 1,
        "complete": True,
        "root_moves": [
            {"move": "a3", "value": 1, "bound": "exact", "frames": 1},
            {"move": "a1", "value": 1, "bound": "at most", "frames": 3},
            {"move": "c1", "value": 1, "bound": "exact", "frames": 1},
        ],
        "seconds": 0.25,
    }


def test_a_recording_cut_short_says_so_and_has_no_value() -> None:
    facts = summary(record("tictactoe:", limit=50))
    assert (facts["complete"], facts["value"], facts["bound"], facts["interval"]) == (False, None, None, [-1, 1])
    assert facts["root_moves"] == [{"move": "a3", "value": None, "bound": None, "frames": 49}]
    assert facts["best_move"] is None


def test_a_fallback_is_marked() -> None:
    facts = summary(record("connectfour:......./......./......./......./.....Y./..YRRR.", "tutorial-max"))
    assert facts["fallback"] is True
    assert facts["pv"] == []
    assert facts["best_move"] in "123456"
    assert facts["value"] == "-inf"
    assert "fallback" not in summary(record("connectfour:44", "tutorial-depth"))


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "pvs"])
def test_what_is_counted_by_ply_adds_up(algorithm: str) -> None:
    trace = record("tictactoe:X../.../...", algorithm)
    rows = by_ply(trace)
    assert [row["ply"] for row in rows] == list(range(9))
    assert sum(row["frames"] for row in rows) == len(trace)
    assert sum(row["finished"] + row["horizon"] for row in rows) == trace.leaves
    assert sum(row["cutoffs"] for row in rows) == trace.cutoffs
    assert sum(row["pruned"] for row in rows) == trace.pruned
    for frame in range(0, len(trace), 97):
        assert trace.is_cutoff(frame) == bool(trace.facts.cutoff[frame])


def test_a_probed_move_counts_once_at_the_root_with_all_its_frames() -> None:
    trace = record("tree:[[5,8,7],[6,9,8],[3,2,1]]", "pvs")
    assert trace.root_moves == [("1", 5, "exact", 4), ("2", 6, "exact", 8), ("3", 3, "at most", 2)]
    assert sum(frames for *_, frames in trace.root_moves) == len(trace) - 1


def test_games_end_as_they_end() -> None:
    assert endings(record("tictactoe:XOX/OXO/.XO x", "minimax")) == {"x": 1, "o": 0, "draw": 0}
    assert endings(record("tree:[1,2]")) == {}
    assert endings(record("hexline:..", "minimax")) == {"1": 2, "2": 1, "draw": 0}


def test_statistics_are_json() -> None:
    facts = statistics(record("tictactoe:XO./.../..."))
    assert json.loads(json.dumps(facts, allow_nan=False)) == facts
    assert facts["steps"] == 3 * facts["frames"] - 1
    assert 1 < facts["positions"] < facts["frames"]


def test_steps_as_facts() -> None:
    trace = record("tree:[[3,12],[2,4]]")
    facts = list(step_facts(trace, 0, 16))
    json.dumps(facts, allow_nan=False)
    cut = next(step for step in facts if step["moment"] == "back" and "Cut" in step["sentence"])
    assert cut == {
        "step": 13, "moment": "back", "frame": 4, "child": 5, "ply": 1, "function": "alphabeta", "kind": "min",
        "move": "2", "path": ["2"], "position": "[2,4] second", "alpha": 3, "beta": 2, "best": 2, "best_move": "1",
        "value": None, "interval": ["-inf", 2], "child_value": 2, "line": cut["line"],
        "sentence": "Cut at C. C returns at most 2: A already has 3 from B, so the leaf 4 cannot matter.",
    }  # fmt: skip
    assert "alphabeta(s, depth - 1" in trace.text.splitlines()[cut["line"] - 1]


def test_nine_leaves_by_hand() -> None:
    """[[9,8,7],[6,5,4],[3,2,1]]: after 7 for the first, both other children are cut by their first leaf."""
    rows = by_ply(record(load("sample:tree/nine-leaves")))
    counted = ("frames", "inner", "leaves", "cutoffs", "first_move_cuts", "first_move_cut_rate", "pruned", "tried")
    assert [[row[name] for name in counted] for row in rows] == [
        [1, 1, 0, 0, 0, None, 0, 3],
        [3, 3, 0, 2, 2, 1.0, 0, 5],
        [5, 0, 5, 0, 0, None, 4, 0],
    ]
    assert [row["branching_factor"] for row in rows] == [3, pytest.approx(5 / 3), None]
    # 1 + 3 frames down to ply 1, as in a tree with three moves; 9 down to ply 2, where 1 + b + b² = 9.
    effective = [row["effective_branching_factor"] for row in rows]
    assert effective == [None, 3, pytest.approx((33**0.5 - 1) / 2)]
    facts = statistics(record(load("sample:tree/nine-leaves")))
    assert facts["branching_factor"] == 2.0, "eight calls below four inner frames"
    assert 1 + facts["effective_branching_factor"] + facts["effective_branching_factor"] ** 2 == pytest.approx(9)


def test_the_tutorial_by_hand() -> None:
    """Eight calls: three moves, of which two are over at once, and one that is answered by two single replies."""
    facts = statistics(record(load("sample:tictactoe/hebrew"), "minimax"))
    rows = facts["by_ply"]
    assert [row["frames"] for row in rows] == [1, 3, 2, 2]
    assert [row["inner"] for row in rows] == [1, 1, 2, 0]
    assert [row["branching_factor"] for row in rows] == [3, 2, 1, None]
    assert (facts["branching_factor"], facts["repeated"], facts["positions"]) == (1.75, 0, 8)
    assert (facts["first_move_cuts"], facts["first_move_cut_rate"]) == (0, None)


@pytest.mark.parametrize(("b", "depth"), [(1, 5), (2, 6), (3, 4), (5, 3)])
def test_a_uniform_tree_branches_as_it_was_made(b: int, depth: int) -> None:
    text = "1"
    for _ in range(depth):
        text = "[" + ",".join([text] * b) + "]"
    facts = statistics(record(f"tree:{text}", "minimax"))
    assert facts["branching_factor"] == b
    assert facts["effective_branching_factor"] == b
    assert [row["branching_factor"] for row in facts["by_ply"]] == [b] * depth + [None]


def test_a_single_frame_branches_nowhere() -> None:
    facts = statistics(record("tree:5"))
    assert (facts["branching_factor"], facts["effective_branching_factor"], facts["repeated"]) == (None, None, 0)


def recount(trace: Trace) -> list[dict[str, Any]]:
    """All of it once more, frame by frame, and positions by their texts."""
    rows = [
        {"ply": ply, **dict.fromkeys(("frames", "inner", "leaves", "cutoffs", "first_move_cuts"), 0), "pruned": 0,
         "tried": 0, "repeated": 0}
        for ply in range(max(trace.plies) + 1)
    ]  # fmt: skip
    seen = set()
    for frame in range(len(trace)):
        row = rows[trace.plies[frame]]
        row["frames"] += 1
        text = trace.position.game.text(trace.state(frame)) if trace.position.game.name != "tree" else None
        place = text or tuple(trace.path(frame))
        row["repeated"] += place in seen
        seen.add(place)
        tried = {trace.moves[child] for child in trace.children(frame)}
        if trace.statuses[frame] == INNER:
            row["inner"] += 1
            row["tried"] += len(tried)
        elif len(list(trace.children(frame))) == 0 and trace.values[frame] == trace.values[frame]:
            row["leaves"] += 1
        if trace.is_cutoff(frame):
            row["cutoffs"] += 1
            row["first_move_cuts"] += len(tried) == 1
        if trace.skips[frame]:
            rows[trace.plies[frame] + 1]["pruned"] += trace.skips[frame]
    return rows


def agrees(trace: Trace) -> bool:
    return [{name: row[name] for name in slow} for row, slow in zip(by_ply(trace), recount(trace), strict=True)] == (
        recount(trace)
    )


@examples(100)
@given(inner_nested, st.sampled_from(["minimax", "alphabeta", "negamax", "pvs"]), st.sampled_from([">=", ">"]))
def test_random_trees_counted_one_by_one(tree: Any, algorithm: str, cut: str) -> None:
    options = {} if algorithm in ("minimax",) else {"cut": cut} if algorithm != "pvs" else {}
    assert agrees(record(f"tree:{as_text(tree)}", algorithm, **options))


@pytest.mark.spread(4)
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "pvs"])
@pytest.mark.parametrize("source", ["tictactoe:XO./X../...", "hexline:..../....", "connectfour:5,4,4 1122"])
def test_games_counted_one_by_one(source: str, algorithm: str) -> None:
    for limit in (None, 300, 7):
        trace = record(source, algorithm, depth=4, limit=limit)
        assert agrees(trace)


def test_all_of_tic_tac_toe_repeats_all_but_its_positions() -> None:
    """5,478 positions can be reached from the empty board."""
    facts = statistics(record("tictactoe:", "minimax"))
    assert facts["positions"] == 5_478
    assert facts["repeated"] == facts["frames"] - 5_478


@pytest.mark.parametrize("algorithm", ["alphabeta", "pvs"])
def test_what_is_counted_is_found(algorithm: str) -> None:
    """Whoever clicks on a number finds as many frames."""
    trace = record("tictactoe:XO./.../...", algorithm)
    for row in by_ply(trace):
        for name, word in (
            ("frames", "frame >= 0"), ("inner", "inner"), ("leaves", "leaf"), ("cutoffs", "cutoff"),
            ("first_move_cuts", "first_move_cut"), ("repeated", "repeated"),
        ):  # fmt: skip
            assert len(parse(f"ply == {row['ply']} and {word}").frames(trace)) == row[name]


def test_positions_of_an_unknown_game_are_not_counted(tmp_path: Path) -> None:
    lines = [
        {"format": "plyscope-trace", "version": 1, "game": "checkers", "position": "start", "max": "white"},
        {"ev": "enter", "id": 0, "parent": None, "move": None, "kind": "max", "alpha": None, "beta": None},
        {"ev": "enter", "id": 1, "parent": 0, "move": "a", "kind": "min", "alpha": None, "beta": None},
        {"ev": "leave", "id": 1, "value": 3, "status": "horizon"},
        {"ev": "leave", "id": 0, "value": 3},
    ]
    file = tmp_path / "theirs.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)))
    facts = statistics(Trace.open(file))
    assert (facts["positions"], facts["repeated"]) == (None, None)
    assert [row["repeated"] for row in facts["by_ply"]] == [None, None]
    assert facts["branching_factor"] == 1.0


def test_cuts_without_windows_are_not_explained(tmp_path: Path) -> None:
    """Somebody else's search left moves out, and does not say within which window."""
    lines = [
        {"format": "plyscope-trace", "version": 1, "game": "checkers", "position": "start", "max": "white"},
        {"ev": "enter", "id": 0, "parent": None, "move": None, "kind": "max", "alpha": None, "beta": None},
        {"ev": "enter", "id": 1, "parent": 0, "move": "a", "kind": "min", "alpha": None, "beta": None},
        {"ev": "leave", "id": 1, "value": 3, "status": "horizon"},
        {"ev": "leave", "id": 0, "value": 3, "pruned": ["b"]},
    ]
    file = tmp_path / "theirs.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)))
    facts = statistics(Trace.open(file))
    assert (facts["pruned"], facts["first_move_cuts"], facts["first_move_cut_rate"]) == (1, None, None)
    assert [row["cutoffs"] for row in facts["by_ply"]] == [None, None]
    assert [row["pruned"] for row in facts["by_ply"]] == [0, 1]


def test_as_a_table_for_spreadsheets() -> None:
    rows = by_ply(record("tree:[[3,12],[2,4]]"))
    found = list(csv.DictReader(StringIO(as_csv(rows))))
    assert [{name: None if text == "" else float(text) for name, text in row.items()} for row in found] == rows
    assert as_csv([]) == "\n"


def test_what_a_table_has_saved_is_counted() -> None:
    trace = record("sample:tictactoe/same-board")
    facts = statistics(trace)
    assert [row["from_table"] for row in facts["by_ply"]] == [0, 0, 0, 7, 4, 0]
    for row in facts["by_ply"]:
        assert row["inner"] + row["leaves"] + row["from_table"] == row["frames"]
    assert facts["spared"] == sum(trace.sizes[trace.origin.hits.source(hit)] - 1 for hit in trace.origin.saved_frames)
    assert "spared" not in statistics(record("tictactoe:XO./.X./..O", depth=2))
