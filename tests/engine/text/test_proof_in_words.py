"""What is said of a proof."""

from __future__ import annotations

import random
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.model.position import Position
from plyscope.text.explanation import proof_facts, proof_sentences

from tests.examples import examples
from tests.full_traces import record
from tests.random_recordings import extremes, random_recording


def test_without_a_result_there_is_no_sentence() -> None:
    assert proof_facts(record("tree:[1,2]", "accumulate")) is None
    assert proof_facts(record("tictactoe:", limit=9)) is None
    assert proof_sentences(record("tree:[1,2]", "accumulate"), None) == []


def test_a_proof_along_other_moves_than_the_chosen_ones_says_so() -> None:
    trace = record("tree:[[[1,2,[0,-2]],2,[2,-1]],0,[1]]", "minimax")
    facts = proof_facts(trace)
    assert facts is not None
    assert facts["variation"] == ["1", "2"]
    assert trace.pv == ["1", "1", "2"]
    said = [str(sentence) for sentence in proof_sentences(trace, facts)]
    assert said[1:] == ["They follow 1 2, which is worth as much as the moves that the search has chosen."]


@examples(800)
@given(draw=st.randoms(use_true_random=False))
@pytest.mark.full
def test_the_moves_that_a_proof_follows_are_worth_the_value(draw: random.Random) -> None:
    """And the half that it leaves out is one that the scoring itself proves. The proof is that of `test_proof`."""
    trace = random_recording(draw, ("alphabeta", "minimax", "maxmin", "negamax", "pvs", "table", "deepening", "mtdf"))
    facts = proof_facts(trace)
    said = " ".join(str(sentence) for sentence in proof_sentences(trace, facts))
    bottom, top = extremes(trace)
    assert ("no value is larger" in said, "no value is smaller" in said) == (
        facts is not None and trace.value == top,
        facts is not None and trace.value == bottom,
    )
    if facts is None:
        return
    rules, state = trace.position.game.rules, list(trace.position.state)
    for text in facts["variation"]:
        rules.play(
            state, next(move for move in rules.moves(state) if trace.position.game.at(state).move_text(move) == text)
        )
    depth = trace.plan.depth - len(facts["variation"])
    if depth > 0 and not rules.is_over(state):
        after = Position(trace.position.game, tuple(state), trace.position.max_side)
        found = record(after, "minimax", depth=None if depth == inf else int(depth), score=trace.options["score"])
        assert found.value == trace.value
