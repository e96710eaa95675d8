"""Options fit together or are refused, each by its name."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope.files.sources import load
from plyscope.messages import InputError, OptionError
from plyscope.model.plan import Plan
from plyscope.model.shuffle import shuffled
from plyscope.recording.plan import ALGORITHMS, plan
from plyscope.search.binding import run_text
from plyscope.search.ordering import ORDERS

from tests.full_traces import record
from tests.trees import NOISY


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"algorithm": "magic"}, "magic is not an algorithm; the algorithms are alphabeta"),
        ({"algorithm": "minimax", "cut": ">="}, "minimax does not read the option cut"),
        ({"algorithm": "maxmin", "fail": "soft"}, "maxmin does not read the option fail"),
        ({"cut": "=>"}, "cut is one of >= >, not =>"),
        ({"fail": "medium"}, "fail is one of soft hard, not medium"),
        ({"order": "best-first"}, "order is one of given center reverse random best"),
        ({"depth": -1}, "a depth is a whole number from 0 to 65535, not -1"),
        ({"depth": 70_000}, "not 70000"),
        ({"depth": 2.5}, "not 2.5"),
        ({"depth": True}, "not True"),
        ({"seed": 1}, "the seed is only read when the order is random"),
        (
            {"order": "random", "seed": "x"},
            "a seed is a whole number from -9223372036854775807 to 9223372036854775807, not x",
        ),
        ({"order": "random", "seed": 2**63}, "a seed is a whole number"),
        ({"weights": {"centre": 1}}, "weights are only read by the scoring linear"),
        ({"score": "magic"}, "magic is not a scoring; the scorings of tictactoe are"),
    ],
)
def test_wrong_options_are_refused_by_name(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(OptionError) as error:
        record("tictactoe:XO./.../...", **options)
    assert complaint in str(error.value)


def test_a_tree_is_not_searched_to_where_nodes_have_no_number() -> None:
    for source, options in (
        ("tree:[[1,2],3]", {"depth": 1}),
        ("tree:[[1,2],3]", {"depth": 0}),
        ("tree:[[1,2],3]", {"order": "best"}),
        ('tree:{"value":1,"children":[[1,2],3]}', {"order": "best"}),
    ):
        with pytest.raises(InputError, match=r"the node root.* has no value of its own"):
            record(source, **options)  # type: ignore[arg-type]
    assert record('tree:[{"value":4,"children":[1,2]},3]', depth=1).value == 4
    assert record("tree:[[1,2],3]", depth=2).value == 3


def test_unmentioned_options_have_their_defaults() -> None:
    trace = record("tictactoe:XO./.../...")
    assert trace.search.name == "alphabeta"
    assert trace.options == {"depth": None, "order": "given", "score": "result", "cut": ">=", "fail": "soft"}
    assert record("tictactoe:XO./.../...", order="random").options["seed"] == 0


def run_unrecorded(ready: Plan) -> Any:
    """What the search's function returns when nothing of it is recorded."""
    scope = run_text(ready.search.text(ready.options), ready.search.file, ready.names_of_run)
    return scope[ready.root](list(ready.arguments[0]), *ready.arguments[1:])


def test_the_recorder_changes_nothing_in_what_a_search_returns() -> None:
    for name in ALGORITHMS:
        game = getattr(ALGORITHMS[name], "game", "tree" if ALGORITHMS[name].stands_pat else "tictactoe")
        sources = {"tree": NOISY, "tictactoe": "tictactoe:XO./.../...", "connectfour": "connectfour:3,3,3 1"}
        position = load(sources.get(game, "hexline:..."))
        ready, trace = plan(position, {"algorithm": name}), record(position, name)
        answer = run_unrecorded(ready)
        assert (answer[0] if isinstance(answer, tuple) else answer) in (trace.value, -(trace.value or 0))
        assert run_unrecorded(ready) == answer, "a run leaves the plan as it was"


def test_orders_are_what_they_are_called() -> None:
    def first_moves(order: str, source: str = "connectfour:", **options: Any) -> list[str]:
        trace = record(source, "minimax", depth=1, order=order, **options)
        return [move for move, *_ in trace.root_moves]

    assert set(ORDERS) == {"given", "center", "reverse", "random", "best", "killer", "history"}
    assert first_moves("given") == list("1234567")
    assert first_moves("reverse") == list("7654321")
    assert first_moves("center") == list("4352617")
    assert first_moves("best", "tictactoe:", score="lines")[:5] == ["b2", "a3", "c3", "a1", "c1"]
    assert first_moves("best", "tictactoe:.../.X./...", score="lines")[0] in ("a1", "a3", "c1", "c3"), "small for MIN"
    assert first_moves("random", seed=1) == first_moves("random", seed=1)
    assert len({tuple(first_moves("random", seed=seed)) for seed in range(20)}) > 15


def test_a_shuffle_is_fair() -> None:
    """Every item is first about equally often; the bounds are five standard deviations."""
    firsts = [shuffled(range(7), seed, [1, 2, 3])[0] for seed in range(7000)]
    for item in range(7):
        assert abs(firsts.count(item) - 1000) < 5 * (7000 * 6 / 49) ** 0.5
    assert sorted(shuffled(range(50), 3, [0])) == list(range(50))
    assert shuffled(range(50), 3, [0]) != shuffled(range(50), 3, [1])


def test_the_same_seed_shuffles_alike_on_every_machine() -> None:
    assert shuffled(range(8), 42, [1, 0, 2]) == [1, 3, 5, 0, 4, 7, 2, 6]
