"""A page that stands alone: the tree, the board, the code and the stack of a search, and controls to step through it.

Everything from a recording is either escaped text or a block of letters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from string import Template
from typing import Any

from plyscope.export.extent import LIGHT
from plyscope.export.page.boards import BoardColumns
from plyscope.export.page.contents import FrameColumns, StepColumns, source_lines
from plyscope.export.page.packing import packed
from plyscope.export.selection import Selection
from plyscope.messages import option_text, shortened, shown
from plyscope.model.trace import Trace
from plyscope.model.user_code_lines import source_lines as lines_of_steps
from plyscope.web.document import document, read, script

STEPPERS = "\0steppers\0"
"""The placeholder for the steppers in the page."""
STEPPER = Template("""<plyscope-stepper>
<h1 slot="title" dir="auto">$title</h1>
<p slot="facts" dir="auto">$facts</p>
<span slot="search" class="beside">$search</span>
<ol slot="source" class="source" dir="ltr" tabindex="0" aria-label="The text of the search">$source</ol>
<script type="text/plain">""")
"""A stepper up to its recording."""
STEPPER_END = """</script>
</plyscope-stepper>
"""
MAX_TITLE_CHARS = 80


def pieces(*selections: Selection) -> Iterator[str]:
    """Iterate over a page with a stepper for each of some selections."""
    names = dict.fromkeys(escape(shown(title(selection.trace))) for selection in selections)
    theme = selections[0].extent.theme
    page = document(
        " · ".join(names),
        read("stepper.html") + STEPPERS,
        style=read("base.css") + read("stepper.css"),
        script=script(read("stepper.mjs")),
        theme="auto" if theme == LIGHT else theme,
    )
    before, after = page.split(STEPPERS)
    yield before
    for selection in selections:
        yield from stepper(selection)
    yield after


def stepper(selection: Selection) -> Iterator[str]:
    """Iterate over the markup of one stepper, the recording at its end."""
    trace = selection.trace
    yield STEPPER.substitute(
        title=escape(shown(title(trace))),
        facts=escape(shown(facts_line(selection))),
        search=escape(shown(trace.search.name)),
        source="".join(source_items(trace, source_lines(trace.text))),
    )
    lines = lines_of_steps(trace, selection.steps)
    frames = FrameColumns(selection, lines)
    yield from frames.read()
    boards = BoardColumns(trace.position, trace.coordinates)
    yield from boards.read(trace, frames.frames)
    steps = StepColumns(selection, lines, frames.values)
    for _ in steps.read():
        yield ""
    yield from packed(
        frames.head() | page_facts(selection, steps) | {"board": boards.head()},
        {**frames.columns, **boards.columns, **steps.columns()},
    )
    yield STEPPER_END


def page_facts(selection: Selection, steps: StepColumns) -> dict[str, Any]:
    """Return the facts about the recording as a whole, for the script."""
    trace, extent = selection.trace, selection.extent
    return {
        "ply": trace.plies[extent.root],
        "named": trace.name_of(extent.root) is not None,
        "path": [trace.short_name(frame) for frame in trace.ancestors(extent.root)[1:]],
        "start": 0 if extent.step is None else steps.place(selection.step),
        "offset": steps.numbers[0],
        "boards": extent.boards,
        "windows": extent.windows,
        "sentences": list(steps.sentences),
        "reasons": list(steps.reasons),
        "inlineValues": list(steps.inline_values),
    }


def source_items(trace: Trace, lines: Sequence[str]) -> Iterator[str]:
    """Iterate over the source lines as list items; the first of each file has its name."""
    names = {one.first_line: trace.user_code.file_name(one) for one in trace.origin.files}
    for number, line in enumerate(lines, 1):
        file = f' data-file="{escape(shown(names[number]))}"' if number in names else ""
        yield f"<li{file}>{line}</li>"


def title(trace: Trace) -> str:
    """Return the title of the position, or the game and its shortened position."""
    position = f"{trace.position.game.name} {trace.position.text}"
    return trace.position.title or shortened(position, MAX_TITLE_CHARS)


def facts_line(selection: Selection) -> str:
    """Return a line about the search, its options, and how many of its calls are in the page."""
    trace = selection.trace
    options = [f"{name} {option_text(value)}" for name, value in trace.options.items() if value is not None]
    calls = f"{selection.count:,} calls"
    if selection.count < len(trace):
        calls = f"{selection.count:,} of {len(trace):,} calls"
    if not trace.complete:
        calls += ", cut short"
    return " · ".join([trace.search.name, *options, calls])
