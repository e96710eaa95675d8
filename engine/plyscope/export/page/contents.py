"""The part of a recording that a page holds, in columns: its frames and its steps.

Every fact stands once; equal texts and variables are pooled and known by their numbers.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib import import_module
from itertools import chain
from math import isnan

from plyscope.export.page.packing import Pool
from plyscope.export.progress import BATCH, collected
from plyscope.export.selection import Selection
from plyscope.layout.shades import Shades
from plyscope.messages import Message, Part, probability, written
from plyscope.model.columns import INNER, LEAVES, OPEN, TERMINAL
from plyscope.model.declaration import CHANCE, Windows
from plyscope.model.folding import Folded
from plyscope.model.intervals import UNBOUNDED_INTERVAL, Interval, best_so_far
from plyscope.model.position import State
from plyscope.model.source_lines import SourceLines, text_lines
from plyscope.model.stack import line_of
from plyscope.model.steps import Moment, Step
from plyscope.model.trace import Trace
from plyscope.text.inline_values import inline_values
from plyscope.text.narration import sentence
from plyscope.text.reasons import reason

STEP_BATCH = 2_000
"""Steps between two empty pieces, at which the export can be stopped."""


Variables = tuple[int, int, int, int, int]
"""α, β and the best value by their places among the numbers; the best move, and the best value with the sign of what is
proved of it, by their places among the words."""


class Numbers:
    """The numbers of variables, each once, as text and shade; the first stands for none."""

    def __init__(self, trace: Trace) -> None:
        self.shades = Shades.of(trace)
        self.pool: Pool[tuple[str, float]] = Pool(("", 0.0))

    def number(self, value: float | None) -> int:
        """Return the place of a value among them; 0 for none."""
        if value is None or isnan(value):
            return 0
        return self.pool.number((written(value), round(self.shades.of_value(value), 3)))


class VariableColumns:
    """For each frame its variables at begin and end, and its parent's before and after it.

    A frame that waits for a child has the variables from before that child; after the child has returned it has those
    from after it. So two sets of variables for every frame are enough.
    """

    def __init__(self, trace: Trace, places: Mapping[int, int], words: Pool[str]) -> None:
        self.trace, self.places, self.words = trace, places, words
        self.numbers = Numbers(trace)
        self.pool: Pool[Variables] = Pool((0, 0, 0, 0, 0))
        self.first, self.last, self.before, self.after = ([0] * len(places) for _ in range(4))
        self.probes = [False] * len(places)
        """Whether a frame's value is not folded, since its move is searched again."""
        self.cuts = [False] * len(places)
        """Whether a frame made its parent cut."""

    def read(self) -> Iterator[str]:
        """Fill the columns, with an empty piece after every batch."""
        for frame, place in self.places.items():
            self._read(frame, place)
            if place % BATCH == 0:
                yield ""

    def _read(self, frame: int, place: int) -> None:
        """Fill in the variables of one frame, and around each of its children."""
        trace = self.trace
        now = self._variables(frame, *trace.window_at_first(frame), trace.start_value(frame), -1, UNBOUNDED_INTERVAL)
        self.first[place] = now
        folds, intervals = trace.folds(frame), trace.intervals.after_each(frame)
        for child in trace.children(frame):
            at = self.places.get(child)
            if at is not None:
                self.before[at] = self.after[at] = now
            folded, interval = next(folds, None), next(intervals)
            if folded is None:
                continue
            now = self._variables(frame, folded.alpha, folded.beta, folded.best, folded.best_child, interval)
            if at is not None:
                self.after[at], self.probes[at], self.cuts[at] = now, folded.is_probe, folded.is_cut
        self.last[place] = now

    def _variables(
        self, frame: int, alpha: float, beta: float, best: float | None, best_child: int, interval: Interval
    ) -> int:
        """Return the place of a set of variables among all different ones."""
        number, word = self.numbers.number, self.words.number
        best_move = self.trace.name_of(best_child) if best_child >= 0 else None
        best_move = best_move or self.trace.shown_text(self.trace.best_move_variable(frame, best_child) or "")
        known = "" if best is None or isnan(best) else best_so_far(written(best), best, interval)
        return self.pool.number((number(alpha), number(beta), number(best), word(best_move), word(known)))


