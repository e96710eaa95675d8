"""Every frame as a JSON object, by its number; after them the pruned moves, with numbers above all frames.

Half a million frames are written column by column: each different number, move and side is turned into text once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.export.selection import PRUNED, STATUSES, Selection
from plyscope.messages import plain_number, plain_options
from plyscope.model.columns import OPEN
from plyscope.model.declaration import kind_name

FORMAT = "plyscope-tree"
BATCH = 5_000
"""Frames whose columns are turned into texts together."""


def pieces(selection: Selection) -> Iterator[str]:
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
    """The frames in the order searched, then the pruned moves."""
    objects = Objects(selection)
    for frames in selection.blocks():
        for start in range(0, len(frames), BATCH):
            yield from objects.of(frames[start : start + BATCH])
    number = len(selection.trace)
    for frame, moves in selection.pruned():
        for move in moves:
            yield objects.pruned(number, frame, move)
            number += 1


class Objects:
    """Frames and pruned moves as JSON objects."""

    def __init__(self, selection: Selection) -> None:
        self.selection, self.trace = selection, selection.trace
        self.has_facts = bool(self.trace.origin.further_facts.names)
        game = self.trace.position.game
        self.moves = Texts(lambda move: text_of(game.move_text(max(int(move), 0))))
        self.names = Texts(lambda move: text_of(game.node_name(max(int(move), 0))))
        self.kinds = Texts(lambda kind: text_of(kind_name(int(kind)).lower() or None))
        self.statuses = Texts(lambda status: text_of(STATUSES[int(status)]))
        self.alphas = Texts(lambda alpha: text_of(None if alpha == -inf else plain_number(float(alpha))))
        self.betas = Texts(lambda beta: text_of(None if beta == inf else plain_number(float(beta))))
        self.values = Texts(lambda value: text_of(plain_number(float(value))))

    def of(self, frames: NDArray[np.int64]) -> Iterator[str]:
        selection, trace, root = self.selection, self.trace, self.selection.extent.root
        moves, statuses = trace.column("move")[frames], trace.column("status")[frames]
        values = np.where(selection.has_left_all(frames) & (statuses != OPEN), trace.column("value")[frames], np.nan)
        above = trace.column("parent")[frames]
        for number, parent, move, name, kind, status, alpha, beta, value, is_best, has_cutoff in zip(
            frames.tolist(), above.tolist(), self.move_texts(frames, moves), self.names.of(moves),
            self.kinds.of(trace.column("kind")[frames]), self.statuses.of(statuses),
            self.alphas.of(trace.column("alpha")[frames]), self.betas.of(trace.column("beta")[frames]),
            self.values.of(values), selection.is_best(frames).tolist(), selection.has_cutoff(frames).tolist(),
            strict=True,
        ):  # fmt: skip
            yield (
                f'{{"id": {number}, "parent": {"null" if number == root else parent},'
                f' "move": {move}, "name": {name}, "kind": {kind}, "status": {status},'
                f' "alpha": {alpha}, "beta": {beta}, "value": {value},'
                f' "best": {"true" if is_best else "false"}, "cutoff": {"true" if has_cutoff else "false"}'
                f"{self.more(number)}}}"
            )

    def move_texts(self, frames: NDArray[np.int64], moves: NDArray[np.int32]) -> list[str]:
        """The moves that lead to frames; nothing leads to the root."""
        trace = self.trace
        if trace.position.game.texts_vary:
            return [text_of(trace.move_text(frame) or None) for frame in frames.tolist()]
        found = ["null"] * int(frames[0] == 0) + self.moves.of(moves[frames > 0])
        for place in np.flatnonzero((moves < 0) & (frames > 0)).tolist():
            found[place] = text_of(trace.move_text(int(frames[place])))
        return found

    def more(self, frame: int) -> str:
        """The members of a frame that are there on request."""
        selection, extent, members = self.selection, self.selection.extent, dict[str, object]()
        if extent.step is not None:
            members["state"] = selection.state_of(frame).value
        if extent.boards and selection.has_boards:
            members["board"] = self.trace.position_at(frame).text
        if frame in extent.notes:
            members["note"] = extent.notes[frame]
        if (chance := self.trace.chance_of(frame)) is not None:
            members["probability"] = chance
        if self.has_facts and (facts := self.trace.origin.further_facts.of(frame)):
            members["x"] = facts
        return "".join(f', "{name}": {text_of(text)}' for name, text in members.items())

    def pruned(self, number: int, parent: int, move: int) -> str:
        """A pruned move, with the kind that its frame would have had."""
        kind = self.trace.kind_after(parent, move, self.trace.kind_below(parent))
        return json.dumps(
            {
                "id": number,
                "parent": parent,
                "move": self.trace.game_at(parent).move_text(move),
                "name": self.trace.position.game.node_name(max(move, 0)),
                "kind": kind_name(kind).lower() or None,
                "status": STATUSES[PRUNED],
                "alpha": None,
                "beta": None,
                "value": None,
                "best": False,
                "cutoff": False,
            },
            ensure_ascii=False,
        )


class Texts:
    """The text for each number of a column, made once for all that are equal."""

    def __init__(self, write: Callable[[Any], str]) -> None:
        self.write = write
        self.known: dict[Any, str] = {}

    def of(self, column: NDArray[Any]) -> list[str]:
        different, places = np.unique(column, return_inverse=True)
        texts = [self.text(number) for number in different.tolist()]
        return [texts[place] for place in places.tolist()]

    def text(self, number: Any) -> str:
        if number not in self.known:
            self.known[number] = self.write(number)
        return self.known[number]


def text_of(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
