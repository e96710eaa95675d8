"""Programs in ten styles, traced without changing them: the right number of calls, the right result.

The oracle is the plain run of the same file under a counter of `sys.setprofile`, which shares no code with Plyscope.
"""

from __future__ import annotations

import gc
import importlib
import runpy
import sys
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any

import pytest
from plyscope.audit.verification import verify
from plyscope.cli.debug import debug_facts
from plyscope.tracer.running import debug
from plyscope.tracer.target.snapshots import keep, text_of
from plyscope.usercode.findings import findings
from plyscope.usercode.reading import with_proposal
from plyscope.usercode.reference_check import compare_with_reference
from plyscope.usercode.role_recognition import recognise

from tests import full_traces

HERE = Path(__file__).parent

PROGRAMS = [
    ("global_board", "mini_max('X')", {"mini_max"}),
    ("player_class", "Player().negamax(Nim(3, 2, 1))", {"negamax"}),
    ("player_class", "Player.depth(Nim(3, 2))", {"depth"}),
    ("nested_functions", "paths(['....', '.#..', '....'])", {"walk"}),
    ("generators_inside", "list(partitions(7))", {"partitions"}),
    ("generators_inside", "first(6)", {"partitions"}),
    ("default_arguments", "change(27, most=4)", {"change"}),
    ("early_returns", "solve('1.......3.......')", {"solve"}),
    ("by_map", "flatten([1, [2, [3, 4]], [], [[5]]])", {"flatten"}),
    ("by_map", "scaled(2, [1, [2, [3, 4]]])", {"scaled"}),
    ("by_map", "total([1, [2, [3, 4]]])", {"total"}),
    ("by_map", "depth([1, [2, [3, 4]]])", {"<lambda>"}),
    ("decorated", "ackermann(2, 3)", {"ackermann"}),
    ("type_hinted", "alpha_beta(build(3))", {"alpha_beta", "build"}),
    ("even_odd", "is_even(9)", {"is_even", "is_odd"}),
    ("suspended", "same_leaves([1, [2, 3]], [[1, 2], 3])", {"leaves"}),
    ("suspended", "first_beginning_with('abc', 'b')", {"orders"}),
    ("suspended", "sent()", {"answers"}),
    ("suspended", "ways(4)", {"ways", "below"}),
    ("held", "evaluate(['+', 1, ['*', 2, ['neg', 3]]])", {"evaluate", "add", "mul", "<lambda>"}),
    ("held", "step(6)", {"go"}),
    ("held", "Walker().walk(1, 4)", {"walk"}),
    ("held", "quick(6)", {"plain"}),
    ("held", "climb(5)", {"climb"}),
    ("held", "size([1, [2, {'a': [3]}]])", {"size", "_"}),
    ("held", "Depth().of([1, [2, []]])", {"of", "_"}),
    ("inherited", "Search().minimax([[1, 2], [3, [4, 5]]])", {"minimax"}),
    ("inherited", "Saving().minimax([[1, 2], [1, 2], [3, [4, 5]]])", {"minimax"}),
    ("inherited", "Node(2).above", {"__init__"}),
    ("inherited", "len(ROOT)", {"__len__"}),
    ("inherited", "[*ROOT] and None", {"__iter__"}),
    ("inherited", "ROOT(str)", {"__call__"}),
    ("inherited", "ROOT[0, 1].below", {"__getitem__"}),
    ("inherited", "0 in ROOT", {"__contains__"}),
    ("inherited", "Thing(3).n", {"__call__"}),
    ("inherited", "Private().go(4)", {"__go"}),
    ("redefined", "f(3)", {"f"}),
    ("redefined", "g(3)", {"g"}),
    ("redefined", "k(5)", {"k"}),
    ("awaiting", "run([1, [2, [3]], 4])", {"total"}),
    ("awaiting", "run_together([1, [2, [3]], 4])", {"together"}),
]


