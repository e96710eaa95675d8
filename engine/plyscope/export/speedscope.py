"""speedscope's own JSON: the search as a flame chart, a bar for every frame from its enter to its leave.

Time is counted in steps. A bar has the move, the side and the value of its frame, so that equal bars are one frame for
speedscope, which shows their sum. Frames still open at the last step written end there; later ones are not written, for
a flame chart has no future.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from plyscope.export.selection import Node, Selection, State
from plyscope.messages import InputError, shown
from plyscope.model.declaration import kind_name

SCHEMA = "https://www.speedscope.app/file-format-schema.json"


def pieces(selection: Selection) -> Iterator[str]:
    """Iterate over the profile: its head, and the events in the order of steps."""
    trace, steps = selection.trace, selection.steps
    root = selection.extent.root
    if steps.enter(root) > selection.step:
        raise InputError("frame {frame} has not begun at step {step}", frame=root, step=selection.step)
    title = f"{trace.search.name} {trace.position.game.name} {shown(trace.position.text)}".strip()
    last = min(selection.step, end_of(selection, root))
    head = {"type": "evented", "name": title, "unit": "none", "startValue": steps.enter(root), "endValue": last}
    yield f'{{"$schema": {json.dumps(SCHEMA)}, "exporter": "plyscope", "name": {json.dumps(title)}, '
    yield '"activeProfileIndex": 0, "profiles": [' + json.dumps(head)[:-1] + ', "events": [\n'
    numbers: dict[str, int] = {}
    separator = ""
    for event in events(selection, numbers, last):
        yield separator + event
        separator = ",\n"
    frames = [{"name": name} for name in numbers]
    yield ']}],\n"shared": {"frames": ' + json.dumps(frames, ensure_ascii=False) + "}}\n"


def events(selection: Selection, numbers: dict[str, int], last: int) -> Iterator[str]:
    """Iterate over the events that open and close bars, at step `last` at most; `numbers` collects different bars."""
    running: list[tuple[int, int]] = []
    """The open bars: where each ends, and its number."""
    for node in selection:
        if node.is_stub or node.state is State.FUTURE:
            continue
        at = selection.steps.enter(node.frame)
        while running and running[-1][0] < at:
            yield event_json("C", *running.pop())
        number = numbers.setdefault(bar_text(selection, node), len(numbers))
        yield event_json("O", at, number)
        running.append((min(last, end_of(selection, node.frame)), number))
    while running:
        yield event_json("C", *running.pop())


def event_json(kind: str, at: int, number: int) -> str:
    """Return one event as JSON."""
    return f'{{"type":"{kind}","at":{at},"frame":{number}}}'


def end_of(selection: Selection, frame: int) -> int:
    """Return the step at which a frame returns; the last step if it never does."""
    left = selection.steps.leave(frame)
    return selection.steps.count - 1 if left is None else left


def bar_text(selection: Selection, node: Node) -> str:
    """Return the text on a frame's bar: move, side, value and cut."""
    parts = [selection.shown_move(node) or "root", kind_name(node.kind), selection.value_text(node)]
    return shown(" ".join(part for part in [*parts, "cut" * node.has_cutoff] if part))
