"""What one table a cell is worth in k in a row: against nested loops over the indices of one flat table."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from interleaved import medians, milliseconds, report
from plyscope.files.sources import load
from plyscope.games import connectfour
from plyscope.games.lines import COMMON_RULES, line_tables
from plyscope.model.plan import Plan
from plyscope.model.position import State
from plyscope.recording.plan import plan
from plyscope.recording.record import run

LINE_CELLS: tuple[int, ...] = ()
LINE_STARTS: tuple[int, ...] = ()
IN_A_ROW = 0


def by_indices(s: State, cell: int) -> bool:
    """Whether some line through the cell is held by the cell's owner from end to end."""
    owner = s[cell]
    for start in range(LINE_STARTS[cell], LINE_STARTS[cell + 1], IN_A_ROW):
        for i in range(start, start + IN_A_ROW):
            if s[LINE_CELLS[i]] != owner:
                break
        else:
            return True
    return False


by_indices = FunctionType(by_indices.__code__, by_indices.__globals__, "completes_line")


def flat_tables(columns: int, rows: int, in_a_row: int) -> dict[str, Any]:
    tables = line_tables(columns, rows, in_a_row)
    lines = tables["LINES"]
    starts, cells = [0], []
    for cell in range(columns * rows):
        cells += [other for line in lines if cell in line for other in line]
        starts.append(len(cells))
    return tables | {"LINE_CELLS": tuple(cells), "LINE_STARTS": tuple(starts)}


def flat_plan(options: dict[str, Any]) -> Plan:
    kept = connectfour.line_tables, connectfour.COMMON_RULES
    connectfour.line_tables, connectfour.COMMON_RULES = flat_tables, (by_indices, *COMMON_RULES[1:])
    try:
        return plan(load("connectfour:"), options)
    finally:
        connectfour.line_tables, connectfour.COMMON_RULES = kept


if __name__ == "__main__":
    for algorithm, depth, at_least in (("alphabeta", 10, 1.2), ("minimax", 6, 1.15)):
        options = {"algorithm": algorithm, "depth": depth}
        flat, ready = flat_plan(options), plan(load("connectfour:"), options)
        assert run(flat).signature == run(ready).signature
        times = medians({"by indices": lambda p=flat: run(p), "one table a cell": lambda p=ready: run(p)}, rounds=9)
        ratio = times["by indices"] / times["one table a cell"]
        report(
            f"connect four, {algorithm} to depth {depth} is recorded at least {at_least} times faster",
            {**{name: milliseconds(seconds) for name, seconds in times.items()}, "times faster": f"{ratio:.2f}"},
            ratio >= at_least,
        )
