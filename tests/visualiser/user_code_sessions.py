"""Recordings of programs of people's own, as the tests of the window need them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from plyscope.tracer.running import debug
from plyscope_window.pages.trace_page import recording_title
from plyscope_window.session.session import Session

from tests.full_traces import Trace

BOOM = """def dig(n, found):
    found.append(n)
    if n == 0:
        raise ValueError("nothing below zero")
    return dig(n - 1, found) + 1
"""


@cache
def user_code_trace(sample: str, call: str, *, lines: bool | None = None) -> Trace:
    """A call of a sample; it is run once for all tests."""
    return debug(f"sample:recursion/{sample}", call, lines=lines)


@cache
def trace_of_text(text: str, call: str) -> Trace:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "program.py"
        path.write_text(text)
        return debug(path, call)


def user_code_session(trace: Trace) -> Session:
    session = Session(trace, recording_title(trace, None))
    session.is_saved = True
    return session
