"""The game of a recording whose game is unknown here: the recorded moves alone.

A state is a place in the recording: the first frame that a path of moves leads to, and possibly a pruned move that
is played there. A move is the number of its text. There is no board, only the path to the
place and the moves recorded from it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.model.columns import TAG_BITS
from plyscope.model.declaration import MIN
from plyscope.model.distinct_positions import PositionTable
from plyscope.model.origin import Imported
from plyscope.model.position import FIRST, SECOND, Board, PlainGame, Position, Rules, State, node_board

FRAME, PRUNED = 0, 1
"""The places in a state: of the frame, and of the number plus 1 of a pruned move played there; 0 for none."""
PASSED = "–"
"""The text of a pass in the name of a place."""
MAX_MOVES = 12
"""The most moves in the name of a place; of a longer path the last moves are named."""

Numbers = NDArray[np.int64]


class Edges(NamedTuple):
    """The moves that lead on from each place, in columns that ascend by place."""

    owner: Sequence[int]
    move: Sequence[int]
    child: Sequence[int]

    def of(self, place: int) -> range:
        """Return the rows of the moves that lead on from a place."""
        return range(bisect_left(self.owner, place), bisect_right(self.owner, place))


class RecordedTree:
    """The places of a recording and the moves between them, found when first asked for, with rules of a game."""

    def __init__(
        self,
        columns: Mapping[str, NDArray[Any]],
        pruned: NDArray[np.int32],
        texts: int,
        tags: NDArray[np.uint16] | None = None,
    ) -> None:
        self.columns = columns
        self.pruned = pruned
        self.passing = texts
        """The number that stands for a pass, above those of all moves."""
        self.span = texts + 1
        self.move = columns["move"].astype(np.int64)
        """The moves that lead to frames, passes among them."""
        if tags is not None:
            self.move[1:][(self.move[1:] < 0) & (tags[1:] & TAG_BITS["null"] > 0)] = self.passing
        self.kinds: Sequence[int] = columns["kind"].data
        self.values: Sequence[float] = columns["value"].data
        self.plies: Sequence[int] = columns["ply"].data

    @cached_property
    def place(self) -> Numbers:
        """For each frame the first frame with the same path: a move that is searched again leads to the same place.

        A call before which nobody moves or passes stays at the place of its parent.
        """
        parent, ply, move = self.columns["parent"].astype(np.int64), self.columns["ply"], self.move
        stays = move < 0
        stays[0] = False
        keys = np.sort(parent[1:] * self.span + move[1:])
        if not stays.any() and np.all(keys[1:] != keys[:-1]):  # no move is searched again
            return np.arange(len(parent))
        place, known = np.zeros(len(parent), np.int64), dict[int, int]()
        by_ply = np.argsort(ply, kind="stable")
        for start, end in pairwise(np.cumsum(np.bincount(ply))):
            frames = by_ply[start:end]
            staying, frames = frames[stays[frames]], frames[~stays[frames]]
            place[staying] = place[parent[staying]]
            keys = place[parent[frames]] * self.span + move[frames]
            distinct, first, which = np.unique(keys, return_index=True, return_inverse=True)
            firsts = frames[first]
            if stays.any():  # paths of the same moves may end at different plies
                pairs = zip(distinct.tolist(), firsts.tolist(), strict=True)
                firsts = np.array([known.setdefault(key, frame) for key, frame in pairs], np.int64)
            place[frames] = firsts[which]
        return place

    @cached_property
    def tried(self) -> Edges:
        """The moves that were tried, in that order."""
        children = np.flatnonzero(self.place == np.arange(len(self.place)))[1:]
        owner = self.place[self.columns["parent"][children]]
        order = np.argsort(owner, kind="stable")
        children = children[order]
        return Edges(owner[order].data, self.move[children].data, children.data)

    @cached_property
    def spare(self) -> Edges:
        """The moves that were pruned in every call of a place, in the recorded order."""
        if not len(self.pruned):
            return Edges((), (), ())
        skipped = self.columns["skipped"]
        owner = self.place[np.repeat(np.arange(len(skipped)), skipped)]
        keys = owner * self.span + self.pruned
        first = np.unique(keys, return_index=True)[1]
        first = np.sort(first[~np.isin(keys[first], self.keys)])
        first = first[np.argsort(owner[first], kind="stable")]
        move = self.pruned[first]
        return Edges(owner[first].data, move.data, np.full(len(move), -1).data)

    @cached_property
    def keys(self) -> Numbers:
        """Place and move of every move that was tried, in one number; ascending."""
        return self._sorted[0]

    @cached_property
    def _sorted(self) -> tuple[Numbers, Numbers]:
        """The keys of all moves that were tried, ascending, and the places that they lead to."""
        edges = self.tried
        keys = np.asarray(edges.owner, np.int64) * self.span + np.asarray(edges.move, np.int64)
        order = np.argsort(keys, kind="stable")
        return keys[order], np.asarray(edges.child, np.int64)[order]

    @cached_property
    def _lookup(self) -> tuple[Sequence[int], Sequence[int]]:
        """The columns of `_sorted` as memoryviews, from which a single number is read several times faster."""
        return self._sorted[0].data, self._sorted[1].data

    @cached_property
    def positions(self) -> PositionTable:
        """Its places as a table of positions, which costs nothing: each recorded place is a position of its own."""
        frames, of_frame = np.unique(self.place, return_inverse=True)
        states: list[tuple[int, ...]] = [(frame, 0) for frame in frames.tolist()]
        return PositionTable(states, of_frame.astype(np.int32), {state: at for at, state in enumerate(states)})

    @cached_property
    def deepest(self) -> int:
        """The number of plies of the recording, with room for a pruned move below the last."""
        return int(self.columns["ply"].max()) + 1

    def child(self, place: int, move: int) -> int:
        """Return the place that a move leads to; -1 where it was not tried."""
        keys, children = self._lookup
        key = place * self.span + move
        at = bisect_left(keys, key)
        return children[at] if at < len(keys) and keys[at] == key else -1

    def find_all(self) -> None:
        """Compute ahead what drawing needs, which takes a moment in a large recording."""
        for name in ("_lookup", "spare"):
            getattr(self, name)

    # The rules

    def moves(self, s: State) -> Iterator[int]:
        """Yield the recorded moves from a place, tried ones first; none behind a pruned move."""
        if not s[PRUNED]:
            for edges in (self.tried, self.spare):
                for at in edges.of(s[FRAME]):
                    if edges.move[at] != self.passing:
                        yield edges.move[at]

    def play(self, s: State, move: int) -> None:
        """Go to the place that a move leads to, or behind a pruned move."""
        child = self.child(s[FRAME], move)
        if child < 0:
            s[PRUNED] = move + 1
        else:
            s[FRAME] = child

    def pass_turn(self, s: State) -> None:
        s[FRAME] = self.child(s[FRAME], self.passing)

    def undo(self, s: State, move: int) -> None:
        if s[PRUNED]:
            s[PRUNED] = 0
        else:
            s[FRAME] = int(self.place[self.columns["parent"][s[FRAME]]])

    def is_over(self, s: State) -> bool:
        return next(self.moves(s), None) is None

    def outcome(self, s: State) -> float:
        value = self.values[s[FRAME]]
        return 0.0 if s[PRUNED] else value

    def to_move(self, s: State) -> int:
        side = SECOND if self.kinds[s[FRAME]] == MIN else FIRST
        return 3 - side if s[PRUNED] else side

    def longest(self, s: State) -> int:
        return 0 if s[PRUNED] else self.deepest - self.plies[s[FRAME]]

    @property
    def rules(self) -> Rules:
        """The rules of the game of these places."""
        has_passes = bool((self.move == self.passing).any())
        return Rules(
            pass_turn=self.pass_turn if has_passes else None,
            moves=self.moves,
            play=self.play,
            undo=self.undo,
            is_over=self.is_over,
            outcome=self.outcome,
            to_move=self.to_move,
            longest=self.longest,
            tables={},
            transposes=False,
            knows_all=False,
        )


class RecordedGame(PlainGame):
    """A game of which only one recording is known."""

    has_winner = False
    marks = ("MAX", "MIN")

    def __init__(self, name: str, root: str, max_name: str, texts: Sequence[str], tree: RecordedTree) -> None:
        self.name = name
        self.root = root
        """The text of the position at the root; it cannot be read here."""
        self.sides = (max_name or "max", "min")
        self.texts = texts
        self.tree = tree
        self.rules = tree.rules

    def path(self, state: Sequence[int], most: int | None = None) -> list[str]:
        """Return the moves from the root to a place, or only the last `most` of them."""
        moves = [self.texts[state[PRUNED] - 1]] if state[PRUNED] else []
        frame = state[FRAME]
        while frame > 0 and len(moves) != most:
            move = int(self.tree.move[frame])
            moves.append(PASSED if move == self.tree.passing else self.texts[move])
            frame = int(self.tree.place[self.tree.columns["parent"][frame]])
        return moves[::-1]

    def diagram(self, state: Sequence[int]) -> str:
        return "/".join(["root", *self.path(state)])

    def text(self, state: Sequence[int]) -> str:
        return " ".join(filter(None, [self.root, *self.path(state)]))

    def move_text(self, move: int) -> str:
        return self.texts[move]

    def read_move(self, text: str, state: Sequence[int]) -> int | None:
        """Return the first move of a place with this text, which others may have too; else any with it, or None."""
        here = (move for move in self.rules.moves(list(state)) if self.texts[move] == text)
        move = next(here, self.numbers.get(text, -1))
        return None if move < 0 else move

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Text -> the number of a move that has it."""
        return {text: number for number, text in enumerate(self.texts)}

    def find_states(self, text: str, root: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the place that `text` or `diagram` write so, if any. A move's text may contain the separator."""
        text = text.strip()
        for prefix, sign in ((self.root, " "), ("root", "/")):
            if text == prefix:
                return [(0, 0)]
            if text.startswith(prefix):
                state = self._walk(text[len(prefix) :].strip(sign).split(sign))
                if state is not None:
                    return [state]
        return []

    def _walk(self, moves: list[str]) -> tuple[int, ...] | None:
        """Return the place that some moves lead to from the root; None where one of them was not recorded there."""
        state = [0, 0]
        for text in moves:
            move = self.read_move(text, state)
            if move is None or move not in self.rules.moves(state):
                return None
            self.rules.play(state, move)
        return tuple(state)

    def board(self, state: Sequence[int], last: int | None = None) -> Board:
        moves = list(self.rules.moves(list(state)))
        path = self.path(state, MAX_MOVES + 1)
        name = "/".join(["root", *path] if len(path) <= MAX_MOVES else ["…", *path[1:]])
        return node_board(name, [self.move_text(move) for move in moves], last)


def recorded_position(
    game: str, text: str, max_name: str, columns: Mapping[str, NDArray[Any]], imported: Imported
) -> Position:
    """Return the root of a recording whose game is unknown, or does not allow the recorded moves."""
    texts = imported.texts or ()
    tree = RecordedTree(columns, imported.pruned_moves, len(texts), imported.tags)
    return Position(RecordedGame(game, text, max_name, texts, tree), (0, 0), FIRST)
