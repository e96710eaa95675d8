"""Executed lines with all local variables, by `sys.settrace`, or by `sys.monitoring` where Python has it.

Only frames of traced functions are followed. A row has the values before its line is executed; what has changed since
the previous row is found by the reader. `sys.monitoring`, from Python 3.12 on, does not slow down other functions.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import inf
from threading import get_ident
from time import monotonic, perf_counter, process_time
from types import CodeType, FrameType
from typing import Any

from .injected_names import Codes
from .log import LINE, LINES_ENDED, SUSPENDING, Log
from .plain_locals import UNWRITABLE, PlainLocals
from .snapshots import COPY_VERSION, MARSHAL_VERSION, MAX_COPY_BYTES, MAX_ITEMS, NUMBERS, PLAIN, dumps, keep

Follower = Callable[[FrameType, str, Any], None]

MONITORING: Any = getattr(sys, "monitoring", None)
OUR_TOOL = 4
"""The tool number of the tracer; not one of those that Python reserves for debuggers and the like."""
MAX_LINES, MAX_LINE_BYTES, MAX_LINE_SECONDS = 20_000, 8 << 20, 0.4
"""Executed lines that are kept, the bytes of their values, and the seconds in which they are followed. With the time
in which they are written, read and turned into texts, that adds a second at most to a run. A recording with more
lines has those of its beginning, and after them calls only."""
MAX_LINES_OF_EACH = 5_000
"""Executed lines that are kept of each recording of a whole program, whose user waits for each of them."""
MAX_LINES_WATCHED, MAX_LINES_REQUESTED = 10 * MAX_LINES, 1000 * MAX_LINES
"""Executed lines that are kept where they were asked for, in the program's own process and in another one; their bytes
and seconds are as many times as usual."""
BUDGETS_OF_SESSION = 10
"""How many times as many lines, and bytes, all recordings of a whole program have together."""
SECONDS_OF_SESSION = 1.0
"""Seconds in which lines of a whole program are followed, beside half of the time that it spends waiting."""
WAITING_SHARE = 0.2
"""The share of its time from which on a program is one that waits, as for its user."""
FIRST_INSTRUCTIONS = 8
"""Bytes of instructions before which a generator has not begun."""
CALL_SECONDS = 5e-7
"""Seconds that `sys.settrace` adds to a call of any function."""
ROW_SECONDS = 2e-6
"""Seconds that a row takes, beside copies that may take longer: to measure each row would take a tenth of it."""
ROWS_BETWEEN = 64
"""Rows between two looks at what is left, which would take a twentieth of the time of a row."""
ROW_BYTES, VALUE_BYTES = 40, 20
"""Bytes of a row, and of a value beside what it holds."""
SMALL = 128
"""The numbers below this one hold no more than that."""


def local_names(code: CodeType) -> tuple[str, ...]:
    """Return a function's local variables, those shared with nested functions included."""
    hidden = frozenset(code.co_varnames)
    names = [*code.co_varnames, *(name for name in (*code.co_cellvars, *code.co_freevars) if name not in hidden)]
    return tuple(name for name in names if name.isidentifier() and name != "__class__")


