"""The nested listing of calls: the run of a search written out, as traced by hand.

Every call shows its arguments and the board; every result is followed by its comparison with the best value,
successful or not, and by the move being undone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, isnan, nan
from typing import Any

from plyscope.analysis.why import Side, is_given, window_met
from plyscope.messages import Message, plain_number, probability, written
from plyscope.model.columns import AT_LEAST, AT_MOST, HORIZON, LEAVES, LEFT_OUT, TABLE, TERMINAL
from plyscope.model.cursor import Cursor
from plyscope.model.declaration import CHANCE, MAX, Fold, Value, Windows, kind_name
from plyscope.model.folding import Folded
from plyscope.model.steps import Moment, Step, Steps
from plyscope.model.trace import Trace
from plyscope.model.traced_game import TracedGame
from plyscope.model.user_code_facts import Event
from plyscope.text.call_narration import line_sentence, shown_result
from plyscope.text.narration import sentence


@dataclass(frozen=True)
class Line:
    """One line of the listing; a step may have several, of which the first carries its number."""

    step: int
    ply: int
    """The ply of the call that the line belongs to."""
    is_call: bool
    """Whether it names a call; the other lines of the call follow, indented."""
    message: Message


def listing(trace: Trace, first: int = 0, last: int | None = None) -> Iterator[Line]:
    """Iterate over the lines of the steps from `first` to `last`."""
    steps = Steps(trace)
    end = steps.count if last is None else min(last + 1, steps.count)
    for number in range(max(first, 0), end):
        yield from lines_of(trace, steps.at(number))


def as_text(trace: Trace, lines: Iterator[Line]) -> Iterator[str]:
    """Iterate over the lines as text, indented by ply, with each step's number."""
    width = len(str(Steps(trace).count - 1))
    before = -1
    for line in lines:
        number = "" if line.step == before else str(line.step)
        before = line.step
        yield f"{number:>{width}}  {indented(line)}"


def indented(line: Line) -> str:
    """Return a line indented by its ply, without a number."""
    return "    " * line.ply + ("" if line.is_call else "    ") + str(line.message)


def lines_of(trace: Trace, step: Step) -> Iterator[Line]:
    """Iterate over the lines of one step."""
    ply = trace.plies[step.frame]
    if step.moment is Moment.LINE:
        yield Line(step.number, ply, False, line_sentence(trace, step))
    elif step.moment is Moment.ENTER:
        if plays_move(trace, step.frame) and not trace.is_plain_call(step.frame):
            yield Line(step.number, ply - 1, False, playing(trace, step.frame))
        if (judging := trace.judging(step.frame)) is not None:
            yield Line(step.number, ply, True, judged(trace, step.frame, judging))
            return
        yield Line(step.number, ply, True, calling(trace, step.frame))
        for message in sharing(trace, step.frame):
            yield Line(step.number, ply, False, message)
        for message in [] if trace.is_plain_call(step.frame) else beginning(trace, step.frame):
            yield Line(step.number, ply, False, message)
    elif step.moment is Moment.LEAVE:
        judging = trace.judging(step.frame)
        left = returning(trace, step.frame) if judging is None else judged_as(trace, step.frame, judging)
        yield Line(step.number, ply, False, left)
    else:
        before, after = trace.fold_at(step.frame, step.child)
        for message in receiving(trace, step.frame, before, after):
            yield Line(step.number, ply, False, message)


def calling(trace: Trace, frame: int) -> Message:
    """Return the line of a call: its name, arguments and board."""
    if trace.is_plain_call(frame):
        return Message("{call}", call=trace.user_code.label(frame))
    calls, search = trace.calls(frame), trace.search
    arguments = []
    depth = trace.depth_left(frame)
    if depth < inf:
        arguments.append(f"depth={written(depth)}")
    if search.windows is not Windows.NONE:
        ends = ((Side.ALPHA, trace.alphas[frame]), (Side.BETA, trace.betas[frame]))
        arguments += [f"{side.value}={written(end)}" for side, end in ends if is_given(trace, frame, side)]
    if trace.kinds[frame] == CHANCE:
        arguments.append(kind_name(CHANCE))
    elif calls.side:
        arguments.append("MAX" if trace.kinds[frame] == MAX else "MIN")
    return Message(
        "{function}({arguments})  {board}",
        function=trace.function_name(frame),
        arguments=", ".join(arguments),
        board=trace.name_of(frame) or position_text(trace, frame),
    )


