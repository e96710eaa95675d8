"""Findings about moves: boards that are not undone, sides that do not alternate, a depth that is not decreased."""

from __future__ import annotations

import ast
import re
from itertools import islice
from math import inf, isnan

import numpy as np

from plyscope.messages import Message, Part
from plyscope.model.board_texts import Cells, changes, number_in
from plyscope.model.columns import OPEN
from plyscope.model.declaration import MAX, MIN
from plyscope.model.executed_lines import Executed
from plyscope.model.roles import AS_FOLDED, BOARD, DEPTH, SIDE, Proposal
from plyscope.model.trace import Trace
from plyscope.model.user_code_facts import Site, What, expression_of
from plyscope.tracer.source_text import parsed_text
from plyscope.tracer.target.syntax import walk
from plyscope.usercode.boards import placed_mark
from plyscope.usercode.evidence import BUG, REMARK, Finding, RunEvidence
from plyscope.usercode.function_facts import constants_in, number_of
from plyscope.usercode.marks_not_undone import MAX_COMPARED_FRAMES, is_never_undone, sides_without_undo
from plyscope.usercode.parameter_roles import given_above
from plyscope.usercode.value_findings import marks_of_sides, usual_length

DEPTH_NAME_PATTERN = re.compile(r"depth|tiefe|ply|plies|remaining|^d$", re.IGNORECASE)
"""Names that say depth; a `level` may be a setting."""
SIDE_NAME_PATTERN = re.compile(r"player|turn|side|colou?r|mark|who|mover|symbol|team|sign|spieler", re.IGNORECASE)
"""Names that say whose move it is; it may be that of the one player for whom all is searched."""
SAME_IN_ALL_CALLS = "{name} is the same in all calls: frame {frame} is called with {given}, like its parent"
MAX_CALLS_BESIDE_MOVES = 3
"""Calls in a line that hand on the depth since no move was made, as where both sides have to pass."""
OBJECT_PATTERN = re.compile(r"(?!array\()\w+\(")
UNDO_ADVICE = Message("the move should be taken back after the call, before the next one is made")
SMALLER_DEPTH_ADVICE = Message(
    "the call should be given a smaller depth than its caller, so that the search stops in time"
)


def board_not_undone(run: RunEvidence) -> Finding | None:
    if run.proposal.board_form.attribute:
        return None  # of cells that are objects one attribute is read, which may be a note beside the move
    return left_on_childrens_boards(run) or left_on_shared_board(run) or left_at_error(run)


def left_on_childrens_boards(run: RunEvidence) -> Finding | None:
    """The move of a child is still on the board when the next child begins: after moves of both sides, or of one.

    It shows on the boards that the children were given.
    """
    kinds = sides_without_undo(run)
    if not kinds:
        return None
    child = min(kinds.values())
    before = max(one for one in run.trace.children(run.trace.parents[child]) if one < child)
    values = {"frame": child, "before": before}
    if kinds.keys() != {MAX} and kinds.keys() != {MIN}:
        happened = Message(
            "the board is not undone: frame {frame} begins with the move of frame {before} still on the board", **values
        )
    else:
        happened = Message(
            "moves of {side} are not undone: frame {frame} begins with the move of frame {before} still on the board",
            side=run.side_name(run.trace.parents[child]),
            **values,
        )
    return run.finding(BUG, "restore", child, run.call_line(child), happened, UNDO_ADVICE)


def left_on_shared_board(run: RunEvidence) -> Finding | None:
    """A board shared with the caller is changed when a call returns, and stays so until the caller returns.

    Executed lines show it, where they were recorded. The move is that of the lowest such call: those above only have
    what it has left.
    """
    frames = islice(run.inner_frames, MAX_COMPARED_FRAMES if len(run.executed) else 0)
    child = next((one for frame in frames for one in changed_by_calls(run, frame, stays=True)), None)
    if child is None:
        return None
    while lower := changed_by_calls(run, child):
        child = lower[0]
    return left_by_move(run, child + 1)


def left_by_move(run: RunEvidence, move: int) -> Finding:
    """A bug: the move that led to a frame is still on the board afterwards."""
    happened = Message("the board is not undone: the move of frame {frame} is still on it afterwards", frame=move)
    return run.finding(BUG, "restore", move, run.call_line(move), happened, UNDO_ADVICE)


