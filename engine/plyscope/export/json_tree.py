"""Every frame as a JSON object, by its number; after them the pruned moves, with numbers above all frames.

Half a million frames are written column by column: each different number, move and side is turned into text once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import repeat
from math import inf, isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.export.node_facts import known, status_word
from plyscope.export.repeated import Texts
from plyscope.export.selection import PRUNED, STATUSES, Selection, State
from plyscope.messages import plain_number, plain_options
from plyscope.model.columns import OPEN
from plyscope.model.declaration import kind_name

FORMAT = "plyscope-tree"


def pieces(selection: Selection) -> Iterator[str]:
    """Iterate over the file: its head, and an object for each node."""
    trace = selection.trace
    head = {
        "format": FORMAT,
        "version": trace.format_version,
        "game": trace.position.game.name,
        "position": trace.position.text,
        "max": trace.position.max,
        "algorithm": trace.search.name,
        "options": plain_options(dict(trace.options)),
        "complete": trace.complete,
    }
    yield json.dumps(head, ensure_ascii=False, indent=1)[:-2] + ',\n "nodes": [\n'
    separator = "  "
    for node in nodes(selection):
        yield separator + node
        separator = ",\n  "
    yield "\n ]\n}\n"


def nodes(selection: Selection) -> Iterator[str]:
    """Iterate over the frames in the order searched, then the pruned moves, as JSON."""
    objects = Objects(selection)
    for frames in selection.blocks():
        yield from objects.of(frames)
    number = len(selection.trace)
    for frame, moves in selection.pruned():
        for move in moves:
            yield objects.pruned(number, frame, move)
            number += 1


class Objects:
    """The writer of frames and pruned moves as JSON objects."""

    def __init__(self, selection: Selection) -> None:
        self.selection, self.trace = selection, selection.trace
        self.is_unusual = self.trace.origin.depths is not None or self.trace.has_asides
        self.has_facts = bool(self.trace.origin.further_facts.names)
        game = self.trace.position.game
        self.moves = Texts(lambda move: text_of(game.move_text(max(move, 0))))
        self.names = Texts(lambda move: text_of(game.node_name(max(move, 0))))
        self.kinds = Texts(lambda kind: text_of(kind_name(kind).lower() or None))
        self.statuses = Texts(lambda status: text_of(status_word(status)))
        self.alphas = Texts(lambda alpha: text_of(None if alpha == -inf else plain_number(alpha)))
        self.betas = Texts(lambda beta: text_of(None if beta == inf else plain_number(beta)))
        self.values = Texts(lambda value: text_of(None if value is None else plain_number(value)))

    def of(self, frames: NDArray[np.int64]) -> Iterator[str]:
        """Iterate over the objects of some frames."""
        selection, trace, root = self.selection, self.trace, self.selection.extent.root
        above, moves, kinds, statuses, alphas, betas, values = (
            trace.column(name)[frames] for name in ("parent", "move", "kind", "status", "alpha", "beta", "value")
        )
        has_value = selection.have_left(frames) & (statuses != OPEN) & ~np.isnan(values)
        numbers = frames.tolist()
        parents = ["null" if number == root else parent for number, parent in zip(numbers, above.tolist(), strict=True)]
        return map(
            object_of, numbers, parents, self.move_texts(frames, moves), self.names.of(moves.tolist()),
            self.kinds.of(kinds.tolist()), self.statuses.of(trace.facts.known_status[frames].tolist()),
            self.alphas.of(alphas.tolist()), self.betas.of(betas.tolist()),
            self.values.of(known(values.tolist(), has_value)), selection.is_best(frames).tolist(),
            self.cutoffs(frames), map(self.more, numbers, selection.states(frames)),
        )  # fmt: skip

    def cutoffs(self, frames: NDArray[np.int64]) -> Iterable[str]:
        """Return whether frames are cut as JSON: null where no program says it."""
        if not self.trace.facts.knows_cuts:
            return repeat("null", len(frames))
        return map(text_of, self.selection.has_cutoff(frames).tolist())

    def move_texts(self, frames: NDArray[np.int64], moves: NDArray[np.int32]) -> list[str]:
        """Return the moves that lead to frames as JSON; a round has its number, the root nothing."""
        trace = self.trace

        def unmoved(frame: int) -> str:
            return text_of(trace.move_text(frame) if trace.is_round(frame) else None)

        if trace.position.game.texts_vary:
            with_move = zip(frames.tolist(), (moves >= 0).tolist(), strict=True)
            return [text_of(trace.move_text(frame)) if moved else unmoved(frame) for frame, moved in with_move]
        found = ["null"] * int(frames[0] == 0) + self.moves.of(moves[frames > 0].tolist())
        for place in np.flatnonzero((moves < 0) & (frames > 0)).tolist():
            found[place] = unmoved(int(frames[place]))
        return found

    def more(self, frame: int, state: State) -> str:
        """Return the members of a frame that only some exports or recordings have: state, board, note, depth, tags…"""
        selection, extent, members = self.selection, self.selection.extent, dict[str, object]()
        if extent.step is not None:
            members["state"] = state.value
        if extent.boards and selection.has_boards:
            members["board"] = self.trace.position_at(frame).text
        if frame in extent.notes:
            members["note"] = extent.notes[frame]
        if (chance := self.trace.chance_of(frame)) is not None:
            members["probability"] = chance
        depths, tags = self.trace.origin.depths, self.trace.tags_of(frame) if self.is_unusual else ()
        if depths is not None and not isnan(depths[frame]):
            members["depth"] = plain_number(float(depths[frame]))
        if tags:
            members["tags"] = tags
        if self.has_facts and (facts := self.trace.origin.further_facts.of(frame)):
            members["x"] = facts
        return "".join(f', "{name}": {text_of(text)}' for name, text in members.items())

    def pruned(self, number: int, parent: int, move: int) -> str:
        """Return the object of a pruned move, with the kind that its frame would have had."""
        kind = self.trace.kind_after(parent, move, self.trace.kind_below(parent))
        move_text = text_of(self.trace.game_at(parent).move_text(move))
        return object_of(number, parent, move_text, self.names[move], self.kinds[kind], text_of(STATUSES[PRUNED]))


def object_of(
    number: int, parent: object, move: str, name: str, kind: str, status: str, alpha: str = "null", beta: str = "null",
    value: str = "null", is_best: bool = False, cutoff: str = "false", more: str = "",
) -> str:  # fmt: skip
    """Return the object of a node, whose facts are JSON already."""
    return (
        f'{{"id": {number}, "parent": {parent}, "move": {move}, "name": {name}, "kind": {kind}, "status": {status},'
        f' "alpha": {alpha}, "beta": {beta}, "value": {value},'
        f' "best": {"true" if is_best else "false"}, "cutoff": {cutoff}{more}}}'
    )


def text_of(value: Any) -> str:
    """Return a value as JSON in one line."""
    return json.dumps(value, ensure_ascii=False)
