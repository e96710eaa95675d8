"""A search is asked for a move."""

from __future__ import annotations

import pytest
from plyscope.files.sources import load
from plyscope.messages import OptionError
from plyscope.play.deciding import MAX_FRAMES, MAX_FRAMES_AT_ONCE, decide
from plyscope.play.players import read_version

from tests.full_traces import record

EMPTY = load("connectfour:")


def test_a_decision_is_the_recording_of_just_that_search() -> None:
    position = load("sample:connectfour/chapter-7-story")
    decision = decide(position, read_version("tutorial-depth", position), seed=3)
    trace = record(position, "tutorial-depth", seed=3)
    assert decision.trace is not None
    assert decision.trace.signature == trace.signature
    assert decision.move == trace.best_move == "7"
    assert (decision.values, decision.calls) == (tuple(trace.root_moves), len(trace))


def test_the_notebook_prints_its_count_without_the_root() -> None:
    start = load("tictactoe:")
    decision = decide(start, read_version("notebook", start))
    assert (decision.calls, decision.count, decision.move) == (549_946, 549_945, "a3")


def test_search_options_of_a_position_file_do_not_apply_to_players() -> None:
    position = load("sample:connectfour/chapter-7-story")
    assert position.options["depth"] == 3
    assert decide(position, read_version("alphabeta:depth=2", position)).depth == 2
    assert decide(position, read_version("tutorial-block", position)).depth == 1


@pytest.mark.full
def test_without_a_depth_a_search_deepens_as_far_as_is_quick() -> None:
    version = read_version("alphabeta:order=center", EMPTY)
    decision = decide(EMPTY, version)
    assert decision.depth is not None
    assert decision.depth >= 7
    assert decision.calls is not None
    assert decision.calls <= MAX_FRAMES
    assert decision.complete
    near_the_end = load("connectfour:547125662261271266215743771576315353")
    assert decide(near_the_end, version).depth == 6, "all that is left"


def test_all_of_tic_tac_toe_is_within_reach_of_plain_minimax() -> None:
    start = load("tictactoe:")
    decision = decide(start, read_version("minimax", start))
    assert (decision.depth, decision.calls) == (9, 549_946)


def test_ordered_to_move_it_plays_the_move_of_the_last_finished_depth() -> None:
    reports: list[tuple[int, int]] = []

    def hurry(depth: int, frames: int) -> bool:
        reports.append((depth, frames))
        return False

    version = read_version("alphabeta:order=center", EMPTY)
    decision = decide(EMPTY, version, on_progress=hurry)
    assert reports
    assert not decision.complete
    assert decision.depth == reports[-1][0] - 1
    assert decision.trace is not None
    assert decision.trace.complete


def test_ordered_to_move_a_search_to_a_fixed_depth_plays_the_move_of_a_shallower_one() -> None:
    position = load("connectfour:112233")  # R wins at 4
    decision = decide(
        position, read_version("alphabeta:depth=30,score=sooner,order=reverse", position), on_progress=never
    )
    assert (decision.move, decision.complete) == ("4", False)
    assert decision.calls is not None
    assert decision.calls <= MAX_FRAMES_AT_ONCE
    assert len(decision.values) == 7


def test_ordered_to_move_a_brain_plays_the_best_move_that_it_has_tried() -> None:
    decision = decide(EMPTY, read_version("tutorial-depth:depth=7", EMPTY), on_progress=never)
    assert not decision.complete
    assert decision.move in EMPTY.moves()


@pytest.mark.parametrize("who", ["alphabeta:depth=30,", "deepening:depth=30,", "mcts:simulations=1000000,", "minimax:"])
def test_a_budget_that_is_over_at_once_is_the_order_to_move(who: str) -> None:
    decision = decide(EMPTY, read_version(f"{who}seconds=0.000001", EMPTY))
    assert not decision.complete
    assert decision.move in EMPTY.moves()


def test_within_its_budget_a_player_plays_as_without_one() -> None:
    versions = [read_version(f"alphabeta:depth=4,order=center{seconds}", EMPTY) for seconds in ("", ",seconds=3600")]
    one, other = (decide(EMPTY, version) for version in versions)
    assert (one.move, one.values, one.calls, one.complete) == (other.move, other.values, other.calls, other.complete)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("0", "a budget of 0 seconds leaves no time to search"),
        ("-1", "a budget of -1 seconds leaves no time to search"),
        ("inf", "a budget is a number of seconds, not inf"),
        ("soon", "alphabeta:seconds=soon: seconds is a number, not soon"),
    ],
)
def test_a_budget_of_nothing_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(OptionError) as refused:
        read_version(f"alphabeta:seconds={text}", EMPTY)
    assert str(refused.value) == complaint


def never(depth: int, frames: int) -> bool:
    return False
