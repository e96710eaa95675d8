"""Games and searches from outside: loaded from files and entry points, refused with a reason, missed by name."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import plyscope
import pytest
from plyscope import plugins
from plyscope.audit.verification import check, verify
from plyscope.brains import BRAINS
from plyscope.cli.commands import command_line
from plyscope.cli.running import run
from plyscope.files.opening import open_trace
from plyscope.files.trace_file import save_trace
from plyscope.games import GAMES
from plyscope.search import SEARCHES

from tests import full_traces, places

NIM = places.NIM / "nim_for_plyscope" / "nim.py"
COUNTDOWN = """
from plyscope.games.entry import GameEntry
from plyscope.games.tictactoe import ENTRY
from dataclasses import replace
from plyscope.messages import Message

{entry}
"""


@pytest.fixture(autouse=True)
def tables(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test loads is gone after it."""
    before = [dict(table) for table in (GAMES, SEARCHES, BRAINS)]
    monkeypatch.setattr(plugins, "_plugins", dict(plugins._plugins))
    yield
    for table, kept in zip((GAMES, SEARCHES, BRAINS), before, strict=True):
        table.clear()
        table.update(kept)


@pytest.fixture
def without_nim() -> None:
    del GAMES["nim"]


def problem(path: Path) -> str:
    plugins.load([path])
    return str(plugins.loaded()[-1].problem)


def test_installed_plug_ins_are_in_the_tables() -> None:
    by_source = {plugin.source: plugin for plugin in plugins.loaded()}
    assert by_source["nim-for-plyscope: nim"].games == ("nim",)
    assert by_source["nim-for-plyscope: aima"].searches == ("aima",)
    assert plugins.loaded_paths() == []


def test_installed_plug_ins_are_looked_for_or_named(without_nim: None, monkeypatch: pytest.MonkeyPatch) -> None:
    found = plugins.installed_plugins()
    assert found is not None
    for named, is_there in (((), False), (found, True)):
        monkeypatch.setattr(plugins, "_installed", None)
        plugins.load(installed=named)
        assert plugins.installed_plugins() == named
        assert ("nim" in GAMES) == is_there


def test_a_file_adds_its_games_once(without_nim: None) -> None:
    plugins.load([NIM])
    plugins.load([str(NIM)])
    assert plugins.loaded_paths() == [str(NIM)]
    assert plyscope.load("nim:1,2 b").moves() == ["1:1", "2:1", "2:2"]


def test_a_file_names_the_text_of_its_search_beside_itself(tmp_path: Path) -> None:
    text = (NIM.parent / "aima.py").read_text(encoding="utf-8")
    (tmp_path / "text.py").write_text(text, encoding="utf-8")
    declaration = (NIM.parent / "__init__.py").read_text(encoding="utf-8")
    declaration = declaration.replace('f"{__name__}:aima.py"', '"text.py"').replace('"aima",', '"two-functions",')
    (tmp_path / "mine.py").write_text(declaration, encoding="utf-8")
    plugins.load([tmp_path / "mine.py"])
    trace = full_traces.record("sample:nine-leaves", "two-functions")
    assert trace.text == text
    assert trace.value == full_traces.record("sample:nine-leaves").value
    verify(trace)


NEGAMAX = """
from math import inf
from plyscope.search.names import is_over, moves, play, score, undo

def walk(s, depth, side):
    if is_over(s) or depth == 0:
        return side * score(s, depth)
    best = -inf
    for move in moves(s):
        play(s, move)
        best = max(best, -walk(s, depth - 1, -side))
        undo(s, move)
    return best
"""
DECLARATION = """
from plyscope.messages import Message
from plyscope.model.declaration import Calls, Search, Value, Windows
from plyscope.search import EVERY_SEARCH_READS

WALK = Search(
    "walk", "text.py", (Calls("walk", side="side", value=Value.NEGATED),), Message("no window"), EVERY_SEARCH_READS
)
"""


def test_a_search_that_negates_needs_no_window(tmp_path: Path) -> None:
    (tmp_path / "text.py").write_text(NEGAMAX, encoding="utf-8")
    (tmp_path / "walk.py").write_text(DECLARATION, encoding="utf-8")
    plugins.load([tmp_path / "walk.py"])
    trace, full = (full_traces.record("tictactoe:XO./X../..O", name) for name in ("walk", "minimax"))
    verify(trace)
    assert trace.column("value").tolist() == full.column("value").tolist()