def left_at_error(run: RunEvidence) -> Finding | None:
    """A run ends by an error when the next move is tried, on a board with the move of the call before.

    Executed lines show it, where they were recorded: the last is that of the call or above it, in the next round of the
    loop. And nothing in the text behind the call takes the move back.
    """
    ended, user_code, executed = run.user_code.ended, run.user_code, run.executed
    children = [] if ended.how != "exception" or ended.frame < run.first else [*run.trace.children(ended.frame)]
    rows = executed.rows_of(ended.frame).tolist() if children and len(executed) else []
    if not rows or not len(user_code.facts.site):
        return None
    child, row = children[-1], rows[-1]
    called = executed.last_before_call(ended.frame, executed.steps.enter_of_call(child))
    function, given = user_code.function_of(ended.frame), given_board(run, child)
    name = run.proposal.parameter(function.name, BOARD)
    if (
        called is None
        or not called < row
        or executed.number(row) > run.call_line(child)
        or name not in function.variables
    ):
        return None
    above, below, now = (
        run.proposal.cells_of_text(user_code, number)
        for number in (given_board(run, ended.frame), given, executed.values(row)[function.variables.index(name)])
    )
    if above is None or below is None or now is None:
        return None
    is_there = bool(moved := changes(above, below)) and {*moved} <= {*changes(above, now)}
    names = function.name, user_code.function_of(child).name
    if not is_there or not is_never_undone(run, *names, int(user_code.facts.site[child])):
        return None
    return left_by_move(run, child)


def changed_by_calls(run: RunEvidence, frame: int, *, stays: bool = False) -> list[int]:
    """The calls with calls of a frame that share its board and have changed it; where asked, until the frame ends."""
    executed, values = run.executed, values_of_board(run, run.executed, frame)
    rows, begun, found = list(values), board_at(run, given_board(run, frame)), list[int]()
    for child in run.trace.children(frame):
        before = executed.last_before_call(frame, executed.steps.enter_of_call(child))
        if before is None or before not in values or run.trace.sizes[child] == 1:
            continue
        after = values[rows[min(rows.index(before) + 1, len(rows) - 1)]]
        is_shared = values[before] == board_at(run, given_board(run, child))
        is_kept = not stays or values[rows[-1]] not in (values[before], begun)
        if is_shared and after != values[before] and is_kept:
            found.append(child)
    return found


def values_of_board(run: RunEvidence, executed: Executed, frame: int) -> dict[int, Cells | int]:
    """The board at each line that a call executed, by the line's row; empty where not all are known."""
    function = run.user_code.function_of(frame)
    name = run.proposal.parameter(function.name, BOARD)
    # An object that holds the board holds other things as well, which may change.
    if name == "self" or name not in function.variables or run.trace.statuses[frame] == OPEN:
        return {}
    place = function.variables.index(name)
    numbers = executed.values_of(frame, place)
    boards = {number: board_at(run, number) for number in {*numbers.values()}}
    found = {row: board for row, number in numbers.items() if (board := boards[number]) is not None}
    return found if len(found) == len(numbers) else {}


def board_at(run: RunEvidence, number: int) -> Cells | int | None:
    """What is compared of a board: its text; of an object, which may hold notes as well, the cells if known."""
    is_object = number >= 0 and OBJECT_PATTERN.match(run.user_code.texts[number])
    return run.proposal.cells_of_text(run.user_code, number) if is_object else number


def given_board(run: RunEvidence, frame: int) -> int:
    """The number of the text of the board that a call was given; -1 if it was given none."""
    function = run.user_code.function_of(frame)
    name = run.proposal.parameter(function.name, BOARD)
    return -1 if name is None else run.user_code.argument_numbers(frame)[function.parameters.index(name)]


