"""The sentence and the margin of a step of user code say what ran in it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from plyscope.messages import Message
from plyscope.model.cursor import Cursor, find_cut
from plyscope.model.steps import Moment, Steps
from plyscope.model.user_code import Ended
from plyscope.model.user_code_lines import UserCodeLines
from plyscope.text.call_narration import with_end
from plyscope.text.explanation import sentences
from plyscope.text.inline_values import inline_values
from plyscope.text.lines_run import lines_run
from plyscope.text.listing import as_text, lines_of, listing
from plyscope.text.narration import sentence
from plyscope.tracer.running import debug
from plyscope.usercode.reading import read_as_search

from tests.full_traces import Trace
from tests.user_code import recorded

TEXT = """
def search(tree, is_max, alpha, beta):
    if not isinstance(tree, list):
        return tree
    best = -99 if is_max else 99
    for child in tree:
        value = search(child, not is_max, alpha, beta)
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
NEGAMAX = """
def search(tree, side, alpha, beta):
    if not isinstance(tree, list):
        return side * tree
    best = -99
    for child in tree:
        value = -search(child, -side, -beta, -alpha)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""


OVER_FIRST = """
def search(n, depth, maximizing):
    if n <= 0:
        if maximizing:
            return -100
        else:
            return 100
    if depth == 0:
        return n % 5
    values = [search(n - take, depth - 1, not maximizing) for take in (1, 2, 3)]
    return max(values) if maximizing else min(values)
"""
OVER_WITHIN = """
def search(n, depth, maximizing):
    over = n <= 0
    if depth == 0 or over:
        if over:
            return -100 if maximizing else 100
        return n % 5
    values = [search(n - take, depth - 1, not maximizing) for take in (1, 2, 3)]
    return max(values) if maximizing else min(values)
