"""Names of the nodes of a tree, as in textbooks: A for the root, then B, C and so on, a leaf by parent and place.

A name belongs to the node, so that it stays the same whatever the order of moves and whatever is pruned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, product
from string import ascii_uppercase

MAX_NAMED_NODES = 10_000
"""The most nodes of a tree whose nodes are named: letters by the thousand help nobody."""


def names_of_nodes(own: Sequence[str], parent: Sequence[int], children: Sequence[int]) -> tuple[str, ...]:
    """Return the names of all nodes, which are numbered level by level from the root, 0; no two are the same.

    A node keeps its own name where no other node has it. No other node but the root is given the letter A.
    """
    times = Counter(own)
    names = [name if times[name] == 1 else "" for name in own]
    taken = set(filter(None, own))
    letters = (text for text in sequence_of_letters() if text not in taken)
    if names[0] and "A" not in taken:
        next(letters)
    for node in range(len(names)):
        if not names[node] and (children[node] or not node):
            names[node] = next(letters)
            taken.add(names[node])
    place = 0
    for node in range(1, len(names)):
        place = place + 1 if parent[node] == parent[node - 1] and node > 1 else 1
        if not names[node]:
            names[node] = leaf_name(names[parent[node]], place, taken)
            taken.add(names[node])
    return tuple(names)


def sequence_of_letters() -> Iterator[str]:
    """Yield A, B … Z, AA, AB and so on without end."""
    for length in count(1):
        for letters in product(ascii_uppercase, repeat=length):
            yield "".join(letters)


def leaf_name(parent: str, place: int, taken: set[str]) -> str:
    """Return the parent's name and the place among its children, with dots between to make it unique."""
    dots = "." if parent[-1:].isdigit() else ""
    while (name := f"{parent}{dots}{place}") in taken:
        dots += "."
    return name
