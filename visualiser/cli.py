"""The `plyscope` command. Whatever takes time to load is loaded where Ctrl+C is heard."""

from __future__ import annotations

import sys

INTERRUPTED = 130


def main() -> None:
    """Without a command, it is the window that one wants."""
    try:
        from engine.cli.running import run
        from visualiser.commands import plyscope

        status = run(plyscope, sys.argv[1:] or ["open"])
    except KeyboardInterrupt:
        status = INTERRUPTED
    sys.exit(status)
