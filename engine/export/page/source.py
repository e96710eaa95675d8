"""The text of the search as lines of a page, its words coloured."""

from __future__ import annotations

from html import escape


def source_lines(text: str) -> list[str]:
    """The lines as markup, safe to stand in a page."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import PythonLexer

    marked: str = highlight(text, PythonLexer(stripnl=False, ensurenl=False), HtmlFormatter(nowrap=True))
    lines = marked.splitlines()
    plain = text.splitlines()
    return lines if len(lines) == len(plain) else [escape(line) for line in plain]
