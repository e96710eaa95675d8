"""What a person asks for becomes an extent that the form can read."""

from __future__ import annotations

import pytest
from plyscope import record
from plyscope.export import EXPORTERS, check_options, select
from plyscope.export.extent import WHOLE, Extent
from plyscope_window.export.export_form import ExportOptions, Moment, Part, View, extent_of

TRACE = record("sample:tictactoe/hebrew", algorithm="alphabeta")
VIEW = View(Extent(path_to=4), selected=2, step=9, last_step=16, notes={1: "a note"})


@pytest.mark.parametrize("form", EXPORTERS)
@pytest.mark.parametrize("part", Part)
@pytest.mark.parametrize("moment", Moment)
def test_no_form_is_asked_for_what_it_cannot_read(form: str, part: Part, moment: Moment) -> None:
    options = ExportOptions(form, part, 2, moment, True, False, True, True, True, True, "dark", True, 3.0)
    extent = extent_of(options, VIEW)
    changed = [name for name in vars(WHOLE) if getattr(extent, name) != getattr(WHOLE, name)]
    check_options(EXPORTERS[form], changed)
    assert len(select(EXPORTERS[form], TRACE, extent)) > 0


def test_parts_and_moments() -> None:
    assert extent_of(ExportOptions(part=Part.VISIBLE), VIEW).path_to == 4
    assert extent_of(ExportOptions(part=Part.SUBTREE), VIEW).root == 2
    assert extent_of(ExportOptions(part=Part.PATH), VIEW).path_to == 2
    assert extent_of(ExportOptions(moment=Moment.NOW), VIEW).step == 9
    assert extent_of(ExportOptions(moment=Moment.END), VIEW).step is None
    assert extent_of(ExportOptions(moment=Moment.ALL), VIEW).all_steps
    assert extent_of(ExportOptions(with_notes=True), VIEW).notes == {1: "a note"}
