"""Makes a trace of the rows of a traced program."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Sequence
from dataclasses import replace
from math import inf, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.audit.verification import check
from plyscope.messages import InputError, Message, shortened
from plyscope.model import preorder
from plyscope.model.board_texts import number_in
from plyscope.model.columns import COLUMNS, OPEN
from plyscope.model.declaration import NO_SIDE, Windows
from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.imported import user_code_plan
from plyscope.model.origin import TracedUserCode
from plyscope.model.recorded_game import recorded_position
from plyscope.model.trace import Trace
from plyscope.model.traced_game import traced_position
from plyscope.model.user_code import (
    MAX_LABEL_CHARS,
    NO_PARTS,
    CallTables,
    CallTexts,
    Ended,
    TracedFunction,
    UserCode,
    call_numbers,
)
from plyscope.model.user_code_facts import NO_FACTS, Event, Guard, Site, UserCodeFacts, numbered_events
from plyscope.tracer.log_reader import RowBuilder
from plyscope.tracer.outside_state import depends_on
from plyscope.tracer.source_parts import Parts, Source, parts_of
from plyscope.tracer.source_text import PlaysWhenLoaded
from plyscope.tracer.target.log import MAX_PARTS

MADE_BY = "own code"


def make_trace(
    rows: RowBuilder,
    functions: Sequence[TracedFunction],
    *,
    file: str,
    call: str,
    text: str,
    ended: Ended,
    limit: int | None = None,
    sources: Sequence[Source] = (),
    keeps_caller: bool = False,
) -> Trace:
    """Return the trace of finished rows; an error where nothing was called. `sources` are the functions' files."""
    if not len(rows):
        raise nothing_called(functions, ended, rows.elsewhere, file)
    parts = parts_of(rows, functions, sources or [Source(file, text)] * len(functions))
    line_numbers, ended = parts.in_text(rows, ended)
    file, text, functions = parts.file, parts.text, parts.functions
    first = 0 if keeps_caller else first_row(rows, ended)
    caller = TracedFunction(call or "calls", (), (), 0, 0)
    every = (*functions, caller)
    numbers = parts.same[np.array(rows.functions, np.int64)]
    numbers[0] = len(functions)
    arguments = np.array(rows.arguments, "<i4")
    counts = [len(function.parameters) for function in every]
    tables = CallTables(
        function=numbers[first:].astype("<u2"),
        call=call_numbers(numbers[first:], arguments, counts, rows.texts),
        arguments=arguments,
        result=np.array(rows.results, "<i4")[first:],
        saved=np.array(rows.saved, "<i4") - first,
        raised=np.sort(np.array(rows.raised, "<i4")) - first,
        printed_step=np.maximum(np.array(rows.printed_steps, "<i8") - first, 0),
        printed_line=np.array(rows.printed_lines, "<i8"),
        line_step=np.array(rows.line_steps, "<i8") - first,
        line_number=line_numbers.astype("<i4"),
        line_values=np.array(rows.line_values, "<i4"),
        move=np.array(rows.moves if max(rows.moves) >= 0 else (), "<i4")[first:],
        drawn=np.array(sorted(rows.drawn.items()), "<i4").reshape(-1),
    )
    size = np.array(rows.sizes, np.int32)[first:]
    status = np.frombuffer(bytes(rows.statuses), np.uint8)[first:]
    columns = plain_columns(size, status, tables, rows.texts, has_caller=first == 0)
    frame = max(ended.frame - first, 0) if ended.frame >= 0 else -1
    ended = ended._replace(frame=frame, elsewhere=rows.elsewhere, lines_ended=rows.lines_ended)
    facts = facts_of(rows, functions, parts, first)
    every = tuple(replace(one, parts=NO_PARTS) for one in every)
    called = [functions[number] for number in distinct_numbers(tables.function).tolist() if number < len(functions)]
    depends = depends_on(text, called, several_roots=first == 0)
    texts = tuple(rows.texts), tuple(rows.printed)
    user_code = UserCode(file, call, every, tables, *texts, ended, None, depends, parts.files, facts)
    return trace_of(columns, user_code, text, limit)


def facts_of(rows: RowBuilder, functions: Sequence[TracedFunction], parts: Parts, first: int) -> UserCodeFacts:
    """Return the facts of finished rows, with the events, call sites and guards of the functions called."""
    events: list[Event] = []
    sites: list[Site] = []
    guards: list[Guard] = []
    event_of, site_of = (np.full((len(functions) + 1, MAX_PARTS), -1, np.int64) for _ in range(2))
    same = parts.same.tolist()
    for number in sorted({rows.root, *distinct_numbers(np.array(rows.functions, np.int64)).tolist()} - {-1}):
        if same[number] == number:
            made, calls, tests = numbered_events(number, len(guards), *functions[number].parts)
            shift = int(parts.shifts[number])
            event_of[number, : len(made)] = len(events) + np.arange(len(made))
            site_of[number, : len(calls)] = len(sites) + np.arange(len(calls))
            events += [one._replace(line=one.line + shift) for one in made]
            sites += [call._replace(line=call.line + shift) for call in calls]
            guards += [test._replace(line=test.line + shift) for test in tests]
        else:
            event_of[number], site_of[number] = event_of[same[number]], site_of[same[number]]
    if not events and not sites:
        return NO_FACTS
    numbers = event_of.reshape(-1)[np.array(rows.fact_parts, np.int64)]
    frames = np.array(rows.fact_frames, "<i4") - first
    kept = (numbers >= 0) & (frames >= 0)
    return UserCodeFacts(
        step=np.array(rows.fact_steps, "<i8")[kept] - first,
        event=numbers[kept].astype("<u2"),
        value=np.array(rows.fact_values, "<f8")[kept],
        frame=frames[kept],
        site=site_of.reshape(-1)[np.array(rows.sites, np.int64)][first:].astype("<i2"),
        events=tuple(events),
        sites=tuple(sites),
        guards=tuple(guards),
    )


