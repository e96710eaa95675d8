"""What is to be measured, over a pipe."""

from __future__ import annotations

from dataclasses import replace

import plyscope
from plyscope_window.pages.growth.growth_request import Wanted


def test_it_arrives_as_it_was_sent() -> None:
    position = replace(plyscope.load("connectfour:4453", max="y"), options={"score": "lines"})
    wanted = Wanted.of(position, ("minimax", "alphabeta:order=best"), (1, 5), 1000)
    arrived = Wanted.from_line(wanted.line)
    assert arrived == wanted
    assert arrived.searched.text == position.text
    assert (arrived.searched.max, dict(arrived.searched.options)) == ("y", {"score": "lines"})
