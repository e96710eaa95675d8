"""The nested listing of a whole search as one text, made from texts that are remembered by what they depend on.

The lines of a step say little more than a few numbers of its frame, and searches repeat those: the listing of the step
is asked once for each combination, and only the board is written anew. What user code and other programs recorded, and
what names its positions or writes moves by them, repeats little and is listed step by step.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from plyscope.messages import shown
from plyscope.model.columns import OPEN
from plyscope.model.declaration import Value
from plyscope.model.folding import states
from plyscope.model.position import State
from plyscope.model.steps import Moment, Step, Steps
from plyscope.model.trace import Trace
from plyscope.text.listing import as_text, indented, lines_of, listing

MAX_TEXTS = 1 << 14
"""The largest number of texts that are remembered."""


class OnPath:
    """A frame that has been entered and not left, with the state of its children's fold."""

    __slots__ = ("before", "end", "folds", "frame", "key", "state")

    def __init__(self, trace: Trace, frame: int, state: State) -> None:
        self.frame, self.state = frame, state
        self.end = frame + trace.sizes[frame]
        """The first frame after its subtree."""
        self.folds = states(trace, frame)
        """What it makes of its next child, and so on."""
        self.before: tuple[float | None, int | None] = None, None
        """The best value that it had before the next child, and the move that led to it."""
        self.key = trace.plies[frame], trace.kinds[frame], frame == 0


def whole_listing(trace: Trace, root: int, last: int) -> Iterator[str]:
    """Iterate over the listing from a frame's enter to a step before its end, about a piece a frame."""
    steps = Steps(trace)
    first = steps.enter(root)
    if not repeats(trace):
        for line in as_text(trace, listing(trace, first, last)):
            yield line + "\n"
        return
    width = len(str(steps.count - 1))
    for texts in texts_of_frames(trace, root, width):
        if first + len(texts) > last:
            texts = texts[: last + 1 - first]
        yield "".join([str(first + place).rjust(width) + text for place, text in enumerate(texts)])
        first += len(texts)
        if first > last:
            return


def repeats(trace: Trace) -> bool:
    """Whether a frame's listing follows from its columns and its board, so that it can be made once."""
    search = trace.search
    is_ours = not search.is_imported and not search.moves_unplayed and search.rounds is None
    if trace.origin.depths is not None or trace.has_asides:
        return False
    says_moves = any(calls.value is Value.FIRST_ITEM for calls in search.calls) or search.undecided_is_none
    return is_ours and not says_moves and not trace.has_names and not trace.position.game.texts_vary


def texts_of_frames(trace: Trace, root: int, width: int) -> Iterator[list[str]]:
    """Iterate over the texts of the steps since the frame before was entered, one list a frame."""
    texts, play = RepeatedTexts(trace, width), trace.position.game.rules.play
    sizes, statuses, moves = trace.sizes, trace.statuses, trace.moves
    end = root + sizes[root]
    path: list[OnPath] = []
    for frame in range(root, end + 1):
        found: list[str] = []
        while path and path[-1].end <= frame:
            ended = path.pop().frame
            if statuses[ended] == OPEN:
                yield found
                return
            found.append(texts.leave(ended))
            if path:
                found.append(texts.back(path[-1]))
        if frame < end:
            if path:
                state = path[-1].state.copy()
                play(state, moves[frame])
            else:
                state = trace.state(frame)
            found.append(texts.enter(frame, state))
            if path and sizes[frame] == 1 and statuses[frame] != OPEN:
                found += texts.leave(frame), texts.back(path[-1])
            else:
                path.append(OnPath(trace, frame, state))
        yield found


class RepeatedTexts:
    """The texts of steps without their numbers, each made once for all frames that have it."""

    def __init__(self, trace: Trace, width: int) -> None:
        self.trace = trace
        self.blank = " " * width
        self.texts: dict[Hashable, tuple[str, str]] = {}
        """The texts before and after the board."""
        self.boards: dict[tuple[int, ...], tuple[str, float | None]] = {}

    def enter(self, frame: int, state: State) -> str:
        """Return the text of the step that enters a frame."""
        trace = self.trace
        position = tuple(state)
        known = self.boards.get(position)
        if known is None:
            known = self._board(position)
        key = (
            trace.plies[frame], trace.moves[frame], trace.kinds[frame], trace.kinds[trace.parents[frame]],
            trace.alphas[frame], trace.betas[frame], trace.statuses[frame], known[1], frame == 0,
            trace.static_score(frame), trace.skips[frame] > 0,
        )  # fmt: skip
        found = self.texts.get(key)
        if found is None:
            head, call, tail = self._text(Moment.ENTER, frame).partition(f")  {known[0]}\n")
            assert call
            found = self._remember(key, head + ")  ", "\n" + tail)
        return f"{found[0]}{known[0]}{found[1]}"

    def _board(self, state: tuple[int, ...]) -> tuple[str, float | None]:
        """Return a board as text, and its winner."""
        game = self.trace.position.game
        outcome = game.rules.outcome(list(state)) if game.rules.is_over(list(state)) else None
        if len(self.boards) >= MAX_TEXTS:
            self.boards.clear()
        self.boards[state] = found = shown(game.diagram(state)), outcome
        return found

    def leave(self, frame: int) -> str:
        """Return the text of the step that leaves a frame."""
        trace = self.trace
        if frame == 0:
            return self._text(Moment.LEAVE, frame)
        low, high = trace.intervals.of(frame)
        left_out = tuple(trace.pruned_moves(frame)) if trace.prunes_forward(frame) else None
        key = (trace.plies[frame], trace.kinds[frame], trace.values[frame], low, high, left_out)
        found = self.texts.get(key)
        return (found or self._remember(key, self._text(Moment.LEAVE, frame)))[0]

    def back(self, above: OnPath) -> str:
        """Return the text of the step in which a frame is back from its next child."""
        trace, frame, moves, kinds = self.trace, above.frame, self.trace.moves, self.trace.kinds
        child, value, is_probe, is_better, alpha, beta, best, best_child, is_cut = next(above.folds)
        best_move = moves[best_child] if best_child >= 0 else None
        key = (
            above.key, kinds[child], moves[child], value, is_probe, is_better, alpha, beta, best, best_move,
            above.before, is_cut, tuple(trace.pruned_moves(frame)) if is_cut and trace.skips[frame] else None,
            trace.chance_of(child),
        )  # fmt: skip
        above.before = best, best_move
        found = self.texts.get(key)
        return (found or self._remember(key, self._text(Moment.BACK, frame, child)))[0]

    def _text(self, moment: Moment, frame: int, child: int = -1) -> str:
        """Return the text of one step, which is made now."""
        lines = lines_of(self.trace, Step(0, moment, frame, child))
        return f"\n{self.blank}".join([f"  {indented(line)}" for line in lines]) + "\n"

    def _remember(self, key: Hashable, head: str, tail: str = "") -> tuple[str, str]:
        """Store the text for a key, and return it."""
        if len(self.texts) >= MAX_TEXTS:
            self.texts.clear()
        self.texts[key] = head, tail
        return head, tail
