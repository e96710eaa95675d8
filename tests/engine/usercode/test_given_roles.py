"""Roles that the user gives count before those that are recognised, and are remembered for each function's text."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
from click.testing import CliRunner
from plyscope.audit.verification import verify
from plyscope.cli.commands import command_line
from plyscope.files.trace_file import save_trace
from plyscope.messages import InputError
from plyscope.model.declaration import MAX, MIN, NO_SIDE
from plyscope.model.roles import GIVEN_MAX, NOT_KNOWN, Proposal
from plyscope.tracer.running import debug
from plyscope.tracer.source_text import read_source_file
from plyscope.usercode.given_roles import (
    function_keys,
    function_keys_of_file,
    given_roles,
    remember_roles,
    remembered_roles,
)
from plyscope.usercode.reading import read_as_search
from plyscope.usercode.value_place import open_question

from tests.full_traces import Trace

TEXT = """
TREE = [[[3, 3], [2, 4]], [[3, 3], [3, 1]]]

def search(node, is_max, name=0):
    if not isinstance(node, list):
        return node, name
    found = [search(one, not is_max, -n) for n, one in enumerate(node)]
    return max(found) if is_max else min(found)

def other(node, depth):
    return other(node, depth - 1) if depth else search(node, True)
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYSCOPE_STATE", str(tmp_path / "state"))
    path = tmp_path / "program.py"
    path.write_text(TEXT, encoding="utf-8")
    return path


def roles_in(program: Path, *texts: str) -> dict[str, dict[str, str]]:
    return given_roles(read_source_file(program), texts, {})


def test_names_stand_alone_or_after_a_function(program: Path) -> None:
    assert roles_in(program, "node=board") == {"search": {"node": "board"}, "other": {"node": "board"}}
    assert roles_in(program, "search.node=board", "is_max = side") == {"search": {"node": "board", "is_max": "side"}}
    assert roles_in(program, "search.node=board", "search.name=board") == {"search": {"name": "board"}}
    assert roles_in(program, "search.node=ignore", "search.name=ignore", "search.node=auto") == {
        "search": {"name": "ignore"}
    }
    assert roles_in(program, "search.value=score") == {"search": {"value": "score"}}
    assert roles_in(program, "score=value")["search"] == {"value": "score"}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("board", "NAME=ROLE"),
        ("node=queen", "is no role"),
        ("nood=board", "no function in the file has a parameter nood; there are: node, is_max, name, depth"),
    ],
)
def test_what_cannot_be_meant(program: Path, text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        roles_in(program, text)


@pytest.mark.spread(2)
@pytest.mark.parametrize(("name", "item"), [("0", "[0]"), ("[1]", "[1]"), ("result", ""), ("-1", "[-1]")])
def test_the_value_that_the_user_names(program: Path, name: str, item: str) -> None:
    trace = debug(program, "search(TREE, True)", lines=False)
    found = Proposal.of(read_as_search(trace, {"search": {"value": name}}))
    assert found is not None
    assert found.path("search") == item


def test_roles_that_are_ignored_or_given(program: Path, tmp_path: Path) -> None:
    trace = debug(program, "search(TREE, True)", lines=False)
    assert Proposal.of(read_as_search(trace, {"search": {"is_max": "ignore"}})) is None, "then nothing has sides"
    unknown = read_as_search(trace)
    verify(unknown)
    assert (proposal := Proposal.of(unknown)) is not None
    assert (proposal.item, unknown.value, unknown.best_move) == (NOT_KNOWN, None, None)
    said = read_as_search(trace, {"search": {"value": "0", "name": "move"}})
    verify(said)
    assert said.value == 3.0
    save_trace(said, tmp_path / "said.plytrace")
    opened = Proposal.of(Trace.open(tmp_path / "said.plytrace"))
    assert opened == Proposal.of(said)
    assert opened is not None
    assert opened.given == {"search": {"value": "0", "name": "move"}}


def test_a_move_that_the_user_names_stands_at_the_edge(program: Path) -> None:
    text = TEXT.replace("TREE = [", "TREE = [7, ")
    program.write_text(text, encoding="utf-8")
    trace = read_as_search(debug(program, "search(TREE[1:], True, 'root')", lines=False), {"search": {"name": "move"}})
    given = [trace.move_text(frame) for frame in trace.children(0)]
    assert given in (["0", "-1"], ["1", "2"]), "as they were given, or those of the tree that it searches"


def test_they_are_remembered_for_the_text_of_a_function(program: Path) -> None:
    keys = function_keys_of_file(read_source_file(program))
    remember_roles(keys, {"search": {"node": "board", "gone": "queen"}, "other": {"value": "0"}})
    assert remembered_roles(keys) == {"search": {"node": "board"}, "other": {"value": "0"}}
    moved = program.with_name("else.py")
    moved.write_text("import sys\n\nclass Elsewhere:\n" + indent(TEXT.replace("depth - 1", "depth - 2"), "    "))
    assert remembered_roles(function_keys_of_file(read_source_file(moved))) == {"Elsewhere.search": {"node": "board"}}
    remember_roles(keys, {})
    assert remembered_roles(keys) == {}


def test_the_functions_of_a_recording_are_those_of_the_file(program: Path) -> None:
    program.write_text("from functools import cache\n@cache\ndef f(n):\n    return n and f(n - 1)\n" + TEXT)
    keys = function_keys_of_file(read_source_file(program))
    assert function_keys(debug(program, "f(2)", lines=False)) == keys


@pytest.mark.parametrize("content", ["", "[1]", '{"KEY": [1]}', '{"KEY": 7}', "[" * 3000])
def test_a_memory_that_is_damaged_is_none(program: Path, tmp_path: Path, content: str) -> None:
    keys = function_keys_of_file(read_source_file(program))
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "roles.json").write_text(content.replace("KEY", keys["search"]), encoding="utf-8")
    assert remembered_roles(keys) == {}
    remember_roles(keys, {"search": {"node": "board"}})
    assert remembered_roles(keys) == {"search": {"node": "board"}}