Row = tuple[int, int, int, int, int, int]
"""The row of its parent, or -1; its move among the words; kind and status; its value among the values; its calls."""


def ghost_rows(
    selection: Selection, words: Pool[str], values: Pool[tuple[str, float]], shades: Shades
) -> dict[int, dict[int, list[Row]]]:
    """Return the searches of pruned moves, by the place of the frame in the page and the move's number among the words.
    The first row of each is the position after the move."""
    found: dict[int, dict[int, list[Row]]] = {}
    if not selection.extent.ghosts:
        return found
    places: dict[int, int] = {}
    rows: list[Row] = []
    numbers: dict[int, int] = {}
    for node in selection:
        if node.ghost is None:
            if not node.is_stub:
                places[node.number] = len(places)
            continue
        trace = node.ghost.trace
        move = words.number(trace.name_of(node.frame) or selection.shown_move(node))
        if not node.frame:
            rows, numbers = [], {}
            found.setdefault(places[node.parent], {})[move] = rows
        numbers[node.number] = len(rows)
        value = trace.values[node.frame]
        number = values.number((selection.value_text(node) or "?", round(shades.of_value(value), 3)))
        parent = numbers.get(node.parent, -1)
        rows.append((parent, move, node.kind, node.status, number, trace.sizes[node.frame]))
    return found


def given_rows(
    selection: Selection, places: dict[int, int], words: Pool[str], values: Pool[tuple[str, float]]
) -> dict[int, dict[int, list[Row]]]:
    """Return what the position gives of pruned moves, in the form of `ghost_rows`."""
    found: dict[int, dict[int, list[Row]]] = {}
    for frame, moves in selection.pruned() if selection.given_moves.exists else ():
        for move in moves:
            rows = [
                (below, words.number(given.name or selection.trace.shown_move(frame, step)), kind,
                 TERMINAL if given.is_leaf else INNER, given_value(given.number, values), 1)
                for below, step, _, kind, given in selection.given_moves.below(frame, move)
            ]  # fmt: skip
            found.setdefault(places[frame], {})[rows[0][1]] = rows
    return found


def given_value(number: float | None, values: Pool[tuple[str, float]]) -> int:
    """Return the place of a given number among the values; 0 for none."""
    return 0 if number is None else values.number((written(number), 0.0))


IS_BEST, CUTS, IS_PROBE, IS_CLOSED = 1, 2, 4, 8
"""Flags of a frame: its parent's value came from it; it made its parent cut; its move is searched again; it has
children, none of which is in the page."""


