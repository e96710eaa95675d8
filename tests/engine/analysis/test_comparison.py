"""What two recordings have in common is counted rightly, and a bound is no mistake."""

from __future__ import annotations

import json
import random
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import plyscope
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope import HOMES
from plyscope.analysis import comparison
from plyscope.analysis.comparison import (
    BOUNDS_AGREE,
    COMPATIBLE,
    CONTRADICTORY,
    COUNTED,
    EQUAL,
    ONLY_HERE,
    PRUNED_THERE,
    SAME,
    VALUE_DIFFERS,
    WINDOW_DIFFERS,
    Comparison,
    by_ply,
    full_tree,
    quiet_plies,
    recorded_tree,
)
from plyscope.files.sources import load
from plyscope.model.steps import Moment

from tests import full_traces
from tests.examples import examples
from tests.full_traces import Cursor, Trace, compare, record
from tests.random_recordings import POSITIONS, random_recording
from tests.recordings import as_lines
from tests.trees import as_text, inner_nested

SEARCHES = st.sampled_from(["minimax", "maxmin", "alphabeta", "negamax", "pvs"])
TEXTBOOK = "tree:[[3,12,8],[2,4,6],[14,5,2]]"


def test_it_is_promised_from_python_and_no_module_hides_it() -> None:
    for module in HOMES.values():
        import_module(f"plyscope.{module}")
    assert full_traces.compare is compare
    assert "compare" in plyscope.__all__


def test_minimax_beside_alphabeta_in_full() -> None:
    facts = compare(record("tictactoe:", "minimax"), record("tictactoe:", "alphabeta"))
    assert [facts[name] for name in COUNTED] == [
        18_297,
        16_713,
        1_584,
        0,
        0,
        531_649,
        0,
        0,
        531_649,
    ]
    assert (facts["a"]["frames"], facts["b"]["frames"], facts["b"]["cutoffs"]) == (549_946, 18_297, 8_180)
    assert [row["full"] for row in facts["by_ply"]] == [row["frames_a"] for row in facts["by_ply"]]
    assert facts["by_ply"][4]["share_b"] == pytest.approx(409 / 3024, abs=1e-6)
    json.dumps(facts, allow_nan=False)


def test_a_small_one_by_hand() -> None:
    """In the second branch 2 cuts 4 and 6 off; its value 2 is read as at most 2 and contradicts nothing.

    In the third one all leaves are seen, so that its 2 is exact.
    """
    comparison = Comparison(record(TEXTBOOK, "minimax"), record(TEXTBOOK, "alphabeta"))
    assert comparison.value_agreement.tolist() == [EQUAL] * 5 + [COMPATIBLE] + [EQUAL] * 5
    assert comparison.verdicts.tolist() == [SAME] * 5 + [BOUNDS_AGREE] + [SAME] * 5
    assert comparison.verdicts_a.tolist() == [SAME] * 5 + [BOUNDS_AGREE, SAME] + [PRUNED_THERE] * 2 + [SAME] * 4
    assert comparison.partners_a.tolist() == [0, 1, 2, 3, 4, 5, 6, -1, -1, 7, 8, 9, 10]
    assert comparison.partners_b.tolist() == [0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12]
    first = comparison.first_divergence
    assert first is not None
    assert (first.what, first.frame_a, first.frame_b) == ("pruned in b", 7, -1)
    assert comparison.path_to(comparison.first_divergence) == ["2", "2"]
    assert comparison.alignment.branches_a.frames.tolist() == [7, 8]


