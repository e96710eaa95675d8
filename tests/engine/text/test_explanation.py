"""What is said of a frame is what happened, in words and as facts."""

from __future__ import annotations

import json
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.files.sources import load
from plyscope.model.steps import Moment, Steps
from plyscope.text.explanation import reasons, sentences, why_facts

from tests.examples import examples
from tests.full_traces import Cursor, Trace, record
from tests.trees import as_text, inner_nested

PROBED = "tree:[[5,[6,1],7],[6,9,8],[3,[2,7],1],[8,9]]"


def said(trace: Trace, frame: int) -> list[str]:
    return [str(sentence) for sentence in sentences(trace, frame)]


def test_a_deep_cut() -> None:
    assert said(record("sample:tree/deep-cutoff"), 4) == [
        "Its value ≤3 was given by D1, at step 9.",
        "α = 5 is what MAX is sure of at A: A1 set it at step 3.",
        "β = ∞: MIN is not sure of anything yet.",
        "Cut at step 9: with D1, MIN has reached 3 here, so α = 5 is beyond β = 3.",
        "The cut is deep: α was set 3 plies above, at A.",
        "Whatever the pruned moves (D2) are worth, MIN gets 3 or less here, and MAX can have 5 or more at A, with A1.",
    ]


def test_a_shallow_cut_of_max() -> None:
    assert said(record("tree:[[[3,9],[9,1],4]]"), 5)[0] == "Its value ≥9 was given by D1, at step 14."
    assert said(record("tree:[[[3,9],[9,1],4]]"), 5)[3:] == [
        "Cut at step 14: with D1, MAX has reached 9 here, so α meets β.",
        "The cut is shallow: β was set by the parent, B.",
        "Whatever the pruned moves (D2) are worth, MAX gets 9 or more here, and MIN can have 9 or less at B, with C.",
    ]


def test_a_probe_is_said_to_be_one() -> None:
    trace = record(PROBED, "pvs")
    assert said(trace, 6)[2] == (
        "β = 5⁺ stands right next to 5, which MAX is sure of at A, set by B at step 15: "
        "C only tests whether it can be beaten."
    )
    answered = record("tree:[3,[[4,5],9]]", "pvs")
    cuts = [text for frame in range(len(answered)) for text in said(answered, frame)]
    assert "The probe is decided; the bound that it tested was set at A." in cuts
    assert "The pruned moves (C2) could not change the result." in cuts


def test_hard_searches_say_that_they_clip() -> None:
    assert said(record(PROBED, fail="hard"), 3)[0] == (
        "F1 gave 6 at step 8, which is outside the window: a hard search returns the end of the window, ≥5."
    )


@pytest.mark.parametrize(
    ("source", "options", "frame", "sentence"),
    [
        ("tree:[1,[2,3]]", {"algorithm": "accumulate"}, 0, "Its value 6 is the sum of all its children."),
        ("tree:[1,2]", {}, 1, "A1 is a leaf: its own number is 1."),
        ("tictactoe:", {"depth": 1}, 1, "The search goes no deeper: the position was judged to be worth 0."),
        ("tictactoe:", {"limit": 30}, 0, "The recording stops in this frame: it has no value."),
        ("tree:[[1,4],2]", {}, 0, "Its value 2 was given by A2, at step 12."),
        ("tree:[[3,4],2]", {}, 0, "Its value 3 was given by B, at step 9; the number comes from B1."),
        ("tree:[-inf]", {"algorithm": "maxmin"}, 0, "No child has beaten -∞, from which the search starts."),
    ],
)
def test_where_a_value_comes_from(source: str, options: dict[str, Any], frame: int, sentence: str) -> None:
    assert said(record(source, **options), frame)[0] == sentence


def test_a_cut_without_an_owner_and_one_without_a_move_left() -> None:
    assert said(record("tree:[inf,3]"), 0)[3:] == [
        "Cut at step 3: with A1, MAX has reached ∞ here, so α meets β.",
        "β still has its initial value: no value can be beyond it.",
        "The pruned moves (A2) could not be better.",
    ]
    assert said(record("tree:[5,[3]]"), 2)[-1] == "It was the last move: nothing was pruned."