def facts(program: Path, *options: str) -> dict[str, Any]:
    found = CliRunner().invoke(command_line, ["debug", str(program), "search(TREE, True)", "--json", *options])
    assert found.exit_code == 0, found.output
    made: dict[str, Any] = json.loads(found.stdout)
    return made


def test_the_command_line_says_what_is_missing_and_takes_it(program: Path) -> None:
    found = facts(program, "--check")
    assert (found["value"], found["value_part"], found["readings"]) == (None, None, ["[0]", "[1]"])
    assert found["missing"] == ("the value is not known: [0] and [1] fit; say which it is, as in --role value=[0]")
    found = facts(program, "--role", "value=0")
    assert (found["value"], found["value_part"], found["missing"]) == (3.0, "[0]", None)
    assert facts(program)["given"] == {"search": {"value": "0"}, "other": {"value": "0"}}, "remembered"
    assert facts(program, "--role", "value=auto")["given"] == {}


def test_proposals_of_older_files_are_read(program: Path) -> None:
    trace = read_as_search(debug(program, "search(TREE, True)", lines=False))
    written = dict(Proposal().written)
    for name in ("items", "readings", "given"):
        del written[name]
    for item, path in ((-1, ""), (1, "[1]")):
        user_code = replace(trace.user_code, proposal={**written, "item": item, "max_plies": 0})
        found = Proposal.read(user_code)
        assert found is not None
        assert (found.item, found.readings, found.max_plies) == (path, (), 0)
    assert Proposal.read(replace(trace.user_code, proposal={**written, "item": 0.5})) is None


def test_the_side_that_means_max_can_be_said(tmp_path: Path) -> None:
    path = tmp_path / "turns.py"
    path.write_text(
        "def go(n, who):\n"
        "    if n == 0:\n"
        "        return 0\n"
        "    return max(go(n - 1, 'b' if who == 'a' else 'a'), go(n - 1, 'b' if who == 'a' else 'a'))\n",
        encoding="utf-8",
    )
    recorded = debug(path, "go(2, 'a')", lines=False)
    for said in ("a", "b"):
        proposal = Proposal.read(read_as_search(recorded, {"go": {"who": "side", "max": said}}).user_code)
        assert proposal is not None
        assert proposal.max_texts == (repr(said),)


@pytest.mark.parametrize("own", ["me", "ME.own"])
def test_which_side_is_max_is_asked_where_all_values_are_equal(tmp_path: Path, own: str) -> None:
    path = tmp_path / "me.py"
    path.write_text(
        "class ME:\n"
        "    own = 2\n"
        "def search(heap, player, me=2):\n"
        "    if heap == 0:\n"
        "        return 0\n"
        "    values = [search(heap - take, 3 - player) for take in (1, 2) if take <= heap]\n"
        f"    return max(values) if player == {own} else min(values)\n",
        encoding="utf-8",
    )
    recorded = debug(path, "search(4, 2)", lines=False)
    asked = read_as_search(recorded)
    proposal = Proposal.of(asked)
    assert proposal is not None
    assert (proposal.asked, proposal.readings, proposal.has_sides) == (GIVEN_MAX, ("1", "2"), False)
    assert set(asked.column("kind").tolist()) == {NO_SIDE}
    assert "--role max=1" in str(open_question(asked))
    said = read_as_search(recorded, {"search": {GIVEN_MAX: "2"}})
    assert open_question(said) is None
    assert said.column("kind")[:2].tolist() == [MAX, MIN]
