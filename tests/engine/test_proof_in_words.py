"""What is said of a proof."""

from __future__ import annotations

from engine.proof_in_words import proof_facts, proof_sentences
from engine.recording import record


def test_where_there_is_no_result_nothing_is_said() -> None:
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
    assert said[2].startswith("How few leaves would have done is known for trees in which all positions have as many")