def test_the_root_says_what_its_value_rests_on() -> None:
    facts = why_facts(record("tree:[[3,12,8],[2,4,6],[14,5,2]]"), 0)
    assert facts["proof"] == {
        "frames": 9, "share": 0.818182, "leaves": 5, "minimum": 5, "cut_nodes": 2, "all_nodes": 0, "pv_nodes": 3,
        "variation": ["1", "1"],
    }  # fmt: skip
    assert facts["sentences"][-3:] == [
        "9 of the 11 frames are enough to prove this value: 81.8%, with 5 of 7 leaves.",
        "In this tree no proof has fewer than 5 leaves, and alpha-beta with the best move first everywhere visits just "
        "so many (Knuth and Moore).",
        "This search has visited 1.40 times as many.",
    ]
    assert why_facts(record("sample:tree/nine-leaves"), 0)["sentences"][-1] == ("This search has visited no more.")
    assert why_facts(record("tree:[1,2]"), 1)["proof"] is None


def test_facts_of_a_cut() -> None:
    facts = why_facts(record("sample:tree/deep-cutoff"), 4)
    by_root = {"owner": 0, "path": [], "frame": 1, "move": "1", "step": 3, "sure": 5, "probe": None}
    assert facts["cut"] == {
        "frame": 5, "move": "1", "step": 9, "alpha": 5, "beta": 3, "by": by_root, "depth": "deep", "equal": False,
        "left_out": ["2"],
    }  # fmt: skip
    assert (facts["alpha_from"], facts["beta_from"], facts["beta"]) == (by_root, None, None)
    assert facts["value_from"] == {"frame": 5, "move": "1", "step": 9, "source": 5, "clipped": False}


@examples(150)
@given(
    tree=inner_nested,
    algorithm=st.sampled_from(["minimax", "maxmin", "alphabeta", "negamax", "pvs"]),
    limit=st.none() | st.integers(1, 30),
)
def test_every_frame_can_be_explained_and_written_as_json(tree: Any, algorithm: str, limit: int | None) -> None:
    trace = record(load("tree:" + as_text(tree)), algorithm, limit=limit)
    for frame in range(len(trace)):
        facts = why_facts(trace, frame)
        json.dumps(facts, allow_nan=False)
        assert (facts["cut"] is not None) == bool(trace.facts.cutoff[frame])
        assert all("{" not in sentence for sentence in facts["sentences"])
        assert (facts["alpha"] is None) == (trace.alphas[frame] == -inf)


def test_each_sentence_has_its_place() -> None:
    found = reasons(record("sample:tree/deep-cutoff"), 4)
    assert [(reason.step, reason.frame) for reason in found] == [(9, 5), (3, 0), (-1, -1), (9, 5), (3, 0), (-1, -1)]


def test_an_open_frame_is_explained_as_far_as_it_has_come() -> None:
    trace = record("tree:[[3,12],[2,4,6],[14,1]]")
    assert [str(reason.sentence) for reason in reasons(trace, 0, 0)] == [
        "It has not returned yet, and no child has returned so far.",
        "α = -∞: MAX is not sure of anything yet.",
        "β = ∞: MIN is not sure of anything yet.",
    ]
    # The root is back from its first child at step 9.
    then = reasons(trace, 0, 9)
    assert [(str(reason.sentence), reason.step, reason.frame) for reason in then[:2]] == [
        ("It has not returned yet. Best so far is B with 3, since step 9.", 9, 1),
        ("α = 3 is what MAX is sure of at A: B set it at step 9.", 9, 0),
    ]
    assert reasons(trace, 0, Steps(trace).count - 1) == reasons(trace, 0)


def test_a_cutoff_is_not_explained_before_it_happens() -> None:
    trace = record("sample:tree/deep-cutoff")
    assert len(reasons(trace, 4, 8)) == 3
    assert len(reasons(trace, 4, 9)) == 6


