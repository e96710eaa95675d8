"""The architecture, in sentences that can fail."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.places import ROOT

PACKAGES = [path.parent for top in ("engine", "visualiser") for path in (ROOT / top).rglob("__init__.py")]


def modules(place: str = "") -> Iterator[Path]:
    for top in ("engine", "visualiser"):
        for path in sorted((ROOT / top).rglob("*.py")):
            if str(path.relative_to(ROOT)).startswith(place):
                yield path


def imports(path: Path) -> set[str]:
    """The modules that a file imports, wherever in it, except for the sake of types alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    found = set()
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def importers(place: str, wanted: str) -> list[str]:
    return [
        str(path.relative_to(ROOT))
        for path in modules(place)
        if any(name == wanted or name.startswith(f"{wanted}.") for name in imports(path))
    ]


def test_the_engine_knows_nothing_of_qt_or_of_the_window() -> None:
    for wanted in ("PySide6", "visualiser"):
        assert importers("engine/", wanted) == []


def test_games_know_nothing_of_searches() -> None:
    for wanted in ("search", "brains", "scoring", "recorder", "trace", "plan", "cursor"):
        assert importers("engine/games/", f"engine.{wanted}") == []


def test_searches_know_nothing_of_games_or_of_being_recorded() -> None:
    allowed = {
        "plyscope.model.position",
        "plyscope.model.position.State",
        "plyscope.messages",
        "plyscope.messages.Message",
    }
    for path in modules("engine/search/"):
        ours = {name for name in imports(path) if name.startswith("engine.")}
        assert {name for name in ours if not name.startswith("plyscope.search")} <= allowed, path.name


def test_games_and_searches_meet_in_brains_alone() -> None:
    concrete = {f"plyscope.games.{path.stem}" for path in modules("engine/games/") if path.stem != "__init__"}
    meeting = [
        str(path.relative_to(ROOT))
        for path in modules("engine/")
        if not str(path.relative_to(ROOT)).startswith("engine/games") and imports(path) & concrete
    ]
    assert meeting == ["engine/brains/brain.py"]


def test_only_the_recorder_writes_columns() -> None:
    assert importers("", "plyscope.recording.recorder") == ["engine/recording.py"]


def test_exporters_and_narration_read_only() -> None:
    for place in ("engine/export/", "engine/narrate.py", "engine/listing.py", "engine/stats.py"):
        for wanted in ("plyscope.recording.recorder", "plyscope.recording.record", "plyscope.recording.plan"):
            assert importers(place, wanted) == []


def test_the_command_line_is_imported_by_nobody_but_the_command() -> None:
    inside = [name for name in importers("", "plyscope.cli") if not name.startswith("engine/cli/")]
    assert inside == ["visualiser/cli.py", "visualiser/commands.py"]


def test_heavy_packages_are_imported_only_where_they_are_used() -> None:
    """Starting up is fast because nothing loads rich, pygments or Qt that does not draw or print with them."""
    for heavy in ("rich", "pygments", "networkx", "graphviz", "PySide6"):
        for path in modules("engine/"):
            top_level = ast.parse(path.read_text(encoding="utf-8")).body
            names = {
                alias.name if isinstance(node, ast.Import) else node.module or ""
                for node in top_level
                if isinstance(node, ast.Import | ast.ImportFrom)
                for alias in node.names
            }
            uses = any(name.split(".")[0] == heavy for name in names)
            assert not uses or path.name == "tables.py", f"{path.name} imports {heavy} at once"


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_package_has_a_map_of_its_rooms(package: Path) -> None:
    """Its docstring names every module and package in it, and nothing that is not there."""
    described = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8"))) or ""
    named = set(re.findall(r"^([a-z_]+)  +\S", described, re.MULTILINE))
    there = {path.stem for path in package.glob("*.py") if path.stem != "__init__"}
    there |= {path.parent.name for path in package.glob("*/__init__.py")}
    assert named == there


@pytest.mark.parametrize("path", list(modules()), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_says_what_lives_in_it_and_is_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert ast.get_docstring(tree), "no docstring"
    assert text.count("\n") <= 350, "longer than a file wants to be"
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 50, f"{node.name} is longer than a screen"


def test_tests_stand_at_the_mirrored_path() -> None:
    """A test of engine/x/y.py is tests/engine/x/test_y.py; others say in their first line what they are about."""
    for path in (ROOT / "tests").rglob("test_*.py"):
        place = path.relative_to(ROOT / "tests")
        module = ROOT / place.with_name(place.name.removeprefix("test_"))
        assert module.exists() or ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), place
