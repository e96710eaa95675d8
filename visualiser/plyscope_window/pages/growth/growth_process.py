"""The process that measures, with the window at both ends of its pipes."""

from __future__ import annotations

import traceback
from dataclasses import asdict
from time import perf_counter
from typing import Any

from plyscope.analysis.growth import grow
from plyscope.messages import InputError, Message

from plyscope_window.jobs.recording_process import Window, serve
from plyscope_window.jobs.recording_protocol import message_facts
from plyscope_window.pages.growth.growth_request import Wanted

BETWEEN = 0.1
"""Seconds between two words on how far it is."""


def main() -> None:
    serve(lambda line: None, lambda line, window: outcome(Wanted.from_line(line), window))


def outcome(wanted: Wanted, window: Window) -> dict[str, Any]:
    """Measures, telling of each measurement, and gives the last word."""
    last_told = 0.0

    def told(who: str, depth: int, frames: int) -> bool:
        nonlocal last_told
        if perf_counter() - last_told > BETWEEN and not window.is_stopped:
            last_told = perf_counter()
            window.say({"trying": who, "depth": depth, "frames": frames})
        return not window.is_stopped

    try:
        for one in grow(wanted.searched, wanted.searches, wanted.depths, wanted.limit, told):
            window.say({"measured": asdict(one)})
    except InputError as error:
        return {"error": message_facts(error.message)}
    except Exception as error:
        traceback.print_exc()
        reason = traceback.format_exception_only(error)[-1].strip()
        return {"error": message_facts(Message("measuring failed: {reason}", reason=reason))}
    return {"ended": True}


if __name__ == "__main__":
    main()
