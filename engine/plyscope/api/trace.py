"""The trace as `import plyscope` promises it: a sequence of frames that can be saved and opened; `record` makes one."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, overload

from numpy.typing import NDArray

from plyscope.api.frame import Frame
from plyscope.files.opening import open_trace
from plyscope.files.sources import as_read, load
from plyscope.files.trace_file import save_trace
from plyscope.messages import InputError
from plyscope.model import trace
from plyscope.model.marks import Marks
from plyscope.model.position import Position
from plyscope.recording.plan import Weights, plan, with_budget
from plyscope.recording.record import run
from plyscope.recording.recorder import Progress

FRAME_NAMES = {
    "path": "path", "children": "children", "bound_of": "bound", "interval_of": "interval", "tags_of": "tags",
    "is_cutoff": "is_cutoff", "move_text": "move", "pruned_texts": "pruned", "depth_left": "depth",
    "function_name": "function", "parents": "parent", "values": "value", "alphas": "alpha", "betas": "beta",
}  # fmt: skip
"""Names of methods that traces had -> the names of properties that frames have instead."""


class Trace(Sequence[Frame]):
    """One recording of one search: its frames in the order in which they were entered, and what it found.

    >>> import plyscope
    >>> trace = plyscope.record("tree:[[3,12,8],[2,4,6],[14,5,2]]")
    >>> trace
    <Trace of alphabeta of tree:[[3,12,8],[2,4,6],[14,5,2]]: 11 frames, 3>
    >>> trace.value, trace.bound, trace.interval, trace.best_move, trace.pv
    (3.0, 'exact', (3.0, 3.0), '1', ['1', '1'])
    >>> trace.root_moves
    [('1', 3.0, 'exact', 4), ('2', 2.0, 'at most', 2), ('3', 2.0, 'exact', 4)]
    >>> len(trace), trace.leaves, trace.cutoffs, trace.pruned, trace.complete
    (11, 7, 2, 2, True)
    >>> [frame.path for frame in trace if frame.is_cutoff]
    [['2'], ['3']]
    >>> trace[0].children[-1] == trace[7], trace[-1].value, len(trace[1:4])
    (True, 2.0, 3)
    >>> trace.column("value").tolist()[:4]
    [3.0, 3.0, 3.0, 12.0]
    >>> trace.position.text, trace.algorithm, trace.options["cut"], "def alphabeta(" in trace.text
    ('[[3,12,8],[2,4,6],[14,5,2]]', 'alphabeta', '>=', True)
    >>> trace.signature == plyscope.record(trace.position).signature
    True
    >>> trace.save("three.plytrace")
    >>> plyscope.Trace.open("three.plytrace").value
    3.0
    """

    __slots__ = ("_recorded",)

    def __init__(self, recorded: trace.Trace) -> None:
        self._recorded = recorded

    @classmethod
    def open(cls, path: str | Path) -> Self:
        """Open a trace file. Only what takes the same time at any size is checked; `verify` does the rest.

        A recording that another program has written is read as a whole, and checked as a whole.
        """
        return cls(open_trace(path))

    def save(self, path: str | Path, *, force: bool = True, marks: Marks | None = None) -> None:
        """Write a trace file; an existing one is replaced atomically, unless `force` is false."""
        save_trace(self._recorded, path, force=force, marks=marks)

    def close(self) -> None:
        """Let go of the file. Nothing can be read from the trace afterwards; closing it again changes nothing.

        Frames and columns that are still used stay readable, and keep a mapped file open for as long.
        """
        if hasattr(self, "_recorded"):
            archive = self._recorded.archive
            del self._recorded
            if archive is not None and archive.is_mapped:
                del archive
                gc.collect()  # what was derived of a recording leads back to it

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        if not hasattr(self, "_recorded"):
            return "<closed Trace>"
        from plyscope.api.display import line_about

        return line_about(self._recorded)

    def _repr_html_(self) -> str | None:
        """Return the page that walks through the recording, for a notebook; None if too large."""
        from plyscope.api.display import page_of

        return page_of(self._recorded)

    def _repr_svg_(self) -> str | None:
        """Return a drawing of the tree, for a notebook that shows no pages; None if too large."""
        from plyscope.api.display import drawing_of

        return drawing_of(self._recorded)

    # Its frames

    def __len__(self) -> int:
        return len(self._recorded)

    def __iter__(self) -> Iterator[Frame]:
        return (Frame(self._recorded, number) for number in range(len(self)))

    @overload
    def __getitem__(self, number: int) -> Frame: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[Frame]: ...

    def __getitem__(self, number: int | slice) -> Frame | Sequence[Frame]:
        if isinstance(number, slice):
            return [Frame(self._recorded, one) for one in range(len(self))[number]]
        try:
            return Frame(self._recorded, range(len(self))[number])
        except IndexError:
            raise IndexError(f"there is no frame {number}: the recording has {len(self):,}") from None

    def column(self, name: str) -> NDArray[Any]:
        """Return a column, read-only: by its name in trace files, or `depth`, or `tags` as bits."""
        names = [*self._recorded.columns, "depth", "tags"]
        if name not in names:
            raise InputError("there is no column {name}; there are: {names}", name=name, names=" ".join(names))
        return self._recorded.column(name)

    # What was searched

    @property
    def position(self) -> Position:
        """The position at the root."""
        return self._recorded.position

    @property
    def algorithm(self) -> str:
        """The name of the search."""
        return self._recorded.search.name

    @property
    def options(self) -> Mapping[str, Any]:
        """How it was searched, by the names that `record` has for its options."""
        return self._recorded.options

    @property
    def text(self) -> str:
        """The text of the search, to whose lines `Cursor.line` refers."""
        return self._recorded.text

    @property
    def signature(self) -> str:
        """A hash of what was recorded: equal for two recordings that are the same call by call."""
        return self._recorded.signature

    @property
    def complete(self) -> bool:
        """Whether the search came to its end."""
        return self._recorded.complete

    # What was found

    @property
    def value(self) -> float | None:
        """The root's value for MAX; None where the recording was cut short before any was found."""
        return self._recorded.value

    @property
    def bound(self) -> str | None:
        """How the root's value is to be read: `exact`, `at least` or `at most`; None where nothing proves it."""
        return self._recorded.bound

    @property
    def interval(self) -> tuple[float, float]:
        """What the recording proves about the root's true value: it lies between these two, which may be infinite."""
        return self._recorded.interval

    @property
    def best_move(self) -> str | None:
        """The root's best move; for a brain the move it plays; so far, where the recording was cut short."""
        return self._recorded.best_move

    @property
    def pv(self) -> Sequence[str]:
        """The principal variation: the best move, the best answer to it, and so on."""
        return self._recorded.pv

    @property
    def root_moves(self) -> Sequence[tuple[str, float | None, str | None, int]]:
        """Move, value, bound and frames of each move tried at the root, in the order searched."""
        return self._recorded.root_moves

    @property
    def leaves(self) -> int:
        """The number of frames at which the search stopped: finished positions, and the horizon."""
        return self._recorded.leaves

    @property
    def cutoffs(self) -> int | None:
        """How often the test for a cutoff held; None where a recorded program does not show it.

        A program that goes on after the loop that it leaves may have several cutoffs in one frame; `Frame.is_cutoff`
        says which frames have one.
        """
        return self._recorded.cutoffs

    @property
    def pruned(self) -> int | None:
        """The number of legal moves that were never tried because of a cutoff; None where that is not known."""
        return self._recorded.pruned

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """What a trace had before its names were promised; it goes with the next version."""
            if name == "_recorded":
                raise AttributeError("the trace is closed", name=name, obj=self)
            if name.startswith("_") or not hasattr(self._recorded, name):
                raise AttributeError(f"a trace has no {name}", name=name, obj=self)
            instead = f"; use trace[number].{FRAME_NAMES[name]}" if name in FRAME_NAMES else ""
            text = f"Trace.{name} is not promised and goes with the next version{instead}"
            warnings.warn(text, DeprecationWarning, stacklevel=2)
            return getattr(self._recorded, name)


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
    """Run a search on a position, or on the source of one, and return a recording of every call.

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
    return Trace(run(plan(position, options), limit, progress, seconds=seconds))


def compare(a: Trace, b: Trace) -> dict[str, Any]:
    """Return the facts about two recordings of one position, as `plyscope compare --json` prints them."""
    from plyscope.analysis.comparison import Comparison
    from plyscope.text.compared import comparison_facts

    return comparison_facts(Comparison(a._recorded, b._recorded))