@pytest.mark.parametrize(
    ("declared", "instead", "reason"),
    [
        ('Calls("walk"', 'Calls("run"', "text.py has no function run"),
        ('side="side", ', "", "walk declares neither a side nor the parameter that says it"),
        ('side="side"', 'side="maximizing"', "walk has no parameter maximizing"),
        ("EVERY_SEARCH_READS\n)", "EVERY_SEARCH_READS, Windows.WHOLE\n)", "walk has no parameter alpha"),
        ('side="side", ', 'side="side", best="value", ', "walk has no variable value"),
        ('side="side", ', 'side="side", best_move="action", ', "walk has no variable action"),
    ],
)
def test_a_declaration_that_the_text_contradicts_is_refused(
    tmp_path: Path, declared: str, instead: str, reason: str
) -> None:
    assert declared in DECLARATION
    (tmp_path / "text.py").write_text(NEGAMAX, encoding="utf-8")
    (tmp_path / "walk.py").write_text(DECLARATION.replace(declared, instead), encoding="utf-8")
    assert reason in problem(tmp_path / "walk.py")


CHOOSING = """
from math import inf
from plyscope.search.names import is_over, moves, play, score, undo

def walk(s, depth, maximizing):
    if is_over(s) or depth == 0:
        return score(s, depth), None
    best, action = -inf if maximizing else inf, None
    for move in moves(s):
        play(s, move)
        value, _ = walk(s, depth - 1, not maximizing)
        undo(s, move)
        if value > best if maximizing else value < best:
            best, action = value, move
    return best, action
"""


def record_choosing(folder: Path, returned: str) -> plyscope.Trace:
    """A recording of a search that returns this instead of its best value and move."""
    (folder / "text.py").write_text(CHOOSING.replace("return best, action", f"return {returned}"), encoding="utf-8")
    declared = DECLARATION.replace(
        'side="side", value=Value.NEGATED', 'side="maximizing", value=Value.FIRST_ITEM, best_move="action"'
    )
    (folder / "walk.py").write_text(declared, encoding="utf-8")
    plugins.load([folder / "walk.py"])
    return full_traces.record("tree:[[3,12],[9,4]]", "walk")


def test_a_search_that_returns_its_best_move_is_recorded(tmp_path: Path) -> None:
    trace = record_choosing(tmp_path, "best, action")
    verify(trace)
    assert (trace.value, trace.best_move) == (4, "2")


@pytest.mark.parametrize(
    ("returned", "reason"),
    [
        ("best, 1 if action == 2 else action", "walk returns 1 as the best move, with the value 4; .* is 3"),
        ("best, 99", "walk returns 99 as the best move, which it has not tried"),
        ("best, 'left'", "walk returns left as the best move, which it has not tried"),
        ("best, None", "walk returns no move, but 2 is best"),
        ("None, action", "walk returns, or takes as a depth, something that is not a number"),
    ],
)  # fmt: skip
def test_a_search_that_returns_a_wrong_best_move_is_refused(tmp_path: Path, returned: str, reason: str) -> None:
    with pytest.raises(plyscope.InputError, match=reason):
        record_choosing(tmp_path, returned)


def test_a_search_with_a_parameter_of_its_own_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.py").write_text(NEGAMAX.replace("depth, side", "depth, side, best"), encoding="utf-8")
    (tmp_path / "walk.py").write_text(DECLARATION, encoding="utf-8")
    assert "walk is called with s depth alpha beta maximizing side, and not with best" in problem(tmp_path / "walk.py")


