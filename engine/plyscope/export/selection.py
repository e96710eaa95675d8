"""The frames that an export is about, as nodes of a tree of their own, in the order searched.

Every format reads these nodes and nothing else, so that a subtree, a depth, a path or a step means the same for all of
them. Their number is known before any of them is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import Enum
from functools import cached_property
from itertools import count, islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from plyscope.export.extent import Extent
from plyscope.export.given_moves import Given, GivenMoves
from plyscope.messages import InputError, shown
from plyscope.model.columns import INNER, LEAVES, OPEN
from plyscope.model.marks import Bookmark
from plyscope.model.position import Board
from plyscope.model.steps import Steps
from plyscope.model.trace import Trace

if TYPE_CHECKING:
    from plyscope.analysis.ghosts import Ghost


class GhostNodes:
    """The frames written of one ghost: those of a small one down to a ply, of a large one the first."""

    def __init__(self, ghost: Ghost, is_whole: bool, plies: int | None) -> None:
        """`plies` is how many may be written below its first frame."""
        self.ghost = ghost
        self.deepest = 0 if not is_whole else plies
        column = ghost.trace.column("ply")
        found = np.flatnonzero(column <= self.deepest) if self.deepest is not None else np.arange(len(column))
        self.frames: list[int] = found.tolist()

    def __len__(self) -> int:
        return len(self.frames)

    def is_closed(self, frame: int) -> bool:
        """Whether a frame has children, none of which is written."""
        trace = self.ghost.trace
        return trace.sizes[frame] > 1 and trace.plies[frame] == self.deepest


BLOCK = 1 << 11
"""Frames or nodes of which lists are made at a time."""
Item = TypeVar("Item")
STATUSES = ("inner", "terminal", "horizon", "open", "table", "left_out", "pruned")
"""The words for statuses; a leaf of user code has none where it is not known why the search stopped there."""
PRUNED = 6
"""The status of a stub, beside those of frames."""


class State(Enum):
    """The state of a node at the step that is written."""

    DONE = "done"
    OPEN = "open"
    NOW = "now"
    FUTURE = "future"


STATES = tuple(State)


class Node(NamedTuple):
    """One node that is written: a frame, a pruned move, or a frame of the search of one."""

    number: int
    """From 0 on, the root first; parents come before their children."""
    parent: int
    """The number of its parent; -1 for the root."""
    frame: int
    """-1 for a pruned move."""
    move: int
    ply: int
    kind: int
    status: int
    state: State
    is_best: bool
    """Whether its parent's value came from it."""
    has_cutoff: bool
    is_closed: bool
    """Whether it has children, none of which is written."""
    is_known: bool
    """Whether its value is known at that step."""
    ghost: Ghost | None = None
    """For a frame of the search of a pruned move: that search."""
    given: Given | None = None
    """Of a pruned move in a picture: what the position gives of it."""
    pruned_chance: float | None = None
    """The probability of a pruned outcome of chance."""
    owner: int = -1
    """Of a pruned move, searched or not: the frame that pruned it."""
    is_left_out: bool = False
    """Of a pruned move: whether a rule of the search has left it out, and no cutoff."""

    @property
    def is_stub(self) -> bool:
        return self.frame < 0


