"""Numbers and names in SVG: short, and harmless."""

from __future__ import annotations


def short(number: float) -> str:
    """To a tenth, beyond which nobody sees anything, in as few letters as can be."""
    text = f"{number:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


def escaped(text: str) -> str:
    """Names are data: whatever is in them is text, in an attribute too."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
