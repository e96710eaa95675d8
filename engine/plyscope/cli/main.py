"""The `plyscope` command. Modules that are slow to load are imported where Ctrl+C is handled.

Other installed packages add commands by the entry-point group `plyscope.commands`: each entry point is a module that
adds its commands to the command line when it is imported. The window's commands come this way.
"""

from __future__ import annotations

import signal
import sys

INTERRUPTED = 130
GROUP = "plyscope.commands"


def main() -> None:
    """Run a command; without arguments, open the window."""
    try:
        status = run_command(sys.argv[1:])
    except KeyboardInterrupt:
        status = INTERRUPTED
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the work is done; a late Ctrl+C must not print a traceback
    sys.exit(status)


def run_command(arguments: list[str]) -> int:
    from plyscope.cli.commands import command_line
    from plyscope.cli.group import OPEN
    from plyscope.cli.running import BAD_INPUT, complain, run
    from plyscope.messages import Message

    missing = load_installed()
    arguments = arguments or [OPEN]
    if arguments[0] == OPEN and OPEN not in command_line.commands:
        reason = missing or Message("no installed package adds the command {command}", command=OPEN)
        message = Message("the window is not installed: {reason}; --help lists what works without it", reason=reason)
        return complain(message, BAD_INPUT)
    return run(command_line, arguments)


def load_installed() -> str:
    """Load the commands of installed packages; return why some cannot be loaded, or an empty text."""
    from importlib.metadata import entry_points

    missing = ""
    for point in entry_points(group=GROUP):
        try:
            point.load()
        except ImportError as error:
            missing = str(error)
    return missing
