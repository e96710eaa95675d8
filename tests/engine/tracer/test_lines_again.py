"""The lines of one call of a program, by running it again."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from plyscope.cli.commands import command_line
from plyscope.messages import InputError
from plyscope.tracer.lines_again import is_repeated, with_lines_of
from plyscope.tracer.programs import program_of
from plyscope.tracer.session import Session
from plyscope.tracer.starting import Options, StartedProgram
from plyscope.tracer.target_process import NOWHERE
from plyscope.tracer.user_python import OURS

from tests.full_traces import Trace

FIB = "def fib(n):\n    if n < 2:\n        return n\n    return fib(n - 1) + fib(n - 2)\n"
SEARCH = (
    "def size(n):\n    return 1 + size(n - 1) if n else 0\n"
    "def search(n):\n    size(n)\n    return search(n - 1) if n else 0\n"
)


def ran(path: Path, text: str) -> Session:
    path.write_text(text, encoding="utf-8")
    session = Session(StartedProgram(program_of(str(path)), OURS, Options(lines=False, streams=NOWHERE)))
    session.run()
    return session


@pytest.mark.spread(2)
@pytest.mark.parametrize(("place", "frame"), [(0, 2), (1, 0), (2, 4), (3, 1)])
def test_only_the_lines_of_one_call_are_recorded(tmp_path: Path, place: int, frame: int) -> None:
    """Also where recordings lie in each other: `size` is called by `search`."""
    session = ran(tmp_path / "own.py", f"{FIB}{SEARCH}fib(6)\nfib(7)\nsearch(4)\n")
    one = session.recordings[place]
    before = one.trace()
    again = with_lines_of(before, session.program, OURS, session.options, one.number, frame)
    frames = again.executed.frames
    assert len(frames)
    assert {int(frames.min()), int(frames.max())} <= set(range(frame, frame + before.sizes[frame]))
    assert frames.min() == frame
    assert is_repeated(before, again)
    assert again.user_code.call == before.user_code.call


def test_a_program_that_does_something_else_is_refused(tmp_path: Path) -> None:
    session = ran(tmp_path / "own.py", f"import random\n{FIB}fib(random.randrange(3, 20))\nfib(random.random() + 4)\n")
    one = session.recordings[-1]
    with pytest.raises(InputError, match="did not do the same again: it asks for input, or draws at random"):
        with_lines_of(one.trace(), session.program, OURS, session.options, one.number, 1)
    with pytest.raises(InputError, match="there is no call 9999"):
        with_lines_of(one.trace(), session.program, OURS, session.options, one.number, 9999)


def test_the_command_saves_the_recording_with_its_lines(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(f"{FIB}fib(5)\nfib(4)\n", encoding="utf-8")
    words = ["debug", str(tmp_path / "own.py"), "--no-lines", "-o", str(tmp_path / "t.plytrace")]
    done = CliRunner().invoke(command_line, [*words, "--lines-of", "2:1"])
    assert done.exit_code == 0, done.output
    lines = [len(Trace.open(tmp_path / f"t-{number}.plytrace").user_code.tables.line_step) for number in (1, 2)]
    assert lines == [0, 10]
    done = CliRunner().invoke(command_line, [*words, "--force", "--lines-of", "x:1"])
    assert "NUMBER:FRAME" in str(done.exception) + done.output
