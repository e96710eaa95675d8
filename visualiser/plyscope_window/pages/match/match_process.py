"""The process that plays a match, or asks both versions: `python -m plyscope_window.pages.match.match_process`.

It starts the processes that play, and writes the file; the window only hears of it. Where the window is gone, its
orders end, and no further game is begun.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from plyscope.files.journal import Journal
from plyscope.messages import InputError, Message
from plyscope.play.disagreements import asking, differing
from plyscope.play.match_file import load_match
from plyscope.play.match_running import Run

from plyscope_window.jobs.recording_process import Window, serve
from plyscope_window.jobs.recording_protocol import message_facts
from plyscope_window.pages.match.match_request import Wanted

PATIENCE = 0.05
"""Seconds between two looks whether the window wants it to stop."""
BETWEEN = 0.1
"""Seconds between two words on how far it is."""


def main() -> None:
    serve(lambda line: None, lambda line, window: outcome(Wanted.from_line(line), window))


def outcome(wanted: Wanted, window: Window) -> dict[str, Any]:
    """Does what is wanted, telling of each piece, and gives the last word."""
    work: Callable[[Wanted, Window], None] = ask if wanted.asks else play
    try:
        work(wanted, window)
    except InputError as error:
        return {"error": message_facts(error.message)}
    except Exception as error:
        traceback.print_exc()
        reason = traceback.format_exception_only(error)[-1].strip()
        return {"error": message_facts(Message("the match failed: {reason}", reason=reason))}
    return {"ended": True}


def play(wanted: Wanted, window: Window) -> None:
    """Plays what is left of a match. A game is told of when it is on the disk."""
    path = Path(wanted.path)
    match = wanted.settings.prepare() if wanted.settings is not None else load_match(path).ready(*wanted.files)
    with Journal(path, match.header, force=wanted.replaces) as journal:
        window.say({"begun": match.header, "left": len(match.left(journal.lines))})
        for line in journal.lines[wanted.known :]:
            window.say({"game": line})
        with Run(match, journal.lines, wanted.jobs) as run:
            while not run.is_done and not window.is_stopped:
                played = run.poll(PATIENCE)
                if played is not None:
                    journal.add(played)
                    window.say({"game": played})


def ask(wanted: Wanted, window: Window) -> None:
    """Puts every position of the match to both versions, and tells of those in which they differ."""
    saved = load_match(Path(wanted.path))
    workers, all_of_them = asking(saved.ready(*wanted.files), saved.lines, wanted.jobs)
    answered, told = 0, perf_counter()
    window.say({"asked": 0, "of": all_of_them})
    with workers:
        while not workers.is_done and not window.is_stopped:
            answer = workers.poll(PATIENCE)
            if answer is not None:
                answered += 1
                for different in differing([answer]):
                    window.say({"differs": different})
            if perf_counter() - told > BETWEEN:
                told = perf_counter()
                window.say({"asked": answered, "of": all_of_them})
    window.say({"asked": answered, "of": all_of_them})


if __name__ == "__main__":
    main()