class LineRecorder:
    """The recorder of executed lines, up to a maximum; `stop` ends it.

    With `renews` each outermost call has that maximum for itself, since it is a recording of its own.
    """

    def __init__(self, functions: Codes, log: Log, most: int = MAX_LINES, *, renews: bool = False) -> None:
        self.log = log
        self.most = most
        self.renews = renews
        self.budgets_left = float(BUDGETS_OF_SESSION)
        """How many such maxima of lines and bytes may still be used."""
        self._began, self._seconds_spent = monotonic() - process_time(), 0.0
        self.knows_root = False
        """Whether the end of the outermost call is waited for."""
        self.fill()
        self.functions = functions
        self.plain = PlainLocals()
        if renews:
            log.cut_calls.on_silence.append(self.pause)
            log.cut_calls.on_resumption.append(self.resume)
            log.before_keys.append(self.share_budgets)

    def fill(self) -> None:
        """Set the budgets of one recording."""
        self.left, self.bytes_left = self.most, MAX_LINE_BYTES * self.times
        self.fill_seconds()

    @property
    def times(self) -> int:
        """The factor by which budgets are larger than usual."""
        return max(1, self.most // MAX_LINES)

    def fill_seconds(self) -> None:
        """Set the seconds of one recording, as far as those of all allow."""
        allowed = SECONDS_OF_SESSION * self.times + self.waited() / 2 if self.renews else inf
        self._seconds_given = max(0.0, min(MAX_LINE_SECONDS * self.times, allowed - self._seconds_spent))
        self.seconds_left = self._seconds_given or MAX_LINE_SECONDS  # those are asked for again when a call begins

    def share_budgets(self) -> None:
        """Give calls that take turns the budgets of all recordings together."""
        more = max(0.0, self.budgets_left - 1) if self.left > 0 else 0.0
        self.left += int(more * self.most)
        self.bytes_left += int(more * MAX_LINE_BYTES * self.times)

    def waited(self) -> float:
        """Return the seconds for which this process has waited since it began."""
        return max(0.0, monotonic() - self._began - process_time())

    def stop(self) -> None:
        """Follow no lines any more."""
        raise NotImplementedError

    def wait(self) -> None:
        """Follow no lines until the outermost call is over."""
        raise NotImplementedError

    def follow(self) -> None:
        """Follows lines again after `wait`."""
        raise NotImplementedError

    def pause(self) -> None:
        """Follows no lines of a call that has reached a limit."""
        raise NotImplementedError

    def resume(self) -> None:
        """Follows lines again after `pause`: another call is a recording of its own."""
        self.root_is_over()
        if self.left > 0:
            self.follow()

    def note_root(self, frame: FrameType | None) -> None:
        """Find the outermost recorded call from a frame outwards, and await its end; none where calls take turns."""
        began = perf_counter()
        root = self.root_of(frame)
        self.seconds_left -= perf_counter() - began
        if root is not None and not root.f_code.co_flags & SUSPENDING:
            self.knows_root = True
            self.wait_for_end(root)
            if not self._seconds_given:
                self.fill_seconds()  # the program may have waited meanwhile
                if not self._seconds_given:
                    self.end("session")

    def root_of(self, frame: FrameType | None) -> FrameType | None:
        """Return the outermost recorded call from a frame outwards; None without one."""
        root: FrameType | None = None
        while frame is not None:
            if id(frame.f_code) in self.log.instrumented:
                root = frame
            frame = frame.f_back
        return root

    def wait_for_end(self, root: FrameType) -> None:
        """Have `root_is_over` called when the outermost call ends."""
        raise NotImplementedError

    def root_is_over(self) -> None:
        """Refill the budgets for the next recording, or stop following lines for good where all are used up."""
        self.knows_root = False
        if self.log.has_keys:
            return
        self.seconds_left -= ROW_SECONDS * (-self.left % ROWS_BETWEEN)
        self.budgets_left -= max(1 - self.left / self.most, 1 - self.bytes_left / (MAX_LINE_BYTES * self.times))
        self._seconds_spent += max(0.0, self._seconds_given - self.seconds_left)
        is_waiting = self.left <= 0
        self.fill()
        is_patient = self.waited() > WAITING_SHARE * (monotonic() - self._began)
        if self.budgets_left <= 0 or not (self._seconds_given or is_patient):
            self.left = 0
            self.log.events.append((LINES_ENDED, "session"))
            self.stop()
            return
        if is_waiting:
            self.log.events.append((LINES_ENDED, ""))
            self.follow()

    def end(self, reason: str) -> None:
        """Follow no more lines of this recording for lack of room or time, and record why."""
        if self.left > 0 or reason == "rows":
            self.left = 0
            self.log.events.append((LINES_ENDED, reason))
            if self.knows_root:
                self.wait()
            else:
                self.stop()

    def recorder_of(self, number: int, first_line: int) -> Follower:
        """Return the trace function that records the lines of a function.

        The line is the frame's unless it is given. It returns None, with which Python leaves the trace function of the
        frame as it is.
        """
        log, guarded, append = self.log, self.log.guarded, self.log.events.append
        ours, renews = self.functions.lines_before[number], self.renews
        known, mixed, admits = self.plain.known, self.plain.mixed, self.plain.admits

        def record_line(frame: FrameType, event: str, line: Any) -> None:
            if event != "line" or self.left <= 0 or (guarded[0] and log.is_off()):
                return
            if renews and not self.knows_root and not log.has_keys:
                self.note_root(frame)
                if self.left <= 0:
                    return
            line = frame.f_lineno if line is None else line
            if ours:
                if line == first_line:
                    return
                if ours > 1:
                    line = first_line
            local: Any = frame.f_locals
            values: Any = None
            if number not in mixed:
                try:
                    values = dumps(local, COPY_VERSION)
                except UNWRITABLE:
                    mixed.add(number)
            if values in known or (values is not None and admits(values, local)):
                self.bytes_left -= len(values)
            else:
                values = self.keep_each(number, local, values)
            append((LINE, number, line, values, log.current(frame)) if log.has_keys else (LINE, number, line, values))
            self.left = left = self.left - 1
            if not left % ROWS_BETWEEN:
                self.count(left)

        return record_line

    def keep_each(self, number: int, local: dict[str, Any], copied: bytes | None) -> dict[str, Any]:
        """Return the local variables kept one by one; `copied` is a copy of all, if one could be made."""
        values = local.copy()
        size = VALUE_BYTES * len(values)
        for name, value in values.items():
            kind = type(value)
            if kind is int:
                # Of most values that is all, and to ask a function about each would take a fifth of a row's time.
                if not -SMALL < value < SMALL:
                    size += value.bit_length() >> 3
            elif (
                kind is list
                and len(value) <= MAX_ITEMS
                and NUMBERS.issuperset(map(type, value))
                and len(kept := dumps(value, MARSHAL_VERSION)) <= MAX_COPY_BYTES
            ):
                values[name] = kept
                size += len(kept)
            elif kind not in PLAIN:
                values[name] = kept = self.keep_in_time(value)
                size += bytes_beside(kept)
        self.bytes_left -= size
        if copied is not None:
            self.plain.learn(number, copied, values)
        return values

    def keep_in_time(self, value: Any) -> Any:
        """Return a kept value, with its time taken off the budget."""
        began = perf_counter()
        kept = keep(value)
        self.seconds_left -= perf_counter() - began
        return kept

    def count(self, left: int) -> None:
        """Count rows, and end it where a budget is used up."""
        self.seconds_left -= ROW_SECONDS * ROWS_BETWEEN
        self.bytes_left -= ROW_BYTES * ROWS_BETWEEN
        if left <= 0 or self.bytes_left < 0 or self.seconds_left < 0:
            self.end("rows" if left <= 0 else "bytes" if self.bytes_left < 0 else "seconds")


def bytes_beside(kept: Any) -> int:
    """Return about how many bytes a value takes beside `VALUE_BYTES`."""
    if type(kept) is int:
        return int(kept.bit_length() >> 3)
    return len(kept[0] if type(kept) is list else kept)


class FrameMark:
    """A frame's trace function, by which the frame is known again though nothing holds it.

    Who holds a frame holds what its call was given. Frames have no weak references, and their places in memory are
    used again. While no trace function is set in a thread, Python does not call those of its frames.
    """

    def __init__(self, frame: FrameType) -> None:
        before: Any = frame.f_trace
        self.identity: object = before.identity if issubclass(type(before), FrameMark) else object()
        self.inner: Any = before.inner if type(before) is FrameMark else before
        """The trace function that the frame had."""
        frame.f_trace = self

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        if self.inner is not None and (following := self.inner(frame, event, argument)) is not None:
            self.inner = following


class NoticedReturn(FrameMark):
    """A mark that notices that the call returns, in a thread whose calls are traced."""

    def __init__(self, frame: FrameType, notify: Callable[[], object]) -> None:
        super().__init__(frame)
        self.notify = notify
        frame.f_trace_lines = self.inner is not None

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        if event == "return":
            self.notify()
        else:
            super().__call__(frame, event, argument)


class NoticedEnd(FrameMark):
    """A mark that notices that its frame is gone, since nothing holds its trace function then.

    It costs nothing until then. Another thread that has looked at the frame may be the one that lets it go; since line
    tracing belongs to a thread, the log then has it done by the frame's own thread.
    """

    def __init__(self, frame: FrameType, log: Log, notify: Callable[[], object]) -> None:
        super().__init__(frame)
        self.inner = None  # where a debugger is at work, lines are its own matter
        self.log = log
        self.notify = notify
        self.thread = get_ident()

    def __del__(self) -> None:
        if get_ident() == self.thread:
            self.notify()
        else:
            self.log.awaited = self.thread, self.notify


class LineTracer(LineRecorder):
    """The recorder by `sys.settrace`, for this thread and those that begin later."""

    def __init__(
        self,
        functions: Codes,
        log: Log,
        most: int = MAX_LINES,
        is_only: Callable[[FrameType], bool] | None = None,
        *,
        renews: bool = False,
    ) -> None:
        super().__init__(functions, log, most, renews=renews)
        self.is_only = is_only
        """Asked at each recorded call, in order: whether its lines are followed, with those of the calls below it, and
        no others. None follows all, and so does the tracer once the call has come."""
        self.before = sys.gettrace()
        self._recorders: dict[int, Follower] = {}
        self._number_of = functions.by_identity.get
        self.follow_thread()
        log.on_thread_start.append(self.follow_thread)

    def follow_thread(self) -> None:
        """Follow the lines of this thread."""
        sys.settrace(self.on_call)

    def stop(self) -> None:
        self.left = 0
        sys.settrace(self.before)

    def wait(self) -> None:
        # A trace function of the frame would be called only while a global one is set, and that is called for every
        # call of any function.
        root = self.root_of(sys._getframe(1))
        sys.settrace(self.before)
        if root is not None:
            NoticedEnd(root, self.log, self.root_is_over)

    def pause(self) -> None:
        sys.settrace(self.before)

    def follow(self) -> None:
        self.follow_thread()

    def wait_for_end(self, root: FrameType) -> None:
        NoticedReturn(root, self.root_is_over)

    def on_call(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Return the trace function for a called function; None where it is not followed."""
        self.seconds_left -= CALL_SECONDS
        if self.is_only is not None:
            return self.before_call(frame, self.is_only)
        number = self._number_of(id(frame.f_code))
        if number is None or self.left <= 0:
            if self.seconds_left < 0 < self.left:
                self.end("seconds")
            return None
        if number not in self._recorders:
            self._recorders[number] = self.recorder_of(number, frame.f_code.co_firstlineno)
        return self._recorders[number]

    def before_call(self, frame: FrameType, is_it: Callable[[FrameType], bool]) -> Any:
        """Return the trace function of the call to be followed, after which no more are; None for calls before it."""
        is_resumed = frame.f_lasti > FIRST_INSTRUCTIONS and frame.f_code.co_flags & SUSPENDING
        if id(frame.f_code) not in self.log.instrumented or is_resumed:
            return None
        if not is_it(frame):
            return None
        self.is_only = None
        frame.f_trace = self.on_call(frame, "call", None)
        return NoticedReturn(frame, self.stop)


class LineMonitor(LineRecorder):
    """The recorder by `sys.monitoring`, for all threads."""

    def __init__(self, functions: Codes, log: Log, most: int = MAX_LINES, *, renews: bool = False) -> None:
        super().__init__(functions, log, most, renews=renews)
        self._codes: list[CodeType] = []
        self._recorders: dict[int, Follower] = {}
        self._root_mark: FrameMark | None = None
        MONITORING.use_tool_id(OUR_TOOL, "plyscope")
        MONITORING.register_callback(OUR_TOOL, MONITORING.events.LINE, self.on_line)
        functions.notify_of_new(self.follow_code)

    def follow_code(self, code: CodeType) -> None:
        """Follow the lines of a code object."""
        self._codes.append(code)
        if self.left > 0:
            MONITORING.set_local_events(OUR_TOOL, code, self._events_of(code) | MONITORING.events.LINE)

    def _events_of(self, code: CodeType) -> int:
        """Return the events to watch of a code object, without its lines."""
        followed, lines = int(MONITORING.get_local_events(OUR_TOOL, code)), int(MONITORING.events.LINE)
        return followed & ~lines

    def stop(self) -> None:
        self.functions.notify_of_new(None)
        if MONITORING.get_tool(OUR_TOOL) == "plyscope":
            events = MONITORING.events
            MONITORING.set_events(OUR_TOOL, 0)
            for event in (events.LINE, events.PY_RETURN, events.PY_UNWIND):
                MONITORING.register_callback(OUR_TOOL, event, None)
            MONITORING.free_tool_id(OUR_TOOL)

    def wait(self) -> None:
        for code in self._codes:
            MONITORING.set_local_events(OUR_TOOL, code, self._events_of(code))

    def pause(self) -> None:
        self.wait()

    def follow(self) -> None:
        for code in self._codes:
            MONITORING.set_local_events(OUR_TOOL, code, self._events_of(code) | MONITORING.events.LINE)

    def wait_for_end(self, root: FrameType) -> None:
        """Of one code there are many frames; that of the outermost call is marked."""
        events = MONITORING.events
        MONITORING.register_callback(OUR_TOOL, events.PY_RETURN, self.on_end)
        MONITORING.register_callback(OUR_TOOL, events.PY_UNWIND, self.on_end)
        MONITORING.set_events(OUR_TOOL, events.PY_UNWIND)
        code = root.f_code
        followed = MONITORING.get_local_events(OUR_TOOL, code)
        MONITORING.set_local_events(OUR_TOOL, code, followed | events.PY_RETURN)
        self._root_mark = FrameMark(root)

    def on_end(self, code: CodeType, *_: Any) -> None:
        """Notice that the outermost call has ended."""
        if sys._getframe(1).f_trace is self._root_mark:
            followed = MONITORING.get_local_events(OUR_TOOL, code)
            MONITORING.set_local_events(OUR_TOOL, code, followed & ~int(MONITORING.events.PY_RETURN))
            MONITORING.set_events(OUR_TOOL, 0)
            self.root_is_over()

    def on_line(self, code: CodeType, line: int) -> None:
        """Record an executed line."""
        number = self.functions.by_identity.get(id(code))
        if number is None or self.left <= 0:
            return
        if number not in self._recorders:
            self._recorders[number] = self.recorder_of(number, code.co_firstlineno)
        self._recorders[number](sys._getframe(1), "line", line)


def follow_lines(
    functions: Codes,
    log: Log,
    most: int = MAX_LINES,
    is_only: Callable[[FrameType], bool] | None = None,
    *,
    renews: bool = False,
) -> LineRecorder:
    """Return a recorder of lines by the best means available; with `is_only` for one call and those below."""
    if is_only is not None:
        return LineTracer(functions, log, most, is_only)
    if MONITORING is not None and MONITORING.get_tool(OUR_TOOL) is None:
        return LineMonitor(functions, log, most, renews=renews)
    return LineTracer(functions, log, most, renews=renews)
