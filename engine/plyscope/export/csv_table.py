"""A table for spreadsheets and data frames: one row for every node, in the order searched.

Spreadsheets run a cell that begins with a sign such as = as a formula. Texts that begin with one get an apostrophe in
front, and so do texts that begin with an apostrophe: without the first apostrophe, the text is as it was.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from typing import Protocol

from plyscope.export.node_facts import FACTS, NodeFacts, further_columns, further_facts
from plyscope.export.repeated import Texts
from plyscope.export.selection import Node, Selection
from plyscope.messages import shortest, shown
from plyscope.model.further_facts import Fact

COLUMNS = ("node", "parent", "path", *FACTS)
WHOLE_NUMBER_FACTS = frozenset(("frame", "ply", "pruned", "size"))
"""Facts that are whole numbers, which a table holds as they are."""
FORMULA_STARTS = tuple("=+-@'\t\r＝＋－＠")


def pieces(selection: Selection) -> Iterator[str]:
    """Iterate over the lines of the table: the heading, and a row for each node."""
    writer: Writer = csv.writer(PassThrough(), lineterminator="\n")
    has_notes, has_boards = bool(selection.extent.notes), selection.extent.boards and selection.has_boards
    facts_beside = further_columns(selection)
    yield writer.writerow([*COLUMNS, *facts_beside, *["board"] * has_boards, *["note"] * has_notes])
    facts, paths = NodeFacts(selection), Paths(selection)
    cells = {name: Texts(cell) for name in FACTS if name not in WHOLE_NUMBER_FACTS}
    for nodes in selection.batches():
        found = facts.of(nodes)
        columns: list[Iterable[Fact | None]] = [
            [node.number for node in nodes],
            [node.parent if node.parent >= 0 else None for node in nodes],
            [cell(paths.path(node.ply, move)) for node, move in zip(nodes, found["move"], strict=True)],
            *(cells[name].of(column) if name in cells else column for name, column in found.items()),
        ]
        if facts_beside:
            # 1 and true are equal in Python, and are written differently.
            further = [further_facts(selection, node) for node in nodes]
            columns += [[cell(beside.get(name)) for beside in further] for name in facts_beside]
        if has_boards:
            columns.append([cell(shown(selection.board_text(node))) for node in nodes])
        if has_notes:
            columns.append([cell(note_text(selection, node)) for node in nodes])
        yield from map(writer.writerow, zip(*columns, strict=True))


class Paths:
    """The paths of nodes, to be asked for in the order searched."""

    def __init__(self, selection: Selection) -> None:
        self.top = selection.trace.plies[selection.extent.root]
        self.above = [" ".join(shown(move) for move in selection.trace.path(selection.extent.root))]
        """The paths of the last node and of those above it, the root first."""

    def path(self, ply: int, move: Fact | None) -> str:
        """Return the moves that lead to the next node, given its ply and its own move."""
        level = ply - self.top
        if level:
            self.above[level:] = [f"{self.above[level - 1]} {move}".lstrip()]
        return self.above[level]


class PassThrough:
    """A file object that stores nothing and returns the text written, for `csv.writer`."""

    def write(self, text: str) -> str:
        return text


class Writer(Protocol):
    """The type of `csv.writer` on a `PassThrough`."""

    def writerow(self, row: Iterable[Fact | None], /) -> str: ...


def note_text(selection: Selection, node: Node) -> str:
    """Return the note of a node; empty without one."""
    return "" if node.is_stub else shown(selection.extent.notes.get(node.frame, ""))


def cell(item: str | float | bool | None) -> str:
    """Return the text of a cell: plain numbers, inf and -inf, empty for None, no formula."""
    if item is None:
        return ""
    if isinstance(item, bool):
        return "true" if item else "false"
    if isinstance(item, float):
        return shortest(item).replace("∞", "inf")
    if isinstance(item, str):
        return "'" + item if item.startswith(FORMULA_STARTS) and not is_number(item) else item
    return str(item)


def is_number(text: str) -> bool:
    """Whether a text is a plain number, and so no formula although it may begin with a sign."""
    return text.removeprefix("-").replace(".", "", 1).isdecimal() and text.isascii()
