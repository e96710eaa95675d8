"""The recording of a target that killed the process that was tracing it, read from the folder of its run."""

from __future__ import annotations

import ast
import contextlib
import json
from pathlib import Path

from plyscope.messages import InputError
from plyscope.model.trace import Trace
from plyscope.model.user_code import Ended
from plyscope.tracer.build_trace import make_trace
from plyscope.tracer.log_reader import LimitReached, RowBuilder
from plyscope.tracer.running import TargetRun, traced_function
from plyscope.tracer.source_text import SourceFile
from plyscope.tracer.target.log import BatchReader
from plyscope.tracer.target.recursion import functions_in

WITH_PARENT = "together with the process that was tracing it"


class FinishedRun(TargetRun):
    """A finished run, read from its folder."""

    def __init__(self, folder: Path) -> None:
        request = json.loads((folder / "request").read_text(encoding="utf-8"))
        text = request["text"]
        self.call = str(request["call"])
        self.source = SourceFile(Path(request["file"]), text, functions_in(ast.parse(text)))
        self.functions = [traced_function(self.source, name) for name in request["functions"]]
        self.rows = RowBuilder(self.functions)
        self.faults = folder / "faults"
        self.is_partial = False
        self.log = (folder / "log").open("rb")
        self.reader = BatchReader(self.log)
        self.pieces = self.written()


def salvaged(folder: Path) -> Trace:
    """What had been recorded until its end."""
    try:
        run = FinishedRun(folder)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError("nothing is left of the run: {reason}", reason=str(error)) from error
    with run.log, contextlib.suppress(LimitReached):
        run.read()
    message = run.rows.ended
    ended = run.ended(None if message is not None else Ended("killed", WITH_PARENT))
    return make_trace(
        run.rows, run.functions, file=str(run.source.path), call=run.call, text=run.source.text, ended=ended
    )