def position_text(trace: Trace, frame: int) -> str:
    """Return the position that a call was given; of user code without a known game, where it has no board, the call."""
    game = trace.position.game
    return game.diagram_of_call(frame) if isinstance(game, TracedGame) else game.diagram(trace.state(frame))


def judged(trace: Trace, frame: int, judging: Event) -> Message:
    """Return the line of a leaf that the loop above judged without a call."""
    name = trace.name_of(frame) or trace.shown_move_to(frame)
    return Message("{name}: judged in line {line}", name=name, line=trace.user_code.line_text(judging.line))


def judged_as(trace: Trace, frame: int, judging: Event) -> Message:
    """Return the value of a leaf that the loop above judged without a call."""
    return Message("{name} = {answer}", name=judging.name, answer=answer(trace, frame))


def sharing(trace: Trace, frame: int) -> Iterator[Message]:
    """Iterate over the arguments and attributes of `self` that are the same objects as in calls above."""
    for name, text, holder in trace.shared_objects.of(frame) if trace.origin.is_user_code else ():
        yield same_object(name, text, holder)


def same_object(name: str, text: str, holder: int) -> Message:
    """Return the line for an object that a call above has too; its text says whether it is a list."""
    if text.startswith("["):
        return Message("{name}: the same list as in frame {frame}", name=name, frame=holder)
    return Message("{name}: the same object as in frame {frame}", name=name, frame=holder)


def beginning(trace: Trace, frame: int) -> Iterator[Message]:
    """Iterate over the lines before the first move: variables set, and the test for the end."""
    calls, status = trace.calls(frame), trace.statuses[frame]
    start, static = trace.start_value(frame), trace.static_score(frame)
    if start is not None and (static is None or status not in LEAVES):
        yield assigning(trace, frame, start, -1)
    if trace.is_unproved_leaf(frame):
        yield Message("no recorded call")
    elif status == TERMINAL:
        yield ending(trace, frame)
    elif trace.stood_pat(frame):
        yield Message("stands pat")
    elif static is not None:
        yield Message("no noisy moves") if status == HORIZON else Message("depth limit")
    elif status == HORIZON and not trace.origin.is_user_code:  # a program may have ended there for another reason
        yield Message("depth limit")
    elif status == TABLE:
        yield Message("found in the table")
    elif status == LEFT_OUT:
        yield Message("calls not in the recording")
    elif trace.position.game.has_winner:
        yield Message("no winner")
    # What a root that searches in rounds sets before the first is in its text alone.
    sets_best = start is None and status not in LEAVES and calls.fold.proves and calls.rounds is None
    if sets_best and not isnan(first := starting_best(trace, frame)):
        yield assigning(trace, frame, first, -1)


def starting_best(trace: Trace, frame: int) -> float:
    """Return a frame's best value before any child returned; NaN where user code does not say it."""
    calls, start = trace.calls(frame), trace.start_value(frame)
    if (recorded := trace.recorded_at_first(frame)) is not None:
        return recorded.best
    if trace.origin.is_user_code:
        return nan
    if calls.fold in (Fold.SUM, Fold.MEAN):
        return 0.0
    return start if start is not None else -inf if trace.kinds[frame] == MAX else inf


def ending(trace: Trace, frame: int) -> Message:
    """Return the outcome of a finished game: a winner, a draw, or a leaf."""
    game = trace.position.game
    outcome = game.rules.outcome(trace.state(frame))
    if not game.has_winner:
        return Message("a leaf")
    if outcome == 0:
        return Message("draw")
    return Message("winner == {side}", side=game.marks[0 if outcome > 0 else 1])


