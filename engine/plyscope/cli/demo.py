"""The demonstration: a sample traced call by call, and what pruning saves on a whole game."""

from __future__ import annotations

from pathlib import Path

from plyscope.cli.tables import print_facts, print_table
from plyscope.export import export
from plyscope.files.sources import load
from plyscope.files.trace_file import save_trace
from plyscope.model.trace import Trace
from plyscope.recording.plan import plan
from plyscope.recording.record import run
from plyscope.text.listing import as_text, listing

TRACED_SAMPLE = "sample:hebrew"
WRITTEN_FORMATS = ("svg", "txt", "json")
"""The formats of the files that it writes."""
COMPARED_SEARCHES = ("minimax", "alphabeta", "pvs")


def demonstrate(folder: Path) -> None:
    """Print the demonstration and write its listings and trees into the folder, replacing files of the same names."""
    folder.mkdir(exist_ok=True)
    position = load(TRACED_SAMPLE)
    trace = run(plan(position, {}))
    print(position.title)
    print()
    for line in as_text(trace, listing(trace)):
        print(line)
    print()
    print_facts(
        [("value", trace.value), ("best move", trace.shown_text(trace.best_move or "")), ("frames", len(trace))]
    )
    print()
    print("The whole game from the empty board, searched in full and with pruning:")
    print()
    empty = load(f"{position.game.name}:")
    print_pruning([run(plan(empty, {"algorithm": algorithm})) for algorithm in COMPARED_SEARCHES])
    for name, algorithm in (("full", "minimax"), ("pruned", "alphabeta")):
        searched = run(plan(position, {"algorithm": algorithm}))
        for suffix in WRITTEN_FORMATS:
            export(searched, folder / f"{name}.{suffix}")
    for suffix in WRITTEN_FORMATS:
        export(trace, folder / f"trace.{suffix}")
    save_trace(trace, folder / "trace.plytrace")
    print(f"written into {folder}/: " + " ".join(sorted(path.name for path in folder.iterdir())))


def print_pruning(traces: list[Trace]) -> None:
    """Print a table of what pruning saves."""
    full = len(traces[0])
    rows = [
        (
            trace.search.name,
            trace.value,
            len(trace),
            trace.leaves,
            trace.cutoffs,
            trace.pruned,
            f"{len(trace) / full:.1%}",
        )
        for trace in traces
    ]
    print_table(None, ("search", "value", "frames", "leaves", "cutoffs", "pruned", "of the full tree"), rows)
