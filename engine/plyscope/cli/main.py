"""The `plyscope` command. Modules that are slow to load are imported where Ctrl+C is handled, and those of a command
alone where that is enough.

Other installed packages add commands by the entry-point group `plyscope.commands`: each entry point is a module that
adds its commands to the command line when it is imported. The window's commands come this way.
"""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
import threading
from contextlib import suppress
from importlib import import_module

INTERRUPTED = 130
OBJECTS_BETWEEN_COLLECTIONS = 500_000
"""After so many new objects cycles are looked for: a command keeps nearly all that it makes."""
ENTRY_POINT_GROUP = "plyscope.commands"
MODULES_LOADED_ALONE = {
    "check": "check",
    "compare": "compare",
    "debug": "debug",
    "growth": "stats",
    "record": "search",
    "solve": "search",
    "stats": "stats",
    "trace": "search",
    "why": "why",
}
"""The modules of commands to which no installed package adds anything: only these are loaded."""


def main() -> None:
    """Run a command; without arguments, open the window."""
    arguments = sys.argv[1:]
    try:
        status = run_command(arguments)
    except KeyboardInterrupt:
        status = INTERRUPTED
    except RuntimeError as error:  # so Python 3.11 reports what is raised while a class names its members
        if not isinstance(error.__cause__, KeyboardInterrupt):
            raise
        status = INTERRUPTED
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the work is done; a late Ctrl+C must not print a traceback
    if is_alone(arguments):
        with suppress(Exception):
            end_at_once(status)
    sys.exit(status)


def end_at_once(status: int) -> None:
    """End the process as Python does, without freeing all objects, which takes longer than some commands."""
    getattr(threading, "_shutdown")()  # noqa: B009
    getattr(atexit, "_run_exitfuncs")()  # noqa: B009
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def is_alone(arguments: list[str]) -> bool:
    """Whether the command can be run by loading its own module only."""
    return bool(arguments) and arguments[0] in MODULES_LOADED_ALONE


def run_command(arguments: list[str]) -> int:
    """Run the command in the arguments, and return its exit status."""
    if is_alone(arguments):
        gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    from plyscope.cli.group import OPEN_COMMAND, command_line
    from plyscope.cli.running import BAD_INPUT, complain, run
    from plyscope.messages import Message

    if is_alone(arguments):
        import_module(f"plyscope.cli.{MODULES_LOADED_ALONE[arguments[0]]}")
        return run(command_line, arguments)
    import_module("plyscope.cli.commands")
    missing = load_installed()
    arguments = arguments or [OPEN_COMMAND]
    if arguments[0] == OPEN_COMMAND and OPEN_COMMAND not in command_line.commands:
        reason = missing or Message("no installed package adds the command {command}", command=OPEN_COMMAND)
        message = Message("the window is not installed: {reason}; --help lists what works without it", reason=reason)
        return complain(message, BAD_INPUT)
    return run(command_line, arguments)


def load_installed() -> str:
    """Load the commands of installed packages; return why some failed, or an empty text."""
    from importlib.metadata import entry_points

    missing = ""
    for point in entry_points(group=ENTRY_POINT_GROUP):
        try:
            point.load()
        except ImportError as error:
            missing = str(error)
    return missing
