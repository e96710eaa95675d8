"""A tree written by hand: a game that is nothing but its tree, with any numbers at the leaves.

The nodes are numbered level by level, so that the children of a node stand side by side. The state is the
node one stands on and whose turn it is there. A move is the number of the child it leads to. Numbers are
seen from the side that is MAX. `tree_chance` says how chance moves in it. `tree_levels` reads the text of a
tree, and `tree_text` one that may be wrong; `tree_newick` and `tree_gambit` read the notations of other
programs; `tree_names` names the nodes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, compress, repeat
from math import isnan
from typing import TYPE_CHECKING, Any

from plyscope.games import tree_chance
from plyscope.games.entry import GameBase, GameEntry
from plyscope.games.tree_names import MAX_NAMED_NODES, names_of_nodes
from plyscope.messages import Message
from plyscope.model.position import FIRST, Board, Outcomes, Reading, Rules, State, node_board

if TYPE_CHECKING:
    from plyscope.games.tree_levels import Levels

NAME = "tree"
FIRST_CHILD: list[int] = []
CHILDREN: list[int] = []
PARENT: list[int] = []
NUMBER: list[float] = []
HEIGHT: list[int] = []
NOISY: list[bool] = []
NODE, TURN = 0, 1


def moves(s: State) -> Iterator[int]:
    first = FIRST_CHILD[s[NODE]]
    for child in range(first, first + CHILDREN[s[NODE]]):
        yield child


def noisy(s: State) -> Iterator[int]:
    first = FIRST_CHILD[s[NODE]]
    for child in range(first, first + CHILDREN[s[NODE]]):
        if NOISY[child]:
            yield child


def play(s: State, child: int) -> None:
    s[NODE] = child
    s[TURN] = 3 - s[TURN]


def undo(s: State, child: int) -> None:
    s[NODE] = PARENT[child]
    s[TURN] = 3 - s[TURN]


def is_over(s: State) -> bool:
    return CHILDREN[s[NODE]] == 0


def outcome(s: State) -> float:
    return NUMBER[s[NODE]]


def to_move(s: State) -> int:
    return s[TURN]


def longest(s: State) -> int:
    return HEIGHT[s[NODE]]


@dataclass(frozen=True)
class Tree(GameBase):
    """One tree: its texts and names. Children go by their names, or by their numbers from 1."""

    names: tuple[str, ...]
    name = NAME
    sides = ("first", "second")
    has_winner = False
    is_given = True

    def diagram(self, state: Sequence[int]) -> str:
        """Return the place of a node: names, or numbers among siblings, from the root down."""
        path = []
        node = state[NODE]
        while node:
            path.append(self.move_text(node))
            node = self.rules.tables["PARENT"][node]
        root = self.names[0] or "root"
        return "/".join([root, *reversed(path)])

    def text(self, state: Sequence[int]) -> str:
        turn = "" if state[TURN] == FIRST else " second"
        return write_tree(self, state[NODE]) + turn

    def move_text(self, move: int) -> str:
        if self.names[move]:
            return self.names[move]
        tables = self.rules.tables
        return str(move - tables["FIRST_CHILD"][tables["PARENT"][move]] + 1)

    def given_number(self, state: Sequence[int]) -> float | None:
        number: float = self.rules.tables["NUMBER"][state[NODE]]
        return None if isnan(number) else number

    def node_name(self, move: int) -> str | None:
        return self.names[move] or None

    @cached_property
    def _shown_names(self) -> tuple[str, ...]:
        """The name of each node on screen and in sentences; none in a tree of very many nodes."""
        if len(self.names) > MAX_NAMED_NODES:
            return ()
        return names_of_nodes(self.names, self.rules.tables["PARENT"], self.rules.tables["CHILDREN"])

    def name_of(self, state: Sequence[int]) -> str | None:
        return self._shown_names[state[NODE]] if self._shown_names else None

    def read_move(self, text: str, state: Sequence[int]) -> int | None:
        first = self.rules.tables["FIRST_CHILD"][state[NODE]]
        children = range(first, first + self.rules.tables["CHILDREN"][state[NODE]])
        for child in children:
            if self.move_text(child) == text:
                return child
        if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= len(children):
            return children[int(text[:9]) - 1]
        return None

    def find_states(self, text: str, root: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the node that a way from the top of the tree leads to, as `diagram` writes it."""
        top, *path = text.split("/")
        state: tuple[int, ...] | None = (0, root[TURN]) if top == (self.names[0] or "root") else None
        for name in path:
            child = None if state is None else self.read_move(name, state)
            state = None if state is None or child is None else self._after(state, child)
        return [] if state is None else [state]

    def _after(self, state: Sequence[int], child: int) -> tuple[int, ...]:
        """Return the state after the move to a child."""
        after = list(state)
        self.rules.play(after, child)
        return tuple(after)

    @cached_property
    def given_extremes(self) -> tuple[float, float] | None:
        numbers = [number for number in self.rules.tables["NUMBER"] if not isnan(number)]
        return (min(numbers), max(numbers)) if numbers else None

    def board(self, state: Sequence[int], last: int | None = None) -> Board:
        first = self.rules.tables["FIRST_CHILD"][state[NODE]]
        children = range(first, first + self.rules.tables["CHILDREN"][state[NODE]])
        return node_board(self.diagram(state), [self.move_text(child) for child in children], last)

    def distance_from_centre(self, move: int) -> float:
        """Return how far a child is from the middle of its siblings."""
        tables = self.rules.tables
        parent = tables["PARENT"][move]
        middle = tables["FIRST_CHILD"][parent] + (tables["CHILDREN"][parent] - 1) / 2
        return abs(float(move - middle))

    def missing_number(self, state: Sequence[int], depth: int | None, goes_on: bool = False) -> str | None:
        tables = self.rules.tables
        is_noisy = tables.get("NOISY", ())
        level, ply = [state[NODE]], 0
        while level:
            is_beyond = depth is not None and ply >= depth
            if depth is None or ply == depth or (goes_on and is_beyond):
                for node in level:
                    if tables["CHILDREN"][node] and isnan(tables["NUMBER"][node]):
                        return self.diagram([node, FIRST])
            if is_beyond and not goes_on:
                return None
            level = [
                child
                for node in level
                for child in range(tables["FIRST_CHILD"][node], tables["FIRST_CHILD"][node] + tables["CHILDREN"][node])
                if not is_beyond or is_noisy[child]
            ]
            ply += 1
        return None


