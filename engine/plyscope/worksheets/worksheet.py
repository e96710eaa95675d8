"""An exercise as pages for printing: blank with boxes to fill in, or with its key.

All leaves are equally wide. Beside a node stands a box for its value where there is room; else the table has a column.
A program's calls stand in the nodes where their texts have room; else the nodes have names, and a table has the calls.
An exercise on a game begins with its board; moves stand on the edges, and small boards at the nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from textwrap import wrap

from plyscope.exercises.exercise import ALL_POINTS, BEST, PRUNED, VALUES, WINDOWS, Exercise, rule_of, task
from plyscope.exercises.marking import right_answers, rounded
from plyscope.exercises.tree import Node
from plyscope.export.marks import DASHES, QUIET, Box, Mark, Stroke, Text
from plyscope.export.node_texts import width_of
from plyscope.layout.tidy import evenly
from plyscope.messages import InputError, Message
from plyscope.model.columns import AT_LEAST, AT_MOST, BOUND_SIGNS
from plyscope.model.declaration import MAX
from plyscope.model.position import FIRST
from plyscope.text.shown_source import wrapped as wrapped_code
from plyscope.worksheets.board_marks import named_board_marks
from plyscope.worksheets.node_boards import NodeBoards, by_plies, caption_of, discs_of, has_board, rows_fit
from plyscope.worksheets.pages import MARGIN, PAGE_HEIGHT, PAGE_WIDTH, Sheet, printed

MAX_LEAVES = 54
"""Leaves that have room side by side."""
PLIES_HIGH = (92.0, 78.0, 66.0)
"""Heights of a ply, the best first; the others where they save a page."""
BOARD = 92.0
"""The size of the root's board."""
TREE_RISE = 50.0
"""How much higher than the end of that board the tree begins beside it."""
TRIANGLE, TRIANGLE_HIGH = 34.0, 30.0
BOX, BOX_HIGH = 38.0, 18.0
ROOM_FOR_BOX = TRIANGLE / 2 + BOX + 26
"""What a node with a box needs to its right, up to the middle of the next node."""
ROOM_FOR_NAME = TRIANGLE + 16
"""What a node with its name beside it needs; where there is less, the name stands in the node."""
CALL_SIZES = (9.0, 8.0, 7.0, 6.2)
"""The sizes of letters of a call in its node, the best first."""
LETTER = 0.6
"""The width of a letter of code, by its size."""
CALL_HIGH, CALL_PLY, MAX_PLIES_OF_CALLS = 19.0, 34.0, 18
CODE, CODE_LINE = 8.5, 11.5
ROW = 19.0
NODE_COLUMN = 60.0
SIGNS = {AT_LEAST: BOUND_SIGNS[AT_LEAST], AT_MOST: BOUND_SIGNS[AT_MOST]}


def worksheet(exercise: Exercise, *, with_key: bool = False) -> Sheet:
    """Return the pages of an exercise, as few as possible."""
    fewest = None
    for high in PLIES_HIGH:
        writer = Writer(exercise, with_key, high)
        writer.write_all()
        if fewest is None or len(writer.sheet.pages) < len(fewest.pages):
            fewest = writer.sheet
        if len(fewest.pages) == 1:
            break
    assert fewest is not None
    return fewest


def tree_alone(exercise: Exercise) -> tuple[Sequence[Mark], float]:
    """Return the marks of the tree without boxes, and their height."""
    writer = Writer(exercise, with_key=False, has_boxes=False)
    writer.sheet.y = 10
    if writer.boards:
        bottom = writer.draw_root_board(MARGIN)
        writer.sheet.y = bottom - TREE_RISE if writer.x[0] > MARGIN + 2 * BOARD else bottom
    writer.draw_tree()
    return writer.sheet.pages[0].marks, writer.sheet.y


