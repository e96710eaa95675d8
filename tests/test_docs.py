"""The documents tell the truth: examples run, commands work, tables are those of the code, links lead somewhere."""

from __future__ import annotations

import doctest
import re
import runpy
from pathlib import Path

import pytest
from plyscope import plugins
from plyscope.brains import BRAINS
from plyscope.files.sources import load, sample_names
from plyscope.games import GAMES
from plyscope.recording.plan import every_scoring
from plyscope.search import SEARCHES
from plyscope.search.ordering import ORDERS

from tests.documents import check, commands, text_of
from tests.places import ROOT

GUIDE = text_of("docs/guide.md")
NUMBERS = {
    "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
    "thirteen": 13,
}  # fmt: skip


def test_the_python_in_the_guide_runs() -> None:
    results = doctest.testfile(str(ROOT / "docs" / "guide.md"), module_relative=False, encoding="utf-8")
    assert results.attempted > 15
    assert results.failed == 0


@pytest.mark.full
def test_the_commands_of_the_guide_work(tmp_path: Path) -> None:
    found = [command for command in commands(GUIDE) if not command.startswith("integrate")]
    assert len(found) > 20
    for command in found:
        check(command, tmp_path)


def test_what_the_guide_counts_is_there() -> None:
    text = " ".join(GUIDE.split())
    counts = re.search(r"(\w+) games, (\w+) searches, (\w+) brains, and (\d+) sample positions", text)
    assert counts is not None
    added = {name for plugin in plugins.loaded() for name in plugin.games + plugin.searches}
    games, searches = ([name for name in table if name not in added] for table in (GAMES, SEARCHES))
    assert [NUMBERS[word] for word in counts.groups()[:3]] == [len(games), len(searches), len(BRAINS)]
    assert int(counts[4]) == len(sample_names())
    orders, scorings = re.search(r"(\w+) orders of moves and (\w+) scorings", text).groups()  # type: ignore[union-attr]
    assert (NUMBERS[orders], NUMBERS[scorings]) == (len(ORDERS), len(every_scoring()))
    for name in (*games, *searches, "notebook", "hexline-project", "tutorial-random", "tutorial-depth"):
        assert f"`{name}`" in GUIDE


def test_formats_say_how_the_positions_of_every_game_are_written() -> None:
    rows = dict(
        re.findall(r"^\| `(\w+)` \|[^\n]*\| ([^|]*) \|$", section("docs/formats.md", "Positions"), re.MULTILINE)
    )
    added = {name for plugin in plugins.loaded() for name in plugin.games}
    assert sorted(rows) == sorted(GAMES.keys() - added)
    for name, examples in rows.items():
        for source in re.findall("`([^`]+)`", examples) if GAMES[name].is_available else ():
            position = load(source)
            again = load(str(position))
            assert (position.game.name, again.text) == (name, position.text), source


def section(page: str, heading: str) -> str:
    """The text below a heading of a page, up to the next one."""
    return text_of(page).partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def test_every_benchmark_is_in_the_table_of_performance() -> None:
    scripts = {path.name for path in (ROOT / "benchmarks").glob("*.py")} - {"interleaved.py"}
    assert scripts == set(re.findall(r"`(\w+\.py)` \|", text_of("docs/performance.md")))


@pytest.mark.qt
def test_the_page_of_keys_is_that_of_the_tables() -> None:
    pytest.importorskip("PySide6.QtWidgets")
    written = runpy.run_path(str(ROOT / "docs" / "keys.py"))
    assert text_of("docs/keys.md") == written["page"](), "python docs/keys.py writes the page again"


def test_the_picture_of_the_rooms_has_the_imports_of_today() -> None:
    drawn = set(re.findall(r"<title>(.+?)&#45;&gt;(.+?)</title>", text_of("docs/rooms.svg")))
    written = runpy.run_path(str(ROOT / "docs" / "rooms.py"))
    assert drawn == written["arrows"](), "python docs/rooms.py draws it again"


def test_every_link_leads_somewhere() -> None:
    broken = [
        f"{page.name}: {target}"
        for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert broken == []


def test_the_architecture_names_every_room() -> None:
    page = text_of("docs/architecture.md")
    for package in (ROOT / "engine" / "plyscope", ROOT / "visualiser" / "plyscope_window"):
        rooms = {path.parent.name for path in package.glob("*/__init__.py")}
        missing = [room for room in sorted(rooms) if f"`{room}/`" not in page]
        assert missing == [], package.name
