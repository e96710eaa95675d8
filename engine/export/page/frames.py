"""What is known of every frame: where it stands in the tree, whose it is, and what it gave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from engine.columns import INNER, OPEN
from engine.export.breathing import AT_ONCE, listed
from engine.export.page.ghosts import Row, ghost_rows
from engine.export.page.pool import Pool
from engine.export.page.variables import VariableColumns
from engine.export.page.walked import Walked
from engine.export.selection import Selection
from engine.open_frames import line_of
from engine.search.declaration import Fold, Windows
from engine.source_lines import SourceLines
from engine.steps import Moment, Step

IS_BEST, CUTS, IS_PROBE, IS_CLOSED = 1, 2, 4, 8
"""What is marked of a frame: that it gave its parent its value, that its parent was left after it, that its move is
searched again, and that it has children none of which is in the page."""


class FrameColumns:
    """The frames of a selection in columns. All words stand in one pool, which begins with the empty word."""

    def __init__(self, selection: Selection, lines: SourceLines) -> None:
        self.selection, self.lines = selection, lines
        self.trace = selection.trace
        self.frames: list[int] = selection.frames.tolist()
        self.words: Pool[str] = Pool("")
        self.values: Pool[tuple[str, float]] = Pool(("", 0.0))
        self.variables = VariableColumns(self.trace, self.frames, self.words)
        self.shown = set(self.frames)
        self.columns: dict[str, Sequence[int]] = {}
        self.rest: dict[int, list[int]] = {}
        """By frame, the moves that were never tried."""
        self.unshown: dict[int, list[int]] = {}
        """The same for those that were tried in frames which the page leaves out."""

        self.ghosts: dict[int, dict[int, list[Row]]] = {}

    def read(self) -> Iterator[str]:
        """Works all of it out, with an empty piece now and then."""
        yield from self.variables.read()
        for name, column in self._columns():
            self.columns[name] = yield from listed(column)
        yield from self._read_lines()
        yield from self._read_moves()
        self.ghosts = ghost_rows(self.selection, self.words, self.values, self.variables.numbers.shades)

    def head(self) -> dict[str, object]:
        trace = self.trace
        calls = trace.search.calls
        return {
            "frames": len(self.frames),
            "open": sum(trace.statuses[frame] == OPEN for frame in self.frames),
            "windowed": trace.search.windows is not Windows.NONE,
            "keepsMove": any(one.best_move for one in calls),
            "functions": [[one.function, one.fold is Fold.SUM] for one in calls],
            "words": list(self.words),
            "values": list(self.values),
            "numbers": list(self.variables.numbers.pool),
            "variables": list(chain.from_iterable(self.variables.pool)),
            "rest": self.rest,
            "unshown": self.unshown,
            "ghosts": self.ghosts,
            "stubs": self.selection.extent.stubs,
            "notes": {self.frames.index(frame): text for frame, text in self._notes()},
        }

    def _columns(self) -> Iterator[tuple[str, Iterable[int]]]:
        trace, variables, frames = self.trace, self.variables, self.frames
        top = trace.plies[frames[0]]
        yield "ply", (trace.plies[frame] - top for frame in frames)
        yield "kind", (trace.kinds[frame] for frame in frames)
        yield "status", (trace.statuses[frame] for frame in frames)
        yield "function", trace.facts.function[frames].tolist()
        yield "move", (self.words.number(trace.move_text(frame)) for frame in frames)
        yield "value", map(self._value, frames)
        yield "marks", self._marks()
        yield "first", variables.first
        yield "last", variables.last
        yield "before", variables.before
        yield "after", variables.after
        yield "calls", (trace.sizes[frame] for frame in frames)
        yield "skipped", (trace.skips[frame] for frame in frames)
        yield "id", frames

    def _value(self, frame: int) -> int:
        trace = self.trace
        if trace.statuses[frame] == OPEN:
            return 0
        shade = self.variables.numbers.shades.of_value(trace.values[frame])
        return self.values.number((trace.value_text(frame), round(shade, 3)))

    def _marks(self) -> Iterator[int]:
        best, variables = self.trace.facts.is_best, self.variables
        return (
            IS_BEST * bool(best[frame])
            + CUTS * variables.cuts[place]
            + IS_PROBE * variables.probes[place]
            + IS_CLOSED * (self.trace.sizes[frame] > 1 and self._is_last(place))
            for place, frame in enumerate(self.frames)
        )

    def _is_last(self, place: int) -> bool:
        """Whether no child follows a frame in the page."""
        following = place + 1
        return following == len(self.frames) or self.trace.parents[self.frames[following]] != self.frames[place]

    def _read_lines(self) -> Iterator[str]:
        """The lines of the search's text at which a frame is entered and left, and its parent is back from it."""
        trace, entered, left, back = self.trace, list[int](), list[int](), list[int]()
        for place, frame in enumerate(self.frames):
            parent = trace.parents[frame]
            entered.append(line_of(trace, self.lines, Step(0, Moment.ENTER, frame, -1)))
            is_open = trace.statuses[frame] == OPEN
            left.append(0 if is_open else line_of(trace, self.lines, Step(0, Moment.LEAVE, frame, -1)))
            back.append(line_of(trace, self.lines, Step(0, Moment.BACK, parent, frame)) if frame else 0)
            if place % AT_ONCE == 0:
                yield ""
        self.columns |= {"enterLine": entered, "leaveLine": left, "backLine": back}

    def _read_moves(self) -> Iterator[str]:
        """The moves that are not shown."""
        trace = Walked(self.trace)
        for place, frame in enumerate(self.frames):
            if place % AT_ONCE == 0:
                yield ""
            if trace.statuses[frame] not in (INNER, OPEN):
                continue
            tried = {trace.moves[child]: child in self.shown for child in trace.children(frame)}
            for found, moves in (
                (self.rest, [move for move in trace.offered(frame) if move not in tried]),
                (self.unshown, [move for move, is_shown in tried.items() if not is_shown]),
            ):
                if moves:
                    found[place] = [self.words.number(trace.position.game.move_text(move)) for move in moves]

    def _notes(self) -> Iterator[tuple[int, str]]:
        return ((frame, text) for frame, text in self.selection.extent.notes.items() if frame in self.shown)
