"""The trace as `import plyscope` promises it: it can be saved and opened, and `record` makes one from a position."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from plyscope.files.opening import open_trace
from plyscope.files.sources import as_read, load
from plyscope.files.trace_file import save_trace
from plyscope.model import trace
from plyscope.model.marks import Marks
from plyscope.model.position import Position
from plyscope.recording.plan import Weights, plan, with_budget
from plyscope.recording.record import run
from plyscope.recording.recorder import Progress


class Trace(trace.Trace):
    """One recording of one search."""

    @classmethod
    def of(cls, recorded: trace.Trace) -> Self:
        """The same recording with the methods promised here."""
        return cls(**recorded.parts)

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Open a trace file. Only what takes the same time at any size is checked; `verify` does the rest.

        A recording that another program has written is read as a whole, and checked as a whole.
        """
        return cls.of(open_trace(path))

    def __repr__(self) -> str:
        from plyscope.api.display import line_about

        return line_about(self)

    def _repr_html_(self) -> str | None:
        """How a notebook shows it: the page that walks through it."""
        from plyscope.api.display import page_of

        return page_of(self)

    def _repr_svg_(self) -> str | None:
        """How a notebook shows it where no page can be shown."""
        from plyscope.api.display import drawing_of

        return drawing_of(self)

    def save(self, path: str | Path, *, force: bool = True, marks: Marks | None = None) -> None:
        """Write a trace file; an existing one is replaced atomically, unless `force` is false."""
        save_trace(self, path, force=force, marks=marks)


def record(
    position: Position | str,
    algorithm: str | None = None,
    depth: int | None = None,
    cut: str | None = None,
    fail: str | None = None,
    order: str | None = None,
    seed: int | None = None,
    score: str | None = None,
    limit: int | None = None,
    progress: Progress | None = None,
    weights: Weights | None = None,
    table_size: int | None = None,
    star1: bool | None = None,
    simulations: int | None = None,
    exploration: float | None = None,
    seconds: float | None = None,
) -> Trace:
    """Run a search on a position, or on the source of one, and record every call of it.

    Options that are not given are taken from the position's file; the defaults are alphabeta, to the end of the game,
    cut on >=, fail-soft, in the given order, scored by the result. `limit` is the largest number of frames. After
    `seconds` the recording ends at the frames that it has by then, and these are its limit. Within either, `deepening`
    needs no depth.
    `progress` is called regularly with the number of frames so far, and stops the search by returning
    False; the recording is then marked as incomplete.
    """
    position = load(position) if isinstance(position, str) else as_read(position)
    options = {
        "algorithm": algorithm,
        "depth": depth,
        "cut": cut,
        "fail": fail,
        "order": order,
        "seed": seed,
        "score": score,
        "weights": weights,
        "table_size": table_size,
        "star1": star1,
        "simulations": simulations,
        "exploration": exploration,
    }
    if limit is not None or seconds is not None:
        options = dict(with_budget(position, options))
    return Trace.of(run(plan(position, options), limit, progress, seconds=seconds))
