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
    """Return pages as a LaTeX document."""
    body = [line for page in pages for line in picture(page)]
    head = [r"\documentclass{article}", *PREAMBLE.splitlines(), *engine_switch(body), r"\begin{document}"]
    return "\n".join([*head, *body, r"\end{document}", ""])


def picture(page: Page) -> Iterator[str]:
    """Iterate over the lines of one page's picture."""
    yield r"\vbox to 0pt{\hbox to 0pt{\begin{tikzpicture}[x=1bp, y=-1bp]"
    yield r"\useasboundingbox (0,0) rectangle (595,842);"
    for mark in page.marks:
        yield tikz_command(mark)
    yield r"\end{tikzpicture}\hss}\vss}"
    yield r"\newpage"


def tikz_command(mark: Mark) -> str:
    """Return the TikZ command of a mark."""
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
            return rf"\node[{', '.join(style)}] at ({tex_number(mark.x)},{tex_number(mark.y)}) {{{font} {text}}};"
        case Stroke():
            points = " -- ".join(f"({tex_number(x)},{tex_number(y)})" for x, y in mark.points)
            outline = line_style(mark.width, mark.dashes, mark.colour, mark.fill)
            return rf"\path[{outline}] {points}{' -- cycle' if mark.closed else ''};"
        case Box():
            corner = f"rounded corners={tex_number(mark.radius)}bp, " if mark.radius else ""
            end = f"({tex_number(mark.x + mark.width)},{tex_number(mark.y + mark.high)})"
            outline = corner + line_style(mark.line, mark.dashes, mark.colour, mark.fill)
            return rf"\path[{outline}] ({tex_number(mark.x)},{tex_number(mark.y)}) rectangle {end};"


def parts_of(text: str) -> list[str]:
    """Return a text in pieces, symbols that TeX has no letters for alone."""
    parts = [""]
    for letter in text:
        if letter in SYMBOLS:
            parts += [letter, ""]
        else:
            parts[-1] += letter
    return [part for part in parts if part]


def line_style(width: float, dashes: tuple[float, float] | None, colour: str, fill: str) -> str:
    """Return the style of a path, with colours as numbers."""
    parts = [f"draw={rgb(colour)}, line width={tex_number(width)}bp, line join=round, line cap=round"] if width else []
    parts += [f"dash pattern=on {tex_number(dashes[0])}bp off {tex_number(dashes[1])}bp"] if dashes else []
    parts += [f"fill={rgb(fill)}"] if fill else []
    return ", ".join(parts)


def rgb(colour: str) -> str:
    """Return a colour as TikZ takes it."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"


def tex_number(value: float) -> str:
    """Return a number as TeX takes it."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
