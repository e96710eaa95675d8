"""The one form: fields are shown, refused, corrected and read as declared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plyscope_window.widgets.controls import Choice, Number
from plyscope_window.widgets.form import Field, Form
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPushButton

pytestmark = pytest.mark.qt


def test_fields_are_read_hidden_refused_and_corrected(qtbot: Any) -> None:
    kind, depth, name, exact = Choice([("one", 1), ("two", 2)]), Number(0, 9, 4), QLineEdit(), QCheckBox("exact")
    form = Form(
        (
            Field("&Kind", kind, "What it is", "kind"),
            Field("&Depth", depth, "How deep", "depth", when=lambda: kind.currentData() == 2),
            Field("&Name", name, "Its name", "name", refusal=lambda: "" if depth.value() else "Nothing is so deep."),
            Field("", exact, name="exact"),
        )
    )
    qtbot.addWidget(form)
    form.show()
    changes: list[dict[str, Any]] = []
    form.changed.connect(lambda: changes.append(form.values))
    assert form.values == {"kind": 1, "depth": 4, "name": "", "exact": False}
    assert (depth.isVisible(), kind.accessibleName(), kind.toolTip()) == (False, "Kind", "What it is")
    form["kind"], form["exact"] = 2, True
    assert depth.isVisible()
    assert changes[-1] == {"kind": 2, "depth": 4, "name": "", "exact": True}
    with form.filling():
        form["depth"] = 0
    assert len(changes) == 2
    assert (name.isEnabled(), name.toolTip()) == (False, "Nothing is so deep.")
    form.show_problems({"name": "There is no such name."})
    assert form.problems == {"name": "There is no such name."}
    form.show_problems({})
    assert form.problems == {}


def test_the_smallest_number_may_stand_for_none(qtbot: Any) -> None:
    seconds, seed = Number(0, 5000, None, none="no limit", is_grouped=True), Number(0, 9, 3)
    form = Form((Field("&Seconds", seconds, name="seconds"), Field("S&eed", seed, name="seed")))
    qtbot.addWidget(form)
    assert (form["seconds"], seconds.text()) == (None, "no limit")
    form["seconds"], form["seed"] = 4000, 0
    assert (form.values, seconds.text()) == ({"seconds": 4000, "seed": 0}, "4,000")
    form["seconds"] = None
    assert seconds.text() == "no limit"


def test_it_is_filled_at_once_and_by_what_a_button_asks_for(qtbot: Any) -> None:
    path, exact, button, answers = QLineEdit(), QCheckBox("exact"), QPushButton("Choose…"), [Path("found.py"), None]
    form = Form((Field("&File", path, name="file", button=button, ask=answers.pop), Field("", exact, name="exact")))
    qtbot.addWidget(form)
    changes: list[dict[str, Any]] = []
    form.changed.connect(lambda: changes.append(form.values))
    form.fill({"file": "given.py", "exact": True})
    assert (form.values, changes) == ({"file": "given.py", "exact": True}, [])
    button.click()
    assert form["file"] == "given.py"
    button.click()
    assert changes == [{"file": "found.py", "exact": True}]
