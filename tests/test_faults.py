"""Seeded faults: the quick tests of a room fail when a mistake is made in it.

Each fault is one small change of one place, as people make them: a comparison turned round, a case forgotten, a sign
lost. It is made in a copy of the repository. A fault whose text is not found any more has to be seeded anew.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.places import ROOT

pytestmark = pytest.mark.full

COPIED = ("engine", "visualiser", "tests", "samples", "docs", "benchmarks", "pyproject.toml", "README.md")


@dataclass(frozen=True)
class Fault:
    """One change, and the tests that are to notice."""

    file: str
    """The module, below engine/plyscope or visualiser/plyscope_window."""
    text: str
    instead: str
    tests: str
    """Below tests/engine or tests/visualiser."""

    @property
    def tree(self) -> str:
        return (
            "engine/plyscope" if (ROOT / "engine" / "plyscope" / self.file).exists() else "visualiser/plyscope_window"
        )

    @property
    def arguments(self) -> list[str]:
        return [f"tests/{self.tree.partition('/')[0]}/{one}" for one in self.tests.split()]


FAULTS = (
    # The engine, lowest first.
    Fault("messages.py", 'return "inf" if value > 0', 'return "inf" if value < 0', "test_messages.py export"),
    Fault("model/frames.py", "return 3 * frame - 2 *", "return 3 * frame - 1 *", "model/test_steps.py"),
    Fault("model/breakpoints.py", "numbers[numbers < steps.count]", "numbers[numbers < 0]", "model"),
    Fault("games/tictactoe.py", "return row * self.columns + column if", "return row * self.rows + column if", "games"),
    Fault("games/hexline.py", "return 1 if s[TURN] == 1 else -1", "return -1 if s[TURN] == 1 else 1", "games"),
    Fault("search/alphabeta.py", "if alpha >= beta:", "if alpha > beta:", "search"),
    Fault("search/negamax.py", "depth - 1, -beta, -alpha, -side", "depth - 1, -alpha, -beta, -side", "search"),
    Fault("brains/tutorial_block.py", "depth == 0", "depth == 1", "brains"),
    Fault("recording/recorder.py", "skipped += 1", "skipped += 2", "recording"),
    Fault("recording/recorder.py", "TERMINAL if is_over(s) else {unfinished}", "{unfinished}", "recording"),
    Fault("files/atomic.py", "if os.path.lexists(path) and not force:", "if False:", "files"),
    Fault("files/zip_members.py", 'or header["count"] != str(frames).encode()', "or False", "files"),
    Fault("analysis/stats.py", "return part / whole if", "return part * whole if", "analysis/test_stats.py"),
    Fault(
        "analysis/proof.py", "np.minimum(exact, low + high)", "np.maximum(exact, low + high)", "analysis/test_proof.py"
    ),
    Fault("text/narration.py", "if trace.is_again(frame):", "if not trace.is_again(frame):", "text"),
    Fault("tracer/target/snapshots.py", "if id(value) in self.numbers:", "if False:", "tracer/target"),
    Fault("usercode/win_values.py", "if self.by_ply < 0", "if self.by_ply > 0", "usercode/test_win_values.py"),
    Fault(
        "play/results.py",
        "z = Z_95**2 / games",
        "z = Z_95 / games",
        "play/test_interval.py play/test_results.py",
    ),
    Fault("layout/rows.py", "self.frames[place] == frame else -1", "True else -1", "layout"),
    Fault("export/csv_table.py", '"\'" + item if item', "item if item", "export/test_csv_table.py"),
    Fault(
        "export/svg.py",
        "if edge.look is Look.STUB:",
        "if edge.look is Look.DONE:",
        "export",
    ),
    Fault("plugins.py", "if NAME.fullmatch(one.name) is None:", "if False:", "test_plugins.py"),
    Fault("cli/completion.py", "max(ends, default=0)", "min(ends, default=0)", "cli/test_completion.py"),
    Fault("cli/manual.py", 'replace("-", r"\\-")', 'replace("-", "-")', "cli/test_manual.py"),
    # The window.
    Fault("settings.py", " and not target.exists()", "", "test_settings.py"),
    Fault("look/glyphs.py", "{MAX: DOWN, MIN: UP}", "{MAX: UP, MIN: DOWN}", "look/test_glyphs.py canvas"),
    Fault("look/theme.py", "self.for_max if shade > 0", "self.for_max if shade < 0", "look canvas"),
    Fault("jobs/recovery.py", "old is not None and new is not None", "new is not None", "jobs/test_recovery.py"),
    Fault("session/stepping.py", "if direction > 0 else 0)", "if direction < 0 else 0)", "session/test_stepping.py"),
    Fault("canvas/icicle.py", "if bottom < 0 or top > view.height:", "if bottom > 0:", "canvas/test_icicle.py"),
    Fault("panels/stack.py", "session.stack[::-1]", "session.stack", "panels/test_stack.py"),
    Fault(
        "pages/editor/tree_draft.py",
        "self.turn == FIRST else",
        "self.turn != FIRST else",
        "pages/editor/test_tree_draft.py",
    ),
    Fault("app/integration.py", '.replace("%", "%%")', "", "app/test_integration.py"),
)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository in which the tests pass."""
    folder = tmp_path_factory.mktemp("faults")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def run(folder: Path, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    """The quick tests of some files or rooms in a copy, up to the first that fails."""
    roots = os.pathsep.join(str(folder / top) for top in ("engine", "visualiser"))
    environment = {**os.environ, "PYTHONPATH": roots, "PYTHONDONTWRITEBYTECODE": "1", "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider"]
    return subprocess.run(
        [*command, "--hypothesis-profile=ci", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.file}: {fault.instead}")
def test_a_fault_is_noticed(fault: Fault, copy: Path) -> None:
    path = copy / fault.tree / fault.file
    right = path.read_text(encoding="utf-8")
    assert right.count(fault.text) >= 1, "the fault has to be seeded anew"
    path.write_text(right.replace(fault.text, fault.instead, 1), encoding="utf-8")
    try:
        done = run(copy, fault.arguments)
    finally:
        path.write_text(right, encoding="utf-8")
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout[-2000:]


def test_without_a_fault_the_same_tests_pass(copy: Path) -> None:
    arguments = sorted({one for fault in FAULTS for one in fault.arguments})
    done = run(copy, arguments)
    assert done.returncode == pytest.ExitCode.OK, done.stdout[-2000:]
