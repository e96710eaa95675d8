"""Inline values: what a step means for the lines of the search's text, like comments written by hand.

`1 > -2` stands at the comparison, `value = 1` at the call that has returned, `→ 1` at a return. The purpose of each
line is read from the text's syntax tree. Numbers are shown as the code has them: where a search changes signs, or
runs with the colours exchanged, they differ from MAX's view.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from math import inf, isnan

from plyscope.messages import Message, shortened, written
from plyscope.model.columns import HORIZON, INNER, LEAVES, TERMINAL
from plyscope.model.declaration import CHANCE, MAX, MIN, Calls, Fold, Value, Windows
from plyscope.model.executed_lines import Variable
from plyscope.model.facts_by_step import facts_at
from plyscope.model.folding import Folded
from plyscope.model.source_lines import SourceLines, ends_with_return, is_about_chance
from plyscope.model.steps import Moment, Step
from plyscope.model.trace import Trace
from plyscope.model.user_code_lines import UserCodeLines
from plyscope.text.call_narration import line_text
from plyscope.text.listing import answer, ending, move_variable, starting_best
from plyscope.text.what_ran import MAX_VALUE_CHARS, behind_lines, listed_messages, now_and_before, target_of_call


@dataclass(frozen=True)
class Inline:
    """The text shown behind one line of the source."""

    line: int
    message: Message


class Does(Enum):
    """What a line of a search's text does with its variables."""

    START = "sets the best before any child"
    LOOK_FOR_END = "asks whether the game is over"
    LOOP = "takes the next move"
    COMPARE = "compares a child's value with the best"
    KEEP = "keeps the better of a child's value and the best"
    TAKE = "makes it the best"
    RAISE_ALPHA = "raises α"
    LOWER_BETA = "lowers β"
    TEST_PROBE = "asks whether a probe must be searched again"
    TEST_SIDE = "asks whose move it is"
    TEST_CUT = "asks whether the moves left can matter"
    CUT = "leaves the moves that are left"
    STAND_ALPHA = "raises α to what standing pat is worth"
    STAND_BETA = "lowers β to what standing pat is worth"
    TEST_STANDING = "asks whether standing pat is enough"


@dataclass(frozen=True)
class Mark:
    """What one line of a function does, and for which kinds of frames."""

    line: int
    does: Does
    kinds: frozenset[int]
    name: str = ""
    """Of a loop, its variable; of a call, the variable that takes its result."""
    below: bool | None = None
    """Whether only frames at depth 0 and below come to it, or only those above; None for both."""


USE_OUTSIDE_LOOP = {Does.RAISE_ALPHA: Does.STAND_ALPHA, Does.LOWER_BETA: Does.STAND_BETA}
"""What a line does outside the loop that would narrow the window for the next move in it."""


