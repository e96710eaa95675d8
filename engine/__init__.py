"""Plyscope's engine: everything that needs no window.

A position is searched, the search is recorded, the recording is walked through and read. In that order:

messages      what the engine says, in a form that can be translated
shuffling     chance that can be repeated
position      what a game must be, and a position of it
games         the games, one file each
random_trees  trees drawn by chance, with as many cuts as one asks
sources       where positions come from: texts, files, samples
scoring       what a position is worth where a search stops
ordering      in which order moves are tried
search        the searches, one file each: the text that runs and that people read
brains        players of one game, with their own search
binding       gives a search's text the functions of a position
plan          a search that is ready to run, its options checked
columns       the columns of a recording
recorder      runs a search and writes a row for every call; the only writer
recording     from a plan to a trace
estimate      how large a search will be

frames        the columns of a recording, read row by row
marks         what a person marks on a recording
trace         one finished recording
folding       how a frame takes in the values of its children
derive        what follows from the columns, in whole columns
facts         the same for one trace, found once
positions     the distinct positions of a trace
writing       files written in one go or not at all
zipping       columns and other members of zip files
tracefile     trace files
verify        is a recording sound?
importing     recordings that somebody else has made
watching      recordings of somebody's own code

steps         the moments of a recording, by arithmetic
source_lines  which line of the search's text a step is at
condition     a small language that says which frames one means
breakpoints   where a search is to stop
saved_marks   marks in trace files
open_frames   the stack at a step, with local values
cursor        going through time
seeking       the next cut, new best value, or change of α or β
narrate       a sentence for every step
listing       the nested listing of calls
inline        what a step means for the lines of the search's text
stats         counting
branching     how fast trees grow
growth        one position searched deeper and deeper
full_tree     how many frames full minimax would have
alignment     which frame of one recording is which of another
comparison    what is the same in two recordings, and what is not
union         two recordings as one tree
differences   every place where they differ, sorted and filtered
linking       two cursors that go together
why           who set a value or a bound, and why a branch was cut
proof         the fewest frames that justify the result
proof_in_words  how much of a search that is, and how good the move order was
explain       why and proof in plain words
ghosts        what would have been under a move that was never tried
who           a search and its options in one word
playing       games as they are played, and matches of version against version
learning      the weights of the linear scoring, fitted instead of guessed
layout        where frames lie when they are drawn
export        other forms
cli           the headless commands

What is imported here is promised to stay.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from engine.export import export

if TYPE_CHECKING:
    from engine.comparison import compare
    from engine.cursor import Cursor
    from engine.messages import InputError, Message, OptionError
    from engine.position import Position
    from engine.recording import record
    from engine.sources import load
    from engine.trace import Trace
    from engine.watching.watch import watch

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
    "Cursor": "cursor",
    "InputError": "messages",
    "Message": "messages",
    "OptionError": "messages",
    "Position": "position",
    "Trace": "trace",
    "compare": "comparison",
    "load": "sources",
    "record": "recording",
    "watch": "watching.watch",
}


def __getattr__(name: str) -> object:
    """Loads what is asked for, and nothing else: whoever only reads positions does not wait for numpy."""
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"engine.{HOMES[name]}"), name)
    globals()[name] = found
    return found
