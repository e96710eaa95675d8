"""Numbers and names in SVG: short, and harmless."""

from __future__ import annotations

from functools import lru_cache


def short(number: float) -> str:
    """To a tenth, beyond which nobody sees anything, in as few letters as can be."""
    whole = int(number)
    if whole == number:
        return str(whole)
    text = f"{number:.1f}"
    return text[:-2] if text[-1] == "0" else text


@lru_cache(10_000)
def escaped(text: str) -> str:
    """Names are data: whatever is in them is text, in an attribute too."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
