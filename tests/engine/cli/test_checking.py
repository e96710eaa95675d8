"""What `solve --check` compares, and what it does not pretend to."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope.cli.options import SearchRequest
from plyscope.cli.search import check_text, compare_with_minimax, position_to_check
from plyscope.messages import OptionError

from tests.full_traces import record

NOTHING: dict[str, Any] = dict.fromkeys(SearchRequest.__dataclass_fields__)


@pytest.mark.parametrize("algorithm", ["alphabeta", "negamax", "pvs", "maxmin", "minimax"])
def test_a_sound_search_agrees(algorithm: str) -> None:
    trace = record("tree:[[3,12,8],[2,4,6],[14,5,2]]", algorithm)
    check = compare_with_minimax(trace)
    assert (check["agrees"], check["value"], check["best_move"], check["frames"]) == (True, 3, "1", 13)
    assert check_text(trace, check) == "agrees: value 3, best move B (move 1), 13 frames"


def test_a_search_that_has_not_come_to_its_end_is_not_judged() -> None:
    trace = record("tictactoe:", limit=10)
    check = compare_with_minimax(trace)
    assert check["agrees"] is None
    assert check_text(trace, check) == "not compared: the search is incomplete"
    assert check_text(trace, None) is None


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("source", "algorithm", "complaint"),
    [
        ("tree:[1,2]", "accumulate", "--check compares best values, and accumulate adds values"),
        ("connectfour:", "tutorial-sum", "tutorial-sum is a brain"),
        ("connectfour:", None, "--check would take plain minimax about"),
        ("x.plytrace", None, "this is a recording"),
    ],
)
def test_what_cannot_be_compared_is_refused(source: str, algorithm: str | None, complaint: str) -> None:
    with pytest.raises(OptionError) as error:
        position_to_check(source, SearchRequest(**{**NOTHING, "algorithm": algorithm}))
    assert complaint in str(error.value)
