"""The legal moves and their cells, found without keeping anybody waiting."""

from __future__ import annotations

import pytest
from plyscope.files.sources import load
from plyscope_window.pages.play.play_page import LegalMoves
from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.qt


def test_few_moves_are_there_at_once() -> None:
    assert LegalMoves().of(load("tictactoe:XOX/.O./...")) == {
        "a2": {(0, 1)}, "c2": {(2, 1)}, "a1": {(0, 2)}, "b1": {(1, 2)}, "c1": {(2, 2)},
    }  # fmt: skip


def test_very_many_are_found_in_the_background_and_kept(qtbot: QtBot) -> None:
    legal, position = LegalMoves(), load("hexline:" + "/".join(["." * 12] * 12))
    with qtbot.waitSignal(legal.found):
        assert legal.of(position) == {}
    assert len(legal.of(position)) == 869, "the number that the rules give for an empty board of this size"
    assert legal.of(position) is legal.of(position)


def test_cancelled_legal_moves_are_not_emitted(qtbot: QtBot) -> None:
    legal, large = LegalMoves(), load("hexline:" + "/".join(["." * 12] * 12))
    with qtbot.assertNotEmitted(legal.found, wait=600):
        legal.of(large)
        assert len(legal.of(load("hexline:.."))) == 3, "either cell, or both"
