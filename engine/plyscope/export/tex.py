r"""The parts that all TeX formats share: safe texts, and the document round a picture.

Names are data: characters that are special to TeX are escaped. pdfTeX has no letters beyond the Latin ones, and would
stop at the others; LuaLaTeX and XeLaTeX have those of the fonts on the machine. So such a text is written twice, once
as it is and once with the Unicode numbers of its letters, and the document asks which engine reads it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from plyscope.export.extent import DARK
from plyscope.messages import shown

SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": "$<$", ">": "$>$", "|": "$|$", '"': "''",
    "'": "'", "`": r"\`{}", "-": "{-}",
    "−": "{--}", "≥": r"$\geq$", "≤": r"$\leq$", "∞": r"$\infty$", "⁺": "$^{+}$", "⁻": "$^{-}$", "α": r"$\alpha$",
    "β": r"$\beta$", "×": r"$\times$", "·": r"$\cdot$", "–": "--", "—": "---", "…": r"\ldots{}", "“": "``", "”": "''",
    "‘": "`", "’": "'", "≠": r"$\neq$", "→": r"$\to$",
}  # fmt: skip
"""Special characters of TeX, and others that every TeX has. A hyphen in braces does not become part of a dash."""
LATIN = frozenset("ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿßŒœŠšŽžČčŘřĚěŮůŁłŃńŚśŹźŻżĆćŐőŰűĞğİıŞş")
"""The characters beyond ASCII that every LaTeX has."""

WIDE, TURNED, OTHER = "plywide", "plyturned", "plyother"
"""Commands for Chinese, Japanese and Korean texts, for scripts that run from right to left, and for others."""
LEFT_TO_RIGHT = re.compile(r"[0-9A-Za-z]+(?:[.,:/+-][0-9A-Za-z]+)*")


def typeset(text: str) -> str:
    """Return a text of one line as TeX source."""
    text = shown(text)
    command = command_for(text)
    if command is None:
        return "".join(map(tex_letter, text))
    numbers = "".join(numbered_letter(c) if is_foreign(c) else tex_letter(c) for c in text)
    return rf"\{command}{{{letters_of(text, command)}}}{{{numbers}}}"


def tex_letter(c: str) -> str:
    """Return a character as TeX source."""
    return SPECIAL.get(c, c)


def is_foreign(c: str) -> bool:
    """Whether pdfTeX lacks a character."""
    return not c.isascii() and c not in SPECIAL and c not in LATIN


def command_for(text: str) -> str | None:
    """Return the command that a text needs around it; None if every TeX can set it."""
    foreign = [c for c in text if is_foreign(c)]
    if not foreign:
        return None
    if any(unicodedata.bidirectional(c) in ("R", "AL") for c in foreign):
        return TURNED
    return WIDE if any(unicodedata.east_asian_width(c) in "WF" for c in foreign) else OTHER


def letters_of(text: str, command: str) -> str:
    """Return the text inside its command; in a line from right to left, numbers and Latin words are turned."""
    if command != TURNED:
        return "".join(map(tex_letter, text))
    parts, end = [], 0
    for match in LEFT_TO_RIGHT.finditer(text):
        parts.append("".join(map(tex_letter, text[end : match.start()])))
        parts.append(r"\plyacross{" + "".join(map(tex_letter, match.group())) + "}")
        end = match.end()
    return "".join(parts) + "".join(map(tex_letter, text[end:]))


def numbered_letter(c: str) -> str:
    """Return a character as its number, for pdfTeX."""
    return rf"\plynumber{{{ord(c):04X}}}"


def engine_switch(lines: Iterable[str]) -> Iterator[str]:
    """Iterate over the preamble that foreign letters need; nothing without them."""
    if not any(command in line for line in lines for command in (WIDE, TURNED, OTHER)):
        return
    yield from SWITCH.splitlines()


SWITCH = r"""% Some names have letters that pdfTeX lacks: it shows their numbers. LuaLaTeX and XeLaTeX show the names.
\usepackage{iftex}
\newcommand\plynumber[1]{{\fontsize{3.6}{4}\selectfont\,#1}}
\ifPDFTeX
  \newcommand\plywide[2]{#2}\newcommand\plyturned[2]{#2}\newcommand\plyother[2]{#2}\newcommand\plyacross[1]{#1}
\else
  \usepackage{fontspec}
  \newcommand\plyfont[2]{\ifdefined#1\else\IfFontExistsTF{#2}{\newfontfamily#1{#2}}{}\fi}
  \plyfont\plywideface{Noto Sans CJK SC}\plyfont\plywideface{Noto Sans SC}\plyfont\plywideface{FandolHei}
  \plyfont\plywideface{Microsoft YaHei}\plyfont\plywideface{PingFang SC}\plyfont\plywideface{Droid Sans Fallback}
  \plyfont\plyturnedface{Noto Sans Hebrew}\plyfont\plyturnedface{Arial}\plyfont\plyturnedface{DejaVu Sans}
  \plyfont\plyotherface{Noto Sans}\plyfont\plyotherface{Arial}\plyfont\plyotherface{DejaVu Sans}
  \providecommand\plywideface{}\providecommand\plyturnedface{}\providecommand\plyotherface{}
  \newcommand\plywide[2]{{\plywideface #1}}\newcommand\plyother[2]{{\plyotherface #1}}
  \ifLuaTeX
    \newcommand\plyturned[2]{\bgroup\textdir TRT\plyturnedface #1\egroup}
    \newcommand\plyacross[1]{\bgroup\textdir TLT#1\egroup}
  \else
    \TeXXeTstate=1
    \newcommand\plyturned[2]{{\plyturnedface\beginR #1\endR}}\newcommand\plyacross[1]{\beginL #1\endL}
  \fi
\fi"""


def document(class_line: str, preamble: Iterable[str], body: list[str]) -> Iterator[str]:
    """Iterate over the lines of a document around a picture or slides."""
    yield class_line
    yield r"\IfFileExists{lmodern.sty}{\usepackage{lmodern}\usepackage[T1]{fontenc}}{}"
    yield from preamble
    yield from engine_switch(body)
    yield r"\begin{document}"
    yield from body
    yield r"\end{document}"


def fragment(needs: Iterable[str], body: list[str]) -> Iterator[str]:
    """Iterate over the lines of a fragment; comments say what its document's preamble needs."""
    yield "% The document that this goes into needs in its preamble:"
    yield from (f"%   {line}" for line in [*needs, *engine_switch(body)])
    yield from body


def file_of(title: str, lines: Iterable[str]) -> Iterator[str]:
    """Iterate over the lines of a file, under a comment that says what it is."""
    yield f"% {shown(title)}, written by Plyscope\n"
    for line in lines:
        yield line + "\n"


def paper(theme: str) -> list[str]:
    """Return the command that makes the paper dark, if it is to be."""
    return [r"\pagecolor{plypaper}"] if theme == DARK else []
