"""Conditions against plain Python over the same frames."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from plyscope.files.sources import load
from plyscope.messages import InputError
from plyscope.model.conditions import parse

from tests.examples import texts
from tests.full_traces import Trace, record

TRACE = record("tictactoe:X../.O./...", "alphabeta")
PROBED = record("tictactoe:X../.O./..X", "pvs")
SHORT = record("tictactoe:X../.O./...", limit=50)

CASES: list[tuple[str, Callable[[Trace, int], bool]]] = [
    ("ply >= 3", lambda t, f: t.plies[f] >= 3),
    ("cutoff and ply >= 3", lambda t, f: t.is_cutoff(f) and t.plies[f] >= 3),
    ("value > alpha", lambda t, f: t.values[f] > t.alphas[f]),
    ("value ≥ β or not leaf", lambda t, f: t.values[f] >= t.betas[f] or t.statuses[f] not in (1, 2)),
    ("MAX", lambda t, f: t.kinds[f] == 1),
    ("not MIN and inner", lambda t, f: t.kinds[f] == 1 and t.statuses[f] == 0),
    ("beta - alpha <= 1", lambda t, f: t.betas[f] - t.alphas[f] <= 1),
    ("alpha == -inf", lambda t, f: t.alphas[f] == float("-inf")),
    ("α = -∞", lambda t, f: t.alphas[f] == float("-inf")),
    ("size > 10 and pruned != 0", lambda t, f: t.sizes[f] > 10 and t.skips[f] != 0),
    ("frame == 7", lambda t, f: f == 7),
    ('move == "b1"', lambda t, f: t.move_text(f) == "b1"),
    ("'b1' != move", lambda t, f: t.move_text(f) != "b1"),
    ("exact", lambda t, f: t.bound_of(f) == "exact"),
    ("at_least", lambda t, f: t.bound_of(f) == "at least"),
    ("at_most", lambda t, f: t.bound_of(f) == "at most"),
    ("best", lambda t, f: f > 0 and t.best_child(t.parents[f]) == f),
    ("terminal or horizon or open", lambda t, f: t.statuses[f] in (1, 2, 3)),
    ("open", lambda t, f: t.statuses[f] == 3),
    ("ply + 1 < 3 + -1 + 1", lambda t, f: t.plies[f] + 1 < 3),
    ("((ply) == (2)) and (not (leaf))", lambda t, f: t.plies[f] == 2 and t.statuses[f] not in (1, 2)),
    ("ply == 1 or ply == 2 and MAX", lambda t, f: t.plies[f] == 1 or (t.plies[f] == 2 and t.kinds[f] == 1)),
    ("not ply == 1 and MAX", lambda t, f: t.plies[f] != 1 and t.kinds[f] == 1),
    ('position == "X../.O./X.. o"', lambda t, f: t.position_at(f).text == "X../.O./X.. o"),
    ("value == .5e1", lambda t, f: t.values[f] == 5),
]


@pytest.mark.parametrize("trace", [TRACE, PROBED, SHORT], ids=["alphabeta", "pvs", "cut short"])
@pytest.mark.parametrize(("text", "meaning"), CASES)
def test_a_condition_means_what_it_says(trace: Trace, text: str, meaning: Callable[[Trace, int], bool]) -> None:
    assert parse(text).frames(trace).tolist() == [frame for frame in range(len(trace)) if meaning(trace, frame)]


def test_positions_and_moves_are_found_in_every_game() -> None:
    tree = record('tree:[{"name":"a","children":[1,2]},[3,4]]')
    assert parse('move == "a"').frames(tree).tolist() == [1]
    assert parse('move == "2"').frames(tree).tolist() == [3, 4, 6]
    assert parse('position == "root/a/2"').frames(tree).tolist() == [3]
    assert parse('position == "nowhere"').frames(tree).tolist() == []
    drops = record("connectfour:4,4,3 ", "minimax", depth=3)
    found = parse('position == "..../..../..../RYR."').frames(drops)
    assert [drops.path(frame) for frame in found] == [["1", "2", "3"], ["3", "2", "1"]]
    lines = record(load("hexline:..", max="1"), "minimax")
    assert [lines.path(frame) for frame in parse('position == "1."').frames(lines)] == [["0,0"]]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "character 1: the condition is not finished"),
        ("ply", "character 1: this is a number, and true or false is needed"),
        ("ply >", "character 6: the condition is not finished"),
        ("ply > MAX", "character 5: a number and true or false cannot be compared by >"),
        ("ply > 3 4", "character 9: 4 is not expected here"),
        ("foo > 3", "character 1: foo is not known in conditions"),
        ("ply > 3 and", "the condition is not finished"),
        ("(ply > 3", "a closing parenthesis is missing"),
        ("ply > 3)", ") is not expected"),
        ('move > "a"', "character 6: a name and a text cannot be compared by >"),
        ("move == 3", "character 6: a name and a number cannot be compared by =="),
        ('value == "3"', "a number and a text cannot be compared by =="),
        ("move == position", "a name and a name cannot be compared by =="),
        ('"a" == "a"', "a text and a text cannot be compared by =="),
        ("cutoff == MAX", "true or false and true or false cannot be compared by =="),
        ("not 3", "this is a number"),
        ("3 and MAX", "this is a number"),
        ("MAX + 1", "this is true or false, and a number"),
        ("ply ; 3", "character 5: ; cannot stand"),
        ('move == "a', 'character 9: " cannot stand'),
        ("__import__('os')", "character 1: __import__ is not known"),
        ("(" * 10_000 + "MAX", "nested too deeply"),
        ("not " * 10_000 + "MAX", "nested too deeply"),
        ("- " * 10_000 + "3 > 2", "nested too deeply"),
        ("1 < 2 < 3", "character 7: < is not expected here"),
    ],
)
def test_a_malformed_condition_is_refused_with_its_place(text: str, complaint: str) -> None:
    with pytest.raises(InputError) as error:
        parse(text)
    assert complaint in str(error.value)


@given(texts(max_size=30))
def test_any_text_is_a_condition_or_is_refused(text: str) -> None:
    with suppress(InputError):
        parse(text).frames(TRACE)


def test_a_chain_may_have_any_length() -> None:
    assert parse(" and ".join(["leaf"] * 5_000)).frames(TRACE).tolist() == parse("leaf").frames(TRACE).tolist()
    assert parse(" or not ".join(["leaf"] * 5_000)).matches(TRACE).all()
    long = parse("ply" + " + 1" * 3_000 + " - 1" * 3_000 + " >= 3").frames(TRACE)
    assert long.tolist() == parse("ply >= 3").frames(TRACE).tolist()


@pytest.mark.parametrize("text", ["alpha - alpha > 0", "alpha - alpha <= 0", "inf - inf == 0", "1e308 + 1e308 < 0"])
def test_what_is_no_number_fulfils_nothing(text: str) -> None:
    assert not parse(text).frames(record("tree:[1,2]", "minimax")).size


@pytest.mark.parametrize("source", ["hexline:..../....", "tictactoe:X../.O./...", "connectfour:44", "tree:[1,2]"])
def test_a_blank_position_is_an_empty_board_which_stands_nowhere_here(source: str) -> None:
    assert not parse('position == ""').frames(record(source, depth=1)).size


def test_an_impossible_board_in_a_condition_is_refused() -> None:
    with pytest.raises(InputError, match="both X and O"):
        parse('position == "XXX/OOO/..."').frames(TRACE)