def plain_run(path: Path, call: str, names: set[str]) -> tuple[str, int]:
    """The result, and how often functions of these names were entered; a generator is entered once."""
    scope = runpy.run_path(str(path), run_name="theirs")
    count = 0
    entered: set[int] = set()
    kept: list[FrameType] = []

    def look(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        is_theirs = frame.f_code.co_name in names and frame.f_code.co_filename == str(path)
        if event == "call" and is_theirs and id(frame) not in entered:  # a generator comes by each time it goes on
            entered.add(id(frame))
            kept.append(frame)
            count += 1

    sys.setprofile(look)
    try:
        result = eval(call, scope)
    finally:
        sys.setprofile(None)
    return text_of(keep(result)), count


@pytest.mark.spread(15)
@pytest.mark.parametrize(("name", "call", "names"), PROGRAMS, ids=lambda value: value if isinstance(value, str) else "")
@pytest.mark.parametrize("lines", [False, True], ids=["calls", "lines"])
def test_programs_in_other_styles(name: str, call: str, names: set[str], lines: bool) -> None:
    path = HERE / f"{name}.py"
    text = path.read_bytes()
    trace = debug(path, call, lines=lines)
    result, count = plain_run(path, call, names)
    facts = debug_facts(trace, None)
    assert (facts["result"], facts["calls"], facts["complete"]) == (result, count, True)
    assert path.read_bytes() == text
    verify(trace)
    proposal = recognise(trace)
    if proposal is not None:
        verify(with_proposal(trace, proposal))


@pytest.fixture(scope="module")
def only_new_objects() -> None:
    """The garbage collector lists the objects that these tests make, and not those that were there before."""
    gc.collect()
    gc.freeze()


@pytest.mark.spread(15, 5)
@pytest.mark.parametrize(("name", "call", "names"), PROGRAMS, ids=lambda value: value if isinstance(value, str) else "")
@pytest.mark.parametrize("lines", [False, True], ids=["calls", "lines"])
def test_the_same_in_this_process(
    name: str, call: str, names: set[str], lines: bool, monkeypatch: pytest.MonkeyPatch, only_new_objects: None
) -> None:
    monkeypatch.syspath_prepend(HERE)
    monkeypatch.delitem(sys.modules, name, raising=False)
    module = importlib.import_module(name)
    functions = [(one, one.__code__) for one in gc.get_objects() if type(one) is FunctionType]
    before = {key: one for key, one in vars(module).items() if callable(one)}
    others = sys.gettrace(), sys.stdout, sys.getrecursionlimit()
    methods = [one for key, one in vars(getattr(module, "Node", object)).items() if key in names]
    with full_traces.watch(methods if "ROOT" in call else module, lines=lines) as watched:
        result = eval(call, vars(module))
    assert {key: one for key, one in vars(module).items() if callable(one)} == before
    assert (sys.gettrace(), sys.stdout, sys.getrecursionlimit()) == others
    assert all(one.__code__ is code for one, code in functions)
    expected, count = plain_run(HERE / f"{name}.py", call, names)
    trace = watched.trace
    assert (text_of(keep(result)), trace.user_code.calls, trace.complete) == (expected, count, True)
    verify(trace)


def test_with_a_cache() -> None:
    """Every distinct call is worked out once, and each of the others is a saved one."""
    trace = debug(HERE / "with_cache.py", "distance('kitten', 'sitting')")
    user_code = trace.user_code
    assert user_code.ended.text == "3"
    scope = runpy.run_path(str(HERE / "with_cache.py"))
    scope["distance"]("kitten", "sitting")
    info = scope["distance"].cache_info()
    assert (len(trace), len(user_code.tables.saved), user_code.distinct) == (
        info.hits + info.misses,
        info.hits,
        info.misses,
    )


def test_arguments_are_bound_by_name() -> None:
    user_code = debug(HERE / "default_arguments.py", "change(3, most=2)").user_code
    assert user_code.arguments(0) | {"trace": ""} == {
        "amount": "3", "coins": "(50, 20, 10, 5, 2, 1)", "used": "None", "most": "2", "trace": "",
    }  # fmt: skip


def test_suspended_calls_have_their_own_results() -> None:
    """Though they come to their end in the order in which they were begun, and some never do."""
    user_code = debug(HERE / "awaiting.py", "run_together([1, [2, [3]], 4])").user_code
    results = {user_code.label(frame): user_code.result(frame) for frame in range(7)}
    assert results == {f"together({tree})": str(total) for tree, total in TOTALS.items()}
    trace = debug(HERE / "suspended.py", "first_beginning_with('abc', 'b')")
    assert trace.user_code.result(0) == "it yields 'abc', 'acb', 'bac'; it is closed"
    assert trace.complete


TOTALS = {"[1, [2, [3]], 4]": 10, "1": 1, "[2, [3]]": 5, "2": 2, "[3]": 3, "3": 3, "4": 4}


@pytest.mark.parametrize("lines", [False, True])
def test_a_board_outside_of_all_functions(lines: bool) -> None:
    """It is kept with every call, so that the search stands on its game."""
    trace = debug(HERE / "global_board.py", "mini_max('X')", lines=lines)
    user_code = trace.user_code
    assert user_code.arguments(1) == {"player": "'O'", "board": "['X', 'X', 'O', 'X', 'O', '.', '.', '.', '.']"}
    assert user_code.label(1).startswith("mini_max('O', board=['X', 'X'")
    proposal = recognise(trace)
    assert proposal is not None
    known = with_proposal(trace, proposal)
    verify(known)
    assert (known.position.game.name, known.position.text) == ("tictactoe", "X.O/XO./... x")
    assert [found for found in findings(known) if found.kind != "remark"] == []
    assert (compare_with_reference(known)["same_value"], compare_with_reference(known)["first_divergence"]) == (
        True,
        None,
    )


def test_a_search_in_another_wording() -> None:
    trace = debug(HERE / "type_hinted.py", "alpha_beta(build(3))", functions=["alpha_beta"])
    proposal = recognise(trace)
    assert proposal is not None
    assert proposal.roles["alpha_beta"] == {"alpha": "alpha", "beta": "beta", "maximize": "side"}
    known = with_proposal(trace, proposal)
    assert known.value == trace.value
    assert known.options == {"windows": "whole", "cut": ">="}
    assert known.cutoffs > 0


@pytest.mark.spread(4)
@pytest.mark.parametrize(
    ("call", "roles"),
    [
        ("negamax(list('XO  X   O'), 'X', -9, 9)", {"alpha": "alpha", "beta": "beta", "player": "side"}),
        ("principal(list('XO  X   O'), -9, 9, 1)", {"alpha": "alpha", "beta": "beta", "color": "side"}),
        ("minimax(list('XO  X   O'), 9, 0, True)", {"depth": "depth", "is_max": "side"}),
        ("search(list('XO  X   O'), 'X')", {"alpha": "alpha", "beta": "beta", "me": "side"}),
        ("best(list('XO  X   O'), 'X')", {"player": "side"}),
    ],
)
def test_correct_searches_have_no_bugs(call: str, roles: dict[str, str]) -> None:
    trace = debug(HERE / "searches.py", call, lines=False)
    proposal = recognise(trace)
    assert proposal is not None
    assert proposal.roles[call.partition("(")[0]] == roles | {"board": "board"}
    known = with_proposal(trace, proposal)
    verify(known)
    assert (known.position.game.name, known.position.text) == ("tictactoe", "XO./.X./..O x")
    assert [found for found in findings(known) if found.kind != "remark"] == []
    facts = compare_with_reference(known)
    assert (facts["same_value"], facts["same_move"]) == (True, True)
