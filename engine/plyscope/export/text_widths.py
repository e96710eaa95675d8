"""How wide a text is when it is drawn, near enough to leave room for it. No font is asked: none may be there.

The widths are those of Inter, in thousandths of the size of its letters. Other sans-serif faces are within a few
per cent of them, and bold letters are a few per cent wider.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

WIDTHS = {
    220: "'", 240: "ijl", 260: "I", 280: " !,.:;·", 320: "|", 360: "()/[\\]ft{}", 380: "r", 400: '"', 440: "⁺⁻",
    460: "-1^_", 500: "*?`–", 520: "s", 540: "Jkxz", 560: "Lacvy", 580: "7Fenu", 600: "25Eghopqβ", 620: "0689Zbd",
    640: "#$&34PRSTXα", 660: "+<=>BKY~≥≤−×", 680: "AV", 720: "CD", 740: "GHU", 760: "NOQ", 820: "%w…", 860: "m",
    880: "M", 940: "@W∞",
}  # fmt: skip
WIDTH_OF = {letter: width / 1000 for width, letters in WIDTHS.items() for letter in letters}
ORDINARY, FULL = 0.56, 1.0
BOLD = 1.04


@lru_cache(10_000)
def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """In the same unit as the size. The same few moves and values come again and again."""
    return sum(map(letter_width, text)) * size * (BOLD if bold else 1.0)


def letter_width(letter: str) -> float:
    """Letters of Chinese are as wide as high; marks that stand on others take no room."""
    known = WIDTH_OF.get(letter)
    if known is not None:
        return known
    if unicodedata.combining(letter):
        return 0.0
    return FULL if unicodedata.east_asian_width(letter) in "WF" else ORDINARY


def shortened(text: str, size: float, most: float, *, bold: bool = False) -> str:
    """The text, or as much of its beginning as there is room for, and three dots."""
    if width_of(text, size, bold=bold) <= most:
        return text
    room = most - width_of("…", size, bold=bold)
    end, used = 0, 0.0
    while end < len(text) and (used := used + width_of(text[end], size, bold=bold)) <= room:
        end += 1
    return text[:end].rstrip() + "…"


def wrapped(text: str, size: float, most: float, lines: int) -> list[str]:
    """The text in lines of that width; what is too much for them ends in three dots."""
    found: list[str] = []
    for word in text.split():
        if found and width_of(f"{found[-1]} {word}", size) <= most:
            found[-1] += f" {word}"
        else:
            found.append(word)
    if len(found) > lines:
        found[lines - 1 :] = [" ".join(found[lines - 1 :])]
    return [shortened(line, size, most) for line in found]