def depth_not_decreased(run: RunEvidence) -> Finding | None:
    """Each call is given the depth of its caller, although the code stops at a depth.

    A number that is compared like a depth may be a setting, as `level` in `if level == 0`: nothing in a run tells the
    two apart, so that only a name or the user makes it a bug.
    """
    parent = run.trace.column("parent")
    frames = np.flatnonzero((parent >= run.first) & ~np.isnan(run.depth))
    frames = frames[~np.isnan(run.depth[parent[frames]])]
    if not len(frames):
        return None
    frame = int(frames[0])
    if stopped_at_limit(run.trace) and is_surely_depth(run, frame):
        return depth_stays_until_limit(run)
    if not np.all(run.depth[frames] == run.depth[parent[frames]]):
        return None
    plies = int(run.trace.column("ply")[frames].max()) - int(run.trace.plies[parent[frame]])
    if not plies > plies_allowed(run, frame):
        return None
    line = run.argument_line(frame, DEPTH)
    if not is_surely_depth(run, frame):
        name = depth_name(run, frame)
        happened = Message(SAME_IN_ALL_CALLS, name=name, frame=frame, given=float(run.depth[frame]))
        should = Message(
            "this is right for a setting; if {name} is a depth, each call should be given a smaller one", name=name
        )
        return run.finding(REMARK, "depth", frame, line, happened, should)
    happened = Message(
        "the depth is not decreased: frame {frame} is called with {depth}, like its parent",
        frame=frame,
        depth=float(run.depth[frame]),
    )
    return run.finding(BUG, "depth", frame, line, happened, SMALLER_DEPTH_ADVICE)


def depth_stays_until_limit(run: RunEvidence) -> Finding | None:
    """A run was stopped at a limit, and most calls that were open then had been handed the depth of their caller.

    One call expression may lower the depth where another, as that of an extension, does not: the text of each says
    that it hands on the depth as it is, and they are more than the depth allows.
    """
    trace, facts = run.trace, run.user_code.facts
    opened = np.array(open_calls(trace, run.first) if stopped_at_limit(trace) else [], np.int64)
    if not len(opened):
        return None  # the caller of several calls was between two of them
    function = run.user_code.tables.function[opened]
    opened = opened[function == function[0]]
    changes = np.flatnonzero(np.diff(run.depth[opened])) + 1
    frames = max(np.split(opened, changes), key=len).tolist()
    top, name, allowed = frames[0], depth_name(run, frames[0]), plies_allowed(run, frames[0])
    if not 1 <= allowed < len(frames) - MAX_CALLS_BESIDE_MOVES or not is_surely_depth(run, top):
        return None
    below = frames[1:]
    sites = {int(facts.site[one]) for one in below}
    if any(one < 0 or not hands_on_parameter(facts.sites[one], name) for one in sites):
        return None
    happened = Message(
        "the depth is not decreased: it is {depth} in each of the {count} calls that were open at the limit",
        depth=float(run.depth[top]), count=len(frames),
    )  # fmt: skip
    return run.finding(BUG, "depth", below[0], run.argument_line(below[0], DEPTH), happened, SMALLER_DEPTH_ADVICE)


def hands_on_parameter(site: Site, name: str | None) -> bool:
    """Whether a call expression hands on a parameter of its function as it is."""
    return any((one.parameter, one.text, one.sign) == (name, name, 1) for one in site.arguments)


def stopped_at_limit(trace: Trace) -> bool:
    """Whether a run was stopped at a limit of calls, time or Python's stack."""
    ended = trace.user_code.ended
    is_stopped = ended.how == "limit" or (ended.how == "exception" and ended.text.startswith("RecursionError"))
    return is_stopped and ended.frame >= 0


def open_calls(trace: Trace, first: int) -> list[int]:
    """The calls that were open when a run ended, the first of them first."""
    found, frame = list[int](), trace.user_code.ended.frame
    while frame >= first:
        found.append(frame)
        frame = int(trace.parents[frame])
    return found[::-1]


def with_named_depths(trace: Trace) -> Proposal:
    """A reading of calls that are read as no search: a function's only parameter that is named as a depth is one."""
    roles = {
        function.name: {one: DEPTH for one in function.parameters if DEPTH_NAME_PATTERN.search(one)}
        for function in trace.user_code.functions
    }
    return Proposal(roles={name: mine for name, mine in roles.items() if len(mine) == 1})


def is_surely_depth(run: RunEvidence, frame: int) -> bool:
    """Whether the name of the number says that it is a depth, or the user has said so."""
    name = depth_name(run, frame) or ""
    given = run.proposal.given.get(run.user_code.function_of(frame).name, {})
    return given.get(name) == DEPTH or DEPTH_NAME_PATTERN.search(name) is not None


