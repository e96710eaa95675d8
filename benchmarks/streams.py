"""Formats that have no limit: processor time and memory beyond the recording, for 549,946 and for 3,050,083 frames.

Each export runs in a process of its own that opens a trace file, of which nothing is in memory but what is read. What
counts is the memory that is no file's, looked at fifty times a second. What is proved of the frames of alpha-beta is
derived in whole columns, so that their number tells there. The large recording takes a quarter of an hour:
`python benchmarks/streams.py csv txt` runs two of the formats, and `--small` the small recording alone.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from threading import Event, Thread
from time import process_time

from interleaved import report
from plyscope import Trace, export, record

FORMATS = ("graphml", "gexf", "dot", "csv", "nested.json", "txt", "json")
RECORDINGS = {"tictactoe:": "minimax", "connectfour:": "alphabeta"}
DEPTHS = {"tictactoe:": None, "connectfour:": 12}
MAX_MEGABYTES = 100
LOOKS = 0.02
"""Seconds from look to look."""


def anonymous() -> float:
    """Megabytes of memory of this process that are no file's."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("RssAnon:")[1].split()[0]) / 1024


def measure(source: str, target: str) -> None:
    """Print the seconds and the megabytes that an export takes, and those of the file."""
    trace, path = Trace.open(source), Path(target)
    before, has_ended = anonymous(), Event()
    looks = [before]

    def look() -> None:
        while not has_ended.wait(LOOKS):
            looks.append(anonymous())

    watcher = Thread(target=look)
    watcher.start()
    began = process_time()
    export(trace, path)
    seconds = process_time() - began
    has_ended.set()
    watcher.join()
    print(seconds, max(looks) - before, path.stat().st_size / 1e6, len(trace))


def measured(form: str, file: Path) -> tuple[float, float, float, int]:
    target = file.with_suffix(f".{form}")
    run = subprocess.run([sys.executable, __file__, "--measure", file, target], capture_output=True, text=True)
    target.unlink()
    seconds, more, size, frames = run.stdout.split()
    return float(seconds), float(more), float(size), int(frames)


def main(asked: list[str]) -> None:
    sources = [source for source in RECORDINGS if source == "tictactoe:" or "--small" not in asked]
    forms = [form for form in FORMATS if form in asked] or list(FORMATS)
    with tempfile.TemporaryDirectory() as folder:
        files = {source: Path(folder) / f"{number}.plytrace" for number, source in enumerate(sources)}
        for source, file in files.items():
            record(source, RECORDINGS[source], depth=DEPTHS[source]).save(file)
        for form in forms:
            lines, most = {}, 0.0
            for file in files.values():
                seconds, more, size, frames = measured(form, file)
                most = max(most, more)
                lines[f"{frames:,} frames"] = f"{seconds:.1f} s; {more:.0f} MB beyond the recording; file {size:.0f} MB"
            claim = f"{form} of any number of frames takes less than {MAX_MEGABYTES} MB beyond the recording"
            report(claim, lines, most < MAX_MEGABYTES)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure(*sys.argv[2:])
    else:
        main(sys.argv[1:])
