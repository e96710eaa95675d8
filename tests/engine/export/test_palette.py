"""Colours by their meanings."""

from __future__ import annotations

from plyscope.export.palette import PALETTES, SHADES, mixed


def test_a_shade_goes_from_grey_to_the_sides_own_colour() -> None:
    for palette in PALETTES.values():
        assert palette.of_shade(0) == palette.even
        assert palette.of_shade(SHADES) == palette.for_max
        assert palette.of_shade(-SHADES) == palette.for_min
        assert len({palette.of_shade(shade) for shade in range(-SHADES, SHADES + 1)}) == 2 * SHADES + 1


def test_a_mixture_lies_between() -> None:
    assert mixed("#000000", "#FFFFFF", 0.5) == "#808080"
    assert mixed("#102030", "#405060", 0) == "#102030"


def test_white_chess_pieces_are_light_in_every_theme() -> None:
    for palette in PALETTES.values():
        assert palette.of_piece(True) == palette.of_piece(False)[::-1]
        white, black = (int(palette.of_piece(is_white)[0][1:3], 16) for is_white in (True, False))
        assert white > 0xE0
        assert black < 0x20