def assigning(trace: Trace, frame: int, best: float, best_child: int) -> Message:
    """Return the line that sets the variables of the best value and move."""
    calls = trace.calls(frame)
    values = {"best": calls.best, "value": trace.best_text(best, best_child)}
    if not calls.best_move:
        return Message("{best} = {value}", **values)
    name, move = move_variable(trace, frame, best_child)
    return Message("{best} = {value}, {name} = {move}", name=name, move=move, **values)


def move_variable(trace: Trace, frame: int, best_child: int) -> tuple[str, str]:
    """Return the name of the variable with the best move, and the move; names in brackets for a pair."""
    if trace.coordinates in BRACKETS:
        return trace.coordinates, trace.shown_move_to(best_child) if best_child >= 0 else BRACKETS[trace.coordinates]
    best = trace.name_of(best_child) if best_child >= 0 else None
    if best is None and (text := trace.best_move_variable(frame, best_child)) is not None:
        best = trace.shown_text(text)
    return trace.calls(frame).best_move, str(best)


BRACKETS = {"[x,y]": "[None,None]"}
"""Notations with a variable for each part of a move, and how no move is written in them."""


def plays_move(trace: Trace, frame: int) -> bool:
    """Whether a move is made, or the turn passed, before a call."""
    if trace.judging(frame) is not None:
        return False
    if trace.moves[frame] < 0 or trace.search.moves_unplayed or trace.is_named_by_call(frame):
        return trace.passes(frame)
    return True


def takes_move_back(trace: Trace, frame: int) -> bool:
    """Whether the move of a call is taken back behind it; user code may have copied the board, or forget it."""
    return plays_move(trace, frame) and not trace.origin.is_user_code


def playing(trace: Trace, frame: int) -> Message:
    """Return the line that makes the move of a frame."""
    if trace.passes(frame):
        return Message("pass the turn")
    square = trace.position.game.square(trace.moves[frame])
    if square is None:
        return Message("play {move}", move=trace.short_name(frame))
    mover = trace.position.game.rules.to_move(trace.state(trace.parents[frame]))
    return Message("{square} = {mark}", square=square_of(trace, frame), mark=trace.position.game.marks[mover - 1])


def undoing(trace: Trace, frame: int) -> Message:
    """Return the line that takes the move of a frame back."""
    if trace.passes(frame):
        return Message("undo the pass")
    square = trace.position.game.square(trace.moves[frame])
    if square is None:
        return Message("undo {move}", move=trace.short_name(frame))
    return Message("{square} = empty", square=square_of(trace, frame))


def square_of(trace: Trace, frame: int) -> object:
    """Return the square of a move, marked as no value where it is written by numbers alone."""
    text = trace.shown_move_to(frame)
    return Message("square {square}", square=text) if text[0].isdigit() else text


def answer(trace: Trace, frame: int) -> str:
    """Return what the call returns as text: a value, or value and move; a finished board has no square."""
    if (result := trace.origin.result_text(frame)) is not None:
        return shown_result(result)
    calls = trace.calls(frame)
    value = "None" if trace.is_undecided(frame) else written(trace.values[frame])
    if calls.value is not Value.FIRST_ITEM:
        return value
    if trace.search.rounds is not None:
        return f"[{value},…]"  # the line that it returns with its value is that of the tree
    best = trace.best_child(frame)
    name, move = move_variable(trace, frame, best)
    if name not in BRACKETS:
        return f"[{value},{move}]"
    if trace.statuses[frame] in LEAVES:
        return f"[{value},0,0]"
    return f"[{value},{move[1:]}"


