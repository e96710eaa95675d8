"""The text of the search as lines of a page, its words coloured."""

from __future__ import annotations

from html import escape
from importlib import import_module


def source_lines(text: str) -> list[str]:
    """The lines as markup, safe to stand in a page."""
    if not text:
        return []
    lexer = import_module("pygments.lexers.python").PythonLexer(stripnl=False, ensurenl=False)
    formatter = import_module("pygments.formatters.html").HtmlFormatter(nowrap=True)
    marked: str = import_module("pygments").highlight(text, lexer, formatter)
    lines, plain = marked.removesuffix("\n").split("\n"), text.splitlines()
    return lines if len(lines) == len(plain) else [escape(line) for line in plain]
