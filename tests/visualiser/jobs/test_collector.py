"""Cycles of objects are collected in the interface thread only."""

from __future__ import annotations

import gc
from threading import Thread, get_ident
from typing import Any

import pytest

pytestmark = pytest.mark.qt


class Noted:
    """Part of a cycle that notes in which thread it is destroyed."""

    def __init__(self, threads: list[int]) -> None:
        self.itself, self.threads = self, threads

    def __del__(self) -> None:
        self.threads.append(get_ident())


@pytest.mark.full
def test_no_other_thread_collects(qtbot: Any) -> None:
    threads: list[int] = []

    def fill() -> None:
        for _ in range(3 * gc.get_threshold()[0]):
            Noted(threads)

    other = Thread(target=fill)
    other.start()
    other.join()
    assert threads == []
    qtbot.waitUntil(lambda: len(threads) > 0)
    assert set(threads) == {get_ident()}


def test_what_is_set_aside_is_not_collected_until_the_end(collector: Any) -> None:
    threads: list[int] = []
    Noted(threads)
    kept = Noted(threads)
    collector.set_aside()
    assert len(threads) == 1, "what is garbage by then is collected"
    del kept
    gc.collect()
    assert len(threads) == 1
    assert gc.get_freeze_count() > 0, "what `stop` gives back to be collected"
