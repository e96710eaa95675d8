"""A target process that takes the time of a call, without recording anything of it."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

from ...operating_system import die_with_parent
from .limits import limit_process
from .program import add_to_path


def main(request_path: str) -> None:
    """Write the seconds of the shortest run into the file of the answer."""
    request = json.loads(Path(request_path).read_text(encoding="utf-8"))
    answer = open(request["answer"], "w", encoding="utf-8")  # noqa: SIM115 - it is open as long as the process lives
    die_with_parent()
    limit_process(request["seconds"], request["memory"])
    add_to_path(request["file"], request["folders"])
    os.chdir(os.path.dirname(request["file"]))
    sys.argv = [request["file"]]
    answer.write(json.dumps(shortest(request)))
    answer.flush()
    os._exit(0)


def shortest(request: dict[str, Any]) -> float:
    """Return the seconds of the shortest of a few runs; a long run is not repeated."""
    code = compile(request["text"], request["file"], "exec")
    call = compile(request["call"], "call", "eval")
    found: list[float] = []
    while len(found) < request["runs"] and (not found or found[-1] <= request["short"]):
        scope = {"__name__": "__plyscope__", "__file__": request["file"]}
        exec(code, scope)
        began = perf_counter()
        eval(call, scope)
        found.append(perf_counter() - began)
    return min(found)