"""


@pytest.mark.parametrize("text", [OVER_FIRST, OVER_WITHIN])
def test_a_horizon_is_said_where_one_is_counted(text: str, tmp_path: Path) -> None:
    """A call that ended by another test had no depth left either, where the game ended there."""
    path = tmp_path / "over.py"
    path.write_text(text, encoding="utf-8")
    trace = read_as_search(debug(path, "search(5, 3, True)"))
    steps = Steps(trace)
    leaves = [frame for frame in range(len(trace)) if trace.sizes[frame] == 1]
    said = {
        frame: [sentence_at(trace, step) for step in (steps.enter(frame), steps.leave(frame)) if step is not None]
        + [str(one) for one in sentences(trace, frame)]
        for frame in leaves
    }
    goes_no_deeper = {frame for frame in leaves if any("no deeper" in one for one in said[frame])}
    assert goes_no_deeper == set(np.flatnonzero(trace.facts.ends.at_horizon).tolist()) == {3, 4, 7, 16}
    assert said[5][:2] == ["MAX plays move 3.", "Move 3 returns 100."]
    assert said[5][-1] == "It returned 100, without a call below it."


@pytest.fixture(scope="module")
def trace() -> Trace:
    return read_as_search(recorded(TEXT, lambda names: names["search"]([[3, 5], [2, 9, 4]], True, -99, 99))[0], {})


def back_from(trace: Trace, child: int) -> int:
    found = Steps(trace).back(child)
    assert found is not None
    return found


def sentence_at(trace: Trace, step: int) -> str:
    return str(sentence(trace, Steps(trace).at(step))).replace("\u00a0", " ")


def margin_at(trace: Trace, step: int) -> dict[int, str]:
    steps = Steps(trace)
    lines, now = UserCodeLines(trace, steps), steps.at(step)
    found = inline_values(trace, lines).at(now, lines.at(now))
    return {one.line: str(one.message).replace("\u00a0", " ") for one in found}


def test_a_value_that_comes_back_moves_best_and_a_bound(trace: Trace) -> None:
    step = back_from(trace, 3)
    assert sentence_at(trace, step).endswith("returns 3: best 99 → 3, β 99 → 3; -99 < 3, go on.")
    assert margin_at(trace, step) == {7: "value = 3", 12: "best 99 → 3", 13: "beta 99 → 3", 14: "-99 ≥ 3: no"}


def test_a_value_that_changes_nothing_says_so(trace: Trace) -> None:
    step = back_from(trace, 4)
    assert sentence_at(trace, step).endswith("returns 5: nothing changes; -99 < 3; the loop ends.")
    assert margin_at(trace, step)[12] == "best 3"


def test_a_cut_is_said_with_its_test(trace: Trace) -> None:
    step = back_from(trace, 6)
    words = sentence_at(trace, step)
    assert words.startswith("Cut at ")
    assert "best 99 → 2, β 99 → 2; 3 ≥ 2" in words
    margin = margin_at(trace, step)
    assert (margin[14], margin[15]) == ("3 ≥ 2", "cut")
    steps = Steps(trace)
    lines, now = UserCodeLines(trace, steps), steps.at(step)
    ran = lines_run(trace, inline_values(trace, lines), now, lines.at(now))
    assert (ran.at_work, ran.run) == ({14, 15}, {7, 12, 13})


def test_a_cut_at_a_line_is_said_with_its_test_and_what_it_spares(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(TEXT, encoding="utf-8")
    trace = read_as_search(debug(path, "search([[3, 5], [2, 9, 4]], True, -99, 99)", lines=True))
    step = find_cut(Cursor(trace), forwards=True)
    assert step is not None
    assert (
        sentence_at(trace, step) == "Line 15: cut, for 3 ≥ 2, so the leaves 9 and 4 will not be tried. Line 16 is next."
    )


def test_the_lines_of_calls_and_returns_are_those_that_ran(trace: Trace) -> None:
    steps = Steps(trace)
    lines = UserCodeLines(trace, steps)
    at = {moment: set[int]() for moment in Moment}
    for number in range(1, steps.count):
        at[steps.at(number).moment].add(lines.at(steps.at(number)))
    assert (at[Moment.LEAVE] - {0}, at[Moment.BACK] - {0}) == ({4, 16}, {7})
    for line in (4, 7, 16):
        assert all(lines.at(steps.at(int(hit))) == line for hit in lines.hits(line))


def test_a_sentence_has_the_numbers_of_max_and_the_margin_those_of_the_program() -> None:
    trace = read_as_search(recorded(NEGAMAX, lambda names: names["search"]([[3, 5], [2, 9]], 1, -99, 99))[0], {})
    step = back_from(trace, 3)
    assert sentence_at(trace, step).endswith("best 99 → 3, β 99 → 3; 3 > -99, go on.")
    assert margin_at(trace, step)[8] == "best -99 → -3"
    assert margin_at(trace, step)[10] == "-3 ≥ 99: no"


def test_the_listing_holds_what_was_reached_against_the_bound() -> None:
    """The program leaves before it lowers β."""
    text = TEXT.replace(
        "            beta = min(beta, best)\n", "            if best <= alpha:\n                break\n"
    )
    trace = read_as_search(recorded(text, lambda names: names["search"]([[3, 5], [2, 9, 4]], True, -99, 99))[0], {})
    assert [str(line.message) for line in lines_of(trace, Steps(trace).at(back_from(trace, 6)))][1:3] == [
        "2 < 99: best = 2",
        "3 >= 2: cut",
    ]


def test_a_loop_that_is_left_for_another_reason_is_no_cut() -> None:
    text = TEXT.replace("if alpha >= beta:", "if value == 2:")
    trace = read_as_search(recorded(text, lambda names: names["search"]([[3, 5], [2, 9]], True, -99, 99))[0], {})
    step = back_from(trace, 6)
    assert sentence_at(trace, step).endswith("left at line 15.")
    assert margin_at(trace, step)[15] == "left"


def test_a_nested_generator_of_moves_is_a_part_of_the_search() -> None:
    text = NEGAMAX.replace(
        "    best = -99\n    for child in tree:\n        value = -search(child, -side, -beta, -alpha)\n",
        "    def moves():\n        for child in tree:\n            yield -search(child, -side, -beta, -alpha)\n"
        "    best = -99\n    for value in moves():\n",
    )
    trees = [[3, 5], [2, 9, 4]]
    plain, nested = (
        read_as_search(recorded(each, lambda names: names["search"](trees, 1, -99, 99))[0], {})
        for each in (NEGAMAX, text)
    )
    assert [nested.user_code.label(frame) for frame in range(len(nested))] == [
        plain.user_code.label(frame) for frame in range(len(plain))
    ]
    for name in ("alpha", "beta", "value"):
        np.testing.assert_array_equal(nested.column(name), plain.column(name))
    cuts = [[line for line in as_text(each, listing(each)) if ": cut" in line] for each in (plain, nested)]
    assert cuts[0] == cuts[1]
    assert len(cuts[0]) == 1
    assert "no move left" not in cuts[0][0]


def test_a_value_that_the_loop_has_judged_in_its_fold_is_no_end_of_a_window() -> None:
    text = """
