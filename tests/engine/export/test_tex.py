"""Texts for TeX: whatever is special to it is escaped, and letters that pdfTeX lacks come with their numbers."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from plyscope.export.tex import document, engine_switch, typeset

from tests.examples import texts

COMMANDS = {
    "textbackslash", "textasciicircum", "textasciitilde", "geq", "leq", "infty", "alpha", "beta", "times", "cdot",
    "ldots", "neq", "to", "plywide", "plyturned", "plyother", "plyacross", "plynumber",
}  # fmt: skip


@given(texts())
def test_no_text_can_do_anything(text: str) -> None:
    """Braces are in pairs, and the only commands are those that stand for letters."""
    written = typeset(text)
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", written.replace("\\\\", "")):
        depth += 1 if brace == "{" else -1
        assert depth >= 0
    assert depth == 0
    assert set(re.findall(r"\\([A-Za-z]+)", written)) <= COMMANDS
    assert not re.search(r"(?<!\\)[#&%_~]", written)
    assert written.count("$") % 2 == 0 or "\\$" in written
    assert "\n" not in written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("b2", "b2"),
        ("50% of {a_b} & #1 $x$", r"50\% of \{a\_b\} \& \#1 \$x\$"),
        ("\\input~^", r"\textbackslash{}input\textasciitilde{}\textasciicircum{}"),
        ("≥−3", r"$\geq${--}3"),
        ("a--b", "a{-}{-}b"),
        ("é", "é"),
        ("a\nb", r"a\textbackslash{}nb"),
    ],
)
def test_what_every_tex_can_set(text: str, written: str) -> None:
    assert typeset(text) == written


def test_letters_that_pdftex_lacks() -> None:
    assert typeset("中a") == r"\plywide{中a}{\plynumber{4E2D}a}"
    assert typeset("ж") == r"\plyother{ж}{\plynumber{0436}}"
    assert typeset("א 12") == r"\plyturned{א \plyacross{12}}{\plynumber{05D0} 12}"


def test_only_a_document_that_needs_it_asks_for_the_engine() -> None:
    assert list(engine_switch(["abc"])) == []
    assert "fontspec" in "\n".join(document(r"\documentclass{x}", [], [typeset("א")]))
    assert "fontspec" not in "\n".join(document(r"\documentclass{x}", [], [typeset("a")]))
