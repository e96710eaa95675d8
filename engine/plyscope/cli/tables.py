"""Facts as tables in the terminal. Text from files goes into cells as plain text, never as markup.

Rich draws tables, and is loaded for these alone: to load it takes longer than many answers.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from plyscope.messages import Message, plain_number, shown, written

if TYPE_CHECKING:
    from rich.console import Console

TABLE_WIDTH_CHARS = 160
"""The width in characters where the output is not a terminal."""


def print_json(facts: Any) -> None:
    """Print facts as JSON."""
    json.dump(plain(facts), sys.stdout, ensure_ascii=False, indent=1, allow_nan=False)
    print()


def plain(facts: Any) -> Any:
    """Return facts with all numbers as JSON can hold them."""
    if isinstance(facts, dict):
        return {name: plain(value) for name, value in facts.items()}
    if isinstance(facts, list | tuple):
        return [*map(plain, facts)]
    return plain_number(facts) if isinstance(facts, float) else facts


def print_table(title: str | None, headings: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table; numbers are aligned right, words left."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    rows = [list(row) for row in rows]
    table = Table(box=SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", pad_edge=False)
    for place, heading in enumerate(headings):
        numeric = bool(rows) and all(isinstance(row[place], int | float | None) for row in rows)
        table.add_column(heading, justify="right" if numeric else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell_text(cell)) for cell in row))
    console().print(table)


def console() -> Console:
    """Return a console that leaves a closed pipe to the caller, where rich would end the program."""
    from rich.console import Console

    class Output(Console):
        def on_broken_pipe(self) -> None:
            raise

    return Output() if sys.stdout.isatty() else Output(width=TABLE_WIDTH_CHARS, no_color=True)


def cell_text(cell: object) -> str:
    """Return a cell as text, whole numbers with separators; empty for None."""
    if cell is None:
        return ""
    if isinstance(cell, int) and not isinstance(cell, bool):
        return f"{cell:,}"
    return shown(str(cell)) if isinstance(cell, Message) else written(cell)


def percent(part: float | None) -> str:
    """Return a share in percent as text; empty for none."""
    return "" if part is None else f"{part:.1%}"


def print_facts(facts: Iterable[tuple[str, object]]) -> None:
    """Print names and values, one pair per line; pairs without a value are skipped."""
    facts = [(name, cell_text(value)) for name, value in facts if value is not None and value != ""]
    width = max(len(name) for name, _ in facts)
    for name, value in facts:
        print(f"{name:<{width}}  {value}")