class InlineValues:
    """The inline values of a search of ours."""

    def __init__(self, trace: Trace, lines: SourceLines) -> None:
        self.trace = trace
        self.lines = lines
        calls = {call.function: call for call in trace.search.calls}
        functions = [
            node
            for node in ast.parse("\n".join(lines.lines)).body
            if isinstance(node, ast.FunctionDef) and node.name in calls
        ]
        self._bodies = {node.name: node.body for node in functions}
        self._heads = {node.name: node.lineno for node in functions}
        self._results = {
            line: node.targets[0].id
            for function in functions
            for node in ast.walk(function)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
        }
        """Line -> the variable that is set on it."""
        self._marks = {
            name: list(marks_of_lines(body, frozenset({MAX, MIN, CHANCE}), calls[name], False))
            for name, body in self._bodies.items()
        }

    def body_of(self, function: str) -> list[ast.stmt]:
        """The statements of a function of the search; none where there is no text."""
        return self._bodies.get(function, [])

    def cut_tests(self, frame: int) -> set[int]:
        """Return the lines of a frame's code with the test whether the moves left can matter."""
        return {mark.line for mark in self._lines(frame, Does.TEST_CUT)}

    def at(self, step: Step, line: int) -> list[Inline]:
        """Return the values to show at a step, by lines; `line` is where the step itself is."""
        if step.moment is Moment.ENTER:
            return list(self._entering(step.frame, line))
        if step.moment is Moment.LEAVE:
            return list(self._leaving(step.frame, line))
        before, after = self.trace.fold_at(step.frame, step.child)
        return list(self._being_back(step.frame, line, before, after))

    def called(self, frame: int) -> list[Inline]:
        """Return the window that a frame was called with, behind the head of its function."""
        trace, name = self.trace, self.trace.name_of(frame)
        head = self._heads.get(trace.calls(frame).function)
        if head is None or not self.has_window(frame):
            return []
        alpha, beta = self.window(frame, trace.alphas[frame], trace.betas[frame])
        values = {"name": name, "alpha": alpha, "beta": beta}
        return [Inline(head, Message("{name}: α {alpha}, β {beta}" if name else "α {alpha}, β {beta}", **values))]

    # Values as the code has them

    def is_exchanged(self, frame: int) -> bool:
        """Whether the numbers in the frame's code have the opposite sign of MAX's view."""
        negated = self.trace.calls(frame).value is Value.NEGATED and self.trace.kinds[frame] == MIN
        return negated != self.trace.plan.is_exchanged

    def number(self, frame: int, value: float) -> str:
        """Return a value as the frame's code has it, as text."""
        return written(-value + 0.0 if self.is_exchanged(frame) else value)

    def has_window(self, frame: int) -> bool:
        """Whether the frame's function has a window; one that searches in rounds makes up those of the rounds."""
        return self.trace.search.windows is not Windows.NONE and self.trace.calls(frame).rounds is None

    def window(self, frame: int, alpha: float, beta: float) -> tuple[str, str]:
        """Return α and β as the frame's code has them, as texts."""
        if self.is_exchanged(frame):
            alpha, beta = -beta, -alpha
        return written(alpha + 0.0), written(beta + 0.0)

    def takes_largest(self, frame: int) -> bool:
        """Whether the frame's code takes the largest value."""
        if self.trace.calls(frame).value is Value.NEGATED:
            return True
        return (self.trace.kinds[frame] == MAX) != self.trace.plan.is_exchanged

    def _lines(self, frame: int, does: Does) -> Iterator[Mark]:
        """Iterate over the lines that do something in a frame's function, for its kind of frame."""
        kind = self.trace.plan.kind_in_text(self.trace.kinds[frame])
        stands_pat = self.trace.static_score(frame) is not None
        for mark in self._marks.get(self.trace.calls(frame).function, ()):
            if mark.does is does and kind in mark.kinds and mark.below in (None, stands_pat):
                yield mark

    # The three moments

    def _entering(self, frame: int, line: int) -> Iterator[Inline]:
        """Iterate over the values of a call that begins: arguments, the start value, the test for the end."""
        trace = self.trace
        arguments = self._arguments(frame)
        if arguments:
            yield Inline(line, Message("{arguments}", arguments=arguments))
        stops = self._stops(frame)
        looks = list(self._lines(frame, Does.LOOK_FOR_END))
        is_leaf = trace.statuses[frame] in LEAVES
        for mark in self._lines(frame, Does.START) if stops or not is_leaf else ():
            if not stops or (looks and mark.line < looks[0].line):
                best = self.number(frame, starting_best(trace, frame))
                yield Inline(mark.line, Message("{name} = {value}", name=trace.calls(frame).best, value=best))
        for mark in looks:
            if stops or trace.position.game.has_winner:
                yield Inline(mark.line, self._end(frame))
        if trace.static_score(frame) is not None and not is_leaf and self.has_window(frame):
            yield from self._standing(frame)
        if frame:
            yield from self._loop(trace.parents[frame], frame)

    def _stops(self, frame: int) -> bool:
        """Whether a frame returns where it asks for the end of the game, and not later on."""
        return self.trace.statuses[frame] in LEAVES and self.trace.static_score(frame) is None

    def _standing(self, frame: int) -> Iterator[Inline]:
        """What standing pat does to the window, and whether that is enough."""
        trace = self.trace
        before = self.window(frame, trace.alphas[frame], trace.betas[frame])
        after = self.window(frame, *trace.window_at_first(frame))
        for does, name, place in ((Does.STAND_ALPHA, "α", 0), (Does.STAND_BETA, "β", 1)):
            for mark in self._lines(frame, does):
                yield Inline(mark.line, narrowing(name, before[place], after[place]))
        values = {"alpha": after[0], "beta": after[1], "sign": ">" if trace.options.get("cut") == ">" else "≥"}
        for mark in self._lines(frame, Does.TEST_STANDING):
            if trace.stood_pat(frame):
                yield Inline(mark.line, Message("{alpha} {sign} {beta}", **values))
            elif trace.sizes[frame] > 1:
                yield Inline(mark.line, Message("{alpha} {sign} {beta}: no", **values))

    def _arguments(self, frame: int) -> str:
        """Return the arguments of a call other than the position."""
        trace, calls = self.trace, self.trace.calls(frame)
        depth = trace.depth_left(frame)
        parts = [f"depth {written(depth)}"] if depth < inf else []
        if self.has_window(frame):
            parts += map(" ".join, zip("αβ", self.window(frame, trace.alphas[frame], trace.betas[frame]), strict=True))
        if calls.value is Value.NEGATED:
            parts.append("side 1" if trace.kinds[frame] == MAX else "side -1")
        elif trace.kinds[frame] == CHANCE:
            parts.append("CHANCE")
        elif calls.side:
            parts.append("MAX" if self.takes_largest(frame) else "MIN")
        return " · ".join(parts)

    def _end(self, frame: int) -> Message:
        """Return whether the game is over, and how, as the test for it shows."""
        status = self.trace.statuses[frame]
        if status == TERMINAL:
            return ending(self.trace, frame)
        return Message("depth limit") if status == HORIZON else Message("no winner")

    def _loop(self, frame: int, child: int) -> Iterator[Inline]:
        """Iterate over the heads of loops, with the move that they have taken."""
        if self.trace.moves[child] < 0 and not self.trace.is_round(child):
            return
        move = self.trace.shown_move_to(child)
        node = self.trace.name_of(child)
        is_named = node is not None and node != move
        for mark in self._lines(frame, Does.LOOP):
            values = {"name": mark.name, "move": move, "node": node}
            yield Inline(mark.line, Message("{name} = {move} ({node})" if is_named else "{name} = {move}", **values))

    def _leaving(self, frame: int, line: int) -> Iterator[Inline]:
        """Iterate over the values of a call that returns."""
        yield Inline(line, Message("→ {answer}", answer=self._answer(frame, frame)))
        if self.trace.stood_pat(frame):
            yield from self._standing(frame)
        if self._stops(frame):
            for mark in self._lines(frame, Does.LOOK_FOR_END):
                yield Inline(mark.line, self._end(frame))

    def _answer(self, frame: int, seen_by: int) -> str:
        """Return a frame's result with the sign that the code of `seen_by` gives it."""
        text, value = answer(self.trace, frame), self.trace.values[frame]
        if self.is_exchanged(seen_by) and text != "None":
            text = text.replace(written(value), written(-value + 0.0), 1)
        return text

    def _being_back(self, frame: int, line: int, before: Folded | None, after: Folded) -> Iterator[Inline]:
        """Iterate over the values of a frame that goes on with a child's result."""
        calls = self.trace.calls(frame)
        if self.trace.is_aside(after.child):
            name, answer = self._results.get(line), self._answer(after.child, frame)
            yield Inline(line, Message("{name} = {answer}" if name else "= {answer}", name=name, answer=answer))
            return
        yield from self._loop(frame, after.child)
        if calls.fold is Fold.SUM:
            sums = {"value": self.number(frame, after.value), "total": self.number(frame, after.best)}
            yield Inline(line, Message("+ {value} = {total}", **sums))
            return
        if calls.fold is Fold.MEAN:
            yield from self._adding(frame, line, after)
            return
        answer = self._answer(after.child, frame)
        name = self._results.get(line)
        yield Inline(line, Message("{name} = {answer}" if name else "= {answer}", name=name, answer=answer))
        if calls.fold in (Fold.LAST, Fold.AVERAGE, Fold.ONLY):
            return
        for mark in self._lines(frame, Does.TEST_PROBE):
            if not self.trace.is_again(after.child) and before is not None:
                yield Inline(mark.line, self._probe(frame, before, after))
        if after.is_probe:
            return
        yield from self._side(frame, line)
        for mark in self._lines(frame, Does.COMPARE):
            yield Inline(mark.line, self._comparison(frame, before, after))
        for mark in self._lines(frame, Does.KEEP):
            yield Inline(mark.line, self._kept(frame, before, after))
        for mark in self._lines(frame, Does.TAKE):
            if after.is_better:
                yield Inline(mark.line, self._best(frame, after))
        yield from self._window_lines(frame, before, after)

    def _adding(self, frame: int, line: int, after: Folded) -> Iterator[Inline]:
        """Iterate over the values at chance, which adds an outcome by its probability."""
        yield Inline(line, Message("{name} = {answer}", name="value", answer=self._answer(after.child, frame)))
        for mark in self._lines(frame, Does.TAKE):
            if not (after.is_cut and self.trace.statuses[frame] == INNER):
                total = self.number(frame, after.best)
                yield Inline(mark.line, Message("{name} = {value}", name=self.trace.calls(frame).best, value=total))

    def _probe(self, frame: int, before: Folded, after: Folded) -> Message:
        """Return the test whether a probe must be searched again, with its numbers."""
        alpha, beta = self.window(frame, before.alpha, before.beta)
        values = {"alpha": alpha, "value": self.number(frame, after.value), "beta": beta}
        if after.is_probe:
            return Message("{alpha} < {value} < {beta}", **values)
        return Message("{alpha} < {value} < {beta}: no", **values)

    def _side(self, frame: int, line: int) -> Iterator[Inline]:
        """Iterate over the tests of whose move it is, below the call that has returned."""
        values = {"side": "MAX" if self.trace.kinds[frame] == MAX else "MIN"}
        for mark in self._marks.get(self.trace.calls(frame).function, ()):
            if mark.does is Does.TEST_SIDE and mark.line > line:
                yield Inline(mark.line, Message("yes, {side}" if self.takes_largest(frame) else "no, {side}", **values))

    def _old_best(self, frame: int, before: Folded | None) -> str:
        """Return the best value before a child returned, as text."""
        if before is None or isnan(before.best):
            return self.number(frame, starting_best(self.trace, frame))
        if before.best_child >= 0 and self.trace.is_undecided(before.best_child):
            return "None"
        return self.number(frame, before.best)

    def _kept(self, frame: int, before: Folded | None, after: Folded) -> Message:
        """Return the best value before and after `best = max(best, value)`."""
        old, new = self._old_best(frame, before), self.number(frame, after.best)
        values = {"name": self.trace.calls(frame).best, "old": old, "new": new}
        return Message("{name} {new}" if old == new else "{name} {old} → {new}", **values)

    def _comparison(self, frame: int, before: Folded | None, after: Folded) -> Message:
        """Return the comparison of a child's value with the best, with its numbers."""
        trace = self.trace
        values: dict[str, object] = {"sign": ">" if self.takes_largest(frame) else "<"}
        values["value"] = "None" if trace.is_undecided(after.child) else self.number(frame, after.value)
        values["old"] = self._old_best(frame, before)
        if after.is_better:
            return Message("{value} {sign} {old}", **values)
        return Message("{value} {sign} {old}: no", **values)

    def _best(self, frame: int, after: Folded) -> Message:
        """Return the new best value, with the move that it belongs to."""
        value = "None" if self.trace.is_undecided(after.best_child) else self.number(frame, after.best)
        if not self.trace.calls(frame).best_move:
            return Message("{name} = {value}", name=self.trace.calls(frame).best, value=value)
        return Message("= {value}, {move}", value=value, move=move_variable(self.trace, frame, after.best_child)[1])

    def _window_lines(self, frame: int, before: Folded | None, after: Folded) -> Iterator[Inline]:
        """Iterate over the lines that narrow the window or test for a cut."""
        trace = self.trace
        earlier = (before.alpha, before.beta) if before else trace.window_at_first(frame)
        old, new = self.window(frame, *earlier), self.window(frame, after.alpha, after.beta)
        for does, name, place in ((Does.RAISE_ALPHA, "α", 0), (Does.LOWER_BETA, "β", 1)):
            for mark in self._lines(frame, does):
                yield Inline(mark.line, narrowing(name, old[place], new[place]))
        for mark in self._lines(frame, Does.TEST_CUT):
            values = {"alpha": new[0], "beta": new[1], "sign": ">" if trace.options.get("cut") == ">" else "≥"}
            if not after.is_cut:
                yield Inline(mark.line, Message("{alpha} {sign} {beta}: no", **values))
            elif any(True for _ in self._lines(frame, Does.CUT)):
                yield Inline(mark.line, Message("{alpha} {sign} {beta}", **values))
            else:
                yield Inline(mark.line, Message("{alpha} {sign} {beta}: cut", **values))
        if after.is_cut:
            for mark in self._lines(frame, Does.CUT):
                yield Inline(mark.line, Message("cut"))


