"""Counting."""

from __future__ import annotations

import json

import pytest

from engine.recording import record
from engine.sources import load
from engine.stats import by_ply, endings, statistics, step_facts, summary


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
    assert (facts["complete"], facts["value"], facts["bound"]) == (False, None, None)
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
    cut = next(step for step in facts if step["moment"] == "back" and "cannot matter" in step["sentence"])
    assert cut == {
        "step": 13, "moment": "back", "frame": 4, "child": 5, "ply": 1, "function": "alphabeta", "kind": "min",
        "move": "2", "path": ["2"], "position": "[2,4] second", "alpha": 3, "beta": 2, "best": 2, "best_move": "1",
        "value": None, "child_value": 2, "line": cut["line"],
        "sentence": "1 gives 2: 3 ≥ 2, and so the one move left cannot matter.",
    }  # fmt: skip
    assert "alphabeta(s, depth - 1" in trace.text.splitlines()[cut["line"] - 1]
