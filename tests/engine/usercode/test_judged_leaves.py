"""Values that a loop judges without a call are leaves of the search, with their line; they are no calls."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from plyscope.files.opening import open_trace
from plyscope.files.trace_file import save_trace
from plyscope.model.columns import COLUMNS, TABLE, TERMINAL
from plyscope.model.steps import Moment, Steps
from plyscope.model.user_code_lines import UserCodeLines
from plyscope.text.explanation import sentences
from plyscope.text.listing import listing
from plyscope.text.narration import sentence
from plyscope.tracer.running import debug
from plyscope.usercode.judged_leaves import calls_alone, row_of_call, step_with_leaves, without_judged_leaves
from plyscope.usercode.reading import as_plain_calls, read_as_search

from tests.full_traces import Trace
from tests.user_code import recorded

TREE = """
def search(tree, is_max, alpha, beta):
    best = -99 if is_max else 99
    for child in tree:
        value = search(child, not is_max, alpha, beta) if isinstance(child, list) else child
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
HORIZON = """
def negamax(number, side, depth, alpha, beta):
    best = -100
    for move in (1, 2, 3):
        child = number * 3 + move
        if depth == 1:
            score = -(child * 7 % 11 - 5)
        else:
            score = -negamax(child, -side, depth - 1, -beta, -alpha)
        if score > best:
            best = score
        if best > alpha:
            alpha = best
        if alpha >= beta:
            break
    return best
"""
NO_LEAVES = """
def search(tree, is_max, alpha, beta):
    if not isinstance(tree, list):
        return tree
    best = -99 if is_max else 99
    for child in tree:
        value = 0
        if child == []:
            value = 7
            continue
        value = search(child, not is_max, alpha, beta)
        best = max(best, value) if is_max else min(best, value)
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""


@pytest.fixture(scope="module")
def tree() -> Trace:
    made = recorded(TREE, lambda names: names["search"]([[3, 12, 8], [2, [4, 6]], [14, 5, 2]], True, -99, 99))
    return read_as_search(made[0], {})


@pytest.fixture(scope="module")
def horizon() -> Trace:
    return read_as_search(recorded(HORIZON, lambda names: names["negamax"](1, 1, 3, -100, 100))[0], {})


def judged(trace: Trace) -> list[int]:
    return [frame for frame in range(len(trace)) if trace.judging(frame) is not None]


def test_leaves_that_the_loop_judges_are_frames_of_it(tree: Trace) -> None:
    found = judged(tree)
    assert [tree.values[frame] for frame in found] == [3, 12, 8, 2, 14, 5, 2]
    assert [tree.parents[frame] for frame in found] == [2, 2, 2, 6, 8, 8, 8]
    assert {tree.statuses[frame] for frame in found} == {TERMINAL}
    assert tree.values[1] == 3


def test_they_are_no_calls(tree: Trace) -> None:
    assert tree.user_code.calls == 4
    assert tree.calls_among(1, len(tree)) == 4
    assert len(calls_alone(tree)) == 1 + 4


def test_they_have_the_line_of_their_assignment(tree: Trace) -> None:
    steps, first = Steps(tree), judged(tree)[0]
    at = steps.at(steps.enter(first))
    assert UserCodeLines(tree, steps).at(at) == 5
    assert "line 5" in str(sentence(tree, at)).lower()


def test_values_of_min_are_turned_and_prove_their_parents(horizon: Trace) -> None:
    found = judged(horizon)
    assert all(horizon.plies[frame] == 4 for frame in found)
    first = horizon.parents[found[0]]
    values = [horizon.values[child] for child in horizon.children(first)]
    assert horizon.values[first] == max(values)
    assert all(horizon.bound_of(frame) == "exact" for frame in found)
    assert horizon.bound_of(first) == "exact"


def test_what_a_call_replaces_and_what_is_not_folded_is_no_leaf() -> None:
    made = recorded(NO_LEAVES, lambda names: names["search"]([[3, [], 5], [], [2, 9]], True, -99, 99))
    trace = read_as_search(made[0], {})
    assert trace.user_code.proposal is not None
    assert not judged(trace)


def test_calls_alone_are_what_was_recorded(tree: Trace, horizon: Trace) -> None:
    for trace in (tree, horizon):
        alone, kept = without_judged_leaves(trace), calls_alone(trace)
        for name in set(COLUMNS) - {"status", "move", "skipped"}:
            assert np.array_equal(alone.column(name), kept.column(name), equal_nan=True), name
        for name in ("step", "frame", "site", "value"):
            assert np.array_equal(
                getattr(alone.user_code.facts, name), getattr(kept.user_code.facts, name), equal_nan=True
            ), name
        for name in ("function", "call", "line_step", "printed_step"):
            assert np.array_equal(alone.user_code.tables.columns[name], kept.user_code.tables.columns[name]), name
        assert read_as_search(as_plain_calls(trace), {}).signature == trace.signature


def test_numbers_among_the_calls_are_found_again(tree: Trace) -> None:
    alone = calls_alone(tree)
    before, steps = Steps(alone), Steps(tree)
    for call in range(len(alone)):
        row = row_of_call(tree, call)
        assert tree.user_code.label(row) == alone.user_code.label(call)
        assert step_with_leaves(tree, before.enter(call)) == steps.enter(row)
        assert step_with_leaves(tree, before.leave(call) or 0) == steps.leave(row)


def test_they_are_kept_in_files(tree: Trace, tmp_path: Path) -> None:
    path = tmp_path / "tree.plytrace"
    save_trace(tree, path)
    again = open_trace(path)
    assert judged(again) == judged(tree)
    assert again.signature == tree.signature
    assert len(calls_alone(again)) == 5


def test_the_best_value_moves_where_it_is_back_from_them(tree: Trace) -> None:
    steps = Steps(tree)
    at = steps.at(steps.back(3) or 0)
    assert at.moment is Moment.BACK
    assert [folded.best for folded in tree.folds(2)] == [3, 3, 3]
    assert "β 99 → 3" in str(sentence(tree, at)).replace("\u00a0", " ")


def test_the_listing_and_the_reasons_say_no_call_of_them(tree: Trace) -> None:
    lines = [str(line.message).strip() for line in listing(tree)]
    before, judged_in, value, compared = lines[lines.index("best = 99") :][:4]
    assert (before, value, compared) == ("best = 99", "value = 3", "3 < 99: best = 3, β = 3")
    assert judged_in.endswith(": judged in line 5")
    assert len([line for line in lines if line.startswith("search(")]) == tree.user_code.calls
    assert [str(one) for one in sentences(tree, 3)] == ["Line 5 has judged it without a call: it is worth 3."]
    assert tree.window_at_first(4) == (-99, 3), "that of the loop"


def test_numbers_of_the_side_to_move_are_those_of_max_in_the_tree(tmp_path: Path) -> None:
    text = HORIZON.replace("move in (1, 2, 3):", "child in number:").replace("        child = number * 3 + move\n", "")
    (tmp_path / "signs.py").write_text(text.replace("-(child * 7 % 11 - 5)", "child"), encoding="utf-8")
    made = read_as_search(debug(tmp_path / "signs.py", "negamax([[-3, -12], [-2, -4]], 1, 2, -100, 100)"), {})
    assert made.position.text == "[[3,12],[2,4]]"
    assert made.value == 3


def test_what_a_table_gives_proves_nothing() -> None:
    text = HORIZON.replace("score = -(child", "score = known[child] = -(child").replace(
        "        if depth == 1:",
        "        if child in known:\n            score = known[child]\n        elif depth == 1:",
    )
    made = recorded(f"known = {{}}\n{text}", lambda names: [names["negamax"](1, 1, 2, -100, 100) for _ in range(2)])
    trace = read_as_search(made[0], {})
    stored = [frame for frame in judged(trace) if trace.statuses[frame] == TABLE]
    assert stored
    assert {trace.bound_of(frame) for frame in stored} == {None}


def test_lines_stand_before_and_behind_what_they_judge_and_cut(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(HORIZON)
    trace = read_as_search(debug(tmp_path / "own.py", "negamax(1, 1, 3, -100, 100)", lines=True), {})
    steps, lines = Steps(trace), UserCodeLines(trace, Steps(trace))
    for frame in judged(trace):
        entered, back = steps.enter(frame), steps.back(frame) or 0
        assert (lines.at(steps.at(entered - 1)), lines.at(steps.at(back + 1))) == (7, 10)
    cuts = steps.cuts().tolist()
    assert len(cuts) == trace.cutoffs > 0
    assert all("cut" in str(sentence(trace, steps.at(cut))) for cut in cuts)
    assert {lines.at(steps.at(cut - 1)) for cut in cuts} == {15}, "the line that leaves the loop has just run"


CELLS = """
WORTH = [[5, -3, 8], [1, -6, 7], [2, -4, 9]]