def narrowing(name: str, old: str, new: str) -> Message:
    """An end of a window before and after a line that may narrow it."""
    if old == new:
        return Message("{name} {value}", name=name, value=new)
    return Message("{name} {old} → {new}", name=name, old=old, new=new)


# Reading the text


def marks_of_lines(statements: list[ast.stmt], kinds: frozenset[int], calls: Calls, in_loop: bool) -> Iterator[Mark]:
    """Iterate over what the lines of a function do, branch by branch."""
    for statement in statements:
        if isinstance(statement, ast.For):
            yield Mark(statement.lineno, Does.LOOP, kinds, ast.unparse(statement.target))
            yield from marks_of_lines(statement.body, kinds, calls, True)
        elif isinstance(statement, ast.If) and is_side(statement.test, calls):
            if in_loop:
                yield Mark(statement.lineno, Does.TEST_SIDE, kinds)
            yield from marks_of_lines(statement.body, kinds & {MAX}, calls, in_loop)
            yield from marks_of_lines(statement.orelse, kinds & {MIN}, calls, in_loop)
            if ends_with_return(statement.body):
                kinds = kinds & {MIN}
        elif isinstance(statement, ast.If) and is_about_chance(statement.test):
            yield from marks_of_lines(statement.body, kinds & {CHANCE}, calls, in_loop)
            kinds = kinds - {CHANCE}
        elif isinstance(statement, ast.AugAssign):
            if calls.best in names_in(statement.target):
                yield Mark(statement.lineno, Does.TAKE, kinds)
        elif isinstance(statement, ast.If) and names_in(statement.test) == {"depth"}:
            for branch, below in ((statement.body, False), (statement.orelse, True)):
                yield from (replace(mark, below=below) for mark in marks_of_lines(branch, kinds, calls, in_loop))
        elif isinstance(statement, ast.If):
            does = meaning_of_test(statement.test, calls, in_loop)
            if does is not None:
                yield Mark(statement.lineno, does, kinds)
            if does is Does.TEST_CUT and isinstance(statement.body[0], ast.Break):
                yield Mark(statement.body[0].lineno, Does.CUT, kinds)
            yield from marks_of_lines([*statement.body, *statement.orelse], kinds, calls, in_loop)
        elif isinstance(statement, ast.Assign):
            done = meaning_of_assignment(statement, calls, in_loop)
            if done is not None:
                yield Mark(statement.lineno, done, kinds)


