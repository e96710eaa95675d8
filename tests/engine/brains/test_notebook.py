"""The tic-tac-toe notebook: its answers and its count, which leaves out the root."""

from __future__ import annotations

import pytest
from plyscope.audit.verification import verify
from plyscope.files.sources import load
from plyscope.messages import OptionError

from tests.full_traces import record

FIRST_ANSWERS = {1: 5, 2: 1, 3: 5, 4: 1, 5: 1, 6: 3, 7: 5, 8: 2, 9: 5}
COUNTS = dict.fromkeys((1, 3, 7, 9), 59_704) | dict.fromkeys((2, 4, 6, 8), 63_904) | {5: 55_504}


@pytest.mark.full
def test_the_empty_board() -> None:
    trace = record("tictactoe:", "notebook")
    assert (len(trace) - 1, trace.value, trace.best_move) == (549_945, 0, "a3")
    verify(trace)


@pytest.mark.parametrize("square", range(1, 10))
def test_its_answer_to_each_first_move(square: int) -> None:
    board = "".join("O" if number == square else "." for number in range(1, 10))
    trace = record(f"tictactoe:{board} x", "notebook")
    assert len(trace) - 1 == COUNTS[square]
    answer = trace.position.play(trace.best_move or "")
    assert answer.state[FIRST_ANSWERS[square] - 1] == 1


def test_the_counts_of_a_game() -> None:
    """N, then the person plays 5, 3, 4, 8."""
    position, counts = load("tictactoe:"), []
    for answer in ("5", "3", "4", "8"):
        position = position.play(record(position, "notebook").best_move or "", answer)
        counts.append(len(record(position, "notebook")) - 1)
    assert counts == [7331, 197, 13, 1]


def test_it_is_x_and_max_and_plays_o_with_the_marks_exchanged() -> None:
    trace = record("tictactoe:X../.../...", "notebook")
    verify(trace)
    assert (trace.value, trace.kinds[0], trace.best_move) == (0, 0, "b2")
    assert [trace.calls(frame).function for frame in (0, 1)] == ["ai_turn", "minimax"]


def test_it_reads_no_options() -> None:
    for options in ({"depth": 3}, {"order": "center"}, {"seed": 1}, {"score": "ten"}):
        with pytest.raises(OptionError, match="notebook does not read"):
            record("tictactoe:", "notebook", **options)  # type: ignore[arg-type]
