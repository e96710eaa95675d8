"""One page that stands alone: the tree, the board, the code and the stack of a search, and a way to step through it.

It opens in any browser from a file and asks for nothing from anywhere else: its script and its style are the only ones
that it allows itself, by their sums. What comes from a recording is either escaped text or a block of letters.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from plyscope.export.extent import LIGHT
from plyscope.export.page.contents import BoardColumns, FrameColumns, StepColumns, source_lines
from plyscope.export.page.packing import packed
from plyscope.export.selection import Selection
from plyscope.messages import shortened, shown
from plyscope.model.source_lines import SourceLines
from plyscope.model.trace import Trace

SCRIPTS = (
    "elements.js", "unpacking.js", "recording.js", "layout.js", "strips.js", "view.js", "nodes.js", "tree.js",
    "pointing.js", "boards.js", "panels.js", "timeline.js", "controls.js", "start.js",
)  # fmt: skip
MOST_LETTERS = 80
"""Of a title."""
RECORDING = "\0recording\0"
"""Where in the page the recording goes."""


def pieces(selection: Selection) -> Iterator[str]:
    """The page, the recording in it piece by piece."""
    before, after = page(selection).split(RECORDING)
    yield before
    lines = SourceLines(selection.trace.text, selection.trace.search)
    frames = FrameColumns(selection, lines)
    yield from frames.read()
    boards = BoardColumns(selection, frames.frames)
    yield from boards.read()
    steps = StepColumns(selection, lines)
    for _ in steps.read():
        yield ""
    yield from packed(
        frames.head() | head(selection, steps) | {"board": boards.head()},
        {**frames.columns, **boards.columns(), **steps.columns()},
    )
    yield after


def head(selection: Selection, steps: StepColumns) -> dict[str, Any]:
    """What is said once."""
    trace, extent = selection.trace, selection.extent
    return {
        "ply": trace.plies[extent.root],
        "way": trace.path(extent.root),
        "start": 0 if extent.step is None else steps.place(selection.step),
        "offset": steps.numbers[0],
        "boards": extent.boards,
        "windows": extent.windows,
        "sentences": list(steps.sentences),
        "behind": list(steps.behind),
    }


def page(selection: Selection) -> str:
    """The page with a place for the recording."""
    own = files("plyscope.export.page")
    style = own.joinpath("page.css").read_text(encoding="utf-8")
    parts = [own.joinpath(name).read_text(encoding="utf-8") for name in SCRIPTS]
    script = '"use strict";\n{\n' + "\n".join(parts) + "}\n"
    trace = selection.trace
    lines = source_lines(trace.text)
    return Template(own.joinpath("page.html").read_text(encoding="utf-8")).substitute(
        theme="auto" if selection.extent.theme == LIGHT else selection.extent.theme,
        title=escape(shown(title(trace))),
        facts=escape(shown(facts(selection))),
        search=escape(shown(trace.search.name)),
        source="".join(f"<li>{line}</li>" for line in lines),
        style=style,
        style_hash=checksum(style),
        script=script,
        script_hash=checksum(script),
        recording=RECORDING,
    )


def checksum(text: str) -> str:
    """By which a page's policy knows what it allows."""
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def title(trace: Trace) -> str:
    """Its title, or else its game with as much of its position as there is room for."""
    position = f"{trace.position.game.name} {trace.position.text}"
    return trace.position.title or shortened(position, MOST_LETTERS)


def facts(selection: Selection) -> str:
    """The search and its options, and how much of it is here."""
    trace = selection.trace
    options = [f"{name} {value}" for name, value in trace.options.items() if value is not None]
    here = f"{len(selection.frames):,} calls"
    if len(selection.frames) < len(trace):
        here = f"{len(selection.frames):,} of {len(trace):,} calls"
    if not trace.complete:
        here += ", cut short"
    return " · ".join([trace.search.name, *options, here])