class FrameColumns:
    """The frames of a selection in columns, with all words in one pool that begins with the empty one."""

    def __init__(self, selection: Selection, lines: SourceLines) -> None:
        self.selection, self.lines = selection, lines
        self.trace = selection.trace
        self.frames: list[int] = selection.frames.tolist()
        self.places = {frame: place for place, frame in enumerate(self.frames)}
        self.words: Pool[str] = Pool("")
        self.values: Pool[tuple[str, float]] = Pool(("", 0.0))
        self.variables = VariableColumns(self.trace, self.places, self.words)
        self.columns: dict[str, Sequence[int]] = {}
        self.untried: dict[int, list[int]] = {}
        """By frame, the moves that were never tried."""
        self.untried_chances: dict[int, list[int]] = {}
        """The probabilities of the untried moves, where chance makes them."""
        self.hidden: dict[int, list[int]] = {}
        """By frame, the moves that were tried in frames which are not in the page."""
        self.ghosts: dict[int, dict[int, list[Row]]] = {}
        self.given: dict[int, dict[int, list[Row]]] = {}

    def read(self) -> Iterator[str]:
        """Fill all columns, with an empty piece after every batch."""
        yield from self.variables.read()
        for name, column in self._columns():
            self.columns[name] = yield from collected(column)
        yield from self._read_lines()
        yield from self._read_moves()
        self.ghosts = ghost_rows(self.selection, self.words, self.values, self.variables.numbers.shades)
        self.given = given_rows(self.selection, self.places, self.words, self.values)

    def head(self) -> dict[str, object]:
        """Return the facts about all frames of the page."""
        trace = self.trace
        calls = trace.search.calls
        return {
            "frames": len(self.frames),
            "open": sum(trace.statuses[frame] == OPEN for frame in self.frames),
            "windowed": trace.search.windows is not Windows.NONE,
            "keepsMove": any(call.best_move for call in calls),
            "functions": [call.function for call in calls],
            "words": list(self.words),
            "values": list(self.values),
            "numbers": list(self.variables.numbers.pool),
            "variables": list(chain.from_iterable(self.variables.pool)),
            "untried": self.untried,
            "untriedChances": self.untried_chances,
            "hidden": self.hidden,
            "ghosts": self.ghosts,
            "givenBelow": self.given,
            "stubs": self.selection.extent.stubs,
            "storedBy": dict(self._stored_by()),
            "notes": {self.places[frame]: text for frame, text in self._notes()},
        }

    def _columns(self) -> Iterator[tuple[str, Iterable[int]]]:
        """Iterate over the columns by their names."""
        trace, variables, frames = self.trace, self.variables, self.frames
        top = trace.plies[frames[0]]
        yield "ply", (trace.plies[frame] - top for frame in frames)
        yield "kind", (trace.kinds[frame] for frame in frames)
        yield "status", (trace.statuses[frame] for frame in frames)
        yield "function", trace.facts.function[frames].tolist()
        yield "move", (self.words.number(trace.short_name(frame)) for frame in frames)
        if trace.origin.probabilities is not None:
            yield "chance", (self._chance(trace.chance_of(frame)) for frame in frames)
        yield "value", map(self._value, frames)
        yield "marks", self._marks()
        yield "first", variables.first
        yield "last", variables.last
        yield "before", variables.before
        yield "after", variables.after
        yield "calls", (trace.sizes[frame] for frame in frames)
        yield "skipped", (trace.skips[frame] for frame in frames)
        if self.selection.given_moves.exists:
            yield "given", map(self._given, frames)
        if frames != list(range(len(frames))):
            yield "id", frames

    def _given(self, frame: int) -> int:
        """Return the place of a leaf's given number, which is known before it is searched."""
        trace = self.trace
        is_leaf = trace.statuses[frame] in LEAVES
        return given_value(trace.position.game.given_number(trace.state(frame)), self.values) if is_leaf else 0

    def _chance(self, chance: float | None) -> int:
        """Return the place of a probability among the words."""
        return 0 if chance is None else self.words.number(probability(chance))

    def _value(self, frame: int) -> int:
        """Return the place of a frame's value among the values; 0 for none."""
        trace = self.trace
        if trace.statuses[frame] == OPEN:
            return 0
        shade = self.variables.numbers.shades.of_value(trace.values[frame])
        return self.values.number((trace.value_text(frame), round(shade, 3)))

    def _marks(self) -> Iterator[int]:
        """Iterate over the flags of frames: best, cut, probe, closed."""
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
        """Fill in the lines at which each frame is entered and left, and its parent goes on."""
        trace, entered, left, back = self.trace, list[int](), list[int](), list[int]()
        for place, frame in enumerate(self.frames):
            parent = trace.parents[frame]
            entered.append(line_of(trace, self.lines, Step(0, Moment.ENTER, frame, -1)))
            is_open = trace.statuses[frame] == OPEN
            left.append(0 if is_open else line_of(trace, self.lines, Step(0, Moment.LEAVE, frame, -1)))
            back.append(line_of(trace, self.lines, Step(0, Moment.BACK, parent, frame)) if frame else 0)
            if place % BATCH == 0:
                yield ""
        self.columns |= {"enterLine": entered, "leaveLine": left, "backLine": back}

    def _read_moves(self) -> Iterator[str]:
        """Fill in the moves of inner frames that lead to no frame of the page."""
        trace = Walked(self.trace)
        for place, frame in enumerate(self.frames):
            if place % BATCH == 0:
                yield ""
            may_move = trace.statuses[frame] in (INNER, OPEN) or trace.skips[frame]
            if not may_move or trace.has_rounds(frame):
                continue
            children = (child for child in trace.children(frame) if trace.moves[child] >= 0)
            tried = {trace.moves[child]: child in self.places for child in children}
            untried = [move for move in trace.offered(frame) if move not in tried]
            if untried and trace.kinds[frame] == CHANCE:
                chances = (trace.chance_after(frame, move) for move in untried)
                self.untried_chances[place] = list(map(self._chance, chances))
            for found, moves in (
                (self.untried, untried),
                (self.hidden, [move for move, is_shown in tried.items() if not is_shown]),
            ):
                if moves:
                    found[place] = [self.words.number(trace.short_name_of_move(frame, move)) for move in moves]

    def _stored_by(self) -> Iterator[tuple[int, int]]:
        """Iterate over frames that a table answered, each with the one that stored it."""
        hits = self.trace.origin.hits
        places = self.places
        for frame, source in zip(hits.frames.tolist(), hits.sources.tolist(), strict=True):
            if frame in places and source in places:
                yield places[frame], places[source]

    def _notes(self) -> Iterator[tuple[int, str]]:
        """Iterate over the notes, each with its frame's place."""
        return ((frame, text) for frame, text in self.selection.extent.notes.items() if frame in self.places)


