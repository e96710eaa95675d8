"""Slides for Beamer: one for every step, with the tree at that step and a sentence about what happens.

No node moves from one slide to the next. Colours and shapes are defined once for all slides; the tree is drawn as plain
TikZ, as large as the slide allows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from plyscope.export.drawing import TIGHT, draw, draw_in_parts
from plyscope.export.extent import SMALLER_EXPORT_OPTIONS
from plyscope.export.node_texts import with_true_minus
from plyscope.export.selection import Selection
from plyscope.export.tex import document, file_of, fragment, typeset
from plyscope.export.tikz import NEEDS, UNIT, UNITS, colours, drawing_lines, shape_commands, styles
from plyscope.messages import InputError
from plyscope.text.narration import sentence

MAX_SLIDES = 200
MAX_NODES = 12_000
"""Nodes on all slides together: TeX sets a few hundred per second."""
CLASS = r"\documentclass[aspectratio=169]{beamer}"
PREAMBLE = [NEEDS, r"\setbeamertemplate{navigation symbols}{}"]
COLOURS = [
    rf"\setbeamercolor{{{what}}}{{{part}=ply{name}}}"
    for what, part, name in (
        ("background canvas", "bg", "paper"),
        ("normal text", "fg", "ink"),
        ("frametitle", "fg", "ink"),
    )
]
WIDTH, HEIGHT = 395.0, 185.0
"""The room for a tree on a slide, in points: as wide as the text, and with two lines left for the sentence."""
MIN_SCALE, MAX_SCALE = 0.4, 2.0
"""Smaller letters cannot be read, larger ones look odd."""


def pieces(selection: Selection) -> Iterator[str]:
    """Iterate over the lines of slides, one for each step, and empty pieces for stopping; refuse too many steps."""
    whole = Selection(selection.trace, replace(selection.extent, all_steps=True))
    steps = whole.own_steps()
    refuse_too_many(len(steps), len(whole))
    drawing = yield from draw_in_parts(whole, TIGHT)
    factor = min(WIDTH / (drawing.width * UNIT), HEIGHT / (drawing.height * UNIT), MAX_SCALE)
    if factor < MIN_SCALE:
        raise InputError(
            "so large a tree cannot be read on a slide: choose fewer plies ({plies}) or a subtree ({subtree})",
            **SMALLER_EXPORT_OPTIONS,
        )
    body = [
        r"\begingroup",
        r"\tikzset{",
        *(f"  {line}," for line in styles(drawing)),
        "}",
        *shape_commands(drawing),
    ]
    for step in steps:
        body += slide(whole.at_step(step), factor)
        yield ""
    body.append(r"\endgroup")
    defined = colours(drawing)
    if selection.extent.fragment:
        lines = fragment([NEEDS], [*defined, *body])
    else:
        lines = document(CLASS, [*PREAMBLE, *defined, *COLOURS], body)
    yield from file_of(selection.title, lines)


def refuse_too_many(slides: int, nodes: int) -> None:
    """Raise InputError for more slides, or nodes on them, than LaTeX can set in time."""
    if slides > MAX_SLIDES or slides * nodes > MAX_NODES:
        raise InputError(
            "{slides} slides with {nodes} nodes each are too many for Beamer: "
            "fewer plies ({plies}) or a subtree ({subtree}) will do",
            slides=slides,
            nodes=nodes,
            **SMALLER_EXPORT_OPTIONS,
        )


def slide(selection: Selection, factor: float) -> Iterator[str]:
    """Iterate over the lines of one slide: the tree at the selection's step, and its sentence."""
    trace = selection.trace
    text = with_true_minus(str(sentence(trace, selection.steps.at(selection.step))))
    yield rf"\begin{{frame}}{{Step {selection.step}}}"
    yield rf"\centering\vfill\scalebox{{{factor:.3f}}}{{\begin{{tikzpicture}}[{','.join(UNITS)}]"
    yield from drawing_lines(draw(selection, TIGHT))
    yield r"\end{tikzpicture}}\par\vfill"
    yield r"{\small " + " ".join(map(typeset, text.split())) + r"\par}"
    yield r"\end{frame}"
