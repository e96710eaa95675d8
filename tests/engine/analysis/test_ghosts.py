"""What would have been under a pruned move: as full minimax has it, and never of any consequence."""

from __future__ import annotations

import random
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.analysis.ghosts import ghost
from plyscope.analysis.why import why_cut
from plyscope.files.sources import load
from plyscope.messages import InputError, written
from plyscope.text.explanation import ghost_sentence

from tests import naive
from tests.examples import examples
from tests.full_traces import Trace, record
from tests.random_recordings import random_recording
from tests.trees import as_text


def stubs(trace: Trace) -> list[tuple[int, int]]:
    return [(frame, move) for frame in range(len(trace)) for move in trace.pruned_moves(frame)]


def values_by_path(trace: Trace) -> dict[tuple[str, ...], tuple[float, int]]:
    """Value and frames of every path of a full recording."""
    return {tuple(trace.path(frame)): (trace.values[frame], trace.sizes[frame]) for frame in range(len(trace))}


def agree(source: Any, **options: Any) -> int:
    """Every ghost of a recording is what full minimax has at that path; says how many there were."""
    trace = record(source, **options)
    shared = {name: trace.options[name] for name in ("depth", "order", "seed", "score") if name in trace.options}
    full = values_by_path(record(source, algorithm="minimax", **shared))
    for frame, move in stubs(trace):
        found = ghost(trace, frame, move)
        path = (*trace.path(frame), trace.position.game.move_text(move))
        assert (found.value, found.saved) == full[path]
    return len(stubs(trace))


trees = st.recursive(
    st.integers(-3, 3), lambda children: st.lists(children, min_size=1, max_size=4), max_leaves=30
).filter(lambda tree: isinstance(tree, list))


@examples(100)
@given(trees, st.sampled_from(["alphabeta", "negamax", "pvs"]), st.sampled_from([">=", ">"]))
def test_a_ghost_of_a_tree_is_what_minimax_finds_there(tree: list[Any], algorithm: str, cut: str) -> None:
    agree(load(f"tree:{as_text(tree)}"), algorithm=algorithm, cut=cut)


@pytest.mark.parametrize(
    ("source", "options"),
    [
        ("sample:tree/nine-leaves", {}),
        ("tictactoe:XO./.X./..O", {"score": "ten-deep", "order": "random", "seed": 3}),
        ("tictactoe:XO./.X./..O", {"score": "sooner", "depth": 4}),
        ("sample:connectfour/chapter-7-story", {"depth": 4, "score": "lines"}),
    ],
)
def test_a_ghost_of_a_game_is_what_minimax_finds_there(source: str, options: dict[str, Any]) -> None:
    assert agree(source, algorithm="alphabeta", **options) > 0


def test_a_brain_judges_its_ghosts_itself() -> None:
    trace = record("sample:hexline/endgame-8", algorithm="hexline-project")
    frame, move = stubs(trace)[0]
    found = ghost(trace, frame, move)
    assert found.trace.options["score"] == "hexline-project"
    assert found.trace.plan.depth == trace.plan.depth_left(trace.plies[frame] + 1)


@examples(200)
@given(
    trees,
    st.sampled_from(["alphabeta", "negamax", "pvs"]),
    st.sampled_from([">=", ">"]),
    st.sampled_from(["soft", "hard"]),
)
def test_ghosts_do_not_change_the_value_of_the_root(tree: list[Any], algorithm: str, cut: str, fail: str) -> None:
    """Each pruned move is put back as a leaf that is worth what its ghost is worth; a plain search sees no change."""
    trace = record(load(f"tree:{as_text(tree)}"), algorithm=algorithm, cut=cut, fail=fail)
    worth = {(frame, move): ghost(trace, frame, move).value for frame, move in stubs(trace)}

    def rebuilt(frame: int) -> Any:
        if trace.sizes[frame] == 1:
            return trace.values[frame]
        tried = {trace.moves[child]: rebuilt(child) for child in trace.children(frame)}
        pruned = {move: worth[frame, move] for move in trace.pruned_moves(frame)}
        return list({**tried, **pruned}.values())

    assert naive.minimax(rebuilt(0)) == naive.minimax(tree) == trace.value


def test_the_sentence_about_a_ghost() -> None:
    trace = record("tree:[[3,12],[2,4,6],[14,1]]", algorithm="alphabeta")
    [(frame, move), (_, other)] = stubs(trace)[:2]
    assert str(ghost_sentence(trace, ghost(trace, frame, move))) == (
        "C2 would have been worth 4, no better for MIN than the 2 it already had here; "
        "and MAX, sure of 3 at A, does not need this line. Frames without pruning: 1."
    )
    assert "would have been worth 6" in str(ghost_sentence(trace, ghost(trace, frame, other)))


def test_a_ghost_that_would_have_been_even_better_is_named() -> None:
    trace = record("tree:[[5,6],[4,1]]", algorithm="alphabeta")
    [(frame, move)] = stubs(trace)
    assert str(ghost_sentence(trace, ghost(trace, frame, move))) == (
        "C2 would have been worth 1, even better for MIN than the 4 it already had here. "
        "But MAX is sure of 5 at A and does not need this line. Frames without pruning: 1."
    )


@examples(600)
@given(draw=st.randoms(use_true_random=False))
@pytest.mark.full
def test_who_does_not_need_a_ghost_has_what_is_said(draw: random.Random) -> None:
    """The bound, by plain minimax from where its owner is; and the ghost is better for the side or not, as said."""
    trace = random_recording(draw, ("alphabeta", "negamax", "pvs", "table", "deepening", "mtdf"))
    for frame, move in draw.sample(stubs(trace), min(3, len(stubs(trace)))):
        found = ghost(trace, frame, move)
        cut, said = why_cut(trace, frame), str(ghost_sentence(trace, found))
        assert cut is not None
        assert f"would have been worth {written(float(found.value or 0))}" in said
        is_max = trace.kinds[frame] == 1
        if "better for" in said:
            had = trace.fold_at(frame, cut.child)[1].best
            assert ("even better" in said) == (found.value > had if is_max else found.value < had)
            owner = record(
                trace.position_at(cut.origin.owner), "minimax", score=trace.options["score"],
                depth=None if trace.depth_left(cut.origin.owner) == inf else int(trace.depth_left(cut.origin.owner)),
            )  # fmt: skip
            assert owner.value <= cut.origin.sure if is_max else owner.value >= cut.origin.sure
            assert f"sure of {written(cut.origin.sure)}" in said


def test_a_ghost_can_be_too_large() -> None:
    trace = record("tictactoe:", algorithm="alphabeta")
    frame = min(map(int, trace.column("skipped").nonzero()[0]), key=trace.plies.__getitem__)
    found = ghost(trace, frame, trace.pruned_moves(frame)[0], limit=10)
    assert found.value is None
    assert str(ghost_sentence(trace, found)).endswith("is not known yet; frames so far: 10.")


def test_a_move_that_was_tried_has_no_ghost() -> None:
    trace = record("tree:[[3,12],[2,4,6]]", algorithm="alphabeta")
    with pytest.raises(InputError, match="frame 0 has not pruned 1"):
        ghost(trace, 0, trace.moves[1])