def source_lines(text: str) -> list[str]:
    """Return the lines of a Python text as HTML with its syntax marked; none for an empty text."""
    if not text:
        return []
    lexer = import_module("pygments.lexers.python").PythonLexer(stripnl=False, ensurenl=False)
    formatter = import_module("pygments.formatters.html").HtmlFormatter(nowrap=True)
    marked: str = import_module("pygments").highlight(text, lexer, formatter)
    lines, plain = marked.removesuffix("\n").split("\n"), text_lines(text)
    return lines if len(lines) == len(plain) else [escape(line) for line in plain]


VALUE, OPEN_VALUE, PRUNED_VALUE, STRONG, CODE = "\x7f", "\x80", "\x81", "\x82", "\x83"
"""Signs around a part of a sentence that is no plain word: a value, filled, of an open call or of a pruned one;
strong words; code. No text from outside has them: there they would be escaped.
"""
TEXT = "="
"""The sign before a value that is written out; the others are numbers of the page's values, with a bound's sign."""


def without_first(numbers: Iterable[int]) -> list[int]:
    """Return numbers of a pool so that 0 stands for the next new item, and others are one higher."""
    found, new = [], 0
    for number in numbers:
        found.append(0 if number == new else number + 1)
        new += number == new
    return found


class StepColumns:
    """The steps of the page in columns, in the order of time."""

    def __init__(self, selection: Selection, lines: SourceLines, values: Iterable[tuple[str, float]] = ()) -> None:
        """`values` are those of the page, in the order of their numbers."""
        self.selection, self.lines = selection, lines
        self._values: dict[str, int] = {}
        for number, (text, _) in enumerate(values):
            self._values.setdefault(text.lstrip("≥≤"), number)
        self.sentences: Pool[str] = Pool()
        self.inline_values: Pool[tuple[tuple[int, str], ...]] = Pool(())
        """Inline values, each with its line."""
        self.numbers = selection.own_steps()
        """The recording's numbers of the steps."""
        self.reasons: Pool[str] = Pool("")
        self.sentence: list[int] = []
        self.reason: list[int] = []
        self.inline: list[int] = []

    def read(self) -> Iterator[None]:
        """Fill the columns, with an empty piece after every batch."""
        trace, steps = Walked(self.selection.trace), self.selection.steps
        inline = inline_values(trace, self.lines) if trace.text else None
        for place, number in enumerate(self.numbers):
            step = steps.at(number)
            self.sentence.append(self.sentences.number(self._marked(sentence(trace, step), number)))
            self.reason.append(self.reasons.number(self._marked(reason(trace, step), number)))
            values = inline.at(step, line_of(trace, self.lines, step)) if inline else ()
            self.inline.append(self.inline_values.number(tuple((value.line, str(value.message)) for value in values)))
            if place % STEP_BATCH == 0:
                yield

    def _marked(self, message: Message | None, step: int) -> str:
        """Return a sentence with signs around values, code and emphasis."""
        return "" if message is None else "".join(self._part(part, step) for part in message.parts())

    def _part(self, part: Part, step: int) -> str:
        """Return a part of a sentence with the signs around it."""
        if part.style != "value":
            sign = {"strong": STRONG, "code": CODE}.get(part.style, "")
            return f"{sign}{part.text}{sign}"
        left = None if part.move >= 0 or part.frame < 0 else self.selection.steps.leave(part.frame)
        is_pruned = part.move >= 0 or part.frame < 0
        sign = PRUNED_VALUE if is_pruned else VALUE if left is not None and left <= step else OPEN_VALUE
        bare = part.text.lstrip("≥≤")
        bound = part.text.removesuffix(bare)
        text = f"{bound}{self._values[bare]}" if bare in self._values else TEXT + part.text
        return f"{sign}{text}{sign}"

    def place(self, number: int) -> int:
        """Return the place in the page of the last step not after a step of the recording."""
        return max(0, bisect_right(self.numbers, number) - 1)

    def columns(self) -> dict[str, list[int]]:
        """Return the columns as a page stores them: 0 is a new sentence; steps have numbers if some are left out."""
        columns = {"sentence": without_first(self.sentence), "reason": self.reason, "inline": self.inline}
        if self.numbers[-1] - self.numbers[0] >= len(self.numbers):
            columns["number"] = self.numbers
        return columns


