"""Gambit's `.efg`: the tree as an extensive game, for programs about game theory.

Player 1 is MAX and gets the value; player 2 is MIN and loses it. Every position is known to both, so each inner node
is an information set of its own, numbered from 1 for each player.

Programs disagree about quotes and backslashes inside a name: they become other characters, which no program takes for
the end of the name.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum, isinf

from plyscope.export.game_tree import GameTree, game_tree
from plyscope.export.selection import Node, Selection
from plyscope.messages import InputError, plain_number, shown
from plyscope.model.declaration import CHANCE, MAX, MIN, has_side

TOLERANCE = 1e-9
"""How far the probabilities of outcomes may be from 1 together."""
PLAYERS = {MAX: 1, MIN: 2}


def pieces(selection: Selection) -> Iterator[str]:
    """Iterate over the lines of the file, a line for each node in prefix order."""
    tree = yield from game_tree(selection, "an .efg file")
    trace = selection.trace
    title = f"{trace.position.game.name} {trace.position.text}".strip()
    yield f'EFG 2 R {quoted(title)} {{ "MAX" "MIN" }}\n'
    yield '"Written by Plyscope. Moves that the search never tried are not in it."\n\n'
    sets = dict.fromkeys(PLAYERS, 0)
    outcomes = chances = 0
    for place, enters in tree.walk():
        node = tree.nodes[place]
        if not enters:
            continue
        if not tree.children[place]:
            outcomes += 1
            yield f't "" {outcomes} "" {{ {payoffs(node, trace.values[node.frame])} }}\n'
            continue
        if node.kind == CHANCE and trace.origin.probabilities is not None:
            chances += 1
            yield f'c "" {chances} "" {{ {outcomes_of(selection, tree, place)} }} 0\n'
            continue
        if not has_side(node.kind):
            raise InputError(
                "in an .efg file every move belongs to a player; the player of frame {frame} is not known",
                frame=node.frame,
            )
        sets[node.kind] += 1
        yield f'p "" {PLAYERS[node.kind]} {sets[node.kind]} "" {{ {moves(selection, tree, place)} }} 0\n'


def moves(selection: Selection, tree: GameTree, place: int) -> str:
    """Return the moves of a node as the format lists them."""
    return " ".join(quoted(selection.move_text(tree.nodes[child])) for child in tree.children[place])


def outcomes_of(selection: Selection, tree: GameTree, place: int) -> str:
    """Return the outcomes of chance with their probabilities, which must add up to 1."""
    children = [tree.nodes[child] for child in tree.children[place]]
    chances = [selection.trace.chance_of(node.frame) or 0.0 for node in children]
    if abs(fsum(chances) - 1) > TOLERANCE:
        raise InputError(
            "in an .efg file every outcome of chance is needed; the search has not tried all of frame {frame}",
            frame=tree.nodes[place].frame,
        )
    pairs = zip(children, chances, strict=True)
    return " ".join(f"{quoted(selection.move_text(node))} {chance!r}" for node, chance in pairs)


def payoffs(node: Node, value: float) -> str:
    """Return the payoffs of both players at a leaf; raise InputError for an infinite value."""
    if isinf(value):
        raise InputError(
            "an .efg file has no infinite payoffs, and frame {frame} has {value}", frame=node.frame, value=value
        )
    return f"{plain_number(value)} {plain_number(-value + 0.0)}"


def quoted(text: str) -> str:
    """Return a text in quotes, escaped."""
    return '"' + shown(text).replace("\\", "⧵").replace('"', "”") + '"'
