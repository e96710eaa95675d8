"""Graphviz lays the drawing out, by itself or by the extra; where neither is, both are named."""

from __future__ import annotations

import importlib.util
import shutil
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from plyscope.export import dot_svg, export, find_exporter
from plyscope.export.dot_svg import BY_EXTRA, lay_out, layout_command
from plyscope.messages import InputError

from tests.full_traces import record

SVG = "{http://www.w3.org/2000/svg}"


def test_the_program_comes_first_then_the_extra_then_a_refusal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found: dict[str, Any] = {"program": "/usr/bin/dot", "extra": object()}
    monkeypatch.setattr(shutil, "which", lambda name: found["program"])
    monkeypatch.setattr(dot_svg, "find_spec", lambda name: found["extra"])
    assert layout_command() == ["/usr/bin/dot", "-Tsvg"]
    found["program"] = None
    assert layout_command() == [sys.executable, "-c", BY_EXTRA]
    found["extra"] = None
    with pytest.raises(InputError, match=r"install it, or pip install 'plyscope\[dot\]'"):
        export(record("tree:[1,2]"), tmp_path / "x.dot.svg")
    assert list(tmp_path.iterdir()) == []


def test_the_longer_suffix_names_the_format() -> None:
    assert find_exporter(Path("x.dot.svg")).name == "dot-svg"
    assert find_exporter(Path("dot.svg")).name == "svg"


@pytest.mark.parametrize("way", ["program", pytest.param("extra", marks=pytest.mark.full)])
def test_every_node_and_every_edge_is_drawn(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, way: str) -> None:
    if way == "program" and shutil.which("dot") is None:
        pytest.skip("dot is not installed")
    if way == "extra":
        if importlib.util.find_spec("pygraphviz") is None:
            pytest.skip("the extra dot is not installed")
        monkeypatch.setattr(shutil, "which", lambda name: None)
    export(record('tree:[{"name":"ä<b>","children":[1,2]},[3,0]]'), tmp_path / "x.dot.svg")
    root = ElementTree.parse(tmp_path / "x.dot.svg").getroot()
    classes = [group.get("class") for group in root.iter(f"{SVG}g")]
    assert (classes.count("node"), classes.count("edge")) == (7, 6)
    assert "ä<b>" in "".join(text.text or "" for text in root.iter(f"{SVG}text"))


def test_it_can_be_stopped_while_graphviz_is_at_work() -> None:
    at_work = lay_out([sys.executable, "-c", "import time; time.sleep(60)"], "digraph {}")
    assert next(at_work) == b""
    at_work.close()


def test_errors_of_graphviz_are_reported() -> None:
    with pytest.raises(InputError, match="could not lay this out: no such thing"):
        list(lay_out([sys.executable, "-c", "import sys; sys.exit('no such thing')"], ""))