def first_row(rows: RowBuilder, ended: Ended) -> int:
    """Return the first row to show: the caller of a single call is dropped, unless it failed afterwards."""
    return 1 if rows.roots == 1 and (ended.how == "returned" or rows.statuses[1] == OPEN) else 0


def not_loaded(path: str, reason: str, line: int) -> InputError:
    """Return the error for a file that could not be loaded."""
    if reason.startswith(EOFError.__name__):
        return PlaysWhenLoaded(
            "{path}: line {line} asks for input when the file is loaded, before the call is made; run it as a program, "
            "without a call",
            path=path,
            line=line,
        )
    return InputError("{path}: line {line}: the file cannot be run: {reason}", path=path, line=line, reason=reason)


def nothing_called(functions: Sequence[TracedFunction], ended: Ended, elsewhere: bool, file: str) -> InputError:
    """Return the error for a run in which no traced function was called."""
    text = ended.text
    if ended.how == "killed":
        return InputError(
            "{file}: the process was ended ({reason}) before a traced function was called", file=file, reason=text
        )
    if ended.how in ("limit", "interrupted"):
        stopped = Message("{file} was stopped", file=file)
        if ended.line:
            stopped = Message("{file}: line {line} was stopped", file=file, line=ended.line)
        return PlaysWhenLoaded(
            "{stopped} before a traced function was called; if it plays its game as soon as it is loaded, run it as a "
            "program, without a call",
            stopped=stopped,
        )
    names = shortened(", ".join(function.name for function in functions), MAX_LABEL_CHARS)
    if elsewhere:
        return InputError(
            "none of the traced functions ({names}) was called, unless in other processes, which are not "
            "recorded: {text}",
            names=names,
            text=text,
        )
    return InputError("none of the traced functions ({names}) was called: {text}", names=names, text=text or "no call")


def plain_columns(
    size: NDArray[Any], status: NDArray[Any], tables: CallTables, texts: Sequence[str], *, has_caller: bool
) -> dict[str, NDArray[Any]]:
    """Return the columns of calls of which only arguments and results are known."""
    value = values_of(texts)[tables.result]
    value[status == OPEN] = nan
    value[tables.raised] = nan
    if has_caller:
        value[0] = nan  # the caller of several calls is no call, and has no value
    count = len(size)
    made: dict[str, NDArray[Any]] = {
        "parent": preorder.parents(size),
        "move": np.concatenate([[-1], tables.call[1:]]),
        "ply": preorder.plies(size),
        "kind": np.full(count, NO_SIDE),
        "status": status,
        "alpha": np.full(count, -inf),
        "beta": np.full(count, inf),
        "value": value + 0.0,
        "size": size,
        "skipped": np.zeros(count),
    }
    return {name: np.ascontiguousarray(made[name], kind) for name, kind in COLUMNS.items()}


def values_of(texts: Sequence[str]) -> NDArray[np.float64]:
    """Return the number in each text, NaN for others, and a NaN at the end for index -1."""
    return np.array([*map(number_in, texts), nan])


def trace_of(columns: dict[str, NDArray[Any]], user_code: UserCode, text: str, limit: int | None) -> Trace:
    """Return the trace of calls, not read as a search; an error where its tables contradict each other."""
    origin = TracedUserCode(np.zeros(0, "<i4"), CallTexts(user_code), user_code)
    position = traced_position(recorded_position("own", user_code.call, "", columns, origin), origin)
    plan = user_code_plan(position, {"windows": Windows.NONE.value})
    complete = user_code.ended.how == "returned" and not np.any(columns["status"] == OPEN)
    trace = Trace(columns, plan, complete=complete, limit=limit, made_by=MADE_BY, text=text, origin=origin)
    refuse_contradictions(trace)
    return trace


def refuse_contradictions(trace: Trace) -> None:
    """Raise InputError for a recording whose tables contradict each other."""
    try:
        check(trace)
    except InputError as error:
        raise InputError("the recording contradicts itself and is not kept: {reason}", reason=error.message) from error


def literal(text: str) -> Any:
    """Return the value of a text made of numbers, texts and containers; else None."""
    try:
        return literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None
