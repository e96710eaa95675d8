"""The process that records, with the window at both ends of its pipes.

It outlives the window. Where the window is gone, its orders end; the recording is then stopped, and saved
where the window will look for it when it is started again.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from math import inf
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any

from plyscope.files.trace_file import save_trace
from plyscope.messages import InputError, Message
from plyscope.model.trace import Trace
from plyscope.recording.estimate import Fitted, fit
from plyscope.recording.record import run

from plyscope_window.jobs.recording_protocol import GO_ON, STOP, Request, line_of, lines_from, message_facts, roughly


class Window:
    """The window, as seen from here: it hears what we say, and gives orders."""

    def __init__(self, words: int, orders: Iterator[bytes], ask_at: int | None) -> None:
        self.words = words
        self.orders: SimpleQueue[str] = SimpleQueue()
        self.is_stopped = False
        self.step = ask_at or inf
        self.ask_at = self.step
        self.waited = 0.0
        """Seconds in which nothing was recorded, since a person was thinking."""
        self.began = perf_counter()
        Thread(target=self.listen, args=(orders,), daemon=True).start()

    def listen(self, orders: Iterator[bytes]) -> None:
        """Takes orders until there are none any more, which means stop."""
        for order in orders:
            if order == GO_ON.encode():
                self.orders.put(GO_ON)
            else:
                break
        self.stop()

    def stop(self, *_: object) -> None:
        self.is_stopped = True
        self.orders.put(STOP)

    def say(self, facts: Mapping[str, Any]) -> None:
        """Tells the window something; that nobody hears it must not keep us from saving."""
        try:
            os.write(self.words, line_of(facts))
        except OSError:
            self.is_stopped = True

    @property
    def seconds(self) -> float:
        """How long the recording has taken."""
        return perf_counter() - self.began - self.waited

    def progress(self, frames: int) -> bool:
        """Called by the recorder some twenty times a second; False stops it."""
        if not self.is_stopped:
            self.say({"frames": frames, "seconds": self.seconds})
        if not self.is_stopped and frames >= self.ask_at:
            self.ask(frames)
        return not self.is_stopped

    def ask(self, frames: int) -> None:
        began = perf_counter()
        self.say({"asks": frames})
        self.orders.get()
        self.waited += perf_counter() - began
        self.ask_at = frames + self.step


def main() -> None:
    serve(lambda line: Request.from_line(line).ask_at, lambda line, window: recorded(Request.from_line(line), window))


def serve(ask_at: Callable[[bytes], int | None], work: Callable[[bytes, Window], dict[str, Any]]) -> None:
    """Does the one thing that the window wants, and ends with the last word on it.

    Never lets Python take itself apart at the end: gigabytes would be freed one by one.
    """
    words = os.dup(sys.stdout.fileno())
    sys.stdout = sys.stderr  # what a library prints is none of our words
    lines = lines_from(sys.stdin.fileno())
    line = next(lines, b"")
    if line:
        window = Window(words, lines, ask_at(line))
        heed_signals(window)
        window.say(outcome(lambda: work(line, window)))
    sys.stderr.flush()
    os._exit(0)


def outcome(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The last word: where the recording is, or what went wrong."""
    try:
        return work()
    except InputError as error:
        return {"error": message_facts(error.message)}
    except Exception as error:
        if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
            return {"error": message_facts(Message("there is not enough memory for so many frames"))}
        traceback.print_exc()
        reason = traceback.format_exception_only(error)[-1].strip()
        return {"error": message_facts(Message("the recording failed: {reason}", reason=reason))}


def heed_signals(window: Window) -> None:
    """Ctrl+C and a closed terminal are meant for the window; being asked to end means to save first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, window.stop)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)


def recorded(request: Request, window: Window) -> dict[str, Any]:
    fitted = fit(request.searched, request.options)
    remark = remark_on(fitted)
    window.say({"estimate": fitted.frames, "remark": None if remark is None else message_facts(remark)})
    window.began = perf_counter()
    trace = run(fitted.plan, request.limit, window.progress)
    seconds = window.seconds
    window.say({"frames": len(trace), "seconds": seconds})
    window.say({"saving": len(trace)})
    path = save(trace, request.paths)
    return {"ended": path, "frames": len(trace), "complete": trace.complete, "seconds": seconds}


def remark_on(fitted: Fitted) -> Message | None:
    """A word to the person where a depth was set that nobody asked for."""
    if fitted.whole is None:
        return None
    return Message(
        "to the end of the game would be about {whole} frames; searched to depth {depth}, about {frames}",
        whole=roughly(fitted.whole),
        depth=fitted.plan.options["depth"],
        frames=roughly(fitted.frames),
    )


def save(trace: Trace, paths: tuple[str, ...]) -> str:
    """Saves the recording in the first place that can be written, a full disk being no reason to lose it."""
    complaint = InputError("there is no place to save the recording in")
    for number, path in enumerate(paths):
        try:
            save_trace(trace, path)
            return path
        except InputError as error:
            complaint = complaint if number else error
    raise complaint


if __name__ == "__main__":
    main()
