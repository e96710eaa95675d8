"""The `plyscope` command. Whatever takes time to load is loaded where Ctrl+C is heard."""

from __future__ import annotations

import signal
import sys

INTERRUPTED = 130


def main() -> None:
    """Without a command, it is the window that one wants."""
    try:
        from plyscope.cli.running import run

        from plyscope_window.app.commands import command_line

        status = run(command_line, sys.argv[1:] or ["open"])
    except KeyboardInterrupt:
        status = INTERRUPTED
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done, and it is too late to break it off
    sys.exit(status)