class Walked(Trace):
    """The recording for frames asked for in the order of time: the results for one serve the next.

    Elsewhere steps are looked up in any order, and are worked out from the root each time; in a recursion ten thousand
    calls deep that would be ten thousand moves for every step.
    """

    def __init__(self, trace: Trace) -> None:
        super().__init__(
            trace.columns, trace.plan, complete=trace.complete, limit=trace.limit, made_by=trace.made_by,
            played=trace.played, text=trace.text, origin=trace.origin,
        )  # fmt: skip
        self._walks: dict[int, tuple[Iterator[Folded], Folded | None, Folded]] = {}
        """For each frame the folds to come, the last but one, and the last."""
        self._path: list[tuple[int, State]] = [(0, list(self.position.state))]
        """The frames on the way to the last one, with their positions."""

    def fold_at(self, frame: int, child: int) -> tuple[Folded | None, Folded]:
        walk = self._walks.get(frame)
        if walk is None or walk[2].child > child:
            folds = self.folds(frame)
            walk = folds, None, next(folds)
        folds, before, now = walk
        while now.child != child:
            before, now = now, next(folds)
        self._walks[frame] = folds, before, now
        return before, now

    def state(self, frame: int) -> State:
        if self.search.moves_unplayed:
            return list(self.position.state)
        states = self._path
        while not states[-1][0] <= frame < states[-1][0] + self.sizes[states[-1][0]]:
            states.pop()
        below = []
        while frame != states[-1][0]:
            below.append(frame)
            frame = self.parents[frame]
        for child in reversed(below):
            state = list(states[-1][1])
            self.play_to(state, child)
            states.append((child, state))
        return list(states[-1][1])
