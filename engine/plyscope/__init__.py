"""Plyscope's engine: a game-tree search is recorded, and every moment of it can be looked at. It needs no window.

Lowest first; no room imports one that stands below it in this list:

messages          what the engine says: English patterns with named places, and the values that go into them
operating_system  what only some operating systems have: sessions, signals, limits, locks
temporary         temporary folders that are removed even after their process was killed
folders           the folders for settings and for what was worked out once
model             data and arithmetic: positions, the columns of a recording, its steps, the cursor, marks
games             the games: one file each
search            the searches: one file each, in the words of the textbooks
brains            players of one game, each with its own search and its own choice among equal moves
plugins           games and searches from outside: Python files and installed packages
processes         child processes: how one is given its work, what it sends back, and how it ends
workers           several such processes that share out tasks
recording         a search is planned, run and recorded
audit             recorded facts held against the laws of the search; recordings are verified
files             trace files, position files, and recordings that other programs have written
analysis          what follows from recordings: statistics, comparison, why a move was pruned, what it was worth
batch             many positions searched by several searches: what pruning saves
text              recordings in words: narration, explanation, listings, values beside the source
tracer            recording the user's own Python code, from outside
usercode          such a recording read as a game-tree search, findings in it, the reference check
layout            where the frames of a recording lie when they are drawn
play              games between people, searches, brains and the user's own programs
exercises         exercises on small trees: made, answered, and marked as a teacher would
web               the HTML application: JavaScript, styles, and how they become one file
export            writing a recording in other forms: one file each
worksheets        exercises on paper and in courses
api               what `import plyscope` promises
cli               the commands that need no window
__main__   `python -m plyscope` is the command `plyscope`
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from plyscope.api.exporting import export

if TYPE_CHECKING:
    from plyscope.api.cursor import Cursor
    from plyscope.api.frame import Frame
    from plyscope.api.trace import Trace, compare, record
    from plyscope.api.watching import watch
    from plyscope.files.sources import load
    from plyscope.messages import InputError, Message, OptionError
    from plyscope.model.position import Position

__version__ = "0.1.0"

__all__ = [
    "Cursor",
    "Frame",
    "InputError",
    "Message",
    "OptionError",
    "Position",
    "Trace",
    "compare",
    "export",
    "load",
    "record",
    "watch",
]

HOMES = {
    "Cursor": "api.cursor",
    "Frame": "api.frame",
    "InputError": "messages",
    "Message": "messages",
    "OptionError": "messages",
    "Position": "model.position",
    "Trace": "api.trace",
    "compare": "api.trace",
    "load": "files.sources",
    "record": "api.trace",
    "watch": "api.watching",
}


def __dir__() -> list[str]:
    return sorted(__all__)


def load_ipython_extension(shell: object) -> None:
    """Define the `%%plyscope` magics in a notebook that runs `%load_ext plyscope`."""
    from plyscope.api.notebook import load_magics

    load_magics(shell)


def __getattr__(name: str) -> object:
    """Import a promised name when it is first asked for: a program that only reads positions need not load numpy."""
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"plyscope.{HOMES[name]}"), name)
    globals()[name] = found
    return found
