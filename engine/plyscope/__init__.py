"""Plyscope's engine: everything that needs no window.

messages  what the engine says: a message is an English pattern with named places, and what goes into them
analysis  rOOM
brains    brains: players of one game, each with its own search and its own choice among equal moves
cli       the headless commands
export    writing a recording in other forms: one file each, one line in the table
files     rOOM
games     the games: one file each, one line in the table
layout    where the frames of a recording lie when they are drawn. Numbers only: whoever draws them comes later
model     rOOM
play      games as they are played: by people, by searches and brains, and by somebody's own file
record    rOOM
search    the searches: one file each, one line in the table
text      rOOM
tracer    somebody's own recursive code, recorded without a change to it
usercode  rOOM
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from plyscope.export import export

if TYPE_CHECKING:
    from plyscope.analysis.comparison import compare
    from plyscope.files.sources import load
    from plyscope.messages import InputError, Message, OptionError
    from plyscope.model.cursor import Cursor
    from plyscope.model.position import Position
    from plyscope.model.trace import Trace
    from plyscope.recording.record import record
    from plyscope.tracer.watch import watch

__version__ = "0.1.0"

__all__ = [
    "Cursor",
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
    "Cursor": "model.cursor",
    "InputError": "messages",
    "Message": "messages",
    "OptionError": "messages",
    "Position": "model.position",
    "Trace": "model.trace",
    "compare": "analysis.comparison",
    "load": "files.sources",
    "record": "recording.record",
    "watch": "tracer.watch",
}


def __getattr__(name: str) -> object:
    """Load what is asked for and nothing else: a program that only reads positions does not wait for numpy."""
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"plyscope.{HOMES[name]}"), name)
    globals()[name] = found
    return found
