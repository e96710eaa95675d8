"""What is known of every frame: where it stands in the tree, whose it is, and what it gave."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from engine.columns import INNER, OPEN
from engine.cursor import line_of
from engine.export.page.pool import Pool
from engine.export.page.variables import VariableColumns
from engine.export.page.walked import Walked
from engine.export.selection import Selection
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
        self.columns = self._columns()
        self.rest, self.unshown = self._moves_not_shown()

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
            "stubs": self.selection.extent.stubs,
            "notes": {self.frames.index(frame): text for frame, text in self._notes()},
        }

    def _columns(self) -> dict[str, Sequence[int]]:
        trace, variables = self.trace, self.variables
        function = trace.facts.function
        columns: dict[str, Sequence[int]] = {
            "ply": [trace.plies[frame] - trace.plies[self.frames[0]] for frame in self.frames],
            "kind": [trace.kinds[frame] for frame in self.frames],
            "status": [trace.statuses[frame] for frame in self.frames],
            "function": function[self.frames].tolist(),
            "move": [self.words.number(trace.move_text(frame)) for frame in self.frames],
            "value": [self._value(frame) for frame in self.frames],
            "marks": self._marks(),
            "first": variables.first,
            "last": variables.last,
            "before": variables.before,
            "after": variables.after,
            "calls": [trace.sizes[frame] for frame in self.frames],
            "skipped": [trace.skips[frame] for frame in self.frames],
            "id": self.frames,
        }
        return {**columns, **self._lines()}

    def _value(self, frame: int) -> int:
        trace = self.trace
        if trace.statuses[frame] == OPEN:
            return 0
        shade = self.variables.numbers.shades.of_value(trace.values[frame])
        return self.values.number((trace.value_text(frame), round(shade, 3)))

    def _marks(self) -> list[int]:
        best, variables = self.trace.facts.is_best, self.variables
        return [
            IS_BEST * bool(best[frame])
            + CUTS * variables.cuts[place]
            + IS_PROBE * variables.probes[place]
            + IS_CLOSED * (self.trace.sizes[frame] > 1 and self._is_last(place))
            for place, frame in enumerate(self.frames)
        ]

    def _is_last(self, place: int) -> bool:
        """Whether no child follows a frame in the page."""
        following = place + 1
        return following == len(self.frames) or self.trace.parents[self.frames[following]] != self.frames[place]

    def _lines(self) -> Mapping[str, Sequence[int]]:
        """The lines of the search's text at which a frame is entered and left, and its parent is back from it."""
        trace, entered, left, back = self.trace, list[int](), list[int](), list[int]()
        for frame in self.frames:
            parent = trace.parents[frame]
            entered.append(line_of(trace, self.lines, Step(0, Moment.ENTER, frame, -1)))
            is_open = trace.statuses[frame] == OPEN
            left.append(0 if is_open else line_of(trace, self.lines, Step(0, Moment.LEAVE, frame, -1)))
            back.append(line_of(trace, self.lines, Step(0, Moment.BACK, parent, frame)) if frame else 0)
        return {"enterLine": entered, "leaveLine": left, "backLine": back}

    def _moves_not_shown(self) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        """By frame, the moves that were never tried, and those that were tried in frames which the page leaves out."""
        trace, rest, unshown = Walked(self.trace), dict[int, list[int]](), dict[int, list[int]]()
        for place, frame in enumerate(self.frames):
            if trace.statuses[frame] not in (INNER, OPEN):
                continue
            tried = {trace.moves[child]: child in self.shown for child in trace.children(frame)}
            for found, moves in (
                (rest, [move for move in trace.offered(frame) if move not in tried]),
                (unshown, [move for move, is_shown in tried.items() if not is_shown]),
            ):
                if moves:
                    found[place] = [self.words.number(trace.position.game.move_text(move)) for move in moves]
        return rest, unshown

    def _notes(self) -> Iterator[tuple[int, str]]:
        return ((frame, text) for frame, text in self.selection.extent.notes.items() if frame in self.shown)
