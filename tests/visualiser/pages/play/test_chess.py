"""Chess in the window: pieces are dragged or clicked from square to square."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets")
pytest.importorskip("chess", reason="the extra chess is not installed")

from tests.visualiser.pages.play.clicking import begin, click, drag

pytestmark = pytest.mark.qt

E2, E4, E7, E5, G1, F3, D5 = (4, 6), (4, 4), (4, 1), (4, 3), (6, 7), (5, 5), (3, 3)


def test_a_piece_is_dragged_or_clicked_to_its_square(shared_window: Any) -> None:
    page = begin(shared_window, "chess", "human", "human")
    play = page.live.play
    drag(page, [E2, (4, 5), E4])
    assert play.position.text.startswith("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b")
    click(page, E7)
    assert page.board.selection == [E7]
    click(page, E5)
    assert page.board.selection == []
    assert len(play.game.moves) == 2
    drag(page, [G1, (5, 6), D5])
    assert len(play.game.moves) == 2, "a knight does not go there"
    assert page.board.faults == {G1, D5}
    drag(page, [G1, (6, 6), F3])
    assert play.position.text == "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
