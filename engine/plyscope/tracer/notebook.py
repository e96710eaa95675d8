"""A Jupyter notebook as one text of Python: its code cells in their order, without what only IPython understands."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from plyscope.messages import InputError, shortened
from plyscope.model.source_lines import text_lines

PYTHON_MAGICS = ("time", "timeit", "capture", "prun", "plyscope")
"""Magics of a whole cell whose text is Python."""
MAGIC_LINE = re.compile(r"^(\s*)(?:([\w.]+)\s*=\s*)?([%!]\S.*|\?+\s*\w[\w.]*|\w[\w.]*\s*\?{1,2})\s*$")
MAX_MAGIC_CHARS = 60


class Notebook(NamedTuple):
    """A notebook's text, the line at which each cell begins, and what only IPython understands."""

    text: str
    first_lines: tuple[int, ...]
    magics: tuple[str, ...]


def read_notebook(path: Path) -> Notebook:
    """Return the code cells of a notebook as one text."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        cells = [source_of(cell) for cell in content["cells"] if cell.get("cell_type") == "code"]
    except OSError as error:
        raise InputError("{path}: cannot be read: {reason}", path=str(path), reason=error.strerror) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError("{path}: this is not a notebook", path=str(path)) from error
    lines: list[str] = []
    first_lines: list[int] = []
    magics: list[str] = []
    for number, source in enumerate(cells, 1):
        first_lines.append(len(lines) + 1)
        text, found = without_magics(source)
        magics += [f"{shortened(one, MAX_MAGIC_CHARS)} (cell {number})" for one in found]
        lines += [f"# In [{number}]:", *text_lines(text), ""]
    return Notebook("\n".join(lines), tuple(first_lines), tuple(magics))


def source_of(cell: Any) -> str:
    """Return the text of a cell."""
    source = cell["source"]
    return source if isinstance(source, str) else "".join(map(str, source))


def without_magics(source: str) -> tuple[str, list[str]]:
    """Return a cell as Python, as comments if it is none, and the lines that only IPython understands."""
    if is_python(source):
        return source, []
    lines = [*text_lines(source)]
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    magic = re.match(r"%%(\w+)", lines[first]) if lines else None
    if magic is not None and magic[1] not in PYTHON_MAGICS:
        return commented(lines), [lines[first]]
    magics = []
    if magic is not None:
        magics.append(lines[first])
        lines[first] = f"# {lines[first]}"
    for _ in range(len(lines)):
        at = wrong_line("\n".join(lines))
        if at is None:
            return "\n".join(lines), magics
        found = MAGIC_LINE.match(lines[at]) if at < len(lines) else None
        if found is None:
            break
        magics.append(lines[at].strip())
        lines[at] = f"{found[1]}{f'{found[2]} = None' if found[2] else 'pass'}  # {lines[at].strip()}"
    if is_python("\n".join(lines)):
        return "\n".join(lines), magics
    return commented(text_lines(source)), [source.strip().partition("\n")[0]]


def wrong_line(text: str) -> int | None:
    """Return the first line, from 0, that Python does not understand; None without one."""
    try:
        ast.parse(text)
    except SyntaxError as error:
        return max((error.lineno or 1) - 1, 0)
    return None


def commented(lines: Sequence[str]) -> str:
    """Return lines as comments."""
    return "\n".join(f"# {line}" for line in lines)


def is_python(text: str) -> bool:
    """Whether a text can be parsed as Python."""
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
