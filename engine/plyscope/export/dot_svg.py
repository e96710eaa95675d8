"""The drawing as Graphviz lays it out: by the program `dot` where it is installed, otherwise by the extra `dot`.

Either runs in a process of its own, so that the export can be stopped. The extra is pygraphviz, whose wheels bring
Graphviz.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec

from plyscope.export import dot
from plyscope.export.selection import Selection
from plyscope.messages import InputError

POLL_SECONDS = 0.1
"""Seconds between two checks whether the export has been stopped."""
BY_EXTRA = """
import sys
from pygraphviz import AGraph
graph = AGraph(string=sys.stdin.buffer.read().decode())
sys.stdout.buffer.write(graph.draw(path=None, format="svg", prog="dot"))
"""


def pieces(selection: Selection) -> Iterator[str | bytes]:
    """Iterate over the SVG that Graphviz makes of the graph; empty pieces meanwhile."""
    command = layout_command()
    source = []
    for piece in dot.pieces(selection):
        source.append(piece)
        yield ""
    yield from lay_out(command, "".join(source))


def layout_command() -> list[str]:
    """Return the command that reads a graph and writes an SVG; raise InputError where none is installed."""
    program = shutil.which("dot")
    if program is not None:
        return [program, "-Tsvg"]
    if find_spec("pygraphviz") is not None:
        return [sys.executable, "-c", BY_EXTRA]
    raise InputError(
        "this needs Graphviz, which is not installed: install it, or pip install 'plyscope[dot]'; "
        ".svg has our own layout, and .dot can be laid out on another machine"
    )


def lay_out(command: list[str], source: str) -> Iterator[bytes]:
    """Iterate over the command's output for a graph, with empty pieces while it runs."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        given: bytes | None = source.encode()
        try:
            while True:
                try:
                    drawing, errors = running.communicate(given, timeout=POLL_SECONDS)
                    break
                except subprocess.TimeoutExpired:
                    given = None
                    yield b""
        finally:
            running.kill()
    if running.returncode or not drawing:
        last = errors.decode(errors="replace").strip().splitlines()[-1:] or ["it ended without a message"]
        raise InputError("Graphviz could not lay this out: {reason}", reason=last[0])
    yield drawing