def depth_name(run: RunEvidence, frame: int) -> str | None:
    """The parameter of a frame's function that is read as its depth."""
    return run.proposal.parameter(run.user_code.function_of(frame).name, DEPTH)


def plies_allowed(run: RunEvidence, frame: int) -> float:
    """How many plies lie between the depth of a frame and the limit that ends the recursion there; infinite for none.

    Where the text has no such test nothing should have ended it: what is compared with the depth may be anything, such
    as the cells that are left.
    """
    function, name = run.functions.get(run.user_code.function_of(frame).name), depth_name(run, frame)
    if function is None or name is None:
        return inf
    limits = [fixed_number(run, frame, one) for one in function.limits_of(name)]
    limits += [0.0 for test in function.ending_tests if name in negated_names(test)]
    if run.depth[frame] == 0 and limits and None in limits:
        return 0  # it should count up to a limit that is kept somewhere else
    return min((abs(run.depth[frame] - one) for one in limits if one is not None), default=inf)


def negated_names(test: ast.expr) -> set[str]:
    """The names that a test asks not to be true, as `not depth`."""
    negated = (one.operand for one in walk(test) if isinstance(one, ast.UnaryOp) and isinstance(one.op, ast.Not))
    return {one.id for one in negated if isinstance(one, ast.Name)}


def fixed_number(run: RunEvidence, frame: int, node: ast.expr) -> float | None:
    """The number that an expression is in all calls of a frame's function; None where it may change."""
    user_code, number = run.user_code, int(run.user_code.tables.function[frame])
    columns = {
        name: user_code.argument_column(number, place)[1]
        for place, name in enumerate(user_code.function_of(frame).parameters)
    }
    fixed = {name: texts[0] for name, texts in columns.items() if len(texts) and np.all(texts == texts[0])}
    known = {name: number_in(user_code.texts[text]) for name, text in fixed.items()}
    constants = constants_in(parsed_text(run.trace.text)[0])
    known |= {name: number_in(text) for name, text in constants.items() if name not in columns}
    return number_of(node, {name: value for name, value in known.items() if not isnan(value)})


def sides_not_alternating(run: RunEvidence) -> Finding | None:
    """All calls of an expression have the side of their caller: in negamax, where it turns their result, that is a bug.

    Else it is a remark: where no call turns the side, or others turn it, but from the other side alone, each expression
    handing on the same side, or moves of a known game of lines. A side may move several times.
    """
    facts, negated, kinds = run.user_code.facts, run.proposal.negated, run.proposal.kinds
    if not len(facts.site) or AS_FOLDED in kinds.values():
        return None
    parent = run.trace.column("parent")
    side = run.trace.column("kind").astype(np.int64) if kinds else run.proposal.texts_given(run.user_code, SIDE)
    above = given_above(side, parent)
    frames = np.flatnonzero((facts.site >= 0) & (side >= 0) & (above >= 0))
    is_kept = side[frames] == above[frames]
    turning = set(facts.site[frames[~is_kept]].tolist())
    turned_from = set(above[frames[~is_kept]].tolist())
    # Of two functions that each move for one side, a run may need one alone.
    is_never_turned = len(kinds) == 1 if kinds else not turning
    for number in sorted(set(facts.site[frames].tolist()) - turning):
        site, made = facts.sites[number], frames[facts.site[frames] == number]
        is_last_side = turned_from.isdisjoint(side[made].tolist()) and (
            hand_on_one_side(run) or alternate_by_rules(run, made[:MAX_COMPARED_FRAMES].tolist())
        )
        if site.sign != -1 if negated else not (is_never_turned or is_last_side):
            continue
        frame = int(made[0])
        happened = Message(
            "the sides do not alternate: frame {frame} moves for {side}, like its parent",
            frame=frame, side=run.side_name(frame),
        )  # fmt: skip
        should = Message("after a move of one side the other side should be to move")
        if not negated:
            should = Message("this is right where a side moves several times; else the other side should be to move")
        kind = BUG if negated else REMARK
        return run.finding(kind, "side", frame, run.argument_line(frame, SIDE), happened, should)
    return None


