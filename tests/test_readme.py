"""The README tells the truth: its examples run, its commands work, and it stays short."""

from __future__ import annotations

import doctest
import re
import runpy
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.documents import check, commands, text_of
from tests.places import ROOT

README = text_of("README.md")


def test_the_python_in_it_runs() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted > 5
    assert results.failed == 0


@pytest.mark.full
def test_its_commands_work_and_print_what_it_shows(tmp_path: Path) -> None:
    found = commands(README)
    assert len(found) == 7
    printed = "".join(check(command, tmp_path) for command in found)
    [listing] = re.findall(r"^```text\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert listing in printed


def test_the_two_commands_of_a_fresh_machine_stand_alone() -> None:
    assert re.search(r"^python3 -m venv \.venv && \S+ -m pip install -e \. && \.venv/bin/plyscope demo$", README, re.M)
    assert re.search(r'^python3 -m venv .* install -e "\.\[test\]" && \.venv/bin/python -m pytest$', README, re.M)


def test_it_is_short_and_leads_on() -> None:
    assert len(README.split()) < 1100
    documents = {path.name for path in (ROOT / "docs").glob("*.md")}
    assert documents == set(re.findall(r"^\| \[docs/(\w+\.md)\]", README, re.MULTILINE))


@pytest.mark.full
@pytest.mark.skipif(find_spec("hatchling") is None, reason="hatchling is not installed")
def test_the_description_of_the_package_has_no_broken_picture_or_link() -> None:
    hook = runpy.run_path(str(ROOT / ".ci" / "package_description.py"))
    description = hook["without_relative_links"](README)
    assert "](docs/" not in description
    assert "![" not in description
    assert "docs/guide.md" in description
