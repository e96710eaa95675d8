"""What will be run, said before it is: it is somebody's code, and it runs with the person's own rights."""

from __future__ import annotations

import platform
import sys
from pathlib import Path

from visualiser.debugging.wanted import MEBIBYTE, Wanted
from visualiser.words import count, tr


def what_will_run(wanted: Wanted) -> list[tuple[str, str]]:
    """Line by line, what it is called and what it is."""
    limits = wanted.limits
    watched = ", ".join(wanted.functions) or tr("what the call names")
    recorded = {
        None: tr("the calls of {names}, and executed lines while the run is small", names=watched),
        True: tr("the calls of {names}, and all executed lines", names=watched),
        False: tr("the calls of {names}, and no executed lines", names=watched),
    }
    return [
        (tr("File"), wanted.file),
        (tr("Call"), wanted.call),
        (tr("Recorded"), recorded[wanted.lines]),
        (tr("In the folder"), str(Path(wanted.file).parent)),
        (
            tr("By"),
            tr(
                "Python {version}, in a process of its own that is ended with all that it has started: {path}",
                version=platform.python_version(),
                path=sys.executable,
            ),
        ),
        (
            tr("Within"),
            tr(
                "{seconds} seconds, {memory} MiB of memory, {calls} calls, {depth} levels of recursion",
                seconds=count(round(limits.seconds)),
                memory=count(limits.memory // MEBIBYTE),
                calls=count(limits.frames),
                depth=count(limits.depth),
            ),
        ),
    ]


def warning() -> str:
    return tr(
        "The whole file is executed, and then the call. It may do to your files what you may do: "
        "the limits are there against accidents. Run it only if you know what it does."
    )
