"""Texts recorded in this process, instrumented as a program is."""

from __future__ import annotations

import ast
import io
from collections.abc import Callable
from typing import Any

from plyscope.model.trace import Trace
from plyscope.model.user_code import Ended
from plyscope.tracer.build_trace import make_trace
from plyscope.tracer.log_reader import RowBuilder, described_function
from plyscope.tracer.target.description import description_of
from plyscope.tracer.target.injected_names import Codes, compiled, injected_objects, with_objects
from plyscope.tracer.target.instrumentation import decorators, instrument_functions
from plyscope.tracer.target.log import Log
from plyscope.tracer.target.recursion import functions_in


def recorded(
    text: str, run: Callable[[dict[str, Any]], object], path: str = "own.py", guarded: bool = False
) -> tuple[Trace, object]:
    """The recording of what a function does with the names of a text, and its result."""
    tree = ast.parse(text, path)
    functions = functions_in(tree)
    names = [name for name, one in functions.items() if one.is_recursive]
    known = [described_function(one) for one in description_of(functions, names, text, path)]
    log, codes = Log(io.BytesIO()), Codes()
    log.guarded[0] = guarded
    instrument_functions(tree, functions, {name: number for number, name in enumerate(names)})
    scope: dict[str, Any] = {"__name__": __name__, "__file__": path}
    exec(with_objects(compiled(tree, path), injected_objects(log, scope) | decorators(log, codes), codes), scope)
    log.events.clear()
    result = run(scope)
    rows = RowBuilder(known)
    rows.append(log.events)
    rows.finish(False, "")
    return make_trace(
        rows, known, file=path, call="run", text=text, ended=Ended("returned", ""), keeps_caller=True
    ), result
