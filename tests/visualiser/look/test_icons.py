"""The icons: every drawing is sound, seen whole at every size, in the colours of the theme, and like no other."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from importlib.resources import files
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from plyscope_window.look import theme
from plyscope_window.look.icons import NAMES, icon
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QColor, QIcon, QImage, QPixmap, QPixmapCache
from PySide6.QtWidgets import QToolButton

pytestmark = pytest.mark.qt

DRAWINGS = {entry.name: entry for entry in files("plyscope_window.look.icons").iterdir() if entry.name.endswith(".svg")}


@pytest.fixture(autouse=True)
def _theme(qapp: object) -> Iterator[None]:
    before, scale = theme.Current.theme, theme.Current.text_scale
    yield
    theme.use(before, scale)


def pixels(picture: QPixmap) -> np.ndarray[Any, Any]:
    """Rows of pixels, each red, green, blue and how opaque."""
    image = picture.toImage().convertToFormat(QImage.Format.Format_RGBA8888)
    return np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4).astype(int)


def painted(name: str, size: int, **asked: Any) -> np.ndarray[Any, Any]:
    return pixels(icon(name).pixmap(QSize(size, size), 1.0, **asked))


def colour_of(picture: np.ndarray[Any, Any]) -> str:
    red, green, blue, _ = picture[picture[..., 3] == 255][0]
    return QColor(int(red), int(green), int(blue)).name()


def test_every_drawing_has_a_name_and_every_name_a_drawing() -> None:
    assert set(DRAWINGS) == {f"{name}.svg" for name in NAMES}
    assert len(set(NAMES)) == len(NAMES)
    with pytest.raises(KeyError, match="no icon"):
        icon("elephant")


def is_plain(name: str) -> bool:
    """Whether a drawing is in the common style, with nothing in it that could lead out of the file."""
    root = ElementTree.fromstring(DRAWINGS[f"{name}.svg"].read_bytes())
    style = {
        "viewBox": "0 0 24 24", "fill": "none", "stroke": "currentColor", "stroke-width": "1.8",
        "stroke-linecap": "round", "stroke-linejoin": "round",
    }  # fmt: skip
    return root.attrib == style and all(
        element.tag.removeprefix("{http://www.w3.org/2000/svg}") in {"svg", "g", "path", "circle", "rect"}
        and not set(element.attrib) & {"href", "style", "class", "id", "stroke-opacity", "opacity"}
        and not any("script" in value or "url" in value or ":" in value for value in element.attrib.values())
        and {element.attrib.get("fill", "none"), element.attrib.get("stroke", "none")} <= {"none", "currentColor"}
        for element in root.iter()
    )


def test_every_drawing_is_plain_and_in_the_common_style() -> None:
    assert [name for name in NAMES if not is_plain(name)] == []


def is_seen_whole(name: str, size: int, chosen: theme.Theme) -> bool:
    """Whether there is enough ink, none of it at the border, and all of it in the colour of the theme."""
    picture = painted(name, size)
    opaque = picture[..., 3]
    strong = picture[opaque > 200][:, :3]
    ink = np.array([chosen.ink.red(), chosen.ink.green(), chosen.ink.blue()])
    return bool(
        picture.shape == (size, size, 4)
        and opaque.sum() / 255 > size * size / 40
        and not opaque[[0, -1], :].any()
        and not opaque[:, [0, -1]].any()
        and np.abs(strong - ink).max(initial=0) <= 2
    )


def test_every_icon_is_seen_and_seen_whole() -> None:
    wrong = []
    for chosen in (theme.LIGHT, theme.DARK):
        theme.Current.theme = chosen
        wrong += [
            (name, size, chosen.name)
            for name in NAMES
            for size in (16, 24, 48)
            if not is_seen_whole(name, size, chosen)
        ]
    assert wrong == []


@pytest.mark.parametrize("size", [16, 20])
def test_no_two_icons_look_alike(size: int) -> None:
    opaque = {name: painted(name, size)[..., 3] / 255 for name in NAMES}
    alike = [
        (one, other)
        for one, other in combinations(NAMES, 2)
        if np.abs(opaque[one] - opaque[other]).sum() < size * size / 60
    ]
    assert alike == []


def test_an_icon_follows_the_theme_and_its_state() -> None:
    theme.use(theme.LIGHT)
    kept = icon("play")
    for chosen in (theme.LIGHT, theme.DARK):
        theme.use(chosen)
        for mode, state, expected in (
            (QIcon.Mode.Normal, QIcon.State.Off, chosen.ink),
            (QIcon.Mode.Active, QIcon.State.Off, chosen.ink),
            (QIcon.Mode.Disabled, QIcon.State.Off, chosen.edge),
            (QIcon.Mode.Disabled, QIcon.State.On, chosen.edge),
            (QIcon.Mode.Normal, QIcon.State.On, chosen.paper),
            (QIcon.Mode.Selected, QIcon.State.Off, chosen.on_now),
        ):
            assert colour_of(pixels(kept.pixmap(QSize(48, 48), 1.0, mode, state))) == expected.name()


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0, 3.0])
def test_an_icon_is_as_fine_as_the_screen(ratio: float) -> None:
    picture = icon("board").pixmap(QSize(20, 20), ratio)
    assert picture.devicePixelRatio() == ratio
    assert (picture.width(), picture.height()) == (20 * ratio, 20 * ratio)


def test_an_icon_keeps_its_shape_in_a_place_that_is_not_square() -> None:
    wide = pixels(icon("record").pixmap(QSize(40, 16), 1.0))[..., 3]
    assert np.array_equal(wide[:, 12:28], painted("record", 16)[..., 3])
    assert not wide[:, :12].any()
    assert not wide[:, 28:].any()


def test_nothing_is_drawn_before_it_is_shown(qapp: object, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> QPixmap:
        raise AssertionError("drawn too early")

    monkeypatch.setattr("plyscope_window.look.icons.icon_pixmap", refused)
    assert all(QAction(icon(name), name).icon().isNull() is False for name in NAMES)


def test_time_runs_the_same_way_in_languages_from_the_right(qtbot: Any) -> None:
    theme.use(theme.LIGHT)
    pictures = []
    for direction in (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft):
        button = QToolButton()
        qtbot.addWidget(button)
        button.setLayoutDirection(direction)
        button.setIcon(icon("step-over"))
        pictures.append(button.grab().toImage())
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("names", [("step-over", "back-over"), ("run", "run-back"), ("last", "first")], ids=" ".join)
def test_backward_is_the_mirrored_forward(names: tuple[str, str]) -> None:
    forward, backward = (painted(name, 48)[..., 3] for name in names)
    assert np.abs(forward[:, ::-1] - backward).sum() < 0.02 * forward.sum()


@pytest.mark.full
def test_icons_can_be_copied_extended_and_deleted() -> None:
    """What Qt holds of Python must not vanish under it."""
    for _ in range(2):
        for name in NAMES[:10]:
            one = icon(name)
            copied = QIcon(one)
            copied.addPixmap(QPixmap(8, 8))
            del one
            assert not copied.pixmap(16, 16).isNull()
        gc.collect()
        QPixmapCache.clear()