def search(tree, is_max, alpha, beta):
    best = -99 if is_max else 99
    for child in tree:
        if is_max:
            best = max(best, search(child, False, alpha, beta) if isinstance(child, list) else child)
            alpha = max(alpha, best)
        else:
            best = min(best, search(child, True, alpha, beta) if isinstance(child, list) else child)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
    trace = read_as_search(recorded(text, lambda names: names["search"]([[[3, 5], 2], 1], True, -99, 99))[0], {})
    left = Steps(trace).leave(2)
    assert left is not None
    words = sentence_at(trace, left)
    assert trace.values[2] == 2
    assert "window" not in words
    assert words.endswith("[[3, 5], 2] returns 2.")


@pytest.mark.parametrize(
    ("ended", "said"),
    [
        (Ended("interrupted", ""), "Line 3 is next. The recording ends here."),
        (Ended("limit", "frames"), "Line 3 is next. The recording ends here."),
        (Ended("exception", "KeyError: 4"), "Line 3 is next. The recording ends here: KeyError: 4."),
    ],
)
def test_the_last_step_says_why_the_recording_ends_if_the_program_does(ended: Ended, said: str) -> None:
    assert str(with_end(Message("Line 3 is next."), ended)) == said


def test_where_a_frame_has_not_chosen_the_best_nothing_is_compared() -> None:
    """The variables of the two sides have two names, and MIN's keeps the larger of infinity and each value."""
    text = """
def search(tree, is_max):
    if not isinstance(tree, list):
        return tree
    if is_max:
        best = float("-inf")
        for child in tree:
            best = max(best, search(child, False))
        return best
    worst = float("inf")
    for child in tree:
        worst = max(worst, search(child, True))
    return worst
"""
    trace = read_as_search(recorded(text, lambda names: names["search"]([[3, 5], [2, 9]], True))[0], {})
    said = [str(line.message) for line in listing(trace)]
    assert said.count("the recording does not say what follows") == 4, "each in MIN"
    assert not [line for line in said if "<" in line]
    right = text.replace("worst = max", "worst = min")
    trace = read_as_search(recorded(right, lambda names: names["search"]([[3, 5], [2, 9]], True))[0], {})
    assert "5 < 3: no" in [str(line.message) for line in listing(trace)]


def test_a_comparison_that_does_not_lead_to_what_ran_is_not_listed() -> None:
    """MIN compares with `>`: its best value stays what it was, although results are smaller."""
    text = """
def search(tree, is_max, alpha, beta):
    if not isinstance(tree, list):
        return tree
    best = -99 if is_max else 4
    for child in tree:
        value = search(child, not is_max, alpha, beta)
        if value > best:
            best = value
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
    trace = read_as_search(recorded(text, lambda names: names["search"]([[3, 5], [2, 9]], True, -99, 99))[0], {})
    said = [str(line.message) for line in listing(trace)]
    assert not [line for line in said if " < " in line]
    back = [said[place + 1] for place, line in enumerate(said) if line in ("2 = search()", "3 = search()")]
    assert back == ["best = 4, β = 4", "best = 4, β = 4"]
    assert "5 >= 4: cut" in said, "what met α is β, and not the value of the child"


def test_a_cut_among_moves_that_are_not_known_is_not_called_the_last_move(tmp_path: Path) -> None:
    """Three players move in turn, two of them for the smaller value, and positions are objects without a board."""
    text = """
class Path:
    def __init__(self, steps=()):
        self.steps = steps

def search(path, turn, alpha, beta):
    if turn == 4:
        return sum((i + 3) * ord(step) for i, step in enumerate(path.steps)) * 7 % 23
    best = 99 if turn % 3 else -99
    for step in "NSE":
        value = search(Path(path.steps + (step,)), turn + 1, alpha, beta)
        if turn % 3:
            best = min(best, value)
            if best < alpha:
                return best
            beta = min(beta, best)
        else:
            best = max(best, value)
            if best > beta:
                return best
            alpha = max(alpha, best)
    return best
"""
    (tmp_path / "paths.py").write_text(text, encoding="utf-8")
    trace = read_as_search(debug(tmp_path / "paths.py", "search(Path(), 0, -99, 99)"), {})
    cut = [frame for frame in range(len(trace)) if trace.facts.cutoff[frame]]
    said = [str(sentence) for frame in cut for sentence in sentences(trace, frame)]
    assert len(cut) > 5
    assert trace.pruned is None
    assert not [one for one in said if "last move" in one or "  " in one]


def test_a_call_that_may_have_found_its_value_in_a_table_is_not_called_a_leaf_with_its_own(tmp_path: Path) -> None:
    text = """
