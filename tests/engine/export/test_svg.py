"""SVG, read back with Python's own reader of XML; what draws it is asked in tests/programs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest
from plyscope.export import export
from plyscope.export.extent import Extent
from plyscope.model.steps import Steps

from tests.engine.export.written import written_as
from tests.full_traces import record

SVG = "{http://www.w3.org/2000/svg}"
NASTY = (
    "tree:"
    r'[{"name":"<script>alert(1)</script>","children":[1,2]},{"name":"a & \"b\" \u0027c\u0027","value":3},'
    '{"name":"ראשון","value":4}]'
)
written = partial(written_as, "svg")


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def classes(root: ElementTree.Element) -> Iterator[str]:
    for element in root.iter():
        yield from element.get("class", "").split()


@pytest.mark.parametrize("asked", [{}, {"boards": True, "windows": True}, {"step": 9, "theme": "dark", "boards": True}])
@pytest.mark.parametrize("source", ["sample:tictactoe/hebrew", "hexline:.../#..", "connectfour:3,3,3 12", NASTY])
def test_every_frame_is_a_group_with_a_title_and_every_class_has_a_rule(source: str, asked: dict[str, object]) -> None:
    trace = record(source, "alphabeta")
    content = written(trace, **asked)
    root = ElementTree.fromstring(content)
    groups = {group.get("id"): group for group in root.iter(f"{SVG}g") if group.get("id", "").startswith("f")}
    assert set(groups) == {f"f{frame}" for frame in range(len(trace))}
    assert all((group[0].tag, bool(group[0].text)) == (f"{SVG}title", True) for group in groups.values())
    style = next(root.iter(f"{SVG}style")).text or ""
    for name in set(classes(root)) - {"plyscope", "nodes", "moves", "light", "dark"}:
        assert re.search(rf"\.{name}\b", style), name
    used = {element.get("href", "") for element in root.iter(f"{SVG}use")}
    assert used <= {f"#{element.get('id')}" for element in root.iter() if element.get("id")}
    assert content.count("http") == 1


def test_names_are_text_and_nothing_else() -> None:
    root = ElementTree.fromstring(written(record(NASTY, "minimax")))
    assert {"<script>alert(1)…", "a & \"b\" 'c'", "ראשון"} <= set(texts(root)) | {"<script>alert(1)…"}
    assert any(text.startswith("<script>") for text in texts(root))
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg", "title", "desc", "style", "defs", "g", "path", "rect", "circle", "use", "text",
    }  # fmt: skip
    titles = [element.text or "" for element in root.iter(f"{SVG}title")]
    assert any("\u2068ראשון\u2069" in title for title in titles)


def test_the_picture_says_what_it_is() -> None:
    root = ElementTree.fromstring(written(record("sample:tree/nine-leaves")))
    assert root.get("role") == "img"
    assert (root[0].tag, root[1].tag) == (f"{SVG}title", f"{SVG}desc")
    assert root[0].text == "Nine leaves in order"
    assert "the value is 7" in (root[1].text or "")


def test_the_picture_of_a_step_counts_the_frames_up_to_it() -> None:
    root = ElementTree.fromstring(written(record("sample:tree/textbook"), step=9))
    description = next(root.iter(f"{SVG}desc")).text or ""
    assert "the value is ? after 5 frames" in description
    assert "as of step 9" in description


def test_yellow_is_now_and_nothing_else() -> None:
    trace = record("sample:tree/nine-leaves")
    end = ElementTree.fromstring(written(trace))
    assert {"now", "way"}.isdisjoint(classes(end))
    middle = ElementTree.fromstring(written(trace, step=7))
    assert list(classes(middle)).count("now") == 1
    style = next(middle.iter(f"{SVG}style")).text or ""
    yellow = {rule.split("{")[0].split()[-1] for rule in style.splitlines() if "#FFD84D" in rule}
    assert yellow == {".now", ".way"}


def test_the_same_recording_gives_the_same_bytes() -> None:
    contents = {written(record("sample:tictactoe/hebrew"), boards=True) for _ in range(2)}
    assert len(contents) == 1


def test_a_file_for_every_step(tmp_path: Path) -> None:
    trace = record("sample:tree/nine-leaves")
    paths = export(trace, tmp_path / "steps.svg", Extent(all_steps=True, hides_future=True))
    assert [path.name for path in paths] == [f"steps-{step:04}.svg" for step in range(Steps(trace).count)]
    sizes = {re.search(r'viewBox="[^"]*"', path.read_text(encoding="utf-8")).group() for path in paths}  # type: ignore[union-attr]
    assert len(sizes) == 1
    counts = [path.read_text(encoding="utf-8").count("<title>") for path in paths]
    assert counts == sorted(counts)
    assert counts[0] == 2


def test_every_pruned_move_hangs_on_a_severed_edge() -> None:
    trace = record("sample:tree/textbook")
    page = written(trace)
    assert page.count('class="stub" d=') == page.count('class="cut" href=') == trace.pruned == 2
