"""Which part may depend on which, and what holds for every file of the code: each rule is a sentence and a test."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import networkx
import pytest
from plyscope.games import GAMES, TREE
from plyscope.model.no_collection import no_collection

from tests.places import ROOT

SOURCES = {"plyscope": ROOT / "engine", "plyscope_window": ROOT / "visualiser"}

ENGINE: Mapping[str, str] = {
    "messages": "",
    "operating_system": "",
    "temporary": "operating_system",
    "folders": "",
    "model": "messages",
    "games": "messages model",
    "search": "messages model",
    "brains": "messages model games search",
    "plugins": "messages model games search brains",
    "processes": "messages operating_system temporary plugins",
    "workers": "messages operating_system processes",
    "recording": "messages operating_system model games search brains processes",
    "audit": "messages model search recording",
    "files": "messages operating_system folders model games plugins recording audit",
    "analysis": "messages model games recording search",
    "batch": "messages operating_system model search brains plugins processes recording files analysis",
    "text": "messages model analysis audit",
    "tracer": "messages operating_system temporary model recording audit files text",
    "usercode": "messages folders model games search recording files audit analysis text tracer",
    "play": "messages operating_system temporary model games search processes workers recording files",
    "layout": "messages model analysis",
    "web": "",
    "exercises": "messages model games recording files",
    "export": "messages model files analysis text layout web",
    "worksheets": "messages model games files text layout exercises web export",
    "api": "messages model recording files analysis text tracer usercode export",
    "": "messages model files text export api",
    "cli": "messages operating_system model games search plugins workers recording audit files analysis batch text "
    "tracer usercode play exercises export worksheets api plyscope",
    "__main__": "cli",
}
"""The rooms of the engine, lowest first, and which rooms each of them may import.

The empty name is `plyscope/__init__.py`, which exports what is promised.
"""

WINDOW: Mapping[str, str] = {
    "": "",
    "words": "",
    "settings": "",
    "look": "words settings",
    "jobs": "words settings plyscope_window",
    "widgets": "words settings look jobs",
    "session": "words settings look jobs",
    "canvas": "words settings look jobs widgets session",
    "panels": "words settings look jobs widgets session canvas",
    "export": "words settings look jobs widgets session canvas",
    "pages": "words settings look jobs widgets session canvas panels",
    "app": "words settings look jobs widgets session canvas panels export pages plyscope_window",
}
"""The rooms of the window, lowest first, and which rooms each of them may import."""


@pytest.fixture(scope="module", autouse=True)
def forgotten() -> Iterator[None]:
    """The collector never looks through the trees, which have a million nodes, neither here nor in later tests."""
    with no_collection():
        yield
        tree_of.cache_clear()


# What imports what


@cache
def modules() -> dict[str, Path]:
    """Every module of the code by its full name; a package goes by its own name."""
    found = {}
    for package, source in SOURCES.items():
        for path in sorted((source / package).rglob("*.py")):
            found[".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__")] = path
    return found


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def package_of(module: str) -> str:
    return module if modules()[module].name == "__init__.py" else module.rpartition(".")[0]


def unit_of(module: str) -> str:
    """The package of a module; a module that stands beside the rooms is a unit of its own."""
    return module if module.count(".") < 2 else package_of(module)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements below a node, without what they are made of: an import stands in no expression."""
    for part in ("body", "handlers", "cases", "orelse", "finalbody"):
        for child in getattr(node, part, ()):
            yield child
            yield from statements(child)


@cache
def imported_names(module: str) -> frozenset[str]:
    """The full names that a module imports: anywhere in it, within functions and for types too."""
    found: set[str] = set()
    for node in statements(tree_of(modules()[module])):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = package_of(module).split(".")[: None if node.level < 2 else 1 - node.level]
            base = ".".join([*(package if node.level else []), *([node.module] if node.module else [])])
            found |= {f"{base}.{alias.name}" for alias in node.names}
    return frozenset(found)


@cache
def imports(module: str) -> frozenset[str]:
    """The modules of ours that a module imports; of names in a module, that module."""
    found = set()
    for name in imported_names(module):
        while name and name not in modules():
            name = name.rpartition(".")[0]
        found |= {name} - {"", module}
    return frozenset(found)


def named_at_the_top(module: str) -> set[str]:
    """The full names that a module binds by assignment."""
    body = tree_of(modules()[module]).body
    targets = [target for node in body if isinstance(node, ast.Assign) for target in node.targets]
    return {f"{module}.{target.id}" for target in targets if isinstance(target, ast.Name)}


def importers(name: str) -> set[str]:
    """The modules in which a name is imported, or something within it."""
    return {
        module
        for module in modules()
        if any(imported == name or imported.startswith(f"{name}.") for imported in imported_names(module))
    }


