"""The one form: fields are shown, refused, corrected and read as declared."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope_window.widgets.controls import Choice, Number, replace_entries
from plyscope_window.widgets.form import Field, Form
from PySide6.QtWidgets import QCheckBox, QLineEdit

pytestmark = pytest.mark.qt


def test_fields_are_read_hidden_refused_and_corrected(qtbot: Any) -> None:
    kind, depth, name, exact = Choice(), Number(0, 9, 4), QLineEdit(), QCheckBox("exact")
    replace_entries(kind, [("one", 1), ("two", 2)], 1)
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