def search(board, player, alpha, beta, depth):
    best = -100
    for i in range(3):
        for j in range(3):
            if board[i][j] == 0:
                after = [row[:] for row in board]
                after[i][j] = player
                if depth <= 0:
                    value = WORTH[i][j] - WORTH[j][i] + player
                else:
                    value = -search(after, player ^ 3, -beta, -alpha, depth - 1)
                best = max(best, value)
                alpha = max(alpha, value)
                if alpha >= beta:
                    return best
    return best
"""


def test_no_pruned_moves_are_counted_where_those_of_a_frame_are_not_known(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(CELLS)
    call = "search([[2, 1, 0], [0, 0, 0], [0, 1, 0]], 2, -4, 4, 2)"
    trace = read_as_search(debug(tmp_path / "own.py", call, lines=False), {})
    assert (trace.cutoffs, trace.pruned) == (6, None)


NEWER = """
AGE = 0
def search(node, depth, high):
    best = -99 if high else 99
    for i in range(3):
        if depth == 0:
            value = node * 3 + i
        else:
            value = search(node * 3 + i, depth - 1, not high)
        if high:
            best = max(best, value)
        else:
            best = min(best, value)
    return best
"""


def test_a_text_that_this_python_cannot_read_names_no_leaf(tmp_path: Path) -> None:
    path = tmp_path / "newer.py"
    path.write_text(NEWER)
    trace = debug(path, "search(1, 2, True)")
    newer = Trace(**{**trace.parts, "text": trace.text.replace("AGE = 0", "AGE = =")})
    for text, names in ((trace, {"0", "1", "2"}), (newer, {"line 7"})):
        tree = read_as_search(text, {"search": {"max": "first"}})
        leaves = [frame for frame in range(len(tree)) if tree.judging(frame) is not None]
        assert {tree.move_text(frame) for frame in leaves} == names
