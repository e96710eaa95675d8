"""The process that has a user's program run, with the window at both ends of its pipes.

The program runs in yet another process, within its limits. Whatever that one does, this one reads its log, takes it for
a search where it looks like one, and saves it. Where the window is gone its orders end, which means stop.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from plyscope.model.trace import Trace
from plyscope.tracer.running import debug
from plyscope.tracer.salvage import salvaged
from plyscope.usercode.reading import read_as_search

from plyscope_window.jobs.recording_process import Window, save, serve
from plyscope_window.pages.usercode.run_request import Wanted

BETWEEN = 0.1
"""Seconds between two words on how far it is."""
MOST_AT_ONCE = 20_000
"""Characters of what was printed that are told at once; the window shows an end of it, and all is in the recording."""


def main() -> None:
    serve(lambda line: None, lambda line, window: run(Wanted.from_line(line), window))


@dataclass
class Telling:
    """Tells the window how far it is, now and then."""

    window: Window
    printed: str = ""
    calls: int = 0
    last_told: float = 0.0

    def heard(self, text: str) -> None:
        self.printed = (self.printed + text)[-MOST_AT_ONCE:]

    def progress(self, calls: int) -> bool:
        self.calls = calls
        if perf_counter() - self.last_told > BETWEEN:
            self.tell()
        return not self.window.is_stopped

    def tell(self) -> None:
        self.last_told = perf_counter()
        if not self.window.is_stopped:
            self.window.say({"calls": self.calls, "seconds": self.window.seconds, "printed": self.printed})
        self.printed = ""


def run(wanted: Wanted, window: Window) -> dict[str, Any]:
    trace = salvaged(Path(wanted.folder)) if wanted.is_over else watched(wanted, window)
    seconds = window.seconds
    window.say({"reading": len(trace)})
    path = save(read_as_search(trace), wanted.paths)
    if wanted.folder:
        shutil.rmtree(wanted.folder, ignore_errors=True)
    return {"ended": path, "seconds": seconds}


def watched(wanted: Wanted, window: Window) -> Trace:
    telling = Telling(window)
    trace = debug(
        wanted.file,
        wanted.call,
        wanted.functions,
        wanted.limits,
        wanted.lines,
        telling.progress,
        telling.heard,
        folder=Path(wanted.folder) if wanted.folder else None,
    )
    telling.calls = len(trace)
    telling.tell()
    return trace


if __name__ == "__main__":
    main()