@pytest.mark.parametrize("end", ["raise ValueError('too far')", "raise SystemExit('too far')"])
def test_a_plug_in_that_raises_is_named_in_one_line(
    tmp_path: Path, end: str, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = NEGAMAX.replace("    return best", f"    {end}\n    return best")
    (tmp_path / "text.py").write_text(wrong, encoding="utf-8")
    (tmp_path / "walk.py").write_text(DECLARATION, encoding="utf-8")
    place = wrong[: wrong.index(end)].count("\n") + 1
    command = ["--plugin", str(tmp_path / "walk.py"), "solve", "tree:[[3,12],[9,4]]", "--algorithm", "walk"]
    assert run(command_line, command) == 1
    kind = end.split()[1].partition("(")[0]
    assert capsys.readouterr().err == f"plyscope: text.py, line {place}: {kind}: too far\n"


def test_what_plyscope_raises_is_no_fault_of_a_plug_in() -> None:
    with pytest.raises(ValueError, match="invalid") as caught:
        plyscope.load("tree:[1,2]").game.rules.longest(int("x"))
    assert plugins.fault(caught.value) is None


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("x = (", "SyntaxError"),
        ("import not_there_at_all", "ModuleNotFoundError: No module named 'not_there_at_all'"),
        ("raise SystemExit('no')", "SystemExit: no"),
        ("x = 1", "neither a GameEntry nor a Search"),
        (COUNTDOWN.format(entry="MINE = replace(ENTRY, title=Message('Mine'))"), "the name tictactoe is taken"),
        (COUNTDOWN.format(entry="MINE = replace(ENTRY, name='Mine!')"), "Mine! is not a name"),
        (COUNTDOWN.format(entry="MINE = replace(ENTRY, name='mine')"), "calls itself tictactoe, not mine"),
    ],
)
def test_a_plug_in_that_fails_says_why_and_stops_nothing(tmp_path: Path, content: str, reason: str) -> None:
    before = list(GAMES)
    path = tmp_path / "mine.py"
    path.write_text(content, encoding="utf-8")
    assert reason in problem(path)
    assert list(GAMES) == before
    assert "FileNotFoundError" in problem(tmp_path / "none.py")


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (("1 if s[TURN] == 2 else -1", "None"), "outcome gives None for [10, "),
        (("s[SUM] == 10", "None"), "is_over gives None for [0, 1]"),
        (("10 - s[SUM]\n\n\nRULES", "'long'\n\n\nRULES"), "longest gives 'long' for [0, 1]"),
        (("yield number", "yield"), "moves gives [None, None, None] for [0, 1]"),
        (("yield number", "pass"), "moves gives None for [0, 1]"),
        (("range(1, ", "range(5, "), "moves gives [] for [0, 1]"),
    ],
)
def test_a_game_that_gives_something_else_than_is_asked_of_it_is_refused(
    tmp_path: Path, wrong: tuple[str, str], reason: str
) -> None:
    recipes = (places.ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
    race = next(code for code in re.findall(r"```python\n(.*?)```", recipes, re.DOTALL) if "race to ten" in code)
    assert wrong[0] in race
    path = tmp_path / "race.py"
    path.write_text(race.replace(*wrong), encoding="utf-8")
    assert reason in problem(path)
    assert "race" not in GAMES


def test_an_imported_entry_is_not_added_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("from plyscope.games.tictactoe import ENTRY", encoding="utf-8")
    assert "neither" in problem(path)


def test_the_command_line_loads_a_file_and_complains_of_one(
    without_nim: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("1 / 0", encoding="utf-8")
    assert run(command_line, ["--plugin", str(NIM), "--plugin", str(broken), "solve", "nim:1,2,3"]) == 0
    printed = capsys.readouterr()
    assert "1:1" in printed.out
    assert "broken.py is not used: ZeroDivisionError: division by zero" in printed.err
    run(command_line, ["games"])
    assert "heaps of objects" in capsys.readouterr().out


def test_data_cannot_name_a_plug_in(without_nim: None, tmp_path: Path) -> None:
    path = tmp_path / "position.toml"
    path.write_text(f'game = "nim"\nposition = "1,2"\nplugin = "{NIM}"\n', encoding="utf-8")
    with pytest.raises(plyscope.InputError, match="plugin is not a key"):
        plyscope.load(path)


def test_a_recording_opens_without_its_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "nim.plytrace"
    trace = full_traces.record("nim:1,2,3 b", "alphabeta", cut=">")
    save_trace(trace, path)
    there = open_trace(path)
    verify(there)
    assert there.signature == trace.signature
    del GAMES["nim"]
    bare = open_trace(path)
    check(bare)
    assert [str(warning) for warning in bare.position.warnings] == [
        "the game nim is not loaded, so there are no boards; load its plug-in with --plugin"
    ]
    assert bare.position.board().shape == "node"
    assert (len(bare), bare.value, bare.pruned, bare.cutoffs) == (len(trace), trace.value, trace.pruned, trace.cutoffs)
    with pytest.raises(plyscope.InputError, match="the game nim is not loaded"):
        verify(bare)
    for suffix in ("svg", "json", "html"):
        full_traces.export(bare, tmp_path / f"bare.{suffix}")
    assert run(command_line, ["stats", str(path)]) == 0
    assert "the game nim is not loaded" in capsys.readouterr().err


def test_a_call_without_a_move_has_none_where_the_game_is_not_loaded(tmp_path: Path) -> None:
    path = tmp_path / "rounds.plytrace"
    trace = full_traces.record("nim:1,2 b", "mtdf")
    save_trace(trace, path)
    del GAMES["nim"]
    bare = open_trace(path)
    assert (bare.column("move") < 0).tolist() == (trace.column("move") < 0).tolist()
    assert sum(move < 0 for move in bare.moves) > 1
    assert not any("-" in text for text in bare.path(len(bare) - 1))


def test_a_recording_of_a_missing_search_names_it(tmp_path: Path) -> None:
    path = tmp_path / "aima.plytrace"
    save_trace(full_traces.record("sample:nine-leaves", "aima"), path)
    assert open_trace(path).text.startswith('"""Alpha-beta as Russell')
    del SEARCHES["aima"]
    with pytest.raises(plyscope.InputError, match="aima, which is not a known algorithm; if a plug-in has it"):
        open_trace(path)


def test_an_installed_package_is_found_by_another_process() -> None:
    script = "import plyscope; print(plyscope.load('nim:').moves()[:2], plyscope.record('nim:1,2', 'aima').value)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[0] == "['1:1', '2:1'] 1.0"