def is_side(test: ast.expr, calls: Calls) -> bool:
    """Whether a test asks whose move it is."""
    return isinstance(test, ast.Name) and test.id == calls.side


def names_in(node: ast.AST) -> set[str]:
    """Return the names in an expression."""
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


def meaning_of_test(test: ast.expr, calls: Calls, in_loop: bool) -> Does | None:
    """Return what a test of a search's text asks, by its names; None for any other test."""
    names = names_in(test)
    if not in_loop and names == {"alpha", "beta"}:
        return Does.TEST_STANDING
    if not in_loop:
        return Does.LOOK_FOR_END if "is_over" in names else None
    if {"alpha", "beta"} <= names:
        return Does.TEST_PROBE if len(names) > 2 else Does.TEST_CUT
    return Does.COMPARE if calls.best in names else None


def meaning_of_assignment(statement: ast.Assign, calls: Calls, in_loop: bool) -> Does | None:
    """Return what an assignment of a search's text does; None for any other."""
    targets = {name for target in statement.targets for name in names_in(target)}
    for name, does in (("alpha", Does.RAISE_ALPHA), ("beta", Does.LOWER_BETA)):
        if name in targets:
            return does if in_loop else USE_OUTSIDE_LOOP[does]
    if calls.best not in targets or isinstance(statement.value, ast.List):
        return None
    if not in_loop:
        return Does.START
    return Does.KEEP if names_in(statement.value) & {"max", "min"} else Does.TAKE