@examples(300)
@given(tree=inner_nested, names=st.tuples(SEARCHES, SEARCHES), hard=st.booleans())
def test_sound_searches_never_contradict_each_other(tree: Any, names: tuple[str, str], hard: bool) -> None:
    position = load("tree:" + as_text(tree))
    fail = {"fail": "hard"} if hard and names[1] in ("alphabeta", "negamax", "pvs") else {}
    a, b = record(position, names[0]), record(position, names[1], **fail)
    comparison, facts = Comparison(a, b), compare(a, b)
    assert facts["value_differs"] == 0
    assert facts["matched"] == facts["same"] + facts["bounds_agree"] + facts["window_differs"]
    assert facts["matched"] + facts["only_a"] == len(a)
    assert facts["matched"] + facts["only_b"] == len(b)
    for trace, verdicts, partners in (
        (a, comparison.verdicts_a, comparison.partners_a),
        (b, comparison.verdicts_b, comparison.partners_b),
    ):
        assert len(verdicts) == len(trace)
        assert ((verdicts >= ONLY_HERE) == (partners < 0)).all()
        for frame in range(1, len(trace)):
            parent = trace.parents[frame]
            assert verdicts[parent] < ONLY_HERE or verdicts[frame] == verdicts[parent]
    # Two plain searches differ in nothing; and one that prunes lacks only what it prunes.
    if set(names) <= {"minimax", "maxmin"}:
        assert (facts["same"], facts["first_divergence"]) == (len(a), None)
        assert facts["first_difference"] == ""
    if names[0] == "minimax":
        assert facts["only_a"] == facts["pruned_in_b"]


def events(trace: Trace) -> list[tuple[Any, ...]]:
    """Every step as somebody would tell it who does not know numbers of frames."""
    cursor, moments = Cursor(trace), []
    for step in range(cursor.last_step + 1):
        cursor.go(step)
        now = cursor.now
        moments.append((now.moment, tuple(trace.path(now.frame)), now.frame))
    return moments


@examples(150)
@given(tree=inner_nested, names=st.tuples(SEARCHES, SEARCHES), cut=st.sampled_from([">=", ">"]))
def test_up_to_the_first_divergence_all_steps_are_the_same(tree: Any, names: tuple[str, str], cut: str) -> None:
    position = load("tree:" + as_text(tree))
    a = record(position, names[0])
    b = record(position, names[1], **({"cut": cut} if names[1] in ("alphabeta", "negamax", "pvs") else {}))
    comparison = Comparison(a, b)
    first = comparison.first_divergence
    steps_a, steps_b = events(a), events(b)
    if first is None:
        assert steps_a == steps_b
        return
    assert steps_a[: first.step] == steps_b[: first.step]
    if first.what == "window differs":
        assert steps_a[first.step] == steps_b[first.step]
        assert steps_a[first.step][0] is Moment.ENTER
    elif first.what != "value differs":
        assert steps_a[first.step : first.step + 1] != steps_b[first.step : first.step + 1]


def test_bounds_that_can_both_be_true_are_the_same_and_others_are_not() -> None:
    shallow, deep = record("tictactoe:.OO/XXO/.X. o", depth=1), record("tictactoe:.OO/XXO/.X. o", "minimax")
    comparison = Comparison(deep, shallow)
    assert CONTRADICTORY in comparison.value_agreement
    assert VALUE_DIFFERS in comparison.verdicts_a


def test_windows_are_compared_where_both_searches_have_them() -> None:
    a, b = record(TEXTBOOK, "alphabeta"), record(TEXTBOOK, "pvs")
    assert WINDOW_DIFFERS in Comparison(a, b).verdicts
    assert WINDOW_DIFFERS not in Comparison(record(TEXTBOOK, "minimax"), b).verdicts
    assert compare(a, b)["first_divergence"] == {"path": ["1", "2"], "what": "window differs"}


@pytest.mark.parametrize(
    ("a", "b", "what"),
    [
        ({}, {"order": "reverse"}, "order differs"),
        ({"cut": ">"}, {}, "pruned in b"),
        ({}, {"cut": ">"}, "pruned in a"),
        ({"depth": 3}, {"depth": 2}, "only in a"),
        ({"depth": 2}, {"depth": 3}, "only in b"),
        ({"depth": 3}, {"depth": 3, "score": "lines"}, "value differs"),
        ({"limit": 40}, {}, "only in b"),
        ({}, {}, None),
        ({"limit": 40}, {"limit": 40}, None),
    ],
)
def test_where_they_part(a: dict[str, Any], b: dict[str, Any], what: str | None) -> None:
    facts = compare(record("tictactoe:X../.../...", **a), record("tictactoe:X../.../...", **b))
    first = facts["first_divergence"]
    assert (first and first["what"]) == what