def room_of(module: str) -> tuple[str, str]:
    """The top package, and the room within it: a package or a module beside it; empty for the top package itself."""
    top, _, rest = module.partition(".")
    return top, rest.partition(".")[0]


def cycles(arrows: Mapping[str, set[str]]) -> list[list[str]]:
    """The groups in which everything leads to everything."""
    groups = networkx.strongly_connected_components(networkx.from_dict_of_lists(arrows, networkx.DiGraph))
    return sorted(sorted(group) for group in groups if len(group) > 1)


def forbidden_imports(top: str, allowed: Mapping[str, str]) -> list[str]:
    """The imports between rooms of one top package that its list does not allow."""
    wrong = []
    for module in modules():
        if module.split(".")[0] != top:
            continue
        room = room_of(module)[1]
        permitted = allowed.get(room, "").split()
        for other in sorted(imports(module)):
            package, target = room_of(other)
            if package == top and target != room and (target or top) not in permitted:
                wrong.append(f"{module} imports {other}")
    return wrong


# Directions


def test_a_room_of_the_engine_imports_only_rooms_that_it_may() -> None:
    assert forbidden_imports("plyscope", ENGINE) == []


def test_a_room_of_the_window_imports_only_rooms_that_it_may() -> None:
    assert forbidden_imports("plyscope_window", WINDOW) == []


def test_the_rooms_that_a_room_may_import_stand_below_it() -> None:
    for top, rooms in (("plyscope", ENGINE), ("plyscope_window", WINDOW)):
        names = [room or top for room in rooms]
        for number, (room, allowed) in enumerate(rooms.items()):
            assert set(allowed.split()) <= set(names[:number]), room


def test_every_room_is_in_its_list() -> None:
    for top, rooms in (("plyscope", ENGINE), ("plyscope_window", WINDOW)):
        assert {room_of(module)[1] for module in modules() if room_of(module)[0] == top} == set(rooms)


def test_no_page_knows_the_main_window() -> None:
    """What pages use of the window stands in pages/page.py."""
    pages = [module for module in modules() if module.startswith("plyscope_window.pages")]
    assert [module for module in pages if "plyscope_window.app" in " ".join(imports(module))] == []


def test_the_work_of_a_job_loads_nothing_of_qt() -> None:
    """A process that works would wait for what it never shows; what is imported for types alone is not loaded."""
    work = {module for module in modules() if module.startswith("plyscope_window.") and module.endswith("_work")}
    assert len(work) >= 4
    loaded, waiting = set[str](), sorted(work)
    while waiting:
        module = waiting.pop()
        loaded.add(module)
        packages = {module.rsplit(".", depth)[0] for depth in range(1, module.count(".") + 1)}
        waiting += sorted((at_start(module) | packages) & modules().keys() - loaded)
    assert "plyscope.tracer.running" in loaded
    assert [module for module in sorted(loaded) if "import PySide6" in "".join(lines_at_start(module))] == []


def lines_at_start(module: str) -> list[str]:
    """The imports that are carried out when a module is loaded, each as a line."""
    found = []
    for node in tree_of(modules()[module]).body:
        if isinstance(node, ast.Import):
            found += [f"import {alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [f"import {node.module}.{alias.name}" for alias in node.names]
    return found


def at_start(module: str) -> set[str]:
    """The modules of ours that are loaded with a module."""
    names = {line.removeprefix("import ") for line in lines_at_start(module)}
    return {name if name in modules() else name.rpartition(".")[0] for name in names}


def test_the_engine_knows_nothing_of_qt_or_of_the_window() -> None:
    for name in ("PySide6", "plyscope_window"):
        assert [module for module in importers(name) if module.split(".")[0] == "plyscope"] == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert cycles({module: set(imports(module)) for module in modules()}) == []


def test_no_packages_import_each_other_in_a_circle() -> None:
    arrows: dict[str, set[str]] = {}
    for module in modules():
        arrows.setdefault(unit_of(module), set()).update(map(unit_of, imports(module)))
    assert cycles(arrows) == []


def test_a_circle_would_be_found() -> None:
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}) == [["b", "c"]]


def test_a_game_is_imported_by_the_games_and_by_its_brains_alone() -> None:
    """A module with an entry for the table of games is a game; everything else asks the table."""
    games = {module for module in modules() if f"{module}.ENTRY" in named_at_the_top(module)}
    outside = {module for game in games for module in importers(game) if room_of(module)[1] not in ("games", "brains")}
    assert len(games) >= 4
    assert outside == set()


