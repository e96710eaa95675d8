"""The frames of a trace as items of a tree, filled only where somebody looks."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from visualiser.glyphs import shape_of_frame, side_name
from visualiser.panels.known import known
from visualiser.panels.rows import Index
from visualiser.session import Session
from visualiser.words import count, tr

PORTION = 200
"""Children that are fetched at a time."""


class OutlineModel(QAbstractItemModel):
    """Frames and their children. An index holds the number of its frame."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session: Session | None = None
        self._children: dict[int, list[int]] = {}
        """For each frame, as many of its children as have been fetched."""
        self._rows: dict[int, int] = {}
        """Where among its siblings a fetched frame stands."""

    def turn_to(self, session: Session | None) -> None:
        self.beginResetModel()
        self.session = session
        self._children, self._rows = {}, {0: 0}
        self.endResetModel()

    @property
    def filled(self) -> int:
        """How many items there are."""
        return len(self._rows)

    def __contains__(self, frame: int) -> bool:
        return frame in self._rows

    # Frames and indexes

    def index_of(self, frame: int) -> QModelIndex:
        """The index of a frame that has been fetched."""
        return self.createIndex(self._rows[frame], 0, frame)

    def frame_of(self, index: Index) -> int:
        return int(index.internalId())

    def reach(self, frame: int) -> QModelIndex:
        """Fetches what is needed for a frame to have an index: the siblings before those on its path."""
        assert self.session is not None
        path = self.session.trace.ancestors(frame)
        for above, below in pairwise(path):
            if below not in self._rows:
                self._fetch(above, until=below)
        return self.index_of(frame)

    def _fetch(self, frame: int, until: int = -1) -> None:
        """Fetches the next portion of a frame's children, and more portions until there is the one wanted."""
        assert self.session is not None
        sizes = self.session.trace.sizes
        there = self._children.setdefault(frame, [])
        child, end = self._next_child(frame), frame + sizes[frame]
        fetched: list[int] = []
        while child < end and (len(fetched) < PORTION or child <= until):
            fetched.append(child)
            child += sizes[child]
        if not fetched:
            return
        first = len(there)
        self.beginInsertRows(self.index_of(frame), first, first + len(fetched) - 1)
        there += fetched
        self._rows |= {child: first + place for place, child in enumerate(fetched)}
        self.endInsertRows()

    def _next_child(self, frame: int) -> int:
        assert self.session is not None
        there = self._children.get(frame)
        return there[-1] + self.session.trace.sizes[there[-1]] if there else frame + 1

    # What Qt asks

    def index(self, row: int, column: int, parent: Index | None = None) -> QModelIndex:
        if self.session is None or column != 0 or row < 0:
            return QModelIndex()
        if parent is None or not parent.isValid():
            return self.createIndex(0, 0, 0) if row == 0 else QModelIndex()
        children = self._children.get(self.frame_of(parent), [])
        return self.createIndex(row, 0, children[row]) if row < len(children) else QModelIndex()

    def parent(self, index: Index | None = None) -> Any:
        if index is None:
            return QObject.parent(self)
        if self.session is None or not index.isValid():
            return QModelIndex()
        above = self.session.trace.parents[self.frame_of(index)]
        return self.index_of(above) if above >= 0 else QModelIndex()

    def rowCount(self, parent: Index | None = None) -> int:
        if self.session is None:
            return 0
        if parent is None or not parent.isValid():
            return 1
        return len(self._children.get(self.frame_of(parent), ()))

    def columnCount(self, parent: Index | None = None) -> int:
        return 1

    def hasChildren(self, parent: Index | None = None) -> bool:
        if self.session is None or parent is None or not parent.isValid():
            return self.session is not None
        return self.session.trace.sizes[self.frame_of(parent)] > 1

    def canFetchMore(self, parent: Index) -> bool:
        """Only the first portion is Qt's to fetch: it would fetch another one with every layout."""
        return self.has_more(parent) and self.rowCount(parent) == 0

    def fetchMore(self, parent: Index) -> None:
        if self.has_more(parent):
            self._fetch(self.frame_of(parent))

    def has_more(self, parent: Index) -> bool:
        """Whether some of a frame's children have not been fetched."""
        if self.session is None or not parent.isValid():
            return False
        frame = self.frame_of(parent)
        return self._next_child(frame) < frame + self.session.trace.sizes[frame]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        session = self.session
        if session is None or not index.isValid():
            return None
        frame = self.frame_of(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return "  ".join(part for part in self.parts(frame) if part)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            return self.in_words(frame)
        return None

    def parts(self, frame: int) -> tuple[str, str, str, str]:
        """Move, side, value as far as it is known, and calls until now."""
        assert self.session is not None
        trace = self.session.trace
        calls = max(0, min(trace.sizes[frame], self.session.entered - frame))
        return (
            trace.move_text(frame) or tr("start"),
            side_name(shape_of_frame(trace, frame)),
            known(self.session, frame).text,
            count(calls) if calls else "",
        )

    def in_words(self, frame: int) -> str:
        """The same as a sentence, for reading aloud."""
        move, side, value, calls = self.parts(frame)
        words = {"move": move, "side": side, "value": value, "calls": calls}
        if not calls:
            return tr("{move}, {side}, not searched yet", **words)
        if value in ("", "?"):
            return tr("{move}, {side}, no value yet, calls: {calls}", **words)
        return tr("{move}, {side}, value {value}, calls: {calls}", **words)
