"""A tree level by level, as it is searched, and the quick way to read one that is plain JSON.

`json` reads the text, and then a level is taken at a time instead of a node at a time: a million leaves need a
fifteenth of the time that `tree_text` takes for them. What is refused, and at which byte, is known there alone, so any
text that may be wrong, or is no plain JSON, is left to it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain
from math import inf, isnan, nan
from typing import Any

from plyscope.games.tree_text import MAX_CHILDREN, MAX_DEPTH, PLAIN_KEYS, Node, digits_warning, split_turn
from plyscope.messages import Message
from plyscope.model.no_collection import no_collection

MIN_LONG_NUMBER_CHARS = 16
"""The fewest characters of a number that may have more digits than a float can hold."""
LONG_NUMBER_OR_TEXT = re.compile(rf'"(?:[^"\\]|\\.)*"|[-0-9][0-9.eE+-]{{{MIN_LONG_NUMBER_CHARS - 1},}}')
"""A long number, or a text, in which numbers are not read. In JSON no number goes on behind a number."""
LIKE_DIGITS = bytes(ord("0") if character in b"0123456789.eE+-" else 0 for character in range(256))
"""A table for `bytes.translate` that makes zeros of the characters of numbers, and of no others."""
PLAIN = {int, float}
"""The types of leaves without a name."""
INFINITIES = {"inf": inf, "-inf": -inf, "Infinity": inf, "-Infinity": -inf}
"""The texts of infinities, which JSON does not have; in a tree only the first two may be written."""


class Doubt(Exception):
    """The text may be wrong, or is written as JSON cannot be."""


@dataclass(slots=True)
class Levels:
    """The nodes of a tree level by level, in the order in which they are numbered."""

    children: list[int] = field(default_factory=list)
    """How many children each node has."""
    numbers: list[float] = field(default_factory=list)
    """The number of each node, NaN where an inner node has none."""
    names: list[str] = field(default_factory=list)
    """The name of each node as written; empty without one."""
    probabilities: dict[int, float] = field(default_factory=dict)
    """The nodes that chance leads to, each with its probability."""
    noisy: set[int] = field(default_factory=set)
    """The nodes that a noisy move leads to."""
    sizes: list[int] = field(default_factory=list)
    """How many nodes stand on each level."""

    def add(self, children: Sequence[int], numbers: Sequence[float], names: Sequence[str]) -> None:
        """Add a level below the others."""
        self.children.extend(children)
        self.numbers.extend(numbers)
        self.names.extend(names)
        self.sizes.append(len(children))


def levels_of(root: Node) -> Levels:
    """Return the levels of a tree that was read node by node."""
    levels = Levels()
    level = [root]
    while level:
        for number, node in enumerate(level, len(levels.children)):
            if not isnan(node.probability):
                levels.probabilities[number] = node.probability
            if node.is_noisy:
                levels.noisy.add(number)
        counts = [len(node.children) for node in level]
        levels.add(counts, [node.number for node in level], [node.name for node in level])
        level = [child for node in level for child in node.children]
    return levels


def read_levels(text: str) -> tuple[Levels, int, list[Message]] | None:
    """Return the tree, the side to move at its root, and warnings; None where only `read_tree` can read the text."""
    body, turn = split_turn(text)
    try:
        with no_collection():
            levels = levels_of_json(read_json(body))
    except (Doubt, ValueError, OverflowError, RecursionError):
        return None
    return levels, turn, list(warnings_of(body))


def read_json(body: str) -> Any:
    """Return the text as `json` reads it; infinities may be written as `inf` and become texts."""
    if "Infinity" in body or "NaN" in body:
        raise Doubt
    content = body if '"' in body else body.replace("inf", "Infinity")
    return json.loads(content, parse_constant=str, object_pairs_hook=without_repeats)


def without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the keys of an object; raise Doubt for repeated or unknown ones."""
    found = dict(pairs)
    if len(found) != len(pairs) or not found.keys() <= set(PLAIN_KEYS):
        raise Doubt
    return found


