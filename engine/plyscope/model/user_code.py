"""What a recording of user code holds beside its columns: calls, arguments, results, executed lines and printed text.

Texts have numbers. Arguments are in one long column, frame by frame, as many for each frame as its function has
parameters; so are local variables, line by line. Equal calls are calls of one function with equal texts of arguments,
where nothing else that they read may change between them: `UserCode.has_equal_calls`.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, partial
from itertools import takewhile
from pathlib import PurePath
from typing import Any, ClassVar, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import Message, shortened
from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.source_lines import text_lines
from plyscope.model.user_code_facts import NO_FACTS, Event, UserCodeFacts, What

Column = NDArray[Any]

MAX_ARGUMENTS = 50_000
"""How many texts of arguments are examined for hidden state."""
HIDDEN_STATE_PATTERN = re.compile(
    r"…|\b(?!set\(|frozenset\()\w*(iterator|generator|_io|coroutine)\w*\(\)|^<generator|^<coroutine"
)
"""Texts of arguments that do not show all of a value."""
PART_LEFT_OUT = re.compile(r"(?<!\bdefaultdict\()…")
"""What stands in a text for a part of the value; in that of a defaultdict it stands for its function."""
MAX_MOVE_CHARS = 30
"""Characters of a caller's move up to which it names a move."""
MAX_LABEL_CHARS = 60
"""Characters of a call in a label, unless a caller says otherwise."""
LOOP = re.compile(r"\s*(async\s+)?(for|while)\b")
LEAVING = re.compile(r"\b(break|return)\b")
Parts = tuple[Sequence[Any], Sequence[Any], Sequence[Any]]
NO_PARTS: Parts = ((), (), ())
ROLES_BESIDE_POSITION = ("alpha", "beta", "depth", "ignore")
"""Roles of parameters that say how a position is searched, and nothing of the position."""


@dataclass(frozen=True)
class TracedFunction:
    """A function whose calls are frames."""

    name: str
    parameters: tuple[str, ...]
    """What is recorded of its calls: its parameters, and after them boards outside of it, which are no variables."""
    variables: tuple[str, ...]
    """Its local variables, parameters included, in the order of the rows of executed lines."""
    line: int
    last_line: int
    takes_move: bool = False
    """Whether the log has the caller's move after these, for each of its calls."""
    parts: Parts = field(default=NO_PARTS, compare=False, repr=False)
    """While a log is read: its events, call expressions and guards as the log describes them."""

    @property
    def called_name(self) -> str:
        """The last name, by which calls name it."""
        return self.name.partition("@")[0].rpartition(".")[2]

    @property
    def recorded(self) -> int:
        """The number of items that the log has for a call."""
        return len(self.parameters) + self.takes_move


class CodeFile(NamedTuple):
    """A file of a recording whose functions stand in several: its text is a part of the recording's text."""

    path: str
    first_line: int
    """The line of the recording's text at which that of the file begins."""


class Place(NamedTuple):
    """A line of the recording's text as a line of its file."""

    path: str
    line: int
    text: int | Message
    """The line as it is named: with its file where there are several."""


class Ended(NamedTuple):
    """How the traced program ended."""

    how: str
    """returned, exception, exit, limit, interrupted, killed."""
    text: str
    """The result, the exception, or which limit."""
    frame: int = -1
    """The frame in which it ended; -1 if it completed."""
    line: int = 0
    elsewhere: bool = False
    """Whether it started other processes, which are not recorded."""
    lines_ended: str = ""
    """What was used up so that later lines are not recorded: rows, bytes or seconds."""
    unread: int = 0
    """Calls that were made and not read, since the reading was stopped; -1 if their number is not known."""