class Selection:
    """The nodes of one export, in the order searched."""

    def __init__(self, trace: Trace, extent: Extent) -> None:
        self.trace, self.extent = trace, extent
        if not 0 <= extent.root < len(trace):
            raise InputError("there is no frame {frame}, the last is {last}", frame=extent.root, last=len(trace) - 1)
        self.end = extent.root + trace.sizes[extent.root]
        if extent.path_to is not None and not extent.root <= extent.path_to < self.end:
            raise InputError(
                "frame {frame} is not in the exported part, frames {first} to {last}",
                frame=extent.path_to,
                first=extent.root,
                last=self.end - 1,
            )
        self.steps = Steps(trace)
        last = self.steps.count - 1
        if extent.step is not None and not 0 <= extent.step <= last:
            raise InputError("there is no step {step}, the last is {last}", step=extent.step, last=last)
        self.step = last if extent.step is None else extent.step
        self.at_end = self.step == last
        self.last_entered = self.steps.last_entered(self.step)
        self.now = self.steps.at(self.step).frame

    # Which frames

    @cached_property
    def frames(self) -> NDArray[np.int64]:
        """The frames to be written, in the order searched, for selections no larger than a picture."""
        return np.concatenate(list(self.blocks()))

    def blocks(self) -> Iterator[NDArray[np.int64]]:
        """Iterate over the frames in blocks, none empty: exports of any size need no more memory."""
        end = min(self.end, self.last_entered + 1) if self.extent.hides_future else self.end
        for start in range(self.extent.root, end, BLOCK):
            frames = self._chosen(start, min(start + BLOCK, end))
            if len(frames):
                yield frames

    def _chosen(self, start: int, end: int) -> NDArray[np.int64]:
        """Return those frames from `start` to before `end` that are written."""
        trace, extent = self.trace, self.extent
        chosen = np.ones(end - start, np.bool_)
        if extent.depth is not None:
            plies = trace.column("ply")[start:end].astype(np.int64)
            chosen &= plies <= trace.plies[extent.root] + extent.depth
        if extent.path_to is not None:
            chosen &= np.isin(trace.column("parent")[start:end], self._way[:-1])
            if start == extent.root:
                chosen[0] = True
        for frame in extent.without | extent.closed:
            first = frame + (frame in extent.closed)
            chosen[max(0, first - start) : max(0, frame + trace.sizes[frame] - start)] = False
        return start + np.flatnonzero(chosen)

    @cached_property
    def _way(self) -> list[int]:
        """The frames from the root to the end of the path that is written."""
        return [] if self.extent.path_to is None else self.trace.ancestors(self.extent.path_to)

    @cached_property
    def count(self) -> int:
        """The number of frames written."""
        return sum(map(len, self.blocks()))

    def _stubs(self, frames: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the number of stubs of each of some frames."""
        trace, extent = self.trace, self.extent
        count = trace.column("skipped")[frames].astype(np.int64)
        if not extent.stubs:
            return np.zeros_like(count)
        if extent.depth is not None:
            count[trace.column("ply")[frames] >= trace.plies[extent.root] + extent.depth] = 0
        if extent.path_to is not None:
            count[~np.isin(frames, self._way[:-1])] = 0
        if extent.closed:
            count[np.isin(frames, list(extent.closed))] = 0
        if extent.hides_future and not self.at_end:
            count[self.steps.last_backs_of(frames) > self.step] = 0
        return count

    def __len__(self) -> int:
        """The number of nodes, found without making them."""
        return self._node_count

    @cached_property
    def _node_count(self) -> int:
        stubs = sum(int(self._stubs(frames).sum()) for frames in self.blocks())
        return self.count + stubs + sum(len(self._ghost_frames(*stub)) - 1 for stub in self._ghosts)

    @cached_property
    def _ghosts(self) -> set[tuple[int, int]]:
        """The frame and move of each stub that was searched and is drawn as a ghost."""
        if not self.extent.ghosts:
            return set()
        shown = {frame for frames in self.blocks() for frame in frames[self._stubs(frames) > 0].tolist()}
        return {stub for stub in self.extent.ghosts if stub[0] in shown}

    def _ghost_frames(self, frame: int, move: int) -> GhostNodes:
        """Return the frames written of a ghost."""
        extent, trace = self.extent, self.trace
        left = None
        if extent.depth is not None:
            left = trace.plies[extent.root] + extent.depth - trace.plies[frame] - 1
        return GhostNodes(extent.ghosts[frame, move], (frame, move) in self._drawn_by_frames, left)

    @cached_property
    def _drawn_by_frames(self) -> set[tuple[int, int]]:
        """The ghosts that are drawn with all their frames; of the others the first frame stands for all."""
        from plyscope.analysis.ghosts import drawn_by_frames

        return set(drawn_by_frames(self.extent.ghosts))

    def pruned(self) -> Iterator[tuple[int, list[int]]]:
        """Iterate over frames that have stubs, each with their moves."""
        for frames in self.blocks():
            stubs = self._stubs(frames)
            for place in np.flatnonzero(stubs).tolist():
                frame = int(frames[place])
                yield frame, self.trace.pruned_moves(frame)[: int(stubs[place])]

    # At other steps

    def at_step(self, step: int) -> Selection:
        """Return the same selection at another step."""
        return Selection(self.trace, replace(self.extent, step=step))

    def own_steps(self) -> list[int]:
        """Return the steps in which a written frame begins, ends, or gives its value to its parent."""
        steps, found = self.steps, set[int | None]()
        for frame in self.frames.tolist():
            back = None if frame == self.extent.root else steps.back(frame)
            found |= {steps.enter(frame), steps.leave(frame), back}
        return sorted(step for step in found if step is not None)

    # The nodes

    def __iter__(self) -> Iterator[Node]:
        """Iterate over the nodes: each frame, then its children, then its stubs."""
        return self._nodes(with_given=False)

    def batches(self) -> Iterator[list[Node]]:
        """Iterate over the nodes in batches, so that facts can be read from whole columns."""
        return in_batches(self)

    def drawn(self) -> Iterator[Node]:
        """Iterate over the nodes of a picture, with what the position gives of pruned moves."""
        return self._nodes(with_given=self.given_moves.exists)

    @cached_property
    def given_moves(self) -> GivenMoves:
        return GivenMoves(self.trace)

    def _nodes(self, *, with_given: bool) -> Iterator[Node]:
        """Iterate over the nodes, with given ones below stubs on request."""
        numbers: dict[int, int] = {}
        """The numbers of the frames on the way to the one that is written, which have nodes below them."""
        path: list[tuple[int, int]] = []
        """These frames, each after the first frame that is not below it."""
        waiting: list[tuple[int, int, int, State]] = []
        """Frames whose stubs come after their subtree, where that ends, how many stubs there are, and their state."""
        numbering = count()
        for frame, parent, end, stubs, has_cut, *row in self._rows():
            while waiting and waiting[-1][0] <= frame:
                yield from self._stubs_of(*waiting.pop()[1:], numbers, numbering, with_given=with_given)
            while path and path[-1][0] <= frame:
                del numbers[path.pop()[1]]
            number = next(numbering)
            yield Node(number, numbers.get(parent, -1), frame, *row)
            if stubs:
                waiting.append((end, frame, stubs, State.DONE if has_cut else State.FUTURE))
            if stubs or end > frame + 1:
                path.append((end, frame))
                numbers[frame] = number
        while waiting:
            yield from self._stubs_of(*waiting.pop()[1:], numbers, numbering, with_given=with_given)

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        """Iterate over the frames written, each with its parent, the end of its subtree, its stubs and the fields of
        its node. A block at a time: lists of all would fill the memory."""
        trace, blocks = self.trace, self.blocks()
        frames: NDArray[np.int64] | None = next(blocks, None)
        while frames is not None:
            following = next(blocks, None)
            columns: tuple[NDArray[Any], ...] = (
                frames, trace.column("parent")[frames], frames + trace.column("size")[frames], self._stubs(frames),
                self.have_cut(frames), *(trace.column(name)[frames] for name in ("move", "ply", "kind", "status")),
            )  # fmt: skip
            marks = (
                self.is_best(frames), self.has_cutoff(frames),
                self._closed(frames, -1 if following is None else int(following[0])), self.have_left(frames),
            )  # fmt: skip
            yield from zip(
                *(column.tolist() for column in columns), self.states(frames), *(mark.tolist() for mark in marks),
                strict=True,
            )  # fmt: skip
            frames = following

    def _stubs_of(
        self,
        frame: int,
        stubs: int,
        state: State,
        numbers: dict[int, int],
        numbering: Iterator[int],
        *,
        with_given: bool,
    ) -> Iterator[Node]:
        """Iterate over the stubs of a frame, ghosts with the frames below them."""
        trace = self.trace
        ply = trace.plies[frame] + 1
        for move in trace.pruned_moves(frame)[:stubs]:
            if (frame, move) in self._ghosts:
                yield from self._ghost_nodes(frame, move, state, numbers[frame], numbering)
                continue
            if with_given:
                yield from self._given_nodes(frame, move, state, numbers[frame], numbering)
                continue
            kind = trace.kind_after(frame, move, trace.kind_below(frame))
            yield Node(
                next(numbering), numbers[frame], -1, move, ply, kind, PRUNED, state, False, False, False, False,
                pruned_chance=trace.chance_after(frame, move), owner=frame, is_left_out=trace.prunes_forward(frame),
            )  # fmt: skip

    def _given_nodes(
        self, frame: int, move: int, state: State, parent: int, numbering: Iterator[int]
    ) -> Iterator[Node]:
        """Iterate over a pruned move and the given nodes below it, as far as plies reach."""
        extent, numbers = self.extent, list[int]()
        deepest = None if extent.depth is None else self.trace.plies[extent.root] + extent.depth
        for below, step, ply, kind, given in self.given_moves.below(frame, move):
            above = parent if below < 0 else numbers[below]
            if deepest is not None and ply > deepest:
                numbers.append(-1)
                continue
            numbers.append(next(numbering))
            yield Node(
                numbers[-1], above, -1, step, ply, kind, PRUNED, state, False, False, False, False, given=given,
                pruned_chance=given.chance, owner=frame, is_left_out=self.trace.prunes_forward(frame),
            )  # fmt: skip

    def _ghost_nodes(
        self, frame: int, move: int, state: State, parent: int, numbering: Iterator[int]
    ) -> Iterator[Node]:
        """Iterate over the frames of a ghost, whose root takes the place of the stub."""
        drawn = self._ghost_frames(frame, move)
        ghost, numbers, ply = drawn.ghost, dict[int, int](), self.trace.plies[frame] + 1
        found, best = ghost.trace, ghost.trace.facts.is_best
        for inside in drawn.frames:
            numbers[inside] = number = next(numbering)
            yield Node(
                number, numbers.get(found.parents[inside], parent), inside, found.moves[inside] if inside else move,
                ply + found.plies[inside], found.kinds[inside], found.statuses[inside], state,
                bool(best[inside]), False, drawn.is_closed(inside), state is State.DONE and found.complete, ghost,
                pruned_chance=None if inside else self.trace.chance_after(frame, move),
                owner=-1 if inside else frame, is_left_out=self.trace.prunes_forward(frame),
            )  # fmt: skip

    def states(self, frames: NDArray[np.int64]) -> list[State]:
        """Return the states of frames at the step."""
        found = np.where(self.have_left(frames), STATES.index(State.DONE), STATES.index(State.OPEN))
        if not self.at_end:
            found[frames == self.now] = STATES.index(State.NOW)
        found[frames > self.last_entered] = STATES.index(State.FUTURE)
        return [STATES[place] for place in found.tolist()]

    def has_left(self, frame: int) -> bool:
        """Whether a frame has returned its value by the step."""
        left = self.steps.leave(frame)
        return left is not None and left <= self.step

    def have_cut(self, frames: NDArray[np.int64]) -> NDArray[np.bool_]:
        """For each of some frames whether its last child's value is back by the step: what it prunes is pruned then."""
        return self.steps.last_backs_of(frames) <= self.step

    def have_left(self, frames: NDArray[np.int64]) -> NDArray[np.bool_]:
        """For each of some frames whether it has returned its value by the step."""
        return self.steps.leaves_of(frames) <= self.step

    def is_best(self, frames: NDArray[np.int64]) -> NDArray[np.bool_]:
        """For each of some frames whether its parent's value at the step is from it."""
        parents = np.maximum(self.trace.column("parent")[frames], self.extent.root)
        known: NDArray[np.bool_] = self.have_left(parents) | (frames == self.extent.root)
        return self.trace.facts.is_best[frames] & known

    def has_cutoff(self, frames: NDArray[np.int64]) -> NDArray[np.bool_]:
        """For each of some frames whether its cut test has come true by the step."""
        return self.trace.facts.cutoff[frames] & self.have_left(frames)

    def _closed(self, frames: NDArray[np.int64], following: int) -> NDArray[np.bool_]:
        """For each frame whether it has children, none of them written; `following` is the next written frame, -1 if
        none."""
        trace = self.trace
        closed = np.isin(trace.column("status")[frames], (INNER, OPEN)) & (trace.column("size")[frames] > 1)
        after = frames[1:] if following < 0 else np.append(frames[1:], following)
        closed[: len(after)] &= trace.column("parent")[after] != frames[: len(after)]
        return closed

    # Texts and boards

    @property
    def title(self) -> str:
        """The title of the picture: the position's, or its text."""
        position = self.trace.position
        return shown(position.title or str(position)) or position.game.name

    def trace_of(self, node: Node) -> Trace:
        """Return the recording that has a node's frame: this one, or that of a ghost."""
        return self.trace if node.ghost is None else node.ghost.trace

    def chance(self, node: Node) -> float | None:
        """Return the probability of the move to a node; None for a move of a side."""
        if node.is_stub or node.pruned_chance is not None:
            return node.pruned_chance
        return self.trace_of(node).chance_of(node.frame)

    def move_text(self, node: Node) -> str:
        """Return the move to a node as the game writes it; empty without one."""
        if node.move < 0:
            return "" if node.is_stub else self.trace_of(node).move_text(node.frame)
        trace, frame = self._maker(node)
        return trace.game_at(frame).move_text(node.move)

    def _maker(self, node: Node) -> tuple[Trace, int]:
        """Return the recording and the frame in which the move to a node is made."""
        if node.owner >= 0:
            return self.trace, node.owner
        trace = self.trace_of(node)
        return trace, trace.parents[node.frame]

    def shown_move(self, node: Node) -> str:
        """Return the move to a node as pictures show it; arguments of future calls are not known."""
        if node.move < 0:
            return self.move_text(node)
        is_known = not (node.state is State.FUTURE and self.trace.origin.is_user_code)
        trace, frame = self._maker(node)
        return trace.shown_move(frame, node.move) if is_known else ""

    def name(self, node: Node) -> str:
        """Return a node's name; empty in games that do not name their states."""
        if node.given is not None:
            return node.given.name or ""
        if node.is_stub or not self._has_names:
            return ""
        return self.trace_of(node).name_of(node.frame) or ""

    @cached_property
    def _has_names(self) -> bool:
        return self.trace.name_of(0) is not None

    def given_number(self, node: Node) -> float | None:
        """Return the number that the position gives for a leaf; None where it gives none."""
        if node.given is not None:
            return node.given.number
        if node.is_stub or node.status not in LEAVES or not self.given_moves.exists:
            return None
        trace = self.trace_of(node)
        return trace.position.game.given_number(trace.state(node.frame))

    @cached_property
    def has_boards(self) -> bool:
        """Whether its positions can be drawn as boards; the nodes of a tree cannot."""
        return not self.trace.search.moves_unplayed and self.trace.position.board().shape != "node"

    def board(self, node: Node) -> Board | None:
        """Return the board of a frame with the move that led to it; None for other nodes."""
        if node.is_stub or not self.has_boards:
            return None
        return self.trace_of(node).position_at(node.frame).board(node.move if node.move >= 0 else None)

    def board_text(self, node: Node) -> str:
        """Return the board of a node as text; empty where there is none."""
        return "" if node.is_stub or not self.has_boards else self.trace.position_at(node.frame).text

    def value_text(self, node: Node) -> str:
        """Return the value of a node as text; empty while it is not known."""
        return self.trace_of(node).value_text(node.frame) if node.is_known else ""


def in_batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    """Iterate over items in batches that do not fill the memory."""
    left = iter(items)
    while batch := list(islice(left, BLOCK)):
        yield batch


def notes_of(trace: Trace, bookmarks: Iterable[Bookmark]) -> dict[int, str]:
    """Return the notes of bookmarks, or their names without a note, by frames."""
    steps, notes = Steps(trace), dict[int, str]()
    for bookmark in sorted(bookmarks, key=lambda found: found.step):
        frame = steps.at(bookmark.step).frame
        words = bookmark.note or bookmark.name
        if words:
            notes[frame] = f"{notes[frame]} {words}" if frame in notes else words
    return notes
