"""A tree that is being drawn: its nodes in preorder, what can be done to them, and how it is written.

An edit changes the nodes in place and then lays the tree out again. A tree may break the rules of its text for a
while, by two children of the same name, say.
"""

from __future__ import annotations

import json
import math
from math import fsum, isnan, nan

from plyscope.games.tree_names import names_of_nodes
from plyscope.games.tree_text import Node, read_tree, written_number
from plyscope.messages import InputError
from plyscope.model.position import FIRST

from plyscope_window.widgets.tree_sketch import Sketch, lay_out

MAX_DRAWN = 2_000
"""The largest number of nodes of a tree that is edited as a drawing."""


class TreeDraft:
    """A tree that is being drawn: its nodes by their numbers in preorder; node 0 is the root."""

    def __init__(self, root: Node, turn: int = FIRST) -> None:
        self.root = root
        self.turn = turn
        self.arrange()

    @staticmethod
    def of(text: str) -> TreeDraft:
        """Return the draft of a text; raise InputError if it is no tree."""
        root, turn, _warnings = read_tree(text)
        return TreeDraft(root, turn)

    def arrange(self) -> None:
        """Number the nodes in preorder, with their parents, after an edit."""
        self.nodes: list[Node] = []
        self.parents: list[int] = []
        self.places: list[int] = []
        """The place of each node among its siblings, from 0."""
        waiting: list[tuple[Node, int, int]] = [(self.root, -1, 0)]
        while waiting:
            node, parent, place = waiting.pop()
            number = len(self.nodes)
            self.nodes.append(node)
            self.parents.append(parent)
            self.places.append(place)
            siblings = reversed(list(enumerate(node.children)))
            waiting.extend((child, number, child_place) for child_place, child in siblings)
        self._sketch: Sketch | None = None
        self._names: dict[int, str] = {}

    @property
    def sketch(self) -> Sketch:
        """The layout of the drawing: where each node lies, in leaves and plies."""
        if self._sketch is None:
            chances = {number for number, node in enumerate(self.nodes) if is_of_chance(node)}
            self._sketch = lay_out(self.parents, chances)
        return self._sketch

    def __len__(self) -> int:
        return len(self.nodes)

    def name(self, number: int) -> str:
        """Return the name of a node on screen, as recorded: A for the root, B, C …, a leaf by parent and place."""
        if not self._names:
            # In preorder, the nodes of one ply stand from left to right.
            numbers = sorted(range(len(self)), key=self.sketch.plies.__getitem__)
            place = {number: place for place, number in enumerate(numbers)}
            parents = [place.get(self.parents[number], -1) for number in numbers]
            own, children = zip(
                *((self.nodes[node].name, len(self.nodes[node].children)) for node in numbers), strict=True
            )
            self._names = dict(zip(numbers, names_of_nodes(own, parents, children), strict=True))
        return self._names[number]

    def number_of(self, node: Node) -> int:
        """Return the number of a node."""
        return next(number for number, other in enumerate(self.nodes) if other is node)

    def add_child(self, number: int) -> int:
        """Add a leaf under a node and return its number. A leaf passes its value on to its first child.

        All outcomes of chance are as probable then.
        """
        node = self.nodes[number]
        child = Node(number=0.0)
        if not node.children and not isnan(node.number):
            child.number, node.number = node.number, nan
        of_chance = is_of_chance(node)
        node.children.append(child)
        for outcome in node.children if of_chance else ():
            outcome.probability = 1 / len(node.children)
        self.arrange()
        return self.number_of(child)

    def delete(self, number: int) -> int:
        """Delete a node with its subtree; return the number of the node next to it.

        A parent that loses its last child becomes a leaf again, with its own number or the child's. What is left of
        the outcomes of chance keeps its proportions.
        """
        node, parent = self.nodes[number], self.nodes[self.parents[number]]
        place = self.places[number]
        del parent.children[place]
        left = fsum(child.probability for child in parent.children) if is_of_chance(parent) else 0.0
        for child in parent.children if left else ():
            child.probability /= left
        if not parent.children and isnan(parent.number):
            parent.number = 0.0 if isnan(node.number) else node.number
        neighbour = parent.children[min(place, len(parent.children) - 1)] if parent.children else parent
        self.arrange()
        return self.number_of(neighbour)

    def rename(self, number: int, name: str) -> None:
        """Set the name of a node, an empty one to remove it; raise InputError if a sibling has that name."""
        name = name.strip()
        if number:
            siblings = self.nodes[self.parents[number]].children
            mine = name or str(self.places[number] + 1)
            for place, sibling in enumerate(siblings):
                if place != self.places[number] and (sibling.name or str(place + 1)) == mine:
                    raise InputError("two children of one node are called {name}", name=mine)
        self.nodes[number].name = name
        self._names = {}

    def set_value(self, number: int, text: str) -> None:
        """Set the number of a node, an empty text to remove that of an inner node; raise InputError if it is none."""
        node = self.nodes[number]
        if not text.strip():
            if not node.children:
                raise InputError("a leaf needs a number")
            node.number = nan
            return
        node.number = read_number(text)

    @property
    def text(self) -> str:
        """The tree as text: nested lists; objects where nodes have names or marks, or inner ones numbers."""
        texts: list[str] = [""] * len(self.nodes)
        below: list[list[str]] = [[] for _ in self.nodes]
        for number in range(len(self.nodes) - 1, -1, -1):
            texts[number] = node_text(self.nodes[number], list(reversed(below[number])))
            if number:
                below[self.parents[number]].append(texts[number])
        return texts[0] + ("" if self.turn == FIRST else " second")


def is_of_chance(node: Node) -> bool:
    """Whether chance moves at a node."""
    return bool(node.children) and not isnan(node.children[0].probability)


def node_text(node: Node, children: list[str]) -> str:
    """Return a node as text, around the texts of its children."""
    if is_of_chance(node):
        pairs = zip(node.children, children, strict=True)
        children = [f"[{child.probability!r},{text}]" for child, text in pairs]
    value = "" if isnan(node.number) else written_number(node.number)
    listed = "[" + ",".join(children) + "]" if children else ""
    if not node.name and not (listed and value) and not is_of_chance(node) and not node.is_noisy:
        return listed or value
    keys = {"name": json.dumps(node.name, ensure_ascii=False) if node.name else ""}
    keys |= {"noisy": "true" if node.is_noisy else "", "value": value}
    keys["chance" if is_of_chance(node) else "children"] = listed
    return "{" + ",".join(f'"{key}":{text}' for key, text in keys.items() if text) + "}"


def read_number(text: str) -> float:
    """Return a typed number, which may have the minus sign U+2212 or be ∞; raise InputError if it is none."""
    plain = text.strip().replace("−", "-").replace("∞", "inf").replace(",", ".")
    try:
        value = float(plain)
    except ValueError:
        raise InputError("{text} is not a value; write a number, inf or -inf", text=text.strip()) from None
    if isnan(value) or (math.isinf(value) and "inf" not in plain.lower()) or "_" in plain:
        raise InputError("{text} is not a value; write a number, inf or -inf", text=text.strip())
    return value + 0.0
