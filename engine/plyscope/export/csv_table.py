"""A table for spreadsheets and data frames: one row for every node, in the order searched.

Spreadsheets run a cell that begins with a sign such as = as a formula. Texts that begin with one get an apostrophe in
front, and so do texts that begin with an apostrophe: without the first apostrophe, the text is as it was.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Protocol

from plyscope.export.node_facts import FACTS, facts_of, further_columns, further_facts
from plyscope.export.selection import Node, Selection
from plyscope.messages import shortest, shown

COLUMNS = ("node", "parent", "path", *FACTS)
FORMULA_STARTS = tuple("=+-@'\t\r＝＋－＠")


def pieces(selection: Selection) -> Iterator[str]:
    writer: Writer = csv.writer(PassThrough(), lineterminator="\n")
    has_notes, has_boards = bool(selection.extent.notes), selection.extent.boards and selection.has_boards
    facts_beside = further_columns(selection)
    yield writer.writerow([*COLUMNS, *facts_beside, *["board"] * has_boards, *["note"] * has_notes])
    paths: list[str] = [root_path(selection)]
    """The paths of the node and of those above it, the root first."""
    top = selection.trace.plies[selection.extent.root]
    for node in selection:
        facts = facts_of(selection, node)
        level = node.ply - top
        if level:
            paths[level:] = [f"{paths[level - 1]} {facts.move}".lstrip()]
        row = [node.number, node.parent if level else None, paths[level], *facts]
        row += [further.get(name) for further in [further_facts(selection, node)] for name in facts_beside]
        if has_boards:
            row.append(shown(selection.board_text(node)))
        if has_notes:
            row.append(note(selection, node))
        yield writer.writerow([cell(item) for item in row])


class PassThrough:
    """A file object that stores nothing: writing a row returns its text."""

    def write(self, text: str) -> str:
        return text


class Writer(Protocol):
    def writerow(self, row: list[str], /) -> str: ...


def root_path(selection: Selection) -> str:
    return " ".join(shown(move) for move in selection.trace.path(selection.extent.root))


def note(selection: Selection, node: Node) -> str:
    return "" if node.is_stub else shown(selection.extent.notes.get(node.frame, ""))


def cell(item: str | float | bool | None) -> str:
    """The text of a cell: plain numbers, infinities as inf and -inf, empty for None."""
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
    """Whether a text is a plain number, which is no formula although it may begin with a sign."""
    return text.removeprefix("-").replace(".", "", 1).isdecimal() and text.isascii()