@dataclass(frozen=True)
class CallTables:
    """The tables of a recording, by their names in trace files."""

    function: Column
    """For each frame, the number of its function."""
    call: Column
    """For each frame a number, equal for equal calls, in the order of their first call."""
    arguments: Column
    """Texts of arguments, frame by frame."""
    result: Column
    """For each frame the text of its result, or of the exception that left it; -1 if there is none."""
    saved: Column
    """The frames that a cache answered."""
    raised: Column
    """The frames left by an exception that was caught."""
    printed_step: Column
    """For each printed text the step before it."""
    printed_line: Column
    """For each printed text the number of lines executed before it."""
    line_step: Column
    """For each executed line the step before it."""
    line_number: Column
    line_values: Column
    """Texts of local variables, line by line; -1 for one without a value."""
    move: Column = field(default_factory=lambda: np.zeros(0, "<i4"))
    """For each frame the text of the move as its caller has it, -1 where it has none; empty if no frame has one."""
    drawn: Column = field(default_factory=lambda: np.zeros(0, "<i4"))
    """Pairs of texts: that of an object, and the one that it draws of itself; the first of each pair ascend."""
    judged: Column = field(default_factory=lambda: np.zeros(0, "<i4"))
    """The rows that are no calls but values that the loop above them has judged itself; see `judged_values`."""
    judging: Column = field(default_factory=lambda: np.zeros(0, "<i8"))
    """For each of these the row of the fact that gives the value."""

    TYPES: ClassVar[dict[str, str]] = {
        "function": "<u2",
        "call": "<i4",
        "arguments": "<i4",
        "result": "<i4",
        "saved": "<i4",
        "raised": "<i4",
        "printed_step": "<i8",
        "printed_line": "<i8",
        "line_step": "<i8",
        "line_number": "<i4",
        "line_values": "<i4",
        "move": "<i4",
        "drawn": "<i4",
        "judged": "<i4",
        "judging": "<i8",
    }

    @property
    def columns(self) -> Mapping[str, Column]:
        """The tables by their names in trace files."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


@dataclass(frozen=True)
class UserCode:
    """The calls of user code, beside the columns of its recording."""

    file: str
    call: str
    functions: tuple[TracedFunction, ...]
    tables: CallTables
    texts: Sequence[str]
    printed: Sequence[str]
    ended: Ended
    proposal: Mapping[str, Any] | None = None
    """The roles of its parameters if it is read as a search of a game; see `roles.Proposal`."""
    depends_on: tuple[str, ...] | None = None
    """Names from outside, not among the arguments, that calls read and that may change; None if that is not known."""
    files: tuple[CodeFile, ...] = ()
    """The files in which its functions stand, if there are several. Their texts follow each other in the text of the
    recording, and every line number in it counts from there."""
    facts: UserCodeFacts = NO_FACTS
    """What ran beside its calls; recordings of older versions have none."""

    # Files

    def file_at(self, line: int) -> CodeFile:
        """Return the file that a line of the recording's text is in."""
        files = self.files or (CodeFile(self.file, 1),)
        return next((one for one in reversed(files) if one.first_line <= line), files[0])

    def line_in_file(self, line: int) -> int:
        """Return a line of the recording's text as a line of its file; 0 stays no line."""
        return line - self.file_at(line).first_line + 1 if line else 0

    def line_text(self, line: int) -> int | Message:
        """Return a line as sentences name it: with its file where there are several."""
        if not self.files or not line:
            return line
        return Message("{line} of {file}", line=self.line_in_file(line), file=self.file_name(self.file_at(line)))

    def line_named(self, text: str) -> int:
        """Return the line of the recording's text that a text such as eval.py:12 names; 0 for any other text."""
        name, colon, number = text.rpartition(":")
        if not colon or not number.strip().isdecimal():
            return 0
        found = (one for one in self.files if name.strip() in (self.file_name(one), one.path))
        return next((one.first_line + int(number) - 1 for one in found), 0)

    def place(self, line: int) -> Place:
        """Return a line of the recording's text as a line of its file."""
        return Place(self.file_at(line).path, self.line_in_file(line), self.line_text(line))

    def file_name(self, file: CodeFile) -> str:
        """Return the name of a file, with its folder where another file has the same name."""
        path = PurePath(file.path)
        names = [PurePath(one.path).name for one in self.files]
        return path.name if names.count(path.name) < 2 else f"{path.parent.name}/{path.name}"

    # Calls

    @cached_property
    def _argument_ends(self) -> Column:
        """For each frame the place behind its arguments in the column of all arguments."""
        counts = np.array([len(function.parameters) for function in self.functions] or [0])
        return np.cumsum(counts[self.tables.function], dtype=np.int64)

    def function_of(self, frame: int) -> TracedFunction:
        """Return the function that a frame is a call of."""
        return self.functions[int(self.tables.function[frame])]

    def argument_numbers(self, frame: int) -> list[int]:
        """Return the numbers of the texts of a frame's arguments."""
        end = int(self._argument_ends[frame])
        count = len(self.function_of(frame).parameters)
        found: list[int] = self.tables.arguments[end - count : end].tolist()
        return found

    def arguments(self, frame: int) -> dict[str, str]:
        """Return the arguments of a frame as texts, by the names of its function's parameters."""
        texts = (self.texts[number] for number in self.argument_numbers(frame))
        return dict(zip(self.function_of(frame).parameters, texts, strict=True))

    def argument_column(self, function: int, parameter: int) -> tuple[Column, Column]:
        """Return all frames of a function, and for each the number of the text of a parameter."""
        frames = np.flatnonzero(self.tables.function == function)
        count = len(self.functions[function].parameters)
        return frames, self.tables.arguments[self._argument_ends[frames] - count + parameter]

    def texts_given(self, parameters: Mapping[str, str | None]) -> Column:
        """Return for each frame the number of the text that it was given for a parameter; -1 for none."""
        found = np.full(len(self.tables.function), -1, np.int64)
        for number, function in enumerate(self.functions):
            name = parameters.get(function.name)
            if name in function.parameters:
                frames, texts = self.argument_column(number, function.parameters.index(name))
                found[frames] = texts
        return found

    def result(self, frame: int) -> str | None:
        """Return the text of a frame's result, of its exception, or of what a generator has yielded; None without."""
        number = int(self.tables.result[frame])
        return self.texts[number] if number >= 0 else None

    def has_yielded(self, frame: int) -> bool:
        """Whether a frame is the run of a generator, whose result begins with a word that no value begins with."""
        return (self.result(frame) or "").startswith("it yields ")

    def move_of(self, frame: int) -> str:
        """Return the move as the caller of a frame has it, if its text is a short one; else empty."""
        number = int(self.tables.move[frame]) if len(self.tables.move) else -1
        text = (self.drawing(number) or self.texts[number]) if number >= 0 else ""
        return move_text(text)

    def drawing(self, number: int) -> str:
        """Return the text that an object draws of itself, by the number of its text; empty if it draws nothing."""
        drawn = self._drawings.get(number, -1)
        return self.texts[drawn] if drawn >= 0 else ""

    @cached_property
    def _drawings(self) -> dict[int, int]:
        """The number of an object's text -> the number of the text that it draws of itself."""
        pairs = self.tables.drawn.tolist()
        return dict(zip(pairs[::2], pairs[1::2], strict=True))

    def is_saved(self, frame: int) -> bool:
        """Whether a cache answered a frame."""
        return contains(self.tables.saved, frame)

    def is_raised(self, frame: int) -> bool:
        """Whether a frame was left by an exception that was caught."""
        return contains(self.tables.raised, frame)

    def is_judged(self, frame: int) -> bool:
        """Whether a frame is no call but a value that the loop above it has judged itself."""
        return contains(self.tables.judged, frame)

    def judged_among(self, first: int, end: int) -> int:
        """Return how many of the frames from `first` up to `end` are values that a loop has judged."""
        return int(np.searchsorted(self.tables.judged, end) - np.searchsorted(self.tables.judged, first))

    def judging(self, frame: int) -> Event:
        """Return the assignment that has judged a value."""
        row = int(self.tables.judging[np.searchsorted(self.tables.judged, frame)])
        return self.facts.events[int(self.facts.event[row])]

    def label(self, frame: int, longest: int = MAX_LABEL_CHARS) -> str:
        """Return a call as it is written, shortened: fib(3). Of a judged value the assignment."""
        if self.is_judged(frame):
            return shortened(self.judging(frame).assignment, longest)
        function = self.function_of(frame)
        if function is self.functions[-1]:
            return shortened(function.name, longest)
        return self._written_call(function, [self.texts[number] for number in self.argument_numbers(frame)], longest)

    def shared_label(self, frames: Sequence[int], longest: int = MAX_LABEL_CHARS) -> str:
        """Return calls of one move as one is written, with … in place of arguments in which they differ, shortened."""
        calls = [frames[at] for at in np.unique(self.tables.call[frames], return_index=True)[1].tolist()]
        if len(calls) == 1:
            return self.label(calls[0], longest)
        function = self.function_of(calls[0])
        if any(self.function_of(call) is not function for call in calls):
            return f"{function.called_name}(…)"
        arguments = zip(*map(self.argument_numbers, calls), strict=True)
        texts = [self.texts[numbers[0]] if len({*numbers}) == 1 else "…" for numbers in arguments]
        return self._written_call(function, texts, longest)

    def _written_call(self, function: TracedFunction, texts: Sequence[str], longest: int) -> str:
        """Return a call of a function as it is written, from the texts of its arguments, shortened."""
        values = [
            text if name in function.variables else f"{name}={text}"
            for name, text in zip(function.parameters, texts, strict=True)
        ]
        if function.parameters[:1] == ("self",):
            values = values[1:]
        text = f"{function.called_name}({', '.join(values)})"
        return text if len(text) <= longest else text[: longest - 2] + "…)"

    @property
    def has_caller(self) -> bool:
        """Whether the first frame is no call but the caller of several calls."""
        return bool(self.tables.function[0] == len(self.functions) - 1)

    # Equal calls

    @property
    def has_equal_calls(self) -> bool:
        """Whether calls with equal arguments are equal: nothing else that they read changes between them.

        Arguments that are written shortened, or whose state cannot be seen, may differ all the same.
        """
        return self.depends_on == () and not self._has_hidden_state

    @cached_property
    def _has_hidden_state(self) -> bool:
        """Whether an argument's text does not show all of its value, as of an iterator or file."""
        numbers = distinct_numbers(self.tables.arguments)[:MAX_ARGUMENTS]
        return any(HIDDEN_STATE_PATTERN.search(self.texts[number]) for number in numbers.tolist() if number >= 0)

    @cached_property
    def first_of_call(self) -> Column:
        """For each distinct call the first frame that makes it."""
        first: Column = np.unique(self.tables.call, return_index=True)[1]
        return first

    @cached_property
    def times_called(self) -> Column:
        """For each distinct call, how often it is made."""
        return np.bincount(self.tables.call)

    def times_called_by(self, frames: int) -> Column:
        """Return for each distinct call how often it is made among the first frames."""
        return np.bincount(self.tables.call[:frames], minlength=self.distinct)

    @cached_property
    def _made_by(self) -> tuple[Column, Column]:
        """The frames in the order of their calls, and for each call where its frames end."""
        return np.argsort(self.tables.call, kind="stable"), np.cumsum(self.times_called)

    def times_made(self, call: int, frames: int) -> int:
        """Return how often one call is made among the first frames."""
        made_by, ends = self._made_by
        begin = int(ends[call - 1]) if call else 0
        return int(np.searchsorted(made_by[begin : ends[call]], frames))

    @property
    def distinct(self) -> int:
        """The number of distinct calls, judged values and the caller of several calls included."""
        return len(self.first_of_call)

    @property
    def calls(self) -> int:
        """The number of calls, without judged values and the caller of several calls."""
        return len(self.tables.call) - len(self.tables.judged) - self.has_caller

    @cached_property
    def has_cut_arguments(self) -> bool:
        """Whether the text of an argument leaves a part out, so that equal calls cannot be told from others."""
        numbers = distinct_numbers(self.tables.arguments).tolist()
        return any(PART_LEFT_OUT.search(self.texts[number]) for number in numbers if number >= 0)

    @property
    def distinct_calls(self) -> int | None:
        """The number of distinct calls alone; None if that is not known."""
        return self.distinct_by(len(self.tables.call))

    def distinct_by(self, frames: int) -> int | None:
        """Return the number of distinct calls alone among the first frames; None if that is not known."""
        if self.has_cut_arguments:
            return None
        found = int(np.searchsorted(np.sort(self.first_of_call), frames))
        return found - self.judged_among(0, frames) - self.has_caller

    def call_number(self, frame: int) -> int:
        """Return the number of the frame's call, equal for equal calls."""
        return int(self.tables.call[frame])

    # What the proposal says of arguments

    def _roles(self, function: TracedFunction) -> Mapping[str, str]:
        """Return the roles of the parameters of a function, as the stored proposal has them."""
        roles = (self.proposal or {}).get("roles")
        found = roles.get(function.name) if isinstance(roles, Mapping) else None
        return found if isinstance(found, Mapping) else {}

    @cached_property
    def position_keys(self) -> Column:
        """A number for each frame, equal for calls of one function on one position, whatever their window and depth."""
        arguments = self.tables.arguments.copy()
        for function in self.functions:
            for name, role in self._roles(function).items():
                if role in ROLES_BESIDE_POSITION and name in function.parameters:
                    arguments[self._places_of(function, name)] = 0
        counts = [len(function.parameters) for function in self.functions]
        return call_numbers(self.tables.function, arguments, counts, self.texts)

    @cached_property
    def has_no_depth_left(self) -> NDArray[np.bool_]:
        """For each frame whether its depth, if it has one, is 0 or less, so that it searches no deeper."""
        found = np.zeros(len(self.tables.function), np.bool_)
        ended = np.array([text.startswith("-") or text in ("0", "0.0") for text in self.texts] or [False])
        for number, function in enumerate(self.functions):
            for name, role in self._roles(function).items():
                if role == "depth" and name in function.parameters:
                    frames = np.flatnonzero(self.tables.function == number)
                    found[frames] = ended[self.tables.arguments[self._places_of(function, name)]]
        return found

    def may_return_stored(self, lines: Mapping[str, Sequence[int]]) -> NDArray[np.bool_]:
        """Return for each frame whether it returned at one of some lines of its function, or may have."""
        facts, of_frame = self.facts, self.tables.function
        names = [one.name for one in self.functions]
        is_line = np.array([one.line in lines.get(names[one.function], ()) for one in facts.events] or [False])
        rows = facts.rows_with(What.RETURN)
        found = np.array([bool(lines.get(name)) for name in names])[of_frame]
        found[facts.frame[rows]] = is_line[facts.event[rows]]
        return found

    def searches_elsewhere(self, places: Mapping[str, Mapping[str, str]]) -> NDArray[np.bool_]:
        """Return for each frame whether its moves, or its own value, may be searched by calls of another recording.

        They are called in a loop as those of its moves are, or are given a bound, so that they may return one.
        """
        called = [self.functions[number].name for number in distinct_numbers(self.tables.function).tolist()]
        here = {name.partition("@")[0].rpartition(".")[2] for name in called}
        roles = [places.get(one.name, {}) for one in self.functions]
        bounds = [{one[role] for role in ("alpha", "beta") if role in one} for one in roles]
        is_search = [
            event.what is What.OTHER_SEARCH
            and event.name not in here
            and (event.loop >= 0 or not bounds[event.function].isdisjoint(read))
            for event in self.facts.events
            for read in [event.text.split(", ")]
        ]
        found = np.zeros(len(self.tables.function), np.bool_)
        found[self.facts.frame[np.array([*is_search, False])[self.facts.event]]] = True
        return found

    def returns_bound(self, places: Mapping[str, Mapping[str, str]]) -> NDArray[np.bool_]:
        """Return for each frame whether the `return` that ran reads α or β: it may give an end of the window."""
        bounds = [
            [mine[role] for role in ("alpha", "beta") if role in mine]
            for one in self.functions
            for mine in [places.get(one.name, {})]
        ]
        reads = [
            event.what is What.RETURN
            and any(re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", event.text) for name in bounds[event.function])
            for event in self.facts.events
        ]
        found = np.zeros(len(self.tables.function), np.bool_)
        found[self.facts.frame[np.array([*reads, False])[self.facts.event]]] = True
        return found

    def has_null_window(self, places: Mapping[str, Mapping[str, str]]) -> NDArray[np.bool_]:
        """Return for each frame whether its function has only one of the bounds, by the places of roles in the text."""
        bounds = [{"alpha", "beta"}.intersection(places.get(one.name, ())) for one in self.functions]
        return np.array([len(one) == 1 for one in bounds])[self.tables.function]

    def _places_of(self, function: TracedFunction, parameter: str) -> Column:
        """Return where the arguments for a parameter stand in the column of all arguments."""
        frames = np.flatnonzero(self.tables.function == self.functions.index(function))
        ends: Column = self._argument_ends[frames]
        return ends - len(function.parameters) + function.parameters.index(parameter)

    @cached_property
    def digest(self) -> bytes:
        """A hash of calls, texts and proposal, for the signature of the recording."""
        from hashlib import blake2b

        made = blake2b(digest_size=16)
        for column in self.tables.columns.values():
            made.update(np.ascontiguousarray(column).data)
        # The places of roles, the lines and what was chosen follow from the rest, and older recordings have none.
        follow = ("places", "stored", "ends", "chosen")
        read_as = self.proposal and {name: value for name, value in self.proposal.items() if name not in follow}
        known = [list(self.texts), list(self.printed), self.call, [one.name for one in self.functions], read_as]
        known += [f"{one.path} {one.first_line}" for one in self.files]
        made.update(json.dumps(known, ensure_ascii=True, sort_keys=True).encode())
        return made.digest()


def move_text(text: str) -> str:
    """Return the text of a loop's item as that of a move; empty if it is no short one."""
    if text[:1] in "'\"" and text[-1:] == text[:1] and "\\" not in text:
        text = text[1:-1]
    return text if len(text) <= MAX_MOVE_CHARS and "…" not in text else ""


class CallTexts(Sequence[str]):
    """The texts of distinct calls by their numbers, made on demand."""

    def __init__(self, user_code: UserCode) -> None:
        self.user_code = user_code

    def __len__(self) -> int:
        return self.user_code.distinct

    @overload
    def __getitem__(self, number: int) -> str: ...
    @overload
    def __getitem__(self, number: slice) -> list[str]: ...
    def __getitem__(self, number: int | slice) -> str | list[str]:
        if isinstance(number, slice):
            return [self.text(one) for one in range(*number.indices(len(self)))]
        return self.text(number)

    def text(self, number: int) -> str:
        """Return the text of a distinct call."""
        return self.user_code.label(int(self.user_code.first_of_call[number]))


class ResultTexts(CallTexts):
    """The results of distinct calls, those of the first of each; empty if it has none."""

    def text(self, number: int) -> str:
        return self.user_code.result(int(self.user_code.first_of_call[number])) or ""


def leaves_loop_early(text: str, user_code: UserCode) -> bool:
    """Whether a function that ran may leave a loop with recursive calls early, and so leave moves untried.

    Read by indentation: a loop whose lines have such a call, and a `break` or `return`.
    """
    lines = text_lines(text)
    names = "|".join(re.escape(one.called_name) for one in user_code.functions)
    called = re.compile(rf"\b({names})\s*\(")
    for number in distinct_numbers(user_code.tables.function).tolist():
        function = user_code.functions[number]
        body = lines[max(0, function.line - 1) : function.last_line]
        for place, line in enumerate(body):
            if LOOP.match(line):
                deeper = takewhile(partial(is_inside, line), body[place + 1 :])
                inside = "\n".join([line, *deeper])
                if called.search(inside) and LEAVING.search(inside):
                    return True
    return False


def is_inside(loop: str, line: str) -> bool:
    """Whether a line is indented more than that of its loop; a blank one is inside."""
    return not line.strip() or len(line) - len(line.lstrip()) > len(loop) - len(loop.lstrip())


def joined_files(files: Iterable[tuple[str, str]]) -> tuple[str, tuple[CodeFile, ...]]:
    """Return the text of a recording from the paths and texts of several files, and where each file is in it."""
    text, found = "", []
    for path, part in files:
        found.append(CodeFile(path, text.count("\n") + 1))
        text += part if part.endswith("\n") else f"{part}\n"
    return text, tuple(found)


def texts_by_file(text: str, files: Sequence[CodeFile]) -> list[str]:
    """Return the texts of the files that a text was joined from."""
    lines = text.split("\n")
    ends = [one.first_line - 1 for one in files[1:]] + [len(lines) - 1]
    return [
        "".join(f"{line}\n" for line in lines[one.first_line - 1 : end]) for one, end in zip(files, ends, strict=True)
    ]


def contains(column: Column, number: int) -> bool:
    """Whether a sorted column contains a number."""
    at = bisect_left(column, number)
    return at < len(column) and int(column[at]) == number


def is_cut(text: str) -> bool:
    """Whether the text of a value ends before the value does, so that another value may have the same text."""
    return text.endswith("…")


def call_numbers(functions: Column, arguments: Column, counts: Sequence[int], texts: Sequence[str]) -> Column:
    """Return a number for each frame, equal for equal calls, in the order of their first call.

    A call with an argument whose text is cut equals no other one, as far as is known.
    """
    cut = np.array([*map(is_cut, texts), False])  # index -1 stands for no text
    ends = np.cumsum(np.array(counts)[functions], dtype=np.int64)
    keys = np.zeros(len(functions), np.int64)
    base = 0
    for function, count in enumerate(counts):
        frames = np.flatnonzero(functions == function)
        mine, unlike = np.zeros(len(frames), np.int64), np.zeros(len(frames), np.bool_)
        for parameter in range(count):
            given = arguments[ends[frames] - count + parameter]
            unlike |= cut[given]
            mine = mine * (len(texts) + 1) + given + 1
            if parameter < count - 1:
                mine = np.unique(mine, return_inverse=True)[1].reshape(-1).astype(np.int64)
        mine = np.unique(mine, return_inverse=True)[1].reshape(-1)
        mine[unlike] = len(frames) + np.arange(np.count_nonzero(unlike))
        keys[frames] = mine + base
        base += int(mine.max(initial=-1)) + 1
    return numbered_by_first(keys)


def numbered_by_first(numbers: Column) -> Column:
    """Return small numbers for a column, equal for equal numbers, in the order in which each comes first."""
    _, first, which = np.unique(numbers, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int32)
    rank[np.argsort(first)] = np.arange(len(first), dtype=np.int32)
    return np.asarray(rank[which.reshape(-1)], np.int32)
