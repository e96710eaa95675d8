"""The process that listens, with the window at both ends of its pipes."""

from __future__ import annotations

import json
from time import perf_counter
from typing import Any

from plyscope.tracer.listening import listen_for

from plyscope_window.jobs.recording_process import Window, save, serve

BETWEEN = 0.05
"""Seconds between two words on how much has come."""


def main() -> None:
    serve(lambda line: None, lambda line, window: listened(json.loads(line), window))


def listened(wanted: dict[str, Any], window: Window) -> dict[str, Any]:
    come, told, last_told = 0, 0, 0.0

    def progress(frames: int) -> bool:
        """Also while nothing comes, so that the last word before a pause is said."""
        nonlocal come, told, last_told
        come = max(come, frames)
        if come > told and perf_counter() - last_told > BETWEEN:
            told, last_told = come, perf_counter()
            return window.progress(come)
        return not window.is_stopped

    trace = listen_for(wanted["address"], float(wanted["seconds"]), progress)
    seconds = window.seconds
    window.say({"frames": len(trace), "seconds": seconds})
    window.say({"saving": len(trace)})
    path = save(trace, tuple(wanted["paths"]))
    return {"ended": path, "frames": len(trace), "complete": trace.complete, "seconds": seconds}


if __name__ == "__main__":
    main()
