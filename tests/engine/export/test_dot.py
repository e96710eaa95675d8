"""The source for Graphviz."""

from __future__ import annotations

from typing import Any

from plyscope import record
from plyscope.export.dot import literal, pieces
from plyscope.export.extent import Extent
from plyscope.export.selection import Selection


def written(source: str, **asked: Any) -> str:
    return "".join(pieces(Selection(record(source), Extent(**asked))))


def test_shapes_say_the_side_and_dashes_say_pruned() -> None:
    text = written("sample:tree/nine-leaves")
    assert [text.count(f"shape={shape} ") for shape in ("triangle", "invtriangle", "square")] == [5, 3, 5]
    assert text.count("style=dashed") == text.count("arrowhead=noneteetee") == 4
    assert text.count("penwidth=3") == 4
    assert "ordering=out" in text
    assert text.count("pos=") == 13


def test_no_label_is_html_and_no_backslash_means_anything() -> None:
    assert str(literal("\\N&lt;")) == "\\\\N&amp;lt;"
    text = written('tree:[{"name":"<b>","value":1},{"name":"\\"];x","value":2}]')
    assert 'label=" <b> "' in text
    assert r'label=" \"];x "' in text


def test_windows_and_notes_stand_on_the_edge_and_those_of_the_root_below() -> None:
    text = written("sample:tree/nine-leaves", windows=True, notes={0: "root", 1: "first"})
    assert r'n0 -> n1 [label=" 1 \n α −∞ \n β ∞ \n first "' in text
    assert r'label=" α −∞ \n β ∞ \n root "' in text


def test_a_value_without_room_makes_its_node_larger() -> None:
    assert written("tree:[-123.4567,2]").count("fixedsize=false") == 1


def test_the_same_recording_gives_the_same_text() -> None:
    assert written("sample:tictactoe/hebrew") == written("sample:tictactoe/hebrew")
