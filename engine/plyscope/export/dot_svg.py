"""The drawing as Graphviz lays it out: by the program `dot` where it is installed, otherwise by the extra `dot`.

Either runs in a process of its own, so that one can stop it. The extra is pygraphviz, whose wheels bring Graphviz.
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

PATIENCE = 0.1
"""Seconds between two looks at whether it is still wanted."""
BY_EXTRA = """
import sys
from pygraphviz import AGraph
graph = AGraph(string=sys.stdin.buffer.read().decode())
sys.stdout.buffer.write(graph.draw(path=None, format="svg", prog="dot"))
"""


def pieces(selection: Selection) -> Iterator[str | bytes]:
    command = layouter()
    source = []
    for piece in dot.pieces(selection):
        source.append(piece)
        yield ""
    yield from laid_out(command, "".join(source))


def layouter() -> list[str]:
    """The command that reads a graph and writes a drawing."""
    program = shutil.which("dot")
    if program is not None:
        return [program, "-Tsvg"]
    if find_spec("pygraphviz") is not None:
        return [sys.executable, "-c", BY_EXTRA]
    raise InputError(
        "Graphviz is to lay this out, and is not here: install it, or pip install 'plyscope[dot]' brings it; "
        "our own layout is in .svg, and .dot is for Graphviz elsewhere"
    )


def laid_out(command: list[str], source: str) -> Iterator[bytes]:
    """What the command makes of a graph; pieces without content while it is at work."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        given: bytes | None = source.encode()
        try:
            while True:
                try:
                    drawn, complaint = running.communicate(given, timeout=PATIENCE)
                    break
                except subprocess.TimeoutExpired:
                    given = None
                    yield b""
        finally:
            running.kill()
    if running.returncode or not drawn:
        last = complaint.decode(errors="replace").strip().splitlines()[-1:] or ["it ended without a word"]
        raise InputError("Graphviz could not lay this out: {reason}", reason=last[0])
    yield drawn