def levels_of_json(root: Any) -> Levels:
    """Return the levels of a tree in the lists and objects of `json`."""
    levels = Levels()
    level: Sequence[Any] = [root]
    del root  # so that what has been taken is given back level by level
    while level:
        kinds = set(map(type, level))
        if kinds <= PLAIN:
            add_leaves(levels, level)
            level = ()
        elif len(levels.sizes) >= MAX_DEPTH:
            raise Doubt
        elif kinds == {list}:
            levels.add(list(map(len, level)), [nan] * len(level), [""] * len(level))
            refuse_empty(level)
            level = list(chain.from_iterable(level))
        else:
            level = add_mixed(levels, level)
    if max(levels.children) > MAX_CHILDREN or any(levels.names):
        refuse_same_names(levels)
    return levels


def refuse_empty(lists: Sequence[list[Any]]) -> None:
    """Raise Doubt for an empty list of children."""
    if not all(lists):
        raise Doubt


def add_leaves(levels: Levels, level: Sequence[int | float]) -> None:
    """Add a level of nothing but numbers; raise Doubt for infinities, which are numbers out of range."""
    numbers = [number + 0.0 for number in level]
    if max(numbers) == inf or min(numbers) == -inf:
        raise Doubt
    levels.add([0] * len(numbers), numbers, [""] * len(numbers))


def add_mixed(levels: Levels, level: Sequence[Any]) -> list[Any]:
    """Add a level of any nodes, and return the next level; raise Doubt where one may be wrong."""
    below: list[Any] = []
    counts, numbers, names = [], [], []
    for node in level:
        name, number = "", nan
        children: Sequence[Any] = ()
        if type(node) is list:
            children = node
        elif type(node) is dict:
            name, children = name_of(node), node.get("children", ())
            number = number_of(node["value"]) if "value" in node else nan
            if "children" in node and type(children) is not list:
                raise Doubt
        else:
            number = number_of(node)
        if not children and number != number:
            raise Doubt  # nothing in it, or an empty list of children
        counts.append(len(children))
        numbers.append(number)
        names.append(name)
        below.extend(children)
    levels.add(counts, numbers, names)
    return below


def name_of(node: dict[str, Any]) -> str:
    """Return the name of a node as written, empty where it has none; raise Doubt for an unusable one."""
    if "children" in node and not node["children"]:
        raise Doubt
    if "name" not in node:
        return ""
    name = node["name"]
    if type(name) is not str or not name.strip() or (not name.isascii() and not is_unicode(name)):
        raise Doubt
    return name


def is_unicode(name: str) -> bool:
    """Whether a name can be encoded: JSON can name halves of surrogate pairs."""
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


def number_of(value: Any) -> float:
    """Return the number in a value of `json`; raise Doubt where it is none."""
    if type(value) is str and value in INFINITIES:
        return INFINITIES[value]
    if type(value) not in PLAIN or value in (inf, -inf):
        raise Doubt
    return float(value) + 0.0


def refuse_same_names(levels: Levels) -> None:
    """Raise Doubt where children of a node share a name, or are more than a node can have."""
    for first, count in zip(accumulate(levels.children, initial=1), levels.children, strict=False):
        names = levels.names[first : first + count]
        if count > MAX_CHILDREN:
            raise Doubt
        if any(names) and len({name or str(place) for place, name in enumerate(names, 1)}) < count:
            raise Doubt


def warnings_of(body: str) -> Iterator[Message]:
    """Yield a warning for each number with more digits than a float can hold."""
    if b"0" * MIN_LONG_NUMBER_CHARS not in body.encode("utf-8", "surrogatepass").translate(LIKE_DIGITS):
        return
    for found in LONG_NUMBER_OR_TEXT.finditer(body):
        if found[0][0] != '"' and (warning := digits_warning(body, found[0], found.start())):
            yield warning
