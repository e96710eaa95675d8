"""A nested list of numbers, as textbooks and exercises write a tree, and as our tree game reads it.

Searched by minimax it has the value that the recording has. Names and moves are not in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain

from plyscope.export.game_tree import game_nodes
from plyscope.export.selection import Node, Selection
from plyscope.messages import InputError, plain_number
from plyscope.model.declaration import MIN, has_side


def pieces(selection: Selection) -> Iterator[str]:
    """Iterate over the parts of the nested list."""
    values = selection.trace.values
    lists: list[Node] = []
    """The nodes whose lists are not closed yet."""
    separator, node, first_kind = "", None, None
    for following in chain(game_nodes(selection, "a nested list"), [None]):
        if node is not None and following is not None and following.parent == node.number:
            refuse_other_turns(lists, node, following)
            yield separator + "["
            lists.append(node)
            separator, first_kind = "", lists[0].kind
        elif node is not None:
            yield separator + json.dumps(plain_number(values[node.frame]))
            separator = ", "
        while lists and (following is None or following.parent != lists[-1].number):
            yield "]"
            lists.pop()
        node = following
    # A single leaf has no side to move.
    yield " second\n" if first_kind == MIN else "\n"


def refuse_other_turns(lists: list[Node], node: Node, child: Node) -> None:
    """Raise InputError where the sides do not take turns, which a nested list cannot say."""
    wrong = child if not has_side(node.kind) else node if lists and lists[-1].kind == node.kind else None
    if wrong is not None:
        raise InputError("in a nested list MAX and MIN take turns; in frame {frame} not", frame=wrong.frame)
