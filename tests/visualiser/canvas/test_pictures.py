"""Stamps: drawn once, stamped again, in limits."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope_window.canvas.pictures import StampCache, Stamps, drawn_stamp, stamp_bytes
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

pytestmark = pytest.mark.qt


AREA = QRectF(10, 20, 30, 30)


class Drawing:
    """Counts how often it is drawn."""

    def __init__(self, colour: Qt.GlobalColor) -> None:
        self.colour, self.times = QColor(colour), 0

    def __call__(self, painter: QPainter) -> None:
        self.times += 1
        painter.fillRect(AREA, self.colour)


def stamp(
    stamps: Stamps, key: object, drawing: Drawing, scale: float = 1.0, *, version: int = 0
) -> tuple[QImage, bool]:
    image = QImage(100, 100, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.scale(scale, scale)
    made = stamps.paint(painter, (key,), AREA, drawing, version=version)
    painter.end()
    return image, made


def test_what_was_drawn_once_is_stamped_again_in_its_place(light: Any) -> None:
    stamps, red = Stamps(StampCache()), Drawing(Qt.GlobalColor.red)
    first, second = stamp(stamps, "a", red), stamp(stamps, "a", red)
    assert first == second
    assert red.times == 1
    assert first[0].pixelColor(12, 22) == red.colour
    assert first[0].pixelColor(8, 22) == QColor(Qt.GlobalColor.white)


def test_another_resolution_is_redrawn_and_not_blurred(light: Any) -> None:
    stamps, red = Stamps(StampCache()), Drawing(Qt.GlobalColor.red)
    stamp(stamps, "a", red)
    image, _ = stamp(stamps, "a", red, scale=1.5)
    assert red.times == 2
    assert image.pixelColor(round(39 * 1.5), round(49 * 1.5)) == red.colour


def test_no_more_are_made_than_there_is_time_for(light: Any) -> None:
    stamps = Stamps(StampCache())
    stamps.left_to_make = 1
    red, blue = Drawing(Qt.GlobalColor.red), Drawing(Qt.GlobalColor.blue)
    assert stamp(stamps, "a", red)[1]
    assert not stamp(stamps, "b", blue)[1]
    assert stamp(stamps, "a", red)[1]
    assert blue.times == 0


def test_an_earlier_version_stands_in_until_there_is_time_and_leaves_then(light: Any) -> None:
    cache = StampCache()
    stamps, red, blue = Stamps(cache), Drawing(Qt.GlobalColor.red), Drawing(Qt.GlobalColor.blue)
    stamps.left_to_make = 1
    stamp(stamps, "a", red, version=1)
    size = cache.bytes
    image, is_made = stamp(stamps, "a", blue, version=2)
    assert (image.pixelColor(12, 22), is_made) == (red.colour, False)
    stamps.left_to_make = 1
    image, is_made = stamp(stamps, "a", blue, version=2)
    assert (image.pixelColor(12, 22), is_made) == (blue.colour, True)
    assert stamp(stamps, "a", blue, version=2)[1]
    assert (cache.bytes, blue.times) == (size, 1)


def test_those_not_used_for_longest_are_forgotten(light: Any) -> None:
    red = Drawing(Qt.GlobalColor.red)
    room_for_two = 2 * stamp_bytes(drawn_stamp(AREA, 1.0, red))
    stamps, red = Stamps(StampCache(room_for_two)), Drawing(Qt.GlobalColor.red)
    for key in ("a", "b", "a", "c", "a"):
        stamp(stamps, key, red)
    assert red.times == 3
    stamp(stamps, "b", red)
    assert red.times == 4


def test_all_stamps_together_keep_within_the_limit(light: Any) -> None:
    red = Drawing(Qt.GlobalColor.red)
    cache = StampCache(3 * stamp_bytes(drawn_stamp(AREA, 1.0, red)))
    kinds = [Stamps(cache) for _ in range(4)]
    for _ in range(3):
        for stamps in kinds:
            for key in range(5):
                stamp(stamps, key, red)
                assert 0 < cache.bytes <= cache.max_bytes


def test_a_cleared_cache_is_empty_and_stamps_are_redrawn(light: Any) -> None:
    cache, red = StampCache(), Drawing(Qt.GlobalColor.red)
    stamps = Stamps(cache)
    stamp(stamps, "a", red)
    cache.clear()
    assert cache.bytes == 0
    stamp(stamps, "a", red)
    assert red.times == 2
