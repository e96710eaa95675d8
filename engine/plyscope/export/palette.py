"""The colours of drawings by what they mean: those of the window, on white for paper.

Blue is good for MAX, vermilion good for MIN, grey even; yellow is now, and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from plyscope.export.extent import DARK, LIGHT

GHOST_SHARE = 0.22
"""The share of its colour that a ghost has: it is no part of the search."""
SHADES = 8
"""Steps from an even value to the best for one side: more could not be distinguished."""


@dataclass(frozen=True)
class Palette:
    """The colours of a theme as #RRGGBB, by their roles."""

    paper: str
    card: str
    ink: str
    quiet: str
    edge: str
    hairline: str
    pruned: str
    for_max: str
    for_min: str
    even: str
    now: str
    on_now: str
    on_fill: str
    max_tint: str
    min_tint: str
    even_tint: str

    def of_shade(self, shade: int) -> str:
        """Return the colour of a value, from -SHADES, best for MIN, to SHADES, best for MAX."""
        return mixed(self.even, self.for_max if shade > 0 else self.for_min, abs(shade) / SHADES)

    def pale_of_shade(self, shade: int) -> str:
        """Return the pale colour of a ghost's value."""
        return mixed(self.paper, self.of_shade(shade), GHOST_SHARE)

    def of_piece(self, is_white: bool) -> tuple[str, str]:
        """Return the fill and outline of a chess piece; white ones are light in every theme."""
        light, dark = max(self.card, self.ink), min(self.card, self.ink)
        return (light, dark) if is_white else (dark, light)

    def of_side(self, is_max: bool) -> str:
        """Return the colour of MAX or MIN."""
        return self.for_max if is_max else self.for_min

    def tint_of_side(self, is_max: bool) -> str:
        """Return the tint of MAX or MIN, for grounds."""
        return self.max_tint if is_max else self.min_tint


PALETTES = {
    LIGHT: Palette(
        paper="#FFFFFF", card="#FFFFFF", ink="#1E2227", quiet="#646A72", edge="#A4A9AE", hairline="#D9D8D2",
        pruned="#BDBDB6", for_max="#0072B2", for_min="#C8500A", even="#6E747C", now="#FFD84D", on_now="#1E2227",
        on_fill="#FFFFFF", max_tint="#DCEBF5", min_tint="#FBE6D9", even_tint="#ECEDEE",
    ),
    DARK: Palette(
        paper="#15171C", card="#1E2128", ink="#ECEEF1", quiet="#9BA3AE", edge="#626A75", hairline="#343943",
        pruned="#4C535D", for_max="#56B4E9", for_min="#F09A3E", even="#A3ABB6", now="#7A6000", on_now="#FFFFFF",
        on_fill="#101216", max_tint="#1B3242", min_tint="#40291A", even_tint="#2A2E36",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Disc:
    """The colours of one side's discs, in both themes."""

    fill: str
    outline: str


DISCS = (Disc("#FF5641", "#8E1F12"), Disc("#FFDF37", "#3A3000"))
"""The discs of the first side, which have a dot in the middle as well, and of the second."""


def shade_name(shade: int) -> str:
    """Return a shade's name: max3, min8, even."""
    assert abs(shade) <= SHADES
    return f"max{shade}" if shade > 0 else f"min{-shade}" if shade < 0 else "even"


@lru_cache(1_000)
def mixed(first: str, second: str, share: float) -> str:
    """Return a colour between two, `share` of the way to the second."""
    pairs = zip(channels(first), channels(second), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def channels(colour: str) -> tuple[int, ...]:
    """Return a colour's red, green and blue as numbers."""
    return tuple(bytes.fromhex(colour.removeprefix("#")))
