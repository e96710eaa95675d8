"""The contact sheets of the documents: that their states exist, without the minutes that all pictures take."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.qt

FILE = Path(__file__).parent.parent / "docs" / "sheets.py"


@pytest.fixture(scope="module")
def sheets() -> Any:
    import sys

    spec = importlib.util.spec_from_file_location("sheets", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["sheets"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["sheets"]


def test_there_are_many_states_of_known_actions_and_looks(sheets: Any) -> None:
    from dataclasses import fields

    from plyscope_window.app import presentation
    from plyscope_window.app.actions import actions
    from plyscope_window.app.screenshot import Request

    known, looks = {action.key for action in actions()}, {one.name for one in fields(Request)}
    assert len(sheets.STATES) >= 16
    assert {key for state in sheets.STATES.values() for key in state.then} <= known
    assert {key for state in sheets.STATES.values() for key in state.looks} <= looks
    assert {what for state in sheets.STATES.values() for what in state.corners} <= set(presentation.KEYS.values())


def test_every_recording_has_the_step_at_which_it_is_shown(sheets: Any) -> None:
    from plyscope.model.trace import Trace

    stepped = {name: state for name, state in sheets.STATES.items() if state.step}
    subjects = {name: state.subject() for name, state in stepped.items()}
    traces = {name: subject for name, subject in subjects.items() if isinstance(subject, Trace)}
    assert len(traces) >= 16
    for name, trace in traces.items():
        assert sheets.step_of(stepped[name], trace) == stepped[name].step, name


def test_a_step_after_the_end_is_refused(sheets: Any) -> None:
    state = sheets.State(sheets.STATES["end"].subject, 32)
    with pytest.raises(ValueError, match="The last step is 31, not 32"):
        sheets.step_of(state, state.subject())


def test_a_sheet_has_all_sizes_in_both_themes(sheets: Any, tmp_path: Path, qapp: Any) -> None:
    from PySide6.QtGui import QImage

    for size in sheets.SIZES:
        for theme in sheets.THEMES:
            image = QImage(64, 40, QImage.Format.Format_RGB32)
            image.fill(0)
            image.save(os.fspath(tmp_path / f"cut-{size}-{theme}.png"))
    sheets.write_sheet("cut", tmp_path)
    sheet = QImage(os.fspath(tmp_path / "cut.png"))
    assert (sheet.width(), sheet.height()) == (2 * sheets.SHEET_CELL, len(sheets.SIZES) * sheets.SHEET_CELL * 40 // 64)


def test_pictures_that_differ_are_named(sheets: Any, tmp_path: Path, qapp: Any) -> None:
    from PySide6.QtGui import QColor, QImage

    for folder, colour in (("old", "white"), ("new", "black")):
        (tmp_path / folder).mkdir()
        picture = QImage(10, 10, QImage.Format.Format_RGB32)
        picture.fill(QColor("white"))
        picture.save(str(tmp_path / folder / "same-fine-light.png"))
        picture.setPixelColor(3, 4, QColor(colour))
        picture.save(str(tmp_path / folder / "cut-fine-dark.png"))
        picture.save(str(tmp_path / folder / f"{folder}-fine-dark.png"))
    found = sheets.changed_pictures(tmp_path / "new", tmp_path / "old")
    assert found == ["cut-fine-dark.png: 1.00% of the pixels"]