def returning(trace: Trace, frame: int) -> Message:
    """Return the line of a call that returns."""
    if trace.prunes_forward(frame):
        moves = " ".join(trace.pruned_names(frame))
        return Message("return {answer}  (left out: {moves})", answer=answer(trace, frame), moves=moves)
    if trace.origin.is_user_code and trace.user_code.is_raised(frame):
        return Message("raises {answer}", answer=answer(trace, frame))
    recorded, bound = trace.recorded_bounds, trace.bound_of(frame)
    if recorded is not None and recorded.is_turned(frame):  # the answer is as the program has it
        bound = {AT_LEAST: AT_MOST, AT_MOST: AT_LEAST}.get(bound or "", bound)
    if bound == AT_LEAST:
        return Message("return {answer}  (it is at least that)", answer=answer(trace, frame))
    if bound == AT_MOST:
        return Message("return {answer}  (it is at most that)", answer=answer(trace, frame))
    if frame == 0 and trace.played is not None and trace.played["fallback"]:
        return fallback(trace)
    if trace.is_plain_call(frame) and trace.user_code.has_yielded(frame):
        return Message("{answer}", answer=answer(trace, frame))
    return Message("return {answer}", answer=answer(trace, frame))


def fallback(trace: Trace) -> Message:
    """Return the line of a root that found nothing better and draws a move at random."""
    assert trace.played is not None
    values = {"answer": answer(trace, 0), "move": trace.played["move"]}
    if "full_column" in trace.played:
        return Message(
            "return {answer}; nothing was better: the column drawn, {full}, is full, so {move} is played",
            full=trace.played["full_column"],
            **values,
        )
    return Message("return {answer}; nothing was better: the column drawn, {move}, is played", **values)


def receiving(trace: Trace, frame: int, before: Folded | None, after: Folded) -> Iterator[Message]:
    """Iterate over the lines about a child's result: comparison, changes, the move taken back."""
    if trace.is_plain_call(frame):
        values = {"answer": answer(trace, after.child), "call": trace.user_code.label(after.child)}
        if trace.user_code.is_raised(after.child):
            yield Message("{call} raises {answer}", **values)
        elif trace.user_code.has_yielded(after.child):
            yield Message("{call}: {answer}", **values)
        else:
            yield Message("{answer} = {call}", **values)
        return
    if trace.origin.is_user_code and trace.user_code.is_raised(after.child):
        values = {"answer": answer(trace, after.child), "call": f"{trace.function_name(after.child)}()"}
        yield Message("{call} raises {answer}", **values)
        return
    if trace.judging(after.child) is None:
        function = trace.function_name(after.child)
        yield Message("{answer} = {function}()", answer=answer(trace, after.child), function=function)
    if trace.is_aside(after.child):
        if after.is_cut:
            yield Message("cut, without {moves}", moves=" ".join(trace.pruned_names(frame)) or "-")
        if takes_move_back(trace, after.child):
            yield undoing(trace, after.child)
        return
    yield comparing(trace, frame, before, after)
    if after.is_cut:
        yield cutting(trace, frame, after)
    if takes_move_back(trace, after.child) and not after.is_probe:
        yield undoing(trace, after.child)


