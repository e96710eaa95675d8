"""What a person asks for becomes an extent that the form can read."""

from __future__ import annotations

import pytest
from plyscope import record
from plyscope.export import EXPORTERS, check_options, selected
from plyscope.export.extent import WHOLE, Extent
from plyscope_window.export.export_form import Moment, Part, Where, Wish, extent_of

TRACE = record("sample:tictactoe/hebrew", algorithm="alphabeta")
WHERE = Where(Extent(path_to=4), selected=2, step=9, last_step=16, notes={1: "a note"})


@pytest.mark.parametrize("form", EXPORTERS)
@pytest.mark.parametrize("part", Part)
@pytest.mark.parametrize("moment", Moment)
def test_no_form_is_asked_for_what_it_cannot_read(form: str, part: Part, moment: Moment) -> None:
    wish = Wish(form, part, 2, moment, True, False, True, True, True, True, "dark", True, 3.0)
    extent = extent_of(wish, WHERE)
    changed = [name for name in vars(WHOLE) if getattr(extent, name) != getattr(WHOLE, name)]
    check_options(EXPORTERS[form], changed)
    assert len(selected(EXPORTERS[form], TRACE, extent)) > 0


def test_parts_and_moments() -> None:
    assert extent_of(Wish(part=Part.SEEN), WHERE).path_to == 4
    assert extent_of(Wish(part=Part.SUBTREE), WHERE).root == 2
    assert extent_of(Wish(part=Part.PATH), WHERE).path_to == 2
    assert extent_of(Wish(moment=Moment.NOW), WHERE).step == 9
    assert extent_of(Wish(moment=Moment.END), WHERE).step is None
    assert extent_of(Wish(moment=Moment.ALL), WHERE).all_steps
    assert extent_of(Wish(with_notes=True), WHERE).notes == {1: "a note"}
