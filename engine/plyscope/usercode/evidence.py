"""A recording of user code as evidence for findings, and what a finding is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from math import isnan
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import Message
from plyscope.model.declaration import MAX
from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.roles import ALPHA, BETA, DEPTH, Proposal
from plyscope.model.steps import Steps
from plyscope.model.trace import Trace
from plyscope.model.user_code import Place
from plyscope.model.user_code_facts import Event, What, expression_of
from plyscope.usercode.boards import BoardColumn, boards_of
from plyscope.usercode.function_facts import FunctionFacts
from plyscope.usercode.result_values import argument_values
from plyscope.usercode.window_places import facts_of

MAX_INNER_FRAMES = 20_000
"""Inner frames that are checked one by one."""
BUG, WASTE, REMARK = "bug", "waste", "remark"
"""A wrong value, move or board; more calls than alpha-beta makes with the same rule and order; neither of them."""


class Finding(NamedTuple):
    """What the run shows of user code: the first frame that shows it, and where in the text it comes from."""

    kind: str
    name: str
    frame: int
    step: int
    line: int
    """The source line; 0 where it is not known."""
    happened: Message
    should: Message | None
    """What would have been right; None where no one thing would."""
    place: Place | None = None
    """The file of the line and the line in it, once they are known."""
    frames: int = 1
    """The number of frames that show it, as far as they are counted."""

    @property
    def line_text(self) -> int | Message:
        """The line, with its file where the recording has several."""
        return self.line if self.place is None else self.place.text

    @property
    def sentence(self) -> Message:
        """What happened, with its line."""
        if not self.line:
            return self.happened
        return Message("{happened} (line {line})", happened=self.happened, line=self.line_text)

    @property
    def facts(self) -> dict[str, Any]:
        """The finding as `debug --json` prints it."""
        return {
            self.kind: self.name,
            "frame": self.frame,
            "step": self.step,
            "count": self.frames,
            "line": (self.line if self.place is None else self.place.line) or None,
            "file": None if self.place is None or not self.line else self.place.path,
            "happened": str(self.happened),
            "should": None if self.should is None else str(self.should),
            "sentence": str(self.sentence),
        }


class RunEvidence:
    """A recording with its roles, and the windows and depths that its calls were given, as whole columns."""

    def __init__(self, trace: Trace, proposal: Proposal) -> None:
        self.trace, self.user_code, self.proposal = trace, trace.user_code, proposal
        self.alpha, self.beta, self.depth = (argument_values(trace, proposal, role) for role in (ALPHA, BETA, DEPTH))
        self.first = int(self.user_code.has_caller)
        """The first frame that is a call: 1 where frame 0 stands for the caller of several calls."""
        self.steps = Steps(trace)
        self.executed = trace.executed

    def finding(
        self, kind: str, name: str, frame: int, line: int, happened: Message, should: Message, *, leaves: bool = False
    ) -> Finding:
        """A finding at the step at which its frame is entered, or leaves with its value."""
        step = self.steps.leave(frame) if leaves else None
        return Finding(kind, name, frame, self.steps.enter(frame) if step is None else step, line, happened, should)

    def return_event(self, frame: int) -> Event | None:
        """The `return` with which a frame returned; None where it is not known."""
        found = [one.event for one in self.user_code.facts.of_frame(frame) if one.event.what is What.RETURN]
        return found[-1] if found else None

    def return_line(self, frame: int) -> int:
        """The line of the `return` with which a frame returned; 0 where it is not known."""
        event = self.return_event(frame)
        return 0 if event is None else event.line

    def call_line(self, child: int) -> int:
        """The line from which a frame was called; 0 where it is not known."""
        facts, parent = self.user_code.facts, self.trace.parents[child]
        if parent < 0:
            return 0
        if len(facts.site) and facts.site[child] >= 0:
            return facts.sites[int(facts.site[child])].line
        row = self.executed.last_before_call(parent, self.steps.enter_of_call(child)) if len(self.executed) else None
        return 0 if row is None else self.executed.number(row)

    def argument_line(self, child: int, role: str) -> int:
        """The line of the argument with a role in the call of a frame; that of the call where it is not known."""
        line, user_code = self.call_line(child), self.user_code
        names = (user_code.function_of(one).name for one in (self.trace.parents[child], child))
        caller, parameter = self.functions.get(next(names)), self.proposal.parameter(next(names), role)
        sites = [one for one in caller.sites if one.call.lineno == line] if caller is not None else []
        given = sites[0].arguments.get(parameter or "") if len(sites) == 1 else None
        return line if given is None else given.lineno

    @cached_property
    def functions(self) -> Mapping[str, FunctionFacts]:
        """What the text of each function says."""
        return facts_of(self.trace)

    def is_looked_up(self, frame: int) -> bool:
        """Whether the `return` of a leaf gives what a table holds: an item, or what `get` gave, without a call."""
        event, function = self.return_event(frame), self.functions.get(self.user_code.function_of(frame).name)
        if event is None or function is None or not event.text:
            return False
        if any(one.loops for one in function.ends if one.line == event.line):
            return False  # it may be what is stored of a move
        value = expression_of(event.text)
        return value is not None and function.takes_from_table(value) and not function.has_call(value)

    def return_names_bound(self, frame: int) -> bool:
        """Whether the text that a frame has returned names α or β: its value need not be that of its position."""
        event, places = self.return_event(frame), self.proposal.places.get(self.user_code.function_of(frame).name, {})
        bounds = [places[role] for role in (ALPHA, BETA) if role in places]
        return event is not None and any(re.search(rf"\b{re.escape(one)}(?!\w)", event.text) for one in bounds)

    @property
    def even_value(self) -> float:
        """The value of a position that is good for neither side."""
        return self.proposal.total / 2

    @cached_property
    def inner_frames(self) -> list[int]:
        """The first frames with children, without those that search for more than the value of their moves."""
        frames = np.flatnonzero(self.trace.column("size") > 1)
        frames = frames[frames >= self.first][:MAX_INNER_FRAMES]
        found: list[int] = frames[~np.isin(frames, self.frames_with_extra_calls)].tolist()
        return found

    @cached_property
    def frames_with_extra_calls(self) -> NDArray[np.int64]:
        """The frames with calls that are no moves: null moves, and shallow searches that sort the moves.

        They call for their own position among the moves of it, or for one position twice, with others in between.
        """
        parent, size = self.trace.column("parent"), self.trace.column("size")
        frames = np.flatnonzero(parent >= self.first)
        if not len(frames) or self.user_code.depends_on is None:
            return frames[:0]
        found = [frames[:0]]
        if self.boards is not None:
            numbers = self.boards.numbers
            is_still = numbers[frames] == numbers[parent[frames]]
            still = parent[frames[is_still]]
            found.append(still[np.isin(still, parent[frames[~is_still]])])
        keys = self._position_keys[frames]
        order = np.lexsort((frames, keys, parent[frames]))
        one, other = frames[order[:-1]], frames[order[1:]]
        is_twice = (parent[one] == parent[other]) & (keys[order[:-1]] == keys[order[1:]]) & (keys[order[1:]] >= 0)
        has_moved_on = other != one + size[one]
        differs = self.depth[one] != self.depth[other]
        if self.boards is not None:
            differs |= (self.alpha[one] != self.alpha[other]) | (self.beta[one] != self.beta[other])
        found.append(parent[other[is_twice & has_moved_on & differs]])
        return distinct_numbers(np.concatenate(found))

    @cached_property
    def _position_keys(self) -> NDArray[np.int64]:
        """A number for each frame, equal for calls that differ in window and depth alone; -1 without a position."""
        given = (self.proposal.roles.get(one.name, {}) for one in self.user_code.functions)
        beside = [
            [mine.get(name) in (ALPHA, BETA, DEPTH) for name in one.parameters]
            for mine, one in zip(given, self.user_code.functions, strict=True)
        ]
        has_position = np.array([any(one) and not all(one) for one in beside])[self.user_code.tables.function]
        return np.where(has_position, self.user_code.position_keys, -1)

    def side_name(self, frame: int) -> str:
        return "MAX" if self.trace.kinds[frame] == MAX else "MIN"

    def valued_children(self, frame: int) -> list[int]:
        """The children of a frame that returned a number; of a position that is searched again the last."""
        keys, values = self.user_code.position_keys, self.trace.values
        return [*{int(keys[one]): one for one in self.trace.children(frame) if not isnan(values[one])}.values()]

    def depth_left(self, frame: int) -> float:
        """The remaining depth of a frame, where depth decreases; minus the depth so far, where it grows."""
        return float(-self.depth[frame] if self._depth_grows else self.depth[frame])

    @cached_property
    def _depth_grows(self) -> bool:
        depth, parent = self.depth, self.trace.column("parent")
        below = parent >= self.first
        return bool(np.nansum(depth[below] - depth[parent[below]]) > 0)

    def value_in_code(self, frame: int) -> float:
        """The value as the code has it: in negamax from the side to move."""
        value = self.trace.values[frame]
        return self.proposal.total - value if self.proposal.negated and self.trace.kinds[frame] != MAX else value

    @cached_property
    def boards(self) -> BoardColumn | None:
        return boards_of(self.trace, self.proposal)
