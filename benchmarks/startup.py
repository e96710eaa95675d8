"""From the start of the process to the answer on a small tree, against a Python process that only imports numpy."""

from __future__ import annotations

import subprocess
import sys
from time import perf_counter

from interleaved import milliseconds, of_samples, report

SOLVE = "import sys; sys.argv = ['plyscope', 'solve', 'tree:[[3,12,8],[2,4,6],[14,5,2]]']; "
COMMANDS = {
    "plyscope solve": SOLVE + "from plyscope.cli.main import main; main()",
    "import numpy": "import numpy",
    "python alone": "pass",
}


def seconds(script: str) -> float:
    began = perf_counter()
    subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    return perf_counter() - began


if __name__ == "__main__":
    for script in COMMANDS.values():
        seconds(script)
    measured: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(15):
        for name, script in COMMANDS.items():
            measured[name].append(seconds(script))
    found = {name: of_samples(times) for name, times in measured.items()}
    medians = {name: one.median for name, one in found.items()}
    lines: dict[str, object] = {
        name: f"{milliseconds(one.median)}; 95 %: {milliseconds(one.high)}" for name, one in found.items()
    }
    lines["times as long as importing numpy"] = f"{medians['plyscope solve'] / medians['import numpy']:.1f}"
    report("a small tree is solved within 0.4 s of the start", lines, medians["plyscope solve"] < 0.4)
