"""What the notes of the samples say is true."""

from __future__ import annotations

import pytest
from plyscope.audit.verification import verify
from plyscope.files.sources import load, samples
from plyscope.recording.estimate import fit
from plyscope.recording.record import run

from tests.full_traces import record

NAMES = [sample.name for sample in samples()]


@pytest.mark.spread(4, 3)
@pytest.mark.parametrize("name", [name for name in NAMES if name != "hexline/start-12"])
def test_every_sample_is_searched_in_a_moment_and_soundly(name: str) -> None:
    trace = run(fit(load(f"sample:{name}"), {}).plan, limit=200_000)
    assert trace.complete
    verify(trace)


def sample(name: str, **options: object):  # type: ignore[no-untyped-def]
    return record(load(f"sample:{name}"), **options)  # type: ignore[arg-type]


def test_two_moves_and_four_score_the_same_until_sooner_is_better() -> None:
    plain, sooner = sample("tictactoe/two-and-four"), sample("tictactoe/sooner")
    values = {move: value for move, value, *_ in plain.root_moves}
    assert (values["b3"], values["c3"], plain.best_move) == (1, 1, "b3")
    assert (sooner.best_move, len(sooner.pv), len(plain.pv)) == ("c3", 3, 5)


def test_open_lines_are_worth_what_the_note_says() -> None:
    values = {move: value for move, value, *_ in sample("tictactoe/open-lines").root_moves}
    assert [values[square] for square in ("b2", "a1", "c3", "b1", "a2")] == [4, 3, 3, 2, 2]


def test_a_perfect_order_looks_at_eleven_leaves_and_the_reverse_at_nearly_all() -> None:
    assert sample("tree/best-first").leaves == 11
    assert sample("tree/best-first", order="reverse").leaves > 20


def test_the_deep_cutoff_comes_from_the_root() -> None:
    trace = sample("tree/deep-cutoff")
    frame = next(frame for frame in range(len(trace)) if trace.skips[frame] and trace.plies[frame] == 3)
    above = trace.ancestors(frame)
    assert trace.alphas[frame] == 5
    assert [trace.best_child(ancestor) < frame for ancestor in above[:1]] == [True]
    for ancestor in above[1:-1]:
        assert min(trace.children(ancestor)) in above, "nothing was known on the way down"


def test_equal_values_are_cut_or_not() -> None:
    assert [len(sample("tree/equal-values", cut=cut)) for cut in (">=", ">")] == [9, 11]
    assert {sample("tree/equal-values", cut=cut).value for cut in (">=", ">")} == {4}


def test_the_horizon_hides_the_loss() -> None:
    assert sample("tree/horizon").best_move == "left"
    position = load("sample:tree/horizon")
    assert record(position, depth=3).best_move == "right"


def test_what_is_left_over_in_hexline() -> None:
    won = {"five-left": 1, "three-left": 1, "three-apart": -1, "four-left": -1, "row-of-seven": 1}
    for name, value in won.items():
        assert sample(f"hexline/{name}").value == value
    judged, true = load("sample:hexline/five-left-as-judged"), load("sample:hexline/five-left")
    assert judged.text == true.text
    assert record(judged).value == -1000
    assert sample("hexline/row-of-seven").best_move == "3,0"


def test_chapter_seven_lets_red_win_at_once() -> None:
    position = load("sample:connectfour/chapter-7-lets-win")
    assert record(position).best_move == "4"
    assert record(position.play("4"), "alphabeta", depth=1).value == 1
    assert [record(position.play("2"), "alphabeta", depth=depth).value for depth in (1, 2, 3)] == [0, 0, 1]


def test_chapter_seven_could_have_held_for_longer() -> None:
    position = load("sample:connectfour/chapter-7-fails-to-stop")
    assert record(position).best_move == "6"
    assert record(position.play("6"), "alphabeta", depth=3).value == 1
    for move in ("1", "2"):
        assert record(position.play(move), "alphabeta", depth=6).value == 0


def test_chapter_four_blocks_because_it_wins_by_force() -> None:
    position = load("sample:connectfour/chapter-4-blocks-after-all")
    assert record(position).best_move == "4"
    assert record(position.play("4"), "alphabeta", depth=2).value == -1


def test_chapter_four_passes_over_two_columns_that_win_at_once() -> None:
    position = load("sample:connectfour/chapter-4-against-itself")
    assert [move for move in position.moves() if position.play(move).is_over] == ["4", "7"]
    trace = record(position)
    assert trace.best_move in ("2", "6")
    assert trace.value == 10
