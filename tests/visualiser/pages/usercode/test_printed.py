from __future__ import annotations

from plyscope_window.pages.usercode.printed import MAX_LINE, LineCutter, breakable


def test_the_ends_of_long_lines_are_left_away_in_whatever_pieces_they_come() -> None:
    text = "short\n" + "x" * (3 * MAX_LINE) + "\n\n" + "y" * MAX_LINE + "\nlast"
    request = "short\n" + "x" * MAX_LINE + "…\n\n" + "y" * MAX_LINE + "\nlast"
    assert LineCutter().cut(text) == request
    for length in (1, 7, MAX_LINE, MAX_LINE + 1):
        cut = LineCutter()
        assert "".join(cut.cut(text[at : at + length]) for at in range(0, len(text), length)) == request


def test_what_has_no_spaces_may_be_broken_and_is_otherwise_the_same() -> None:
    path = "/home/somebody/" + "folder" * 20 + "/own.py"
    broken = breakable(path)
    assert broken.replace("\u200b", "") == path
    assert max(map(len, broken.split("\u200b"))) <= 40
