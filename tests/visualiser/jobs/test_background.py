"""Work in another thread comes back into this one, once, and leaves nothing behind."""

from __future__ import annotations

import gc
import threading
import weakref
from typing import Any

import pytest
from plyscope.messages import InputError
from plyscope_window.jobs.background import PENDING_ANSWERS, in_background, wait_for_all

pytestmark = pytest.mark.qt


class Thing:
    """Something that the work knows of."""


def test_it_works_elsewhere_and_answers_here(qtbot: Any) -> None:
    found: list[tuple[int, int]] = []
    here = threading.get_ident()
    in_background(threading.get_ident, lambda there: found.append((there, threading.get_ident())))
    qtbot.waitUntil(lambda: bool(found))
    assert found[0][0] != here
    assert found[0][1] == here
    assert not PENDING_ANSWERS


def test_what_is_refused_comes_back_too(qtbot: Any) -> None:
    errors: list[str] = []

    def refuse() -> None:
        raise InputError("no {what}", what="way")

    in_background(refuse, lambda _: errors.append("done"), lambda error: errors.append(str(error)))
    qtbot.waitUntil(lambda: bool(errors))
    assert errors == ["no way"]


def test_who_has_lost_interest_hears_nothing(qtbot: Any) -> None:
    received: list[int] = []
    answer = in_background(lambda: 1, received.append)
    answer.cancel()
    wait_for_all()
    qtbot.waitUntil(lambda: not PENDING_ANSWERS)
    assert received == []


def test_what_it_knew_of_is_freed(qtbot: Any) -> None:
    thing = Thing()
    known = weakref.ref(thing)
    in_background(lambda thing=thing: thing, lambda found, thing=thing: None)
    del thing
    qtbot.waitUntil(lambda: not PENDING_ANSWERS)
    wait_for_all()
    qtbot.wait(10)
    gc.collect()
    assert known() is None
