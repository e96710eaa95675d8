"""The documents tell the truth: examples run, commands work, tables are those of the code, links lead somewhere."""

from __future__ import annotations

import doctest
import re
import runpy
from pathlib import Path

import pytest
from plyscope import plugins
from plyscope.files.sources import load
from plyscope.games import GAMES
from plyscope.search import SEARCHES

from tests.documents import check, commands, text_of
from tests.places import ROOT

GUIDE = text_of("docs/guide.md")


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


def test_the_guide_names_every_search() -> None:
    assert [name for name in sorted(SEARCHES.keys() - added()) if f"`{name}`" not in GUIDE] == []


def test_the_guide_says_how_the_positions_of_every_game_are_written() -> None:
    table = section("docs/guide.md", "Games and searches")
    rows = dict(re.findall(r"^\| `(\w+)` \|[^\n]*\| ([^|]*) \|$", table, re.MULTILINE))
    assert GAMES.keys() - added() - rows.keys() == set(), "these have no row in the guide's table of games"
    for name, examples in rows.items():
        for source in re.findall("`([^`]+)`", examples) if GAMES[name].is_available else ():
            position = load(source)
            again = load(str(position))
            assert (position.game.name, again.text) == (name, position.text), source


def added() -> set[str]:
    """The games and searches of plug-ins."""
    return {name for plugin in plugins.loaded() for name in plugin.games + plugin.searches}


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


@pytest.mark.full
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
