"""What is said of a proof."""

from __future__ import annotations

from math import inf
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from plyscope import Trace, record
from plyscope.model.columns import INNER
from plyscope.text.explanation import proof_facts, proof_sentences

from tests.examples import examples
from tests.trees import as_text, inner_nested


def test_without_a_result_there_is_no_sentence() -> None:
    assert proof_facts(record("tree:[1,2]", "accumulate")) is None
    assert proof_facts(record("tictactoe:", limit=9)) is None
    assert proof_sentences(record("tree:[1,2]", "accumulate"), None) == []


def test_a_proof_along_other_moves_than_the_chosen_ones_says_so() -> None:
    trace = record("tictactoe:XO./.X./...", "minimax")
    facts = proof_facts(trace)
    assert facts is not None
    assert facts["variation"] == ["b1", "c1"]
    assert trace.pv[0] == "c3"
    said = [str(sentence) for sentence in proof_sentences(trace, facts)]
    assert said[1].startswith("They follow b1 c1, which is worth as much as the moves that the search has chosen")
    assert said[2].startswith(
        "Knuth and Moore's least number of leaves is for trees in which every position has the same"
    )


def fewest(trace: Trace, frame: int, at_least: bool) -> float:
    """The frames that show that a frame is worth at least, or at most, what the root is."""
    root, value = trace.values[0], trace.values[frame]
    if trace.statuses[frame] != INNER:
        return 1 if (value >= root if at_least else value <= root) else inf
    each = [fewest(trace, child, at_least) for child in trace.children(frame)]
    if bool(trace.kinds[frame]) == at_least:
        return 1 + min(each)
    return inf if trace.skips[frame] else 1 + sum(each)


def along_the_chosen(trace: Trace, frame: int = 0) -> float:
    """The frames that show both, where the variation has to be that of the best children."""
    best = trace.best_child(frame)
    if best < 0 or trace.skips[frame]:
        return 1 if trace.statuses[frame] != INNER else inf
    others = [child for child in trace.children(frame) if child != best]
    below = sum(fewest(trace, child, not trace.kinds[frame]) for child in others)
    return 1 + below + along_the_chosen(trace, best)


@examples(150)
@given(tree=inner_nested, algorithm=st.sampled_from(["minimax", "alphabeta"]))
def test_other_moves_than_the_chosen_ones_really_take_fewer_frames(tree: Any, algorithm: str) -> None:
    trace = record(f"tree:{as_text(tree)}", algorithm)
    facts = proof_facts(trace)
    if facts is None or abs(trace.values[0]) == inf:
        return
    is_chosen = facts["variation"] == trace.pv[: len(facts["variation"])]
    assert facts["frames"] <= along_the_chosen(trace)
    assert is_chosen == (facts["frames"] == along_the_chosen(trace))
