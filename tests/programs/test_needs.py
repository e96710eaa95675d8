"""A machine with a part of TeX: what is not installed skips a test with the reason, and an error of ours fails it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.programs import needs


def latex_that_says(complaint: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts a program in the place of pdflatex that writes a complaint into its log and fails."""
    fake = folder / "bin" / "pdflatex"
    fake.parent.mkdir()
    fake.write_text(f"#!/bin/sh\ncat > x.log <<'END'\n{complaint}\nEND\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(fake.parent), prepend=":")


@pytest.mark.parametrize(
    ("complaint", "name"),
    [
        ("! LaTeX Error: File `standalone.cls' not found.", "standalone.cls"),
        ("! LaTeX Error: File `forest.sty' not found.", "forest.sty"),
        (r"! Font T1/lmss/m/n/10=ec-lmss10 at 10.0pt not loadable: Metric (TFM) file not found.", "T1/lmss/m/n/10"),
    ],
)
def test_what_is_not_installed_is_a_reason_to_skip(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, complaint: str, name: str
) -> None:
    latex_that_says(complaint, tmp_path, monkeypatch)
    with pytest.raises(pytest.skip.Exception, match=f"pdflatex has no {name}"):
        needs.run_latex("pdflatex", "x.tex", tmp_path)


@pytest.mark.parametrize("complaint", ["! Undefined control sequence.", "! LaTeX Error: File `part.tex' not found."])
def test_an_error_of_ours_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, complaint: str) -> None:
    latex_that_says(complaint, tmp_path, monkeypatch)
    with pytest.raises(AssertionError):
        needs.run_latex("pdflatex", "x.tex", tmp_path)
