"""The moves and positions in the tree of an exercise on a game, as pages show them.

Moves stand on the edges where all of them have room, else in a list. Small boards stand at the nodes of every ply that
has room for them: to the left of an inner node, below a leaf.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from plyscope.exercises.exercise import Exercise
from plyscope.export.boards import describe_board
from plyscope.export.marks import Box, Mark, Text
from plyscope.export.node_texts import width_of
from plyscope.messages import Message
from plyscope.worksheets.board_marks import board_marks
from plyscope.worksheets.pages import MARGIN, PAGE_WIDTH

SIZES = (34.0, 28.0, 22.0)
"""Of boards, the best first."""
MIN_CELL = 3.0
"""The size of a cell below which nothing can be told apart."""
NUMBER_GAP = 3.0
LABELS = tuple((size, share) for size in (8.0, 7.0, 6.0) for share in (0.5, 0.62, 0.74))
"""Sizes of moves, and how far down the edge they stand, the best first."""
PAPER = "#FFFFFF"

Span = tuple[float, float]
"""How far a node with what is beside it reaches to its left and to its right."""


def has_board(exercise: Exercise) -> bool:
    """Whether the nodes of an exercise are positions on a board."""
    return exercise.is_of_game and exercise.position.board().shape != "node"


def caption_of(exercise: Exercise, number: int) -> Message:
    """Return the caption of a node's board: its name, the move to it, and who is to move."""
    node, position = exercise.tree.nodes[number], exercise.positions[number]
    side = position.game.marks[position.side_to_move - 1]
    if position.is_over:
        return Message("{name}: after {move}", name=node.name, move=node.label)
    if not number:
        return Message("{name}: {side} to move", name=node.name, side=side)
    return Message("{name}: after {move}, {side} to move", name=node.name, move=node.label, side=side)


def discs_of(exercise: Exercise) -> Message | None:
    """Return which discs belong to whom, for paper without colours; None on boards without discs."""
    if exercise.position.board().pieces != "discs":
        return None
    return Message("{side} has the discs with a mark inside", side=exercise.position.game.marks[0])


def rows_fit(rows: Sequence[Sequence[tuple[float, float]]], apart: float = 0.0) -> bool:
    """Whether in every row the spans of x have room beside each other, and on the paper."""
    return all(
        row[0][0] >= MARGIN / 2 and row[-1][1] <= PAGE_WIDTH - MARGIN / 2
        and all(before[1] + apart <= after[0] for before, after in pairwise(row))
        for row in map(sorted, rows) if row
    )  # fmt: skip


def by_plies(exercise: Exercise, reaches: Mapping[int, tuple[float, float]]) -> list[list[tuple[float, float]]]:
    """Return nodes' spans of x, by their plies."""
    rows: dict[int, list[tuple[float, float]]] = {}
    for number, reach in reaches.items():
        rows.setdefault(exercise.tree.nodes[number].ply, []).append(reach)
    return list(rows.values())


class NodeBoards:
    """The moves and small boards in the tree of one exercise."""

    def __init__(self, exercise: Exercise, x: Mapping[int, float], spans: Mapping[int, Span]) -> None:
        """`x` are the middles of the nodes; `spans` how far they reach without a board."""
        self.exercise, self.nodes, self.x, self.spans = exercise, exercise.tree.nodes, x, spans
        plies = 1 + max(node.ply for node in self.nodes)
        self.sizes = [self._size_of(ply) for ply in range(plies)]
        """Of the boards in each ply; 0 where there is no room."""
        self.label = next((look for look in LABELS if self._labels_fit(*look)), None)
        """The size of moves on edges and how far down they stand; None where there is no room."""

    def _size_of(self, ply: int) -> float:
        """Return the size of the boards of a ply in points; 0 where they have no room, and for the root."""
        board = self.exercise.position.board()
        if not ply or board.shape in ("node", "text"):
            return 0.0
        unit = describe_board(board, 1.0)
        sizes = [size for size in SIZES if size / max(unit.width, unit.height) >= MIN_CELL]
        numbers = [number for number, node in enumerate(self.nodes) if node.ply == ply]
        return next(
            (size for size in sizes if rows_fit([[self._reach(number, size) for number in numbers]], NUMBER_GAP)), 0.0
        )

    def _reach(self, number: int, size: float) -> tuple[float, float]:
        """Return the x at which a node with a board of a size begins, and at which it ends."""
        left, right = self.spans[number]
        if self.nodes[number].children:
            left += size + NUMBER_GAP
        else:
            left, right = max(left, size / 2), max(right, size / 2)
        return self.x[number] - left, self.x[number] + right

    def _labels_fit(self, size: float, share: float) -> bool:
        """Whether the moves on edges have room at a font size, `share` of the way down."""
        reaches = {}
        for number, node in enumerate(self.nodes[1:], 1):
            middle = self.x[node.parent] + (self.x[number] - self.x[node.parent]) * share
            half = width_of(node.label, size) / 2
            reaches[number] = (middle - half, middle + half)
        return rows_fit(by_plies(self.exercise, reaches), NUMBER_GAP)

    def below(self, number: int) -> float:
        """Return the height that a leaf's board takes below its name."""
        size = 0.0 if self.nodes[number].children else self.sizes[self.nodes[number].ply]
        return size and size + 6.0

    def board(self, number: int, y: float, name_end: float) -> list[Mark]:
        """Return the marks of a node's board; `name_end` is where the name below a leaf ends."""
        node = self.nodes[number]
        size = self.sizes[node.ply]
        if not size:
            return []
        position = self.exercise.positions[number]
        unit = describe_board(position.board(), 1.0)
        wide, high = (side * size / max(unit.width, unit.height) for side in (unit.width, unit.height))
        left = self.x[number] - (self.spans[number][0] + NUMBER_GAP + wide if node.children else wide / 2)
        top = y - high / 2 if node.children else name_end + 4
        return board_marks(position.board(node.move), size, (left, top), position.max_side)[0]

    def move(self, number: int, start: tuple[float, float], end: tuple[float, float]) -> list[Mark]:
        """Return the marks of the move to a node on its edge, over a gap in it; none where moves are not shown."""
        if self.label is None:
            return []
        size, share = self.label
        text = self.nodes[number].label
        x, y = (one + (other - one) * share for one, other in zip(start, end, strict=True))
        wide, high = width_of(text, size) + 3, size + 3
        gap = Box(x - wide / 2, y - high / 2, wide, high, 0, 0, fill=PAPER)
        return [gap, Text(x, y + size * 0.36, text, size, align="center")]
