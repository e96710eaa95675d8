r"""Pages as LaTeX: every page is a TikZ picture, which can be edited by hand, and compiles with any engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plyscope.export.marks import QUIET, Box, Mark, Stroke, Text
from plyscope.export.tex import engine_switch, typeset
from plyscope.worksheets.pages import Page

PREAMBLE = r"""\usepackage[T1]{fontenc}
\usepackage{lmodern}
\usepackage{amssymb}
\usepackage{tikz}
\usepackage[paperwidth=595bp,paperheight=842bp,margin=0pt]{geometry}
\pagestyle{empty}
\setlength\parindent{0pt}
\setlength\topskip{0pt}
\renewcommand\familydefault{\sfdefault}
\tikzset{every node/.style={inner sep=0pt, outer sep=0pt}, quiet/.style={text=black!65}}"""
ANCHORS = {"left": "base west", "center": "base", "right": "base east"}
SYMBOLS = {"△": r"$\bigtriangleup$", "▽": r"$\bigtriangledown$"}


def document(pages: Iterable[Page]) -> str:
    """A document of pages."""
    body = [line for page in pages for line in picture(page)]
    head = [r"\documentclass{article}", *PREAMBLE.splitlines(), *engine_switch(body), r"\begin{document}"]
    return "\n".join([*head, *body, r"\end{document}", ""])


def picture(page: Page) -> Iterator[str]:
    yield r"\vbox to 0pt{\hbox to 0pt{\begin{tikzpicture}[x=1bp, y=-1bp]"
    yield r"\useasboundingbox (0,0) rectangle (595,842);"
    for mark in page.marks:
        yield command(mark)
    yield r"\end{tikzpicture}\hss}\vss}"
    yield r"\newpage"


def command(mark: Mark) -> str:
    match mark:
        case Text():
            style = [f"anchor={ANCHORS[mark.align]}", *["quiet"] * (mark.colour == QUIET)]
            style += [f"fill={rgb(mark.ground)}, inner sep=1bp"] if mark.ground else []
            weight = r"\bfseries" if mark.bold else ""
            font = rf"\fontsize{{{mark.size:.4g}bp}}{{{mark.size * 1.2:.4g}bp}}\selectfont{weight}"
            if mark.fixed:
                font += r"\ttfamily "
            text = "".join(SYMBOLS.get(part) or typeset(part) for part in parts_of(mark.text))
            text = text.replace(" ", "~") if mark.fixed else text
            return rf"\node[{', '.join(style)}] at ({number(mark.x)},{number(mark.y)}) {{{font} {text}}};"
        case Stroke():
            points = " -- ".join(f"({number(x)},{number(y)})" for x, y in mark.points)
            outline = line_style(mark.width, mark.dashes, mark.colour, mark.fill)
            return rf"\path[{outline}] {points}{' -- cycle' if mark.closed else ''};"
        case Box():
            corner = f"rounded corners={number(mark.radius)}bp, " if mark.radius else ""
            end = f"({number(mark.x + mark.width)},{number(mark.y + mark.high)})"
            outline = corner + line_style(mark.line, mark.dashes, mark.colour, mark.fill)
            return rf"\path[{outline}] ({number(mark.x)},{number(mark.y)}) rectangle {end};"


def parts_of(text: str) -> list[str]:
    """The text in pieces, so that symbols that TeX has no letters for stand alone."""
    parts = [""]
    for letter in text:
        if letter in SYMBOLS:
            parts += [letter, ""]
        else:
            parts[-1] += letter
    return [part for part in parts if part]


def line_style(width: float, dashes: tuple[float, float] | None, colour: str, fill: str) -> str:
    """The style of a path; colours are written as numbers, so that nothing has to be defined."""
    parts = [f"draw={rgb(colour)}, line width={number(width)}bp, line join=round, line cap=round"] if width else []
    parts += [f"dash pattern=on {number(dashes[0])}bp off {number(dashes[1])}bp"] if dashes else []
    parts += [f"fill={rgb(fill)}"] if fill else []
    return ", ".join(parts)


def rgb(colour: str) -> str:
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"


def number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