def read(text: str) -> Reading:
    """Return the tree in a text of any notation, and the side to move at its root."""
    levels, turn, warnings = read_any_notation(text)
    firsts = list(accumulate(levels.children, initial=1))[:-1]
    tables: dict[str, Any] = {
        "NODE": NODE,
        "TURN": TURN,
        "FIRST_CHILD": firsts,
        "CHILDREN": levels.children,
        "PARENT": [0, *chain.from_iterable(map(repeat, range(len(firsts)), levels.children))],
        "NUMBER": levels.numbers,
        "HEIGHT": heights(firsts, levels),
    }
    functions: tuple[Callable[..., Any], ...] = (moves, play, undo, is_over, outcome, to_move, longest)
    if levels.probabilities:
        tables["OUTCOMES"] = outcomes_of(tables["FIRST_CHILD"], levels)
        functions = (*functions, tree_chance.play, tree_chance.undo, tree_chance.chance)
    if levels.noisy:
        tables["NOISY"] = [node in levels.noisy for node in range(len(levels.children))]
        functions = (*functions, noisy)
    rules = Rules.of(functions, tables, transposes=False)
    return Reading(Tree(rules, tuple(levels.names)), [0, turn], tuple(warnings))


def outcomes_of(firsts: Sequence[int], levels: Levels) -> list[Outcomes]:
    """Return for each node the children that chance leads to, each with its probability."""
    chances = levels.probabilities
    return [
        tuple((child, chances[child]) for child in range(first, first + count) if child in chances)
        for first, count in zip(firsts, levels.children, strict=True)
    ]


