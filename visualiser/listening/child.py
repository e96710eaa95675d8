"""The process that listens: `python -m visualiser.listening.child`, with the window at both ends of its pipes."""

from __future__ import annotations

import json
import traceback
from time import perf_counter
from typing import Any

from engine.messages import InputError, Message
from engine.watching.listening import listen_for
from visualiser.recording.child import Window, save, serve
from visualiser.recording.protocol import message_facts

BETWEEN = 0.05
"""Seconds between two words on how much has come."""


def main() -> None:
    serve(lambda line: None, lambda line, window: outcome(json.loads(line), window))


def outcome(wanted: dict[str, Any], window: Window) -> dict[str, Any]:
    """Listens, and gives the last word: where the recording is, or what went wrong."""
    try:
        return listened(wanted, window)
    except InputError as error:
        return {"error": message_facts(error.message)}
    except MemoryError:
        return {"error": message_facts(Message("there is not enough memory for so many frames"))}
    except Exception as error:
        traceback.print_exc()
        reason = traceback.format_exception_only(error)[-1].strip()
        return {"error": message_facts(Message("the recording failed: {reason}", reason=reason))}


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