@examples(150)
@given(
    tree=inner_nested,
    algorithm=st.sampled_from(["minimax", "maxmin", "alphabeta", "negamax", "pvs"]),
    limit=st.none() | st.integers(1, 30),
    data=st.data(),
)
def test_the_event_in_a_sentence_happened_at_the_step_that_it_names(
    tree: Any, algorithm: str, limit: int | None, data: st.DataObject
) -> None:
    trace = record(load("tree:" + as_text(tree)), algorithm, limit=limit)
    steps = Steps(trace)
    now = data.draw(st.integers(0, steps.count - 1))
    for frame in range(len(trace)):
        for reason in reasons(trace, frame, now):
            assert "{" not in str(reason.sentence)
            assert -1 <= reason.frame < len(trace)
            if steps.enter(frame) > now:
                assert (reason.step, reason.frame) == (steps.enter(frame), frame)
            elif reason.step >= 0:
                assert steps.at(reason.step).moment is Moment.BACK
                assert (
                    str(reason.step) in str(reason.sentence)
                    or "cut is" in str(reason.sentence).lower()
                    or ("the probe" in str(reason.sentence).lower())
                )
                assert reason.step <= now


def as_log(tmp_path: Path, *calls: str) -> Trace:
    """A recording of another program, from lines `id parent move kind alpha beta` and `end id value pruned…`."""
    lines: list[dict[str, Any]] = [{"format": "plyscope-trace", "version": 1, "game": "other", "position": "p"}]
    for call in calls:
        words = call.split()
        if words[0] == "end":
            lines.append({"ev": "leave", "id": int(words[1]), "value": float(words[2]), "pruned": words[3:]})
            continue
        number, parent, move, kind = int(words[0]), words[1], words[2], words[3]
        alpha, beta = (None if bound == "-" else float(bound) for bound in words[4:])
        lines.append({"ev": "enter", "id": number, "parent": None if parent == "-" else int(parent),
                      "move": None if move == "-" else move, "kind": kind, "alpha": alpha, "beta": beta})  # fmt: skip
    path = tmp_path / "log.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return Trace.open(path)


def test_a_window_that_was_not_handed_down_is_no_probe(tmp_path: Path) -> None:
    trace = as_log(
        tmp_path,
        "0 - - min - -", "1 0 a max - -", "end 1 3", "2 0 b max - 7", "3 2 c min - 7", "end 3 8", "end 2 8 d",
        "4 0 e max - 3", "5 4 f min - 3", "end 5 2", "end 4 2", "end 0 2",
    )  # fmt: skip
    assert said(trace, 2)[2:] == [
        "β = 7 is what frame 2 (b) was called with. In effect above it was 3, set at the root by a at step 3, which "
        "was not handed down.",
        "Cut at step 7: with c, MAX has reached 8 here, so α = 8 is beyond β = 7.",
        "β is what frame 2 (b) was called with.",
        "Whatever the pruned moves (d) are worth, MAX gets 8 or more here.",
    ]
    assert said(trace, 4)[2] == "β = 3 is what MIN is sure of at the root: a set it at step 3."
    assert why_facts(trace, 2)["beta_from"] == {
        "owner": 0, "path": [], "frame": 1, "move": "a", "step": 3, "sure": 3, "probe": None, "called": 2,
    }  # fmt: skip
    cursor = Cursor(trace)
    cursor.go(7)
    assert str(cursor.sentence) == "Cut at b. b returns at least 8, which meets β 7, so d will not be tried."
    cursor.go(4)
    assert str(cursor.reason).endswith("β 7 is what b was called with, and 3 was in effect above it.")


def test_a_search_that_began_with_a_window_is_said_to_have_done_so(tmp_path: Path) -> None:
    trace = as_log(tmp_path, "0 - - max 1 5", "1 0 a min 1 5", "end 1 6", "end 0 6 b")
    assert said(trace, 0)[1:] == [
        "α = 1 is what the search began with.",
        "β = 5 is what the search began with.",
        "Cut at step 3: with a, MAX has reached 6 here, so α = 6 is beyond β = 5.",
        "β is what the search began with.",
        "Whatever the pruned moves (b) are worth, MAX gets 6 or more here.",
    ]