def test_searches_of_different_brains_are_compared() -> None:
    position = load("connectfour:4,4,3 12")
    facts = compare(record(position, "tutorial-max", depth=3), record(position, "tutorial-sum", depth=3))
    assert facts["matched"] == facts["a"]["frames"]
    assert facts["value_differs"] > 0


def test_infinite_values_are_written_as_text() -> None:
    facts = compare(record("tree:[inf,[-inf,3]]"), record("tree:[inf,[-inf,3]]", "minimax"))
    assert facts["a"]["value"] == "inf"
    json.dumps(facts, allow_nan=False)
    assert Comparison(record("tree:[-inf]"), record("tree:[-inf]")).first_divergence is None


# The full tree


@pytest.mark.spread(2, 1)
@pytest.mark.parametrize("source", ["tictactoe:", "hexline:.../..#", "tree:[1,[2,[3,4]],5]", "connectfour:4,4,3 12"])
def test_what_is_counted_is_what_minimax_visits(source: str) -> None:
    trace = record(source, "minimax")
    frames = np.bincount(trace.column("ply")).tolist()
    assert full_tree(load(source), len(frames)) == (frames, len(frames))
    assert full_tree(load(source), len(frames) + 2) == ([*frames, 0, 0], len(frames) + 2)


def test_where_counting_is_slow_an_estimate_carries_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "MAX_POSITIONS", 500)
    position = load("tictactoe:")
    frames = np.bincount(record(position, "minimax").column("ply"))
    counts, exact = full_tree(position, 10)
    assert 3 <= exact < 10
    assert counts[:exact] == frames[:exact].tolist()
    assert counts[exact:] == pytest.approx(frames[exact:], rel=0.2)
    assert full_tree(position, 10) == (counts, exact)


def test_plies_that_a_game_never_reaches_are_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "MAX_POSITIONS", 5)
    counts, exact = full_tree(load("tictactoe:"), 14)
    assert exact == 1
    assert counts[10:] == [0, 0, 0, 0]


@examples(600)
@given(draw=st.randoms(use_true_random=False))
@pytest.mark.full
def test_an_estimate_is_no_less_than_both_recordings_show(draw: random.Random) -> None:
    """And where all of a ply was recorded its number is exact."""
    position = draw.choice(POSITIONS)(draw)
    found = Comparison(*(random_recording(draw, position=position) for _ in range(2)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comparison, "MAX_POSITIONS", draw.choice((1, 3, 9)))
        rows = by_ply(found)
    true, _ = full_tree(position, len(rows), quiet_plies(found.a, found.b))
    for row, nodes, (shown, is_all) in zip(rows, true, recorded_tree(found, len(rows)), strict=True):
        assert shown <= nodes
        assert row["full"] >= shown
        assert not is_all or shown == nodes
        assert not row["full_is_exact"] or row["full"] == nodes


def test_two_recordings_without_a_game_show_the_full_tree_together(tmp_path: Path) -> None:
    """One of them has moves that the other does not have."""
    a, b = (record(load("tree:[[[1,2],[3,4]],[[5,6],[7,8]]]"), order=order) for order in ("given", "reverse"))
    others = []
    for number, trace in enumerate((a, b)):
        path = tmp_path / f"{number}.jsonl"
        path.write_text(as_lines(trace, game="other", position="p"))
        others.append(Trace.open(path))
    rows = by_ply(Comparison(*others))
    together = [len(set(plies)) for plies in paths_by_ply(a, b)]
    assert all(row["full"] >= nodes for row, nodes in zip(rows, together, strict=True))
    assert rows[1]["full_is_exact"]
    assert rows[1]["full"] == 2


def paths_by_ply(a: Trace, b: Trace) -> list[list[tuple[str, ...]]]:
    """The paths of both at each ply."""
    found: list[list[tuple[str, ...]]] = [[], [], [], []]
    for trace in (a, b):
        for frame in range(len(trace)):
            found[trace.plies[frame]].append(tuple(trace.path(frame)))
    return found