class Writer:
    """The writer of one exercise's pages."""

    def __init__(
        self, exercise: Exercise, with_key: bool, ply_high: float = PLIES_HIGH[0], *, has_boxes: bool = True
    ) -> None:
        self.exercise, self.with_key, self.ply_high = exercise, with_key, ply_high
        self.tree, self.key = exercise.tree, exercise.key
        self.x, self.slot = self._places()
        self.inner = [number for number, node in enumerate(self.tree.nodes) if node.given is None]
        nearest = self._nearest()
        self.call_size = next((size for size in CALL_SIZES if self._calls_fit(size)), 0.0)
        """Of the letters of calls in their nodes; 0 where they have no room, or where there are none."""
        self.triangle = min(TRIANGLE, nearest - 2)
        self.names_inside = nearest < ROOM_FOR_NAME
        self.leaf_size = min(self._size_to_fit(printed(node.given), 11.0, self.side - 3)
                             for node in self.tree.nodes if node.given is not None)  # fmt: skip
        self.name_size = min(self._size_to_fit(node.name, 7.5, self.slot - 1)
                             for node in self.tree.nodes if node.given is not None)  # fmt: skip
        self.has_boxes = has_boxes and VALUES in exercise.asks
        self.has_boxes = self.has_boxes and self._boxes_fit(nearest)
        spans = {number: self._span(number) for number in range(len(self.tree.nodes))}
        self.boards = NodeBoards(exercise, self.x, spans) if exercise.is_of_game else None
        self.sheet = Sheet(exercise.heading)

    def write_all(self) -> None:
        """Write head, tree, questions and foot."""
        self._head()
        self.draw_tree()
        self._questions()
        self._foot()

    def _places(self) -> tuple[dict[int, float], float]:
        """Return the x of every node, and the width of a leaf, in points; raise InputError for too large a tree."""
        nodes = self.tree.nodes
        leaves = sum(not node.children for node in nodes)
        if leaves > MAX_LEAVES:
            raise InputError("a worksheet has room for {most} leaves, and this tree has {leaves}",
                             most=MAX_LEAVES, leaves=leaves)  # fmt: skip
        plies = 1 + max(node.ply for node in nodes)
        if self.exercise.is_of_calls and plies > MAX_PLIES_OF_CALLS:
            raise InputError("a worksheet has room for {most} plies of calls, and these are {plies}",
                             most=MAX_PLIES_OF_CALLS, plies=plies)  # fmt: skip
        slot = (PAGE_WIDTH - 2 * MARGIN) / leaves
        places, _ = evenly([node.children for node in nodes])
        return {number: MARGIN + (x + 0.5) * slot for number, x in enumerate(places)}, slot

    def _nearest(self) -> float:
        """Return the smallest distance between inner nodes of a ply, or of the last one to the right margin."""
        by_ply: dict[int, list[float]] = {}
        for number in self.inner:
            by_ply.setdefault(self.tree.nodes[number].ply, []).append(self.x[number])
        rows = [sorted([*row, PAGE_WIDTH - MARGIN + TRIANGLE / 2]) for row in by_ply.values()]
        return min(right - left for row in rows for left, right in pairwise(row))

    def _calls_fit(self, size: float) -> bool:
        """Whether calls' texts of this size fit into their nodes, with boxes beside those asked."""
        if not self.exercise.is_of_calls:
            return False
        reaches = {}
        for number, node in enumerate(self.tree.nodes):
            half = self._call_width(node, size) / 2
            right = half + (BOX + 8 if node.given is None else 3)
            reaches[number] = (self.x[number] - half, self.x[number] + right)
        return rows_fit(by_plies(self.exercise, reaches))

    def _boxes_fit(self, nearest: float) -> bool:
        """Whether a box fits beside every inner node; of calls, whether their texts fit in the nodes."""
        if self.exercise.is_of_calls:
            return self.call_size > 0
        spans = {number: self._span(number) for number in range(len(self.tree.nodes))}
        reaches = {number: (self.x[number] - left, self.x[number] + right) for number, (left, right) in spans.items()}
        return nearest >= ROOM_FOR_BOX and rows_fit(by_plies(self.exercise, reaches))

    def _span(self, number: int) -> tuple[float, float]:
        """Return how far a node reaches from its x to the left with its name, and to the right with its box."""
        node = self.tree.nodes[number]
        if node.given is not None:
            return self.side / 2, self.side / 2
        name = 0.0 if self.names_inside else width_of(node.name, 11, bold=True) + 4
        return self.triangle / 2 + name, self.triangle / 2 + (BOX + 6) * self.has_boxes

    @staticmethod
    def _call_width(node: Node, size: float) -> float:
        """Return the width of a call's node."""
        return len(node.label) * LETTER * size + 10

    @staticmethod
    def _size_to_fit(text: str, size: float, room: float) -> float:
        """Return the font size, `size` at most, at which a bold text fits."""
        return min(size, size * room / max(1.0, width_of(text, size, bold=True)))

    # Parts of the page

    def _head(self) -> None:
        """Write name and date, or that it is the key; then title, rules, the root's board, and code."""
        sheet, exercise = self.sheet, self.exercise
        y = sheet.y + 10
        if self.with_key:
            sheet.put(Text(MARGIN, y, "Key", 11, bold=True))
        else:
            sheet.put(Text(MARGIN, y, "Name"), Stroke(((MARGIN + 36, y + 3), (PAGE_WIDTH - 196, y + 3))))
            sheet.put(
                Text(PAGE_WIDTH - 184, y, "Date"), Stroke(((PAGE_WIDTH - 152, y + 3), (PAGE_WIDTH - MARGIN, y + 3)))
            )
        sheet.y = y + 26
        if exercise.variant:
            label = str(Message("Variant {number} of {count}", number=exercise.variant, count=exercise.variants))
            sheet.put(Text(PAGE_WIDTH - MARGIN, sheet.y + 16, label, 11, bold=True, align="right"))
        sheet.put(Text(MARGIN, sheet.y + 18, sheet.title, 19, bold=True))
        sheet.y += 28
        sheet.rule(1.2, after=10)
        first, *others = task(exercise)
        says = (first, *([] if exercise.is_of_calls else [self._sides()]), *others)
        is_drawn = has_board(exercise)
        left = PAGE_WIDTH - MARGIN - BOARD
        bottom = self.draw_root_board(left) if is_drawn else sheet.y
        sheet.write(" ".join(map(str, says)), 10.5, after=8, beside=(BOARD + 24) * is_drawn)
        if self.boards and not is_drawn:
            sheet.write(str(Message("Position: {text}", text=exercise.position.text)), 10.5, after=8)
        # The tree begins beside the board where its root is far enough away.
        sheet.y = max(sheet.y, bottom - TREE_RISE if self.x[0] < left - BOARD else bottom)
        columns = int((PAGE_WIDTH - 2 * MARGIN - 8) / (CODE * LETTER))
        for line in exercise.code.expandtabs(4).splitlines():
            for piece in wrapped_code(line, columns):
                sheet.need(CODE_LINE)
                left = MARGIN + 8 + piece.hang * CODE * LETTER
                sheet.put(Text(left, sheet.y + CODE, piece.text, CODE, fixed=True))
                sheet.y += CODE_LINE
        sheet.y += 6 if exercise.code else 0

    def _sides(self) -> Message:
        """Return which sign is which side."""
        if self.boards is None:
            return Message("△ is MAX and takes the largest value, ▽ is MIN and takes the smallest.")
        position = self.exercise.position
        first, second = position.game.marks if position.max_side == FIRST else reversed(position.game.marks)
        return Message("△ is MAX, {max}, and takes the largest value, ▽ is MIN, {min}, and takes the smallest.",
                       max=first, min=second)  # fmt: skip

    def draw_root_board(self, left: float) -> float:
        """Draw the root's board and who is to move; return the y below it."""
        if not has_board(self.exercise):
            return self.sheet.y
        position, top = self.exercise.position, self.sheet.y + 2
        marks, high = named_board_marks(position, BOARD, (left, top))
        caption = str(caption_of(self.exercise, 0))
        self.sheet.put(*marks, Text(left + BOARD / 2, top + high + 11, caption, 8.5, align="center"))
        if (discs := discs_of(self.exercise)) is None:
            return top + high + 18
        self.sheet.put(Text(left + BOARD / 2, top + high + 22, str(discs), 7.5, colour=QUIET, align="center"))
        return top + high + 29

    def draw_tree(self) -> None:
        """Draw the tree; moves that have no room on its edges are listed below it."""
        plies = 1 + max(node.ply for node in self.tree.nodes)
        high = min(self.ply_high, 330 / max(1, plies - 1))
        if self.exercise.is_of_calls:
            high = max(CALL_PLY, min(56.0, high))
        below = max(self.boards.below(number) for number in range(len(self.tree.nodes))) if self.boards else 0.0
        self.sheet.need(high * (plies - 1) + 66 + below)
        top = self.sheet.y + 22
        middle = {number: top + node.ply * high for number, node in enumerate(self.tree.nodes)}
        for number, node in enumerate(self.tree.nodes):
            for child in node.children:
                self._edge(number, child, middle)
        for number, node in enumerate(self.tree.nodes):
            self._node(number, node, middle[number])
        self.sheet.y = top + (plies - 1) * high + (30 + below if below else 44)
        if self.boards and self.boards.label is None:
            moves = "; ".join(f"{node.name} {node.label}" for node in self.tree.nodes[1:])
            self.sheet.write(str(Message("Moves: {moves}.", moves=moves)), 9.5)

    def _edge(self, parent: int, child: int, middle: dict[int, float]) -> None:
        """Draw an edge, struck where the key prunes it."""
        start = (self.x[parent], middle[parent] + self._half(parent))
        end = (self.x[child], middle[child] - self._half(child))
        is_pruned = self.with_key and child in self.key.pruned
        self.sheet.put(Stroke((start, end), 0.8, DASHES if is_pruned else None))
        share = 0.55
        if self.boards and self.boards.label:
            self.sheet.put(*self.boards.move(child, start, end))
            share = 0.84 if self.boards.label[1] < 0.6 else 0.3
        if is_pruned and parent not in self.key.pruned:
            x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
            for shift in (-2.0, 2.0):
                self.sheet.put(Stroke(((x + shift - 2, y + 5), (x + shift + 2, y - 5)), 1.1))

    def _half(self, number: int) -> float:
        """Return half the height of a node."""
        if self.exercise.is_of_calls:
            return CALL_HIGH / 2
        return (TRIANGLE_HIGH if self.tree.nodes[number].children else self.side) / 2

    @property
    def side(self) -> float:
        """The side of a leaf's square."""
        return min(28.0, self.slot - 2)

    def _node(self, number: int, node: Node, y: float) -> None:
        """Draw a node with its value, name and box."""
        x, put = self.x[number], self.sheet.put
        if self.exercise.is_of_calls:
            self._call(number, node, y)
            return
        if self.boards:
            put(*self.boards.board(number, y, y + self.side / 2 + 4 + self.name_size))
        if node.given is not None:
            side, size = self.side, self.leaf_size
            put(Box(x - side / 2, y - side / 2, side, side, 0.9, min(2.0, side / 8)))
            put(Text(x, y + size * 0.36, printed(node.given), size, bold=True, align="center"))
            put(Text(x, y + side / 2 + 4 + self.name_size, node.name, self.name_size, colour=QUIET, align="center"))
            return
        up = 1 if node.kind == MAX else -1
        half, high = self.triangle / 2, TRIANGLE_HIGH / 2
        put(Stroke(((x - half, y + up * high), (x + half, y + up * high), (x, y - up * high)), 0.9, closed=True))
        if self.names_inside:
            size = self._size_to_fit(node.name, 9.0, self.triangle * 0.5)
            put(Text(x, y + size * 0.36 + up * 5, node.name, size, bold=True, align="center"))
        else:
            put(Text(x - half - 2, y + 3 - up * 5, node.name, 11, bold=True, align="right"))
        if self.has_boxes:
            left, top = x + half + 6, y - BOX_HIGH / 2
            put(Text(left, top - 3, "value", 7.5, colour=QUIET), Box(left, top, BOX, BOX_HIGH, 0.9))
            if self.with_key and number in self.key.values:
                put(Text(left + BOX / 2, top + 13, self._value(number), 10, bold=True, align="center"))

    def _call(self, number: int, node: Node, y: float) -> None:
        """Draw a call, with its result below, or a box for it beside."""
        x, put = self.x[number], self.sheet.put
        has_text = self.call_size > 0
        width = self._call_width(node, self.call_size) if has_text else min(24.0, self.slot - 2)
        top, size = y - CALL_HIGH / 2, self.call_size or self._size_to_fit(node.name, 8.0, width - 3)
        put(Box(x - width / 2, top, width, CALL_HIGH, 0.9, 6.0))
        put(Text(x, y + size * 0.36, node.label if has_text else node.name, size, align="center", fixed=has_text))
        if node.given is not None:
            fitting = min(9.0, self._size_to_fit(printed(node.given), 9.0, self.slot - 2))
            put(Text(x, top + CALL_HIGH + 3 + fitting, printed(node.given), fitting, bold=True, align="center"))
        elif self.has_boxes:
            left = x + width / 2 + 3
            put(Box(left, top + 0.5, BOX, BOX_HIGH, 0.9))
            if self.with_key:
                put(Text(left + BOX / 2, top + 13, self._value(number), 10, bold=True, align="center"))

    def _value(self, number: int) -> str:
        """Return the key's value of a node as text."""
        sign = SIGNS.get(self.key.bounds[number] or "", "")
        return sign + printed(self.key.values[number])

    def _questions(self) -> None:
        """Write all that the exercise asks."""
        asks = self.exercise.asks
        parts = [
            (VALUES in asks or WINDOWS in asks, self._table),
            (PRUNED in asks, self._pruned),
            (BEST in asks, self._best),
            (PRUNED in asks and not self.with_key, self._why),
        ]
        for number, ask in enumerate((ask for is_asked, ask in parts if is_asked), 1):
            ask(number)

    def _heading(self, number: int, text: str, high: float, *asks: str) -> None:
        """Write a question's heading, with the points of what it asks, where `high` has room below it."""
        self.sheet.need(high)
        self.sheet.y += 8
        points = sum(self.exercise.points_of_questions.get(ask, 0) for ask in asks)
        if points:
            shown = f"{rounded(points):g} points"
            self.sheet.put(Text(PAGE_WIDTH - MARGIN, self.sheet.y + 11, shown, 9, colour=QUIET, align="right"))
        self.sheet.put(Text(MARGIN, self.sheet.y + 11, f"{number}   {text}", 11.5, bold=True))
        self.sheet.y += 19

    def _table(self, number: int) -> None:
        """Write the table of values and windows."""
        asks = self.exercise.asks
        has_column = VALUES in asks and not self.has_boxes
        columns = ["value"] if has_column else []
        if WINDOWS in asks:
            columns += ["called with α", "and β", "returns with α", "and β"]
        self._heading(number, "Values and windows" if WINDOWS in asks else "Values", 60, VALUES, WINDOWS)
        if self.exercise.is_of_calls and not self.has_boxes:
            self._table_of_calls()
            return
        if self.has_boxes:
            self.sheet.write("Write the value that each node returns into the box beside it.", 9.5)
        if WINDOWS in asks:
            self.sheet.write("Write α and β when the node is called and when it returns (∞ and −∞ are allowed).", 9.5)
        if self.exercise.cut is not None and columns:
            self.sheet.write("Leave the rows of nodes that are never called empty.", 9.5)
        self.sheet.y += 5
        if not columns:
            return
        self._row(["node", *columns], bold=True)
        for node in self.inner:
            if self.sheet.need(ROW):
                self._row(["node", *columns], bold=True)
            cells = self._cells(node, has_column) if self.with_key else [""] * len(columns)
            self._row([self.tree.nodes[node].name, *cells])
        self.sheet.y += 4

    def _table_of_calls(self) -> None:
        """Write the table of calls whose texts do not fit into the tree."""
        sheet, column = self.sheet, 70.0
        width = PAGE_WIDTH - 2 * MARGIN - NODE_COLUMN - column
        self.sheet.write("Write what each call returns.", 9.5, after=5)
        for number, node in enumerate(self.tree.nodes):
            lines = wrap(node.label, int((width - 12) / (CODE * LETTER)))
            high = ROW + (len(lines) - 1) * CODE_LINE
            sheet.need(high)
            left = MARGIN
            for wide in (NODE_COLUMN, width, column):
                sheet.put(Box(left, sheet.y, wide, high, 0.4, 0.0))
                left += wide
            sheet.put(Text(MARGIN + NODE_COLUMN / 2, sheet.y + 13, node.name, 9.0, bold=True, align="center"))
            for place, line in enumerate(lines):
                sheet.put(Text(MARGIN + NODE_COLUMN + 6, sheet.y + 13 + place * CODE_LINE, line, CODE, fixed=True))
            value = printed(node.given) if node.given is not None else self._value(number) if self.with_key else ""
            sheet.put(Text(PAGE_WIDTH - MARGIN - column / 2, sheet.y + 13, value, 9.0, align="center"))
            sheet.y += high
        sheet.y += 4

    def _cells(self, number: int, has_column: bool) -> list[str]:
        """Return a node's cells in the key; empty where the search does not call it."""
        windowed = WINDOWS in self.exercise.asks
        if number not in self.key.values:
            return [""] * (has_column + 4 * windowed)
        cells = [self._value(number)] if has_column else []
        if windowed:
            cells += [printed(end) for end in self.key.windows_in[number]]
            for ends in zip(*self.key.windows_out[number], strict=True):
                cells.append(" or ".join(printed(end) for end in dict.fromkeys(ends)))
        return cells

    def _row(self, cells: Sequence[str], *, bold: bool = False) -> None:
        """Draw a row of a table."""
        sheet = self.sheet
        width = (PAGE_WIDTH - 2 * MARGIN - NODE_COLUMN) / max(1, len(cells) - 1)
        left = MARGIN
        for place, cell in enumerate(cells):
            wide = width if place else NODE_COLUMN
            sheet.put(Box(left, sheet.y, wide, ROW, 0.4, 0.0))
            is_bold = bold or not place
            sheet.put(Text(left + wide / 2, sheet.y + 13, cell, 9.0, bold=is_bold, align="center"))
            left += wide
        sheet.y += ROW

    def _pruned(self, number: int) -> None:
        """Write the question of what is pruned."""
        self._heading(number, "Pruned", 62, PRUNED)
        self.sheet.write("Strike the edges that are pruned with // in the tree, and list the nodes at their ends:", 9.5)
        if self.with_key:
            names = right_answers(self.exercise).pruned or ["none"]
            self.sheet.write(", ".join(names), 11, bold=True)
        else:
            self._lines(1)

    def _best(self, number: int) -> None:
        """Write the question of the best move."""
        sheet, root = self.sheet, self.tree.nodes[0].name
        self._heading(number, f"Best move of {root}", 44, BEST)
        left = MARGIN + width_of(f"{number}   Best move of {root}", 11.5, bold=True) + 14
        top = sheet.y - 21
        sheet.put(Box(left, top, 52, BOX_HIGH, 0.9))
        if self.with_key:
            sheet.put(Text(left + 26, top + 13, self.tree.nodes[self.key.best].name, 10, bold=True, align="center"))
        sheet.y += 4

    def _why(self, number: int) -> None:
        """Write the question why a branch cannot matter."""
        self._heading(number, "Why?", 84)
        self.sheet.write("Choose one branch that you pruned. Say in one sentence why its value cannot matter.", 9.5)
        self._lines(2)

    def _lines(self, count: int) -> None:
        """Draw lines to write on."""
        for _ in range(count):
            self.sheet.y += 18
            self.sheet.rule(after=0)
        self.sheet.y += 6

    def _foot(self) -> None:
        """Write the foot of every page, with points on the last."""
        exercise = self.exercise
        about = " · ".join(filter(None, [f"Plyscope exercise {exercise.id}", rule_of(exercise)]))
        y = PAGE_HEIGHT - 32
        for place, page in enumerate(self.sheet.pages, 1):
            page.marks.append(Stroke(((MARGIN, y - 14), (PAGE_WIDTH - MARGIN, y - 14)), 0.4))
            count = f" · page {place} of {len(self.sheet.pages)}" if len(self.sheet.pages) > 1 else ""
            page.marks.append(Text(MARGIN, y, about + count, 8.5, colour=QUIET))
        right = f"of {ALL_POINTS}"
        left = PAGE_WIDTH - MARGIN - width_of(right, 9) - 34
        self.sheet.put(Text(PAGE_WIDTH - MARGIN, y, right, 9, align="right"), Box(left, y - 10, 28, 14, 0.7))
        self.sheet.put(Text(left - 6, y, "Points", 9, align="right"))
        if self.with_key:
            self.sheet.put(Text(left + 14, y, str(ALL_POINTS), 9, bold=True, align="center"))
