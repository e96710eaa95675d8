"""Every format reports progress from the beginning, and can be stopped while it still lays out or collects."""

from __future__ import annotations

import signal
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from plyscope.export import export
from plyscope.export.progress import BATCH, collected, result_of

from tests.full_traces import Trace, record


class StoppedError(Exception):
    """The export is stopped."""


@cache
def recorded() -> Trace:
    return record("tictactoe:", "minimax", limit=1_500)


def test_a_list_is_made_in_parts_and_is_the_same_list() -> None:
    pieces = 0
    making = collected(range(3 * BATCH + 1))
    for piece in making:
        assert piece == ""
        pieces += 1
    assert pieces == 3
    assert result_of(collected(range(3 * BATCH + 1))) == list(range(3 * BATCH + 1))


@pytest.mark.spread(3)
@pytest.mark.parametrize("form", ["svg", "html", "dot", "gexf", "graphml", "nested", "efg", "csv", "json", "node-link"])
def test_progress_is_reported_long_before_the_first_letter(tmp_path: Path, form: str) -> None:
    """The largest part of the work is done between pieces, not before the first or after the last."""
    trace = record("tictactoe:XO./.../...", "minimax") if form in ("nested", "efg") else recorded()
    count = 0

    def some(pieces: int) -> None:
        nonlocal count
        count = pieces

    [path] = export(trace, tmp_path / "x", form=form, progress=some)
    assert path.stat().st_size > 0
    assert count > len(trace) / BATCH


@pytest.mark.parametrize("form", ["svg", "html", "dot", "gexf", "nested", "beamer"])
def test_it_can_be_stopped_while_it_is_laid_out_and_nothing_remains(tmp_path: Path, form: str) -> None:
    sizes = []

    def stop(pieces: int) -> None:
        sizes.append([path.stat().st_size for path in tmp_path.iterdir()])
        if pieces == 3:
            raise StoppedError

    trace = record("sample:tree/nine-leaves", "minimax") if form == "beamer" else recorded()
    if form == "nested":
        trace = record("tictactoe:XO./.../...", "minimax")
    with pytest.raises(StoppedError):
        export(trace, tmp_path / "x", form=form, progress=stop)
    assert len(sizes) == 3
    assert list(tmp_path.iterdir()) == []


def test_an_export_that_is_killed_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    """Not even a signal that cannot be caught leaves the file half written."""
    path = tmp_path / "x.json"
    path.write_text("mine")
    script = (
        "import os, signal; from plyscope import export, record\n"
        "def kill(pieces):\n"
        "    if pieces == 900: os.kill(os.getpid(), signal.SIGKILL)\n"
        f"export(record('tictactoe:', 'minimax', limit=1500), {str(path)!r}, progress=kill)"
    )
    ended = subprocess.run([sys.executable, "-c", script], check=False, timeout=60)
    assert ended.returncode == -signal.SIGKILL
    assert path.read_text() == "mine"
    assert [other.suffix for other in tmp_path.iterdir() if other != path] == [".tmp"]