def comparing(trace: Trace, frame: int, before: Folded | None, after: Folded) -> Message:
    """Return the comparison of a child's result with the best value."""
    calls, maximizing = trace.calls(frame), trace.kinds[frame] == MAX
    if calls.fold is Fold.MEAN:
        return Message(
            "{total} + {chance} * {value} = {sum}",
            total=calls.best,
            chance=probability(trace.chance_of(after.child)),
            value=after.value,
            sum=after.best,
        )
    if calls.fold is Fold.ONLY:
        return Message("{total} = {value}", total=calls.best, value=after.value)
    if (chance := trace.chance_of(after.child)) is not None:
        return Message("counts with probability {chance}", chance=probability(chance))
    recorded = trace.recorded_bounds
    low, high = trace.window_at_first(frame) if before is None else (before.alpha, before.beta)
    name, bound, now_bound = ("α", low, after.alpha) if maximizing else ("β", high, after.beta)
    # A program may leave before it moves its bound.
    is_moved = trace.search.windows is not Windows.NONE and (recorded is None or bound != now_bound)
    if isnan(after.best):
        if recorded is not None and is_moved and not isnan(now_bound):
            return Message("{name} = {bound}", name=name, bound=written(now_bound))
        return Message("the recording does not say what follows")
    value = "None" if trace.is_undecided(after.child) else written(after.value)
    if calls.fold in (Fold.SUM, Fold.LAST, Fold.AVERAGE):
        return Message("{total} = {value}", total=calls.best, value=after.best)
    if after.is_probe and trace.is_deeper_again(after.child + trace.sizes[after.child]):
        return Message("{value} is better: again, with more depth", value=value)
    if after.is_probe:
        return Message("{value} is better: again, in full", value=value)
    values: dict[str, object] = {"value": value, "sign": ">" if maximizing else "<"}
    if before is None or (isnan(before.best) and trace.recorded_bounds is None):
        was = starting_best(trace, frame)
        old = None if isnan(was) else written(was)
    else:
        was = before.best
        old = None if isnan(was) else trace.best_text(was, before.best_child)
    # A program may have compared otherwise, as with a value that is as good; then what follows is all that is said.
    holds = after.value > was if maximizing else after.value < was
    is_compared = recorded is None or (holds == after.is_better and not isnan(after.value) and after.value != was)
    if not after.is_better and is_compared:
        return Message("{value} {sign} {old}: no", old=old, **values)
    now = assigning(trace, frame, after.best, after.best_child)
    if is_moved:
        now = Message("{change}, {name} = {bound}", change=now, name=name, bound=written(now_bound))
    if old is None or not is_compared:
        return now
    return Message("{value} {sign} {old}: {change}", old=old, change=now, **values)


def cutting(trace: Trace, frame: int, after: Folded) -> Message:
    """Return the line of a cut, with the moves that it leaves."""
    if trace.calls(frame).fold is Fold.MEAN:
        return Message("cut, without {moves}", moves=" ".join(trace.pruned_names(frame)) or "-")
    sign = ">" if trace.options.get("cut") == ">" else ">="
    pruned = [] if trace.has_several_cutoffs(frame) else trace.pruned_names(frame)
    alpha, beta = window_met(trace, frame, after)
    values = {"alpha": alpha, "sign": sign, "beta": beta}
    if not pruned and trace.origin.is_user_code:  # what its loop has left may not be known
        return Message("{alpha} {sign} {beta}: cut", **values)
    if not pruned:
        return Message("{alpha} {sign} {beta}: cut, with no move left", **values)
    return Message("{alpha} {sign} {beta}: cut, without {moves}", moves=" ".join(pruned), **values)


def line_facts(trace: Trace, line: int) -> dict[str, Any]:
    """Return the line of a step as JSON prints it, with its file where there are several."""
    if not trace.origin.files:
        return {"line": line}
    place = trace.user_code.place(line)
    return {"line": place.line, "file": place.path if line else None}


def step_facts(trace: Trace, first: int, last: int) -> Iterator[dict[str, Any]]:
    """Iterate over the steps as JSON prints them, with the variables of the running frame."""
    cursor = Cursor(trace)
    for number in range(first, last + 1):
        cursor.go(number)
        now, top = cursor.now, cursor.stack[-1]
        yield {
            "step": number,
            "moment": now.moment.value,
            "frame": now.frame,
            "child": now.child if now.child >= 0 else None,
            "ply": top.ply,
            "function": top.function,
            "kind": kind_name(top.kind).lower() or None,
            "move": top.move or None,
            "path": trace.path(now.frame),
            "position": trace.position.game.text(trace.state(now.frame)),
            "alpha": None if top.alpha == -inf else plain_number(top.alpha),
            "beta": None if top.beta == inf else plain_number(top.beta),
            "best": None if top.best is None else plain_number(top.best),
            "best_move": top.best_move,
            "value": None if top.value is None else plain_number(top.value),
            "interval": [plain_number(end) for end in top.interval],
            "child_value": plain_number(trace.values[now.child]) if now.child >= 0 else None,
            **line_facts(trace, top.line),
            "sentence": str(sentence(trace, now)),
        }
