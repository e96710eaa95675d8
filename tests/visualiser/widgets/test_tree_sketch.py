"""Small trees: their layout, and how they are drawn or summarised."""

from __future__ import annotations

from typing import Any

import plyscope
import pytest
from plyscope_window.widgets.tree_sketch import lay_out, nodes_below, paint_tree_thumbnail
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

pytestmark = pytest.mark.qt


def test_leaves_are_evenly_spaced_and_parents_centred_over_their_children() -> None:
    walked = nodes_below(plyscope.load("tree:[[1,2],[3,[4,5],6]]"), 100)
    assert walked is not None
    sketch = lay_out(walked[0])
    inner = set(sketch.parents)
    leaves = [x for node, x in enumerate(sketch.xs) if node not in inner]
    assert leaves == [0, 1, 2, 3, 4, 5]
    assert [number for number in walked[1] if number == number] == [1, 2, 3, 4, 5, 6]
    for node in inner - {-1}:
        children = [sketch.xs[child] for child, parent in enumerate(sketch.parents) if parent == node]
        assert sketch.xs[node] == (children[0] + children[-1]) / 2
    assert sketch.deepest == 3


def test_a_deep_tree_needs_no_recursion() -> None:
    sketch = lay_out(list(range(-1, 4999)))
    assert sketch.deepest == 4999
    assert sketch.leaves == 1


@pytest.mark.parametrize("source", ["sample:tree/nine-leaves", "sample:tree/deep-cutoff", "tree:7", "huge"])
def test_a_tree_is_drawn_or_summarised(qtbot: Any, source: str) -> None:
    text = "tree:[" + ",".join(["[" + ",".join("1" * 70) + "]"] * 80) + "]" if source == "huge" else source
    image = QImage(160, 110, QImage.Format.Format_RGB32)
    image.fill(0)
    blank = image.copy()
    painter = QPainter(image)
    paint_tree_thumbnail(painter, plyscope.load(text), QRectF(0, 0, 160, 110))
    painter.end()
    assert image != blank
