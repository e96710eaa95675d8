"""The options of the form become an extent that the exporter reads."""

from __future__ import annotations

from itertools import product

from plyscope.export import EXPORTERS, check_options, select
from plyscope.export.extent import WHOLE, Extent
from plyscope_window.export.export_form import ExportOptions, Moment, Part, View, extent_of

from tests.full_traces import record

TRACE = record("sample:tictactoe/hebrew", algorithm="alphabeta")
VIEW = View(Extent(path_to=4), selected=2, step=9, last_step=16, notes={1: "a note"})


def test_a_format_gets_only_options_that_it_reads() -> None:
    for name, part, moment in product(EXPORTERS, Part, Moment):
        options = ExportOptions(name, part, 2, moment, True, False, True, True, True, True, "dark", True, 3.0)
        extent = extent_of(options, VIEW)
        check_options(EXPORTERS[name], [one for one in vars(WHOLE) if getattr(extent, one) != getattr(WHOLE, one)])
        assert len(select(EXPORTERS[name], TRACE, extent)) > 0, options


def test_parts_and_moments() -> None:
    assert extent_of(ExportOptions(part=Part.VISIBLE), VIEW).path_to == 4
    assert extent_of(ExportOptions(part=Part.SUBTREE), VIEW).root == 2
    assert extent_of(ExportOptions(part=Part.PATH), VIEW).path_to == 2
    assert extent_of(ExportOptions(moment=Moment.CURRENT), VIEW).step == 9
    assert extent_of(ExportOptions(moment=Moment.END), VIEW).step is None
    assert extent_of(ExportOptions(moment=Moment.ALL), VIEW).all_steps
    assert extent_of(ExportOptions(with_notes=True), VIEW).notes == {1: "a note"}