def read_any_notation(text: str) -> tuple[Levels, int, list[Message]]:
    """Return the tree of a text, the side to move at its root, and warnings.

    The module that reads a notation is loaded only where there is one.
    """
    from plyscope.games.tree_gambit import is_gambit, read_gambit
    from plyscope.games.tree_levels import levels_of, read_levels
    from plyscope.games.tree_newick import is_newick, read_newick
    from plyscope.games.tree_text import read_tree

    if is_gambit(text) or is_newick(text):
        root, turn, warnings = (read_gambit if is_gambit(text) else read_newick)(text)
        return levels_of(root), turn, warnings
    quickly_read = read_levels(text)
    if quickly_read is not None:
        return quickly_read
    root, turn, warnings = read_tree(text)
    return levels_of(root), turn, warnings


def heights(firsts: Sequence[int], levels: Levels) -> list[int]:
    """Return how many levels lie below each node, whose first child is given; the deepest level first.

    As long as all nodes of a level are equally high, so are those of the level above, if all have children.
    `below` is that height, and -1 from where on they differ.
    """
    height = [0] * len(firsts)
    end, below = len(firsts) - levels.sizes[-1], 0
    for size in reversed(levels.sizes[:-1]):
        start, children = end - size, levels.children[end - size : end]
        if below >= 0 and all(children):
            below += 1
            height[start:end] = [below] * size
        else:
            below = -1
            for node in compress(range(start, end), children):
                height[node] = 1 + max(height[firsts[node] : firsts[node] + levels.children[node]])
        end = start
    return height


def write_tree(tree: Tree, root: int) -> str:
    """Return the subtree as text: a nested list, or objects where there are names or inner numbers.

    Written from the last node to the first, so that a deep tree needs no recursion.
    """
    from plyscope.games.tree_text import written_number

    tables = tree.rules.tables
    first, count, number = tables["FIRST_CHILD"], tables["CHILDREN"], tables["NUMBER"]
    outcomes: Sequence[Outcomes] = tables.get("OUTCOMES", ())
    noise: Sequence[bool] = tables.get("NOISY", ())
    inside = [root]
    for node in inside:
        inside.extend(range(first[node], first[node] + count[node]))
    texts: dict[int, str] = {}
    for node in reversed(inside):
        below = [(child, texts.pop(child)) for child in range(first[node], first[node] + count[node])]
        chances = dict(outcomes[node]) if outcomes else {}
        written = (f"[{chances[child]!r},{text}]" if chances else text for child, text in below)
        children = "[" + ",".join(written) + "]"
        value = "" if isnan(number[node]) else written_number(number[node])
        is_noisy = node != root and bool(noise) and noise[node]
        if not tree.names[node] and not (count[node] and value) and not chances and not is_noisy:
            texts[node] = children if count[node] else value
            continue
        keys = {
            "name": json.dumps(tree.names[node], ensure_ascii=False) if tree.names[node] else "",
            "noisy": "true" if is_noisy else "",
            "value": value,
            "chance" if chances else "children": children if count[node] else "",
        }
        texts[node] = "{" + ",".join(f'"{key}":{text}' for key, text in keys.items() if text) + "}"
    return texts[root]


FORM = re.compile(
    r"""\s*(?:EFG\s|[({]|\[(?!\s*\w+\s+")|(?:-?[0-9.]+(?:e[+-]?[0-9]+)?|-?inf)(?:\s+\w+)?\s*$)""", re.IGNORECASE
)
"""How trees begin: with a bracket, but not that of a header in a file of chess games; or a number, all by itself."""

ENTRY = GameEntry(
    NAME,
    title=Message("Tree"),
    about=Message("a tree written by hand, with any numbers as leaves"),
    notation=Message("[[9,8,7],[6,5,4],[3,2,1]], or JSON with name, children, value and noisy"),
    read=read,
    start="[[3,5],[2,9]]",
    manner=None,
    form=lambda text: FORM.match(text) is not None,
    files=(".nwk", ".efg"),
)
