from __future__ import annotations

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope_window.pages.usercode.progress import LONGEST_LINE, Cut, breakable


def test_the_ends_of_long_lines_are_left_away_in_whatever_pieces_they_come() -> None:
    text = "short\n" + "x" * (3 * LONGEST_LINE) + "\n\n" + "y" * LONGEST_LINE + "\nlast"
    wanted = "short\n" + "x" * LONGEST_LINE + "…\n\n" + "y" * LONGEST_LINE + "\nlast"
    assert Cut().take(text) == wanted
    for length in (1, 7, LONGEST_LINE, LONGEST_LINE + 1):
        cut = Cut()
        assert "".join(cut.take(text[at : at + length]) for at in range(0, len(text), length)) == wanted


def test_what_has_no_spaces_may_be_broken_and_is_otherwise_the_same() -> None:
    path = "/home/somebody/" + "folder" * 20 + "/own.py"
    broken = breakable(path)
    assert broken.replace("\u200b", "") == path
    assert max(map(len, broken.split("\u200b"))) <= 40
