"""Which Python runs a user's program, and that what runs in it can do so on each that we support."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from plyscope.messages import InputError
from plyscope.tracer.programs import program_of
from plyscope.tracer.running import debug
from plyscope.tracer.session import Session
from plyscope.tracer.starting import Options, StartedProgram
from plyscope.tracer.user_python import OURS, UserPython, checked_python, python_for
from plyscope.usercode.reading import read_as_search

from tests.places import ROOT

PROGRAM = """
from functools import lru_cache

class Node:
    def __init__(self, children): self.children = children
    def size(self):
        try:
            return 1 + sum(child.size() for child in self.children)
        finally:
            pass

@lru_cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

def walk(n):
    if n:
        yield n
        yield from walk(n - 1)

def count(n, *rest, deep=0, **more):
    if n == 0:
        return [0]
    total = count(n - 1, deep=deep + 1)
    return total + [n]

def all_of_it():
    return fib(6), list(walk(3)), count(3), Node([Node([]), Node([Node([])])]).size()
"""
RESULT = "(8, [3, 2, 1], [0, 1, 2, 3], 4)"


def pythons() -> list[str]:
    """Those that are installed here, beside ours."""
    folder = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = sorted(map(str, folder.glob("3.*/bin/python")))
    found += [path for minor in range(9, 15) if (path := shutil.which(f"python3.{minor}", path="/usr/bin"))]
    versions = {}
    for path in found:
        try:
            versions[checked_python(path).version.rpartition(".")[0]] = path
        except InputError:
            continue
    return list(versions.values())


@pytest.mark.spread(6)
@pytest.mark.parametrize("python", pythons())
def test_a_whole_program_is_recorded_alike_on_each_python(python: str, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    (tmp_path / "other.py").write_text(PROGRAM, encoding="utf-8")
    file.write_text("import other\nprint(other.all_of_it())\n", encoding="utf-8")
    options = Options(streams=(subprocess.DEVNULL, subprocess.DEVNULL, None))
    session = Session(StartedProgram(program_of(str(file)), checked_python(python), options))
    assert session.run().how == "returned"
    found = [(one.call, one.result, one.frames) for one in session.recordings]
    assert found == [
        ("fib(6)", "8", 11), ("walk(3)", "it yields 3, 2, 1", 4),
        ("count(3, (), 0, {})", "[0, 1, 2, 3]", 4), ("size()", "4", 4),
    ]  # fmt: skip


@pytest.mark.spread(4)
@pytest.mark.parametrize("python", pythons())
def test_a_program_is_recorded_alike_on_each_python(python: str, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(PROGRAM, encoding="utf-8")
    user = checked_python(python)
    trace = debug(file, "all_of_it()", python=user)
    code = trace.user_code
    assert (code.ended.how, code.ended.text) == ("returned", RESULT), user
    names = [code.function_of(frame).name for frame in range(1, len(trace))]
    assert {name: names.count(name) for name in set(names)} == {"fib": 11, "walk": 4, "count": 4, "Node.size": 4}
    number = [one.name for one in code.functions].index("count")
    assert set(code.functions[number].variables) == {"n", "deep", "rest", "more", "total"}
    assert len(code.tables.line_step) > 20


@pytest.mark.full
def test_the_target_runs_on_python_3_9() -> None:
    """Those versions that are not installed here can only be read for."""
    ruff = shutil.which("ruff", path=str(Path(sys.executable).parent)) or shutil.which("ruff")
    if ruff is None:
        pytest.skip("ruff is not installed")
    places = [str(ROOT / "engine/plyscope" / place) for place in ("tracer/target", "operating_system.py")]
    command = [ruff, "check", "--target-version", "py39", "--select", "FA102,E9,PLE,UP036", "-q", *places]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout


def test_the_target_uses_nothing_newer() -> None:
    """No type is a union where it is used, no `zip` is strict, no statement matches: Python 3.9 has none of these."""
    wrong = []
    for path in [*(ROOT / "engine/plyscope/tracer/target").glob("*.py"), ROOT / "engine/plyscope/operating_system.py"]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
            unions = name in ("isinstance", "issubclass") and any(isinstance(one, ast.BinOp) for one in node.args)
            strict = name == "zip" and any(one.arg == "strict" for one in node.keywords)
            if unions or strict or isinstance(node, ast.Match):
                wrong.append(f"{path.name}:{node.lineno}")
    assert wrong == []


def test_what_only_a_newer_python_understands_is_recorded(tmp_path: Path) -> None:
    newer = [found for path in pythons() if (found := checked_python(path)).is_newer]
    if not newer:
        pytest.skip("there is no newer Python here")
    file = tmp_path / "own.py"
    file.write_text("def f[T](n: T):\n    return f(n - 1) + 1 if n else 0\n", encoding="utf-8")
    session = Session(
        StartedProgram(program_of(str(file), "f(3)"), newer[-1], Options(streams=(subprocess.DEVNULL, None, None)))
    )
    assert session.run().text == "3"
    [one] = session.recordings
    assert read_as_search(one.trace()).user_code.result(0) == "3"


def environment(folder: Path) -> str:
    """A virtual environment as far as it matters here: a folder with an interpreter of its own."""
    made = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    made.parent.mkdir(parents=True)
    made.symlink_to(sys.executable)
    return str(made)


def test_the_nearest_environment_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    inner = tmp_path / "project" / "package"
    inner.mkdir(parents=True)
    file = inner / "own.py"
    assert python_for(file) == OURS
    outer = environment(tmp_path / ".venv")
    assert python_for(file).path == outer
    nearer = environment(tmp_path / "project" / ".venv")
    assert python_for(file).path == nearer
    active = environment(tmp_path / "active")
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "active"))
    assert python_for(file).path == active
    assert python_for(file, str(tmp_path / ".venv")).path == outer
    assert python_for(file, outer) == UserPython(outer, OURS.version)


def test_what_is_no_python_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be started"):
        python_for(None, str(tmp_path / "nothing"))
    script = tmp_path / "other"
    script.write_text("#!/bin/sh\necho hello\n", encoding="utf-8")
    script.chmod(0o755)
    with pytest.raises(InputError, match="no Python that can be used"):
        python_for(None, str(script))
    script.write_text("#!/bin/sh\necho 3.8.18\n", encoding="utf-8")
    checked_python.cache_clear()
    with pytest.raises(InputError, match=r"3\.9 or newer"):
        python_for(None, str(script))
