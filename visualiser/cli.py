"""The `plyscope` command: the engine's commands, and those that look at the window's machine."""

from __future__ import annotations

import sys

from engine.cli.commands import json_option, plyscope
from engine.cli.running import BAD_INPUT, run


@plyscope.command()
@json_option
def doctor(as_json: bool) -> int:
    """What is missing on this machine, and the command that mends it."""
    from engine.cli.tables import print_json, print_table
    from visualiser.doctor import examine

    findings = examine()
    if as_json:
        print_json(
            [
                {
                    "what": str(finding.what),
                    "well": finding.is_well,
                    "needed": finding.is_needed,
                    "detail": finding.detail,
                    "mend": finding.mend,
                }
                for finding in findings
            ]
        )
    else:
        marks = {(True, True): "ok", (True, False): "ok", (False, True): "MISSING", (False, False): "not there"}
        rows = [
            (marks[finding.is_well, finding.is_needed], finding.what, finding.detail, finding.mend)
            for finding in findings
        ]
        print_table(None, ("", "looked for", "found", "mended by"), rows)
    return BAD_INPUT if any(finding.is_needed and not finding.is_well for finding in findings) else 0


def main() -> None:
    sys.exit(run(plyscope))