NAME = re.compile(r"[^\W\d]\w*")
MAX_VALUES_CHARS = 60
"""Characters of all values behind a line."""


class UserCodeInlineValues:
    """The inline values of user code: its variables and the changes of the previous line."""

    def __init__(self, trace: Trace, lines: UserCodeLines) -> None:
        self.trace = trace
        self.user_code = trace.user_code
        self.executed = lines.executed

    def at(self, step: Step, line: int) -> list[Inline]:
        """Return the values to show at a step, by lines; `line` is where the step itself is."""
        found = list(self._at_line(step, line) if step.moment is Moment.LINE else self._at_call(step, line))
        found += [Inline(at, message) for at, message in behind_lines(self.trace, step)]
        ended = self.user_code.ended
        is_end = step.number == self.executed.steps.count - 1 and step.frame == ended.frame
        # Plyscope names the limit, not the program.
        if is_end and ended.text and ended.how != "limit":
            found.insert(0, Inline(line, Message("{reason}", reason=shortened(ended.text, MAX_VALUES_CHARS))))
        return found

    def _at_line(self, step: Step, line: int) -> Iterator[Inline]:
        """Iterate over the variables of an executed line, and those that the line before has changed."""
        variables = self.executed.variables(step.row)
        before = self.executed.before(step.row)
        used = set(NAME.findall(line_text(self.trace.text, line)))
        changed = [variable for variable in variables if variable.changed and variable.text is not None]
        if before is not None and changed:
            old = {variable.name: variable.text for variable in self.executed.variables(before)}
            texts = [now_and_before(variable.name, old.get(variable.name), variable.text or "") for variable in changed]
            yield Inline(self.executed.number(before), listed_messages(texts))
            if self.executed.number(before) == line:
                variables = [variable for variable in variables if not variable.changed]
        yield from values_behind(line, [variable for variable in variables if variable.name in used])

    def _at_call(self, step: Step, line: int) -> Iterator[Inline]:
        """Iterate over a call's arguments as it begins, and its result as it returns."""
        if step.moment is Moment.ENTER:
            arguments = self.user_code.arguments(step.frame).items()
            yield from values_behind(line, [Variable(name, text) for name, text in arguments])
            return
        frame = step.frame if step.moment is Moment.LEAVE else step.child
        result = shortened(self.user_code.result(frame) or "", MAX_VALUE_CHARS)
        if self.user_code.is_raised(frame):
            yield Inline(line, Message("raises {reason}", reason=result))
        elif step.moment is Moment.LEAVE:
            yield Inline(line, Message("→ {answer}", answer=result))
        elif not target_of_call(self.trace, step) or not facts_at(self.trace, step):
            values = {"call": self.user_code.label(frame, MAX_VALUE_CHARS), "answer": result}
            has_yielded = self.user_code.has_yielded(frame)
            said = Message("{call}: {answer}", **values) if has_yielded else Message("{call} = {answer}", **values)
            yield Inline(line, said)


def inline_values(trace: Trace, lines: SourceLines) -> InlineValues | UserCodeInlineValues:
    """Return the inline values for a recording: of our search's text, or of user code."""
    if isinstance(lines, UserCodeLines):
        return UserCodeInlineValues(trace, lines)
    return InlineValues(trace, lines)


def values_behind(line: int, variables: list[Variable]) -> Iterator[Inline]:
    """Iterate over the names and values that have room behind a line."""
    texts = [
        f"{variable.name} = {shortened(variable.text, MAX_VALUE_CHARS)}"
        for variable in variables
        if variable.text is not None
    ]
    if texts:
        yield Inline(line, Message("{values}", values=shortened(", ".join(texts), MAX_VALUES_CHARS)))
