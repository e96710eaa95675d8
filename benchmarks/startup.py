"""From the start of the process to the answer on a small tree, against a Python process that only imports numpy.

What counts is processor time of the whole process, which a busy machine changes less than time by the clock. Bytecode
is kept, as it is where Plyscope is installed: without it, Python compiles everything anew at each start.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys

from interleaved import milliseconds, of_samples, report

SOLVE = "import sys; sys.argv = ['plyscope', 'solve', 'tree:[[3,12,8],[2,4,6],[14,5,2]]']; "
COMMANDS = {
    "plyscope solve": SOLVE + "from plyscope.cli.main import main; main()",
    "import numpy": "import numpy",
    "python alone": "pass",
}
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
ROUNDS = 15
MAX_RATIO = 4
"""Times as long as importing numpy."""


def seconds(script: str) -> float:
    """Processor time of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", script], env=ENVIRONMENT, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


if __name__ == "__main__":
    for script in COMMANDS.values():
        seconds(script)
    measured: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(ROUNDS):
        for name, script in COMMANDS.items():
            measured[name].append(seconds(script))
    found = {name: of_samples(times) for name, times in measured.items()}
    lines: dict[str, object] = {
        name: f"{milliseconds(one.median)}; 95 %: {milliseconds(one.high)}" for name, one in found.items()
    }
    ratio = found["plyscope solve"].median / found["import numpy"].median
    lines["times as long as importing numpy"] = f"{ratio:.1f}"
    report(
        f"a small tree is solved in at most {MAX_RATIO} times the time of importing numpy", lines, ratio <= MAX_RATIO
    )
