"""A nested list of numbers, as textbooks and exercises write a tree, and as our tree game reads it.

Searched by minimax it has the value that the recording has. Names and moves are not in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from plyscope.export.game_tree import GameTree, game_tree
from plyscope.export.progress import BATCH
from plyscope.export.selection import Selection
from plyscope.messages import InputError, plain_number
from plyscope.model.declaration import MIN, has_side


def pieces(selection: Selection) -> Iterator[str]:
    tree = yield from game_tree(selection, "a nested list")
    yield from refuse_other_turns(tree)
    values = selection.trace.values
    separator = ""
    for place, enters in tree.walk():
        is_inner = bool(tree.children[place])
        if enters:
            yield separator + ("[" if is_inner else json.dumps(plain_number(values[tree.nodes[place].frame])))
        elif is_inner:
            yield "]"
        separator = "" if enters and is_inner else ", "
    # A single leaf has no side to move.
    yield " second\n" if tree.nodes[0].kind == MIN and tree.children[0] else "\n"


def refuse_other_turns(tree: GameTree) -> Iterator[str]:
    """In a nested list the sides take turns: it has no place for anything else."""
    for place, node in enumerate(tree.nodes):
        if place % BATCH == 0:
            yield ""
        for child in tree.children[place]:
            below = tree.nodes[child]
            if not has_side(node.kind) or (tree.children[child] and below.kind == node.kind):
                raise InputError("in a nested list MAX and MIN take turns; in frame {frame} not", frame=below.frame)
