"""The cards of programs."""

from __future__ import annotations

import os
from pathlib import Path

from plyscope_window.pages.usercode.chooser import note_and_call

PROGRAM = '''"""{note}

    plyscope debug own.py "count(3)"
"""
def count(n):
    return 0 if n == 0 else 1 + count(n - 1)
'''


def test_a_program_that_has_changed_is_read_anew(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    assert note_and_call(file) == ("", "")
    for second, note in enumerate(("Counts.", "Counts down.")):
        file.write_text(PROGRAM.format(note=note), encoding="utf-8")
        os.utime(file, (second, second))
        assert note_and_call(file) == note_and_call(file) == (note, "count(3)")


def test_what_is_no_python_has_no_note(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text("def count(n:", encoding="utf-8")
    assert note_and_call(file) == ("", "")