def test_a_game_is_named_by_the_games_and_by_its_brains_alone() -> None:
    """Elsewhere no text of the code holds a game's name; what is told apart by game is told apart by its entry.

    A tree is also a view, a menu and a format: there only what looks up or compares a game must not name it. Chess is
    also the kind of its pieces, which boards of user code have, too.
    """
    names = re.compile(rf"\b({'|'.join(set(GAMES) - {TREE, 'chess'})})\b", re.IGNORECASE)
    found = []
    for module, path in modules().items():
        if room_of(module) in (("plyscope", "games"), ("plyscope", "brains")):
            continue
        nodes = list(ast.walk(tree_of(path)))
        comments = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        holds_tree = any(isinstance(node, ast.Constant) and TREE in str(node.value) for node in nodes)
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in comments:
                if names.search(node.value):
                    found.append(f"{module}, line {node.lineno}: {node.value}")
            elif holds_tree and looks_up_a_game(node) and repr(TREE) in ast.unparse(node):
                found.append(f"{module}, line {node.lineno}: {ast.unparse(node)}")
    assert found == []


def looks_up_a_game(node: ast.AST) -> bool:
    """Whether a comparison, an index or a call that has the name of the tree in it is about a game."""
    if isinstance(node, ast.Compare):
        return any("game" in ast.unparse(side) for side in (node.left, *node.comparators))
    if isinstance(node, ast.Subscript):
        return ast.unparse(node.value) == "GAMES"
    return (
        isinstance(node, ast.Call)
        and ast.unparse(node.func).rpartition(".")[2] in ("read_text", "find_game", "Document", "starting_document")
        and any(isinstance(argument, ast.Constant) and argument.value == TREE for argument in node.args)
    )


def test_only_recording_writes_columns() -> None:
    assert importers("plyscope.recording.recorder.record_columns") == {"plyscope.recording.record"}


def test_the_command_line_is_imported_by_the_command_alone() -> None:
    outside = {module for module in importers("plyscope.cli") if room_of(module)[1] != "cli"}
    assert {room_of(module) for module in outside} <= {("plyscope", "__main__"), ("plyscope_window", "app")}


def test_what_the_tracer_starts_stands_on_its_own() -> None:
    """It runs in the process of the user's program, where but one more module of ours can be imported."""
    target = {module for module in modules() if module.startswith("plyscope.tracer.target")}
    assert {other for module in target for other in imports(module)} <= {*target, "plyscope.operating_system"}


def test_heavy_packages_are_imported_only_where_they_are_used() -> None:
    """The engine starts fast: nothing loads these packages before something is drawn or printed with them."""
    heavy = {"rich", "pygments", "networkx", "graphviz"}
    wrong = []
    for module, path in modules().items():
        for node in tree_of(path).body if module.split(".")[0] == "plyscope" else ():
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            wrong += [f"{module}: {name}" for name in names if name.split(".")[0] in heavy]
    assert [one for one in wrong if not one.startswith("plyscope.cli.tables:")] == []


# Every file


def test_every_package_has_a_map_of_what_is_in_it() -> None:
    """Its docstring names every module and package in it, and nothing that is not there."""
    wrong = []
    for package, path in modules().items():
        if path.name != "__init__.py":
            continue
        described = ast.get_docstring(tree_of(path)) or ""
        named = set(re.findall(r"^([a-z_]+)  +\S", described, re.MULTILINE))
        there = {module.rpartition(".")[2] for module in modules() if module.rpartition(".")[0] == package}
        if named != there:
            wrong.append(f"{package}: missing {sorted(there - named)}, not there {sorted(named - there)}")
    assert wrong == []


def test_every_module_has_a_docstring() -> None:
    assert [module for module, path in modules().items() if not ast.get_docstring(tree_of(path))] == []


def test_tests_stand_at_the_path_of_what_they_test() -> None:
    """plyscope/x/y.py is tested in tests/engine/x/test_y.py; other tests say in a docstring what they are about."""
    wrong = []
    for path in (ROOT / "tests").rglob("test_*.py"):
        side, *room = path.relative_to(ROOT / "tests").parent.parts or ("",)
        package = {"engine": "plyscope", "visualiser": "plyscope_window"}.get(side, "")
        tested = ".".join([package, *room, path.stem.removeprefix("test_")])
        if tested not in modules() and not ast.get_docstring(tree_of(path)):
            wrong.append(str(path.relative_to(ROOT)))
    assert wrong == []


def test_the_top_level_holds_what_it_should() -> None:
    """Beside these only files whose names begin with a dot, and what tools make and git ignores."""
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    if not tracked:
        pytest.skip("not a git checkout")
    there = {line.split("/")[0] for line in tracked.splitlines() if not line.startswith(".")}
    assert there == {
        "LICENSE", "README.md", "benchmarks", "docs", "engine", "pyproject.toml", "samples", "tests", "visualiser",
    }  # fmt: skip