def side_same_in_all_calls(run: RunEvidence) -> Finding | None:
    """In negamax, calls that turn their result are all given one value of a parameter that is named as the side.

    The position may say whose move it is, or both sides may have the same mark: that is a remark.
    """
    user_code, facts = run.user_code, run.user_code.facts
    if not run.proposal.negated or np.any(run.proposal.texts_given(user_code, SIDE) >= 0):
        return None
    for number, site in enumerate(facts.sites):
        made = np.flatnonzero(facts.site == number)[:1].tolist()
        for name in [one.parameter for one in site.arguments] if site.sign == -1 and made else ():
            function = user_code.function_of(made[0])
            if not (SIDE_NAME_PATTERN.search(name) and hands_on_parameter(site, name) and name in function.parameters):
                continue
            place = function.parameters.index(name)
            _, given = user_code.argument_column(int(user_code.tables.function[made[0]]), place)
            if np.all(given == given[0]) and name not in run.proposal.roles.get(function.name, {}):
                happened = Message(SAME_IN_ALL_CALLS, name=name, frame=made[0], given=user_code.texts[int(given[0])])
                should = Message(
                    "this is right for a setting; if {name} says whose move it is, each call should turn it", name=name
                )
                return run.finding(REMARK, "side", made[0], site.line, happened, should)
    return None


def hand_on_one_side(run: RunEvidence) -> bool:
    """Whether all call expressions hand on the same constant for the side, as two that are given True."""
    names = {run.proposal.parameter(one.name, SIDE) for one in run.user_code.functions}
    given = {
        (one.text, one.sign) for site in run.user_code.facts.sites for one in site.arguments if one.parameter in names
    }
    return len(given) == 1 and isinstance(expression_of(next(iter(given))[0]), ast.Constant)


def alternate_by_rules(run: RunEvidence, frames: list[int]) -> bool:
    """Whether some calls are moves of a known game of lines, whose sides have marks of their own and take turns."""
    boards = run.boards
    root = None if boards is None else boards.cells(run.first)
    if boards is None or root is None or not usual_length(len(root[0]), len(root)) or len(marks_of_sides(run)) < 2:
        return False
    return all(placed_mark(boards, run.trace.parents[frame], frame) is not None for frame in frames)


def loop_ends_at_once(run: RunEvidence) -> Finding | None:
    """A loop that ends after its first call by a `break` or `return` without a test, though there is more to try."""
    facts, loops = run.user_code.facts, dict[int, ast.For | ast.While]()
    if any(event.what is What.EXIT and event.guard < 0 for event in facts.events):
        loops = {
            one.lineno: one for one in walk(parsed_text(run.trace.text)[0]) if isinstance(one, ast.For | ast.While)
        }
    for number, event in enumerate(facts.events) if loops else ():
        if event.what is not What.EXIT:
            continue
        same = [n for n, one in enumerate(facts.events) if (one.function, one.loop) == (event.function, event.loop)]
        begins = [n for n in same if facts.events[n].what is What.LOOP]
        loop = loops.get(facts.events[begins[0]].line) if begins else None
        if loop is None or not ends_each_turn(loop, event.line):
            continue
        ended, lengths = np.flatnonzero(facts.event == number), facts.value[np.isin(facts.event, begins)]
        left_out = int(np.sum(lengths[lengths > 1] - 1))
        if not (left_out and len(ended)):
            continue
        happened = Message(
            "the loop in line {line} ends after its first turn, by {word} without a test: {count} items are left out",
            line=run.user_code.line_text(loop.lineno), word=Part(event.name, "code"), count=left_out,
        )  # fmt: skip
        should = Message("this is right where one item is enough; else it should stand behind the loop")
        return run.finding(REMARK, "leave", int(facts.frame[ended[0]]), event.line, happened, should)
    return None


def ends_each_turn(loop: ast.For | ast.While, line: int) -> bool:
    """Whether an exit in a line ends whichever turn comes to its end: no test is around it, and none goes on before."""
    is_own = any(isinstance(one, ast.Break | ast.Return) and one.lineno == line for one in loop.body)
    return is_own and not any(isinstance(one, ast.Continue) for one in walk(loop))