MOVES = {"root": ["left", "right"], "left": ["both", 8], "right": ["both", 7], "both": [3, 9]}
FOUND = {}

def search(place, is_max):
    if place not in MOVES:
        return place
    if place in FOUND:
        return FOUND[place]
    values = [search(one, not is_max) for one in MOVES[place]]
    FOUND[place] = max(values) if is_max else min(values)
    return FOUND[place]
"""
    (tmp_path / "places.py").write_text(text, encoding="utf-8")
    trace = read_as_search(debug(tmp_path / "places.py", "search('root', True)"), {})
    (again,) = [frame for frame in range(1, len(trace)) if trace.values[frame] == 9 and trace.sizes[frame] == 1][1:]
    assert str(sentences(trace, again)[0]).endswith(
        "returns 9, without a recorded call: whether it is worth that is not known."
    )
    steps = Steps(trace)
    said = [str(sentence(trace, steps.at(step))) for step in (steps.enter(again), steps.leave(again))]
    assert not [one for one in said if "leaf" in one]


def test_a_best_value_that_begins_as_an_object_begins_at_no_number(tmp_path: Path) -> None:
    text = """
class Place:
    def __init__(self, number):
        self.number = number

    def __gt__(self, other):
        return self.number * 7 % 5 > other.number * 7 % 5

def search(place, depth, is_max):
    if depth == 0:
        return place
    nexts = [Place(2 * place.number), Place(2 * place.number + 1)]
    best = nexts[0]
    for one in nexts:
        found = search(one, depth - 1, not is_max)
        best = max(best, found) if is_max else min(best, found)
    return best
"""
    (tmp_path / "objects.py").write_text(text, encoding="utf-8")
    trace = read_as_search(debug(tmp_path / "objects.py", "search(Place(1), 3, True)", lines=False), {})
    assert not [line for line in as_text(trace, listing(trace)) if "∞" in line]


SKIPPED = """
def search(node, is_max, alpha=-100, beta=100):
    if not isinstance(node, list):
        return node
    BEGIN
    for place, child in enumerate(node):
        value = search(child, not is_max, alpha, beta)
        if place == 0:
            continue
        TAKE
    return END
"""


@pytest.mark.parametrize(
    ("begin", "take", "end", "said"),
    [
        (
            "best = None",
            "if best is None or (value > best if is_max else value < best):\n            best = value",
            "best",
            ["the recording does not say what follows", "best = 3", "12 < 3: no"],
        ),
        (
            "found = {'best': None}",
            "if found['best'] is None or (value > found['best'] if is_max else value < found['best']):\n"
            "            found['best'] = value",
            "found['best']",
            ["the recording does not say what follows", "best = 3", "12 < 3: no"],
        ),
        (
            "scores = {}",
            "scores[place] = value\n        if is_max:\n            alpha = max(alpha, value)\n        else:\n"
            "            beta = min(beta, value)\n        if alpha >= beta:\n            break",
            "max(scores.values()) if is_max else min(scores.values())",
            ["the recording does not say what follows", "β = 3", "the recording does not say what follows"],
        ),
    ],
)
def test_a_result_that_the_program_passes_over_is_no_best_value(
    begin: str, take: str, end: str, said: list[str]
) -> None:
    """The first move is no legal one. Its value is that of others too, so that the best of all is what is returned."""
    text = SKIPPED.replace("BEGIN", begin).replace("TAKE", take).replace("END", end)
    trace = read_as_search(recorded(text, lambda names: names["search"]([12, 3, 12], False))[0], {})
    lines = [str(line.message) for line in listing(trace)]
    back = [place for place, line in enumerate(lines) if line.endswith("= search()")][:3]
    assert [lines[place + 1] for place in back] == said


@pytest.mark.parametrize(
    "values",
    [
        "[search(child, not is_max) for child in node]",
        "[]\n    for child in node:\n        values.append(search(child, not is_max))",
    ],
)
def test_a_list_takes_every_result(values: str) -> None:
    text = f"""
def search(node, is_max):
    if not isinstance(node, list):
        return node
    values = {values}
    return max(values) if is_max else min(values)
"""
    trace = read_as_search(recorded(text, lambda names: names["search"]([[12, 3, 12]], True))[0], {})
    lines = [str(line.message) for line in listing(trace)]
    assert "3 < 12: best = 3" in lines
    assert "12 < 3: no" in lines


def test_the_best_value_of_each_side_may_have_its_own_name() -> None:
    text = """
