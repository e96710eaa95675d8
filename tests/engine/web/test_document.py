"""Scripts of modules: what they hold, and in which order."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files

import pytest
from plyscope import load, web
from plyscope.exercises.exercise import exercise_of
from plyscope.web.document import document, read, script
from plyscope.worksheets.html_page import start_script

GAME = exercise_of(load("tictactoe:.OO/XXO/.X. o"), {})
TEST = exercise_of(load("tree:[[3,12],[2,4]]"), {}, feedback="never")
STARTS = {"stepper": read("stepper.mjs"), "practice": start_script(GAME), "test": start_script(TEST)}
DECLARED = re.compile(r"^(?:async )?(?:class|function\*?|const|let) (\w+)", re.MULTILINE)


def modules() -> list[str]:
    return sorted(entry.name for entry in files("plyscope.web").iterdir() if entry.name.endswith(".mjs"))


@pytest.mark.parametrize("name", STARTS)
def test_a_script_declares_each_name_once_and_loads_nothing(name: str) -> None:
    text = script(STARTS[name])
    assert not re.search(r"^\s*(import|export)\b", text, re.MULTILINE)
    assert [one for one, count in Counter(DECLARED.findall(text)).items() if count > 1] == []


def test_what_a_module_imports_stands_before_it() -> None:
    text = script(STARTS["stepper"])
    assert text.index("class View ") < text.index("class Nodes extends View") < text.index("class Tree extends Nodes")


def test_a_page_for_a_test_has_nothing_that_marks() -> None:
    assert "function solve(" in script(STARTS["practice"])
    assert "function solve(" not in script(STARTS["test"])


def test_every_module_is_in_a_script_and_in_the_map() -> None:
    scripts = "".join(map(script, STARTS.values()))
    for name in modules():
        assert read(name).startswith("// ")
        assert name in str(web.__doc__)
        assert all(one in scripts for one in DECLARED.findall(read(name)))


def test_a_page_without_a_script_allows_none() -> None:
    page = document("a title", "<p>text</p>", style="p {}")
    assert "script-src 'none'" in page
    assert "<script" not in page
