"""A search's text as it is read: without imports, without the docstring above them, and without type hints.

The lines keep their numbers; those that say nothing about the search have no text at all.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from plyscope.model.source_lines import text_lines

Span = tuple[int, int]


@lru_cache(maxsize=16)
def shown_lines(text: str) -> tuple[str | None, ...]:
    """Return the lines of a text without type hints, None for hidden ones; all as they are if it is no Python."""
    lines = text_lines(text)
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return lines
    hidden = hidden_lines(tree, lines)
    hints: dict[int, list[Span]] = {}
    for node in ast.walk(tree):
        for number, span in spans_of_hints(node, lines):
            hints.setdefault(number, []).append(span)
    return tuple(
        None if number in hidden else line_without_spans(line, hints.get(number, ()))
        for number, line in enumerate(lines, 1)
    )


def is_folded(text: str) -> bool:
    """Whether any line of a text, or part of one, is hidden."""
    return shown_lines(text) != text_lines(text)


def hidden_lines(tree: ast.Module, lines: Sequence[str]) -> set[int]:
    """Return the lines of the module's docstring and imports, with blank lines behind them; none if that is all."""
    hidden: set[int] = set()
    for place, node in enumerate(tree.body):
        is_docstring = place == 0 and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_docstring or isinstance(node, ast.Import | ast.ImportFrom):
            hidden |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    if not hidden or len(hidden) == len(lines):
        return set()
    for number, line in enumerate(lines, 1):
        if not line.strip() and (number == 1 or number - 1 in hidden):
            hidden.add(number)
    return hidden


def spans_of_hints(node: ast.AST, lines: Sequence[str]) -> list[tuple[int, Span]]:
    """Return the line and the place in letters of each type hint of a function or assignment, if on one line."""
    found: list[tuple[int, Span]] = []
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        arguments = node.args
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        every += [argument for argument in (arguments.vararg, arguments.kwarg) if argument is not None]
        for argument in every:
            hint = argument.annotation
            if hint is not None and hint.end_lineno == argument.lineno:
                start = letters(lines, argument.lineno, argument.col_offset) + len(argument.arg)
                found.append((argument.lineno, (start, letters(lines, argument.lineno, hint.end_col_offset or 0))))
        hint = node.returns
        if hint is not None and hint.lineno == hint.end_lineno:
            line = lines[hint.lineno - 1]
            arrow = line.rfind("->", 0, letters(lines, hint.lineno, hint.col_offset))
            if arrow >= 0:
                start = len(line[:arrow].rstrip())
                found.append((hint.lineno, (start, letters(lines, hint.lineno, hint.end_col_offset or 0))))
    elif isinstance(node, ast.AnnAssign) and node.value is not None and node.lineno == node.annotation.end_lineno:
        start = letters(lines, node.lineno, node.target.end_col_offset or 0)
        found.append((node.lineno, (start, letters(lines, node.lineno, node.annotation.end_col_offset or 0))))
    return found


def letters(lines: Sequence[str], number: int, offset: int) -> int:
    """Return the place in letters for an offset in bytes, as syntax trees give it."""
    return len(lines[number - 1].encode()[:offset].decode(errors="ignore"))


def line_without_spans(line: str, spans: list[Span] | tuple[()]) -> str:
    """Return a line without some parts; `depth: int = 3` becomes `depth=3`."""
    for start, end in sorted(spans, reverse=True):
        after = line[end:]
        if after.startswith(" = ") and line[:end].rstrip() != line[:start].rstrip() and "(" in line[:start]:
            after = "=" + after[3:]
        line = line[:start] + after
    return line


def break_points(line: str) -> list[int]:
    """Return the places where a line of code may be broken: before words outside strings and comments."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(line.strip()).readline))
    except (tokenize.TokenError, IndentationError, SyntaxError):
        tokens = []
    indent = len(line) - len(line.lstrip())
    covered = {
        place
        for token in tokens
        if token.type in (tokenize.STRING, tokenize.COMMENT) and token.start[0] == 1
        for place in range(indent + token.start[1] + 1, indent + token.end[1])
    }
    points = [place for place in range(indent + 1, len(line)) if line[place - 1] == " " and line[place] != " "]
    outside = [place for place in points if place not in covered]
    return outside or points


MIN_PIECE_SHARE = 0.7
"""The share of the room that a piece of a line fills at least, if it is broken behind a comma."""
MIN_HANG_COLUMNS = 4
"""The columns that what goes on hangs at least, however long its parts are."""


class Piece(NamedTuple):
    """A part of a line of code that stands on a line of its own."""

    start: int
    """Where in the line it begins."""
    text: str
    hang: int
    """The columns before it."""


def best_break(line: str, start: int, fitting: list[int]) -> int:
    """Return the last place that fits, or the last behind a comma where that is not much earlier."""
    begin = start + len(line[start:]) - len(line[start:].lstrip())
    behind_comma = [place for place in fitting if line[:place].rstrip().endswith(",")]
    is_near = bool(behind_comma) and behind_comma[-1] - begin >= MIN_PIECE_SHARE * (fitting[-1] - begin)
    return behind_comma[-1] if is_near else fitting[-1]


def wrapped(line: str, columns: int) -> list[Piece]:
    """Return a line of code in pieces of `columns` characters; further pieces hang.

    It hangs less where its longest part has no room else.
    """
    if len(line) <= columns:
        return [Piece(0, line, 0)]
    points = break_points(line)
    longest = max(len(line[start:end].rstrip()) for start, end in pairwise([*points, len(line)])) if points else 0
    hang = len(line) - len(line.lstrip()) + (8 if line.rstrip().endswith(":") else 4)
    hang = max(min(hang, MIN_HANG_COLUMNS), min(hang, columns - longest))
    pieces: list[Piece] = []
    start, room = 0, columns
    while len(line) - start > room:
        later = [place for place in points if place > start]
        fitting = [place for place in later if place <= start + room + 1] or later[:1]
        if not fitting:
            break
        end = best_break(line, start, fitting)
        pieces.append(Piece(start, line[start:end].rstrip(" "), hang if pieces else 0))
        start, room = end, max(8, columns - hang)
    return [*pieces, Piece(start, line[start:], hang if pieces else 0)]


def function_at(text: str, line: int) -> tuple[int, int] | None:
    """Return the first and last line of the innermost function around a line; None outside."""
    inside = [span for span in functions_of(text) if span[0] <= line <= span[1]]
    return max(inside, default=None)


@lru_cache(maxsize=16)
def functions_of(text: str) -> tuple[tuple[int, int], ...]:
    """Return the first and last lines of all functions of a text; none if it is no Python."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return ()
    return tuple(
        (node.lineno, node.end_lineno or node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