def search(node, is_max):
    if not isinstance(node, list):
        return node
    highest, lowest = -100, 100
    for place, child in enumerate(node):
        value = search(child, not is_max)
        if place and is_max:
            highest = max(highest, value)
        elif place:
            lowest = min(lowest, value)
    return highest if is_max else lowest
"""
    trace = read_as_search(recorded(text, lambda names: names["search"]([12, 3, 12], False))[0], {})
    lines = [str(line.message) for line in listing(trace)]
    assert "12 < 100: best = 12" not in lines
    assert "3 < 100: best = 3" in lines


def test_a_best_value_of_min_has_its_own_name(tmp_path: Path) -> None:
    text = """
def search(tree, is_max, alpha, beta):
    if not isinstance(tree, list):
        return tree
    if is_max:
        largest = -99
        for child in tree:
            value = search(child, False, alpha, beta)
            largest = max(largest, value)
            alpha = max(alpha, largest)
            if beta <= alpha:
                break
        return largest
    smallest = 99
    for child in tree:
        value = search(child, True, alpha, beta)
        smallest = min(smallest, value)
        beta = min(beta, smallest)
        if beta <= alpha:
            break
    return smallest
"""
    (tmp_path / "names.py").write_text(text, encoding="utf-8")
    trace = read_as_search(debug(tmp_path / "names.py", "search([[3, 5], [2, 9]], True, -99, 99)", lines=False))
    steps = Steps(trace)
    said = [str(sentence(trace, steps.at(steps.back(frame)))) for frame in (1, 2)]
    assert ["largest" in one for one in said] == [True, False]
    assert ["smallest" in one for one in said] == [False, True]


def test_a_call_that_begins_with_a_closed_window_has_reached_nothing(tmp_path: Path) -> None:
    text = """
def search(node, alpha, beta, is_max):
    if isinstance(node, int):
        return node
    best = -99 if is_max else 99
    for piece in node:
        for move in piece:
            value = search(move, alpha, beta, not is_max)
            if is_max:
                best = max(best, value)
                alpha = max(alpha, value)
            else:
                best = min(best, value)
                beta = min(beta, value)
            if beta <= alpha:
                break
    return best
"""
    (tmp_path / "closed.py").write_text(text, encoding="utf-8")
    trace = read_as_search(debug(tmp_path / "closed.py", "search([[40, [[30], [[[20, 25]]]]]], -99, 99, True)"))
    assert (trace.alphas[4], trace.betas[4], trace.values[4]) == (40, 30, 20)
    (cut,) = [str(one) for one in sentences(trace, 4) if str(one).startswith("Cut at")]
    assert cut.endswith("the call began with a closed window, α = 40 and β = 30.")


def test_an_inner_loop_that_ends_is_not_the_last_one(tmp_path: Path) -> None:
    text = """
def search(rows, is_max):
    if isinstance(rows, int):
        return rows
    best = -99 if is_max else 99
    for row in rows:
        for one in row:
            value = search(one, not is_max)
            best = max(best, value) if is_max else min(best, value)
    return best
"""
    (tmp_path / "rows.py").write_text(text, encoding="utf-8")
    trace = read_as_search(debug(tmp_path / "rows.py", "search([[3, 4], [5, 1]], True)", lines=False))
    steps = Steps(trace)
    ends = [str(sentence(trace, steps.at(steps.back(frame)))).rpartition("; ")[2] for frame in range(1, 5)]
    assert [one for one in ends if "loop" in one] == ["the inner loop ends.", "the loop ends."]


def test_a_move_that_is_kept_changes_something(tmp_path: Path) -> None:
    text = """
def search(node, alpha, beta, is_max):
    if isinstance(node, int):
        return node, None
    best, move = (-99, None) if is_max else (99, None)
    for number, child in enumerate(node):
        value, _ = search(child, alpha, beta, not is_max)
        if (value >= best) if is_max else (value <= best):
            best, move = value, number
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, move
"""
    (tmp_path / "last.py").write_text(text, encoding="utf-8")
    trace = read_as_search(debug(tmp_path / "last.py", "search([5, 5, 2], -99, 99, True)", lines=False))
    steps = Steps(trace)
    said = [str(sentence(trace, steps.at(steps.back(frame)))) for frame in (2, 3)]
    assert ["move is kept" in one for one in said] == [True, False]
    assert ["nothing changes" in one for one in said] == [False, True]
