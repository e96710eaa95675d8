"""Files of Gambit: what is a tree of ours, and what is refused with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.files.sources import load
from plyscope.messages import InputError, OptionError

from tests.full_traces import export, record

HEADING = 'EFG 2 R "game" { "A" "B" }\n'


def test_the_textbooks_tree() -> None:
    position = load(
        "tree:" + HEADING + '"a comment, on two\nlines"\n'
        'p "" 1 1 "" { "left" "2" } 0\n'
        'p "" 2 1 "" { "a" "b" } 0\n'
        't "" 1 "" { 3, -3 }\n'
        't "" 2 "" { 1/2 -0.5 }\n'
        'p "" 2 2 "" { "1" "2" } 0\n'
        't "" 3 "named" { -1e2, 100 }\n'
        't "" 1\n'
    )
    assert position.text == ('[{"name":"left","children":[{"name":"a","value":3},{"name":"b","value":0.5}]},[-100,3]]')
    assert position.to_move == "first"
    assert record(position).value == 0.5


def test_the_second_player_may_begin_and_the_root_has_a_name() -> None:
    position = load(
        "tree:" + HEADING + 'p "start \\"here\\"" 2 1 "" { "x" "y" } 0 t "" 1 "" { 1 -1 } t "" 2 "" { 2 -2 }'
    )
    assert position.to_move == "second"
    assert (
        position.text == '{"name":"start \\"here\\"","children":[{"name":"x","value":1},{"name":"y","value":2}]} second'
    )
    assert record(position).value == 1, "the second player wants the first to get little"


def test_payoffs_on_the_way_are_added_up() -> None:
    text = HEADING + 'p "" 1 1 "" { "x" "y" } 1 "" { 10 -10 } t "" 2 "" { 1 -1 } t "" 0'
    assert load("tree:" + text).text == '[{"name":"x","value":11},{"name":"y","value":10}]'
    assert load("tree:" + HEADING + 't "end" 1 "" { 0.1 -0.1 }').text == '{"name":"end","value":0.1}'


LEAVES = 't "" 1 "" { 1 -1 }\nt "" 2 "" { 2 -2 }\n'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('EFG 1 R "game" { "A" "B" }', "column 5): a file of Gambit begins with EFG 2 R"),
        ('EFG 2 X "game" { "A" "B" }', "a file of Gambit begins with EFG 2 R"),
        ('EFG 2 R "game" { "A" }', "column 16): the game has 1 players; only games of two"),
        ('EFG 2 R "game" { "A" "B" "C" }', "the game has 3 players"),
        (HEADING, "the text ends where a node, which begins with p, t or c is expected"),
        (HEADING + 'c "" 1 "" { "x" 1/2 "y" 1/3 } 0', "line 2, column 11): the probabilities add up to 0.833"),
        (HEADING + 'c "" 1 "" { "x" 0 "y" 1 } 0', "line 2, column 17): a probability is above 0 and at most 1, not 0"),
        (HEADING + 'c "" 1 "" { "x" "y" } 0', 'line 2, column 17): "y" where a probability is expected'),
        (HEADING + 'x "" 1', "line 2, column 1): x where a node, which begins with p, t or c is expected"),
        (HEADING + 'p "" 3 1 "" { "x" } 0', "line 2, column 1): there is no player 3; they are 1 and 2"),
        (HEADING + 'p "" 1 1 "" { "x" } 0\np "" 1 2 "" { "x" } 0', "line 3, column 1): player 1 moves twice in a row"),
        (
            HEADING + 'p "" 1 1 "" { "x" "y" } 0\np "" 2 1 "" { "x" "z" } 0\n' + LEAVES + 'p "" 2 1 "" { "x" "z" } 0',
            "line 6, column 1): information set 1 of player 2 has a second node here",
        ),
        (HEADING + 't "" 1 "" { 1 1 }', "line 2, column 11): the payoffs 1 and 1 do not add up to zero"),
        (HEADING + 't "" 1 "" { 1 }', "line 2, column 11): 1 payoffs for two players"),
        (HEADING + 't "" 1 "" { 1 x }', "line 2, column 15): x where a payoff is expected"),
        (HEADING + 't "" 1 "" { 1/0 1 }', "1/0 where a payoff is expected"),
        (HEADING + 't "" 1 "" { 1e999 -1e999 }', "line 2, column 1): the payoff is beyond the range of numbers"),
        (HEADING + 't "" 1 "" { 1e9999999 1 }', "1e9999999 where a payoff is expected"),
        (HEADING + 't "" 1 "" { 1 -1', "the text ends where a payoff is expected"),
        (HEADING + 't "" 1', "line 2, column 6): outcome 1 has no payoffs"),
        (HEADING + 't "" x', "line 2, column 6): x where the number of an outcome is expected"),
        (HEADING + 'p "" 1 1 "" { } 0', "line 2, column 13): a node needs at least one move"),
        (HEADING + 'p "" 1 1 "" { "x" "x" } 0\n' + LEAVES, "line 2, column 1): two children of one node are called x"),
        (HEADING + 'p "" 1 1 "" { "x" "y" } 0\nt "" 1 "" { 1 -1 }\nt "" 1 "" { 2 -2 }', "outcome 1 has other payoffs"),
        (HEADING + LEAVES, "line 3, column 1): t after the end of the tree"),
        (HEADING + 't "end', "line 2, column 3): a text that does not end"),
        (HEADING + 't end 1 "" { 1 -1 }', "line 2, column 3): end where the name of the node is expected"),
    ],
)
def test_refusals_are_reported_with_their_place(text: str, complaint: str) -> None:
    with pytest.raises(InputError) as error:
        load(f"tree:{text}")
    assert complaint in str(error.value)


def test_deep_games_need_no_recursion() -> None:
    def chain(depth: int) -> str:
        nodes = [f'p "" {1 + n % 2} {n // 2} "" {{ "1" }} 0' for n in range(depth)]
        return "tree:" + HEADING + "\n".join(nodes) + '\nt "" 1 "" { 1 -1 }'

    assert load(chain(1000)).text == "[" * 1000 + "1" + "]" * 1000
    with pytest.raises(InputError, match=r"line 1002, column 1.*more than 1000 levels deep"):
        load(chain(1001))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.efg", HEADING + 't "" 1 "" { 3 -3 }'),
        ("a.nwk", "3;"),
        ("a.txt", HEADING + 't "" 1 "" { 3 -3 }'),
        ("b", "(3);"),
    ],
)
def test_files_are_known_by_their_names_and_by_how_they_begin(tmp_path: Path, name: str, content: str) -> None:
    path = tmp_path / name
    path.write_text(content)
    assert load(path).game.name == "tree"
    if path.suffix in (".efg", ".nwk"):
        with pytest.raises(OptionError, match="is a position of tree, not of hexline"):
            load(path, game="hexline")
    path.write_text(content + " x")
    with pytest.raises(InputError) as error:
        load(path)
    assert str(error.value).startswith(f"{path}: byte ")


def test_chance_takes_no_turn(tmp_path: Path) -> None:
    text = HEADING + (
        'c "" 1 "" { "heads" 1/3 "tails" 2/3 } 0\n'
        'p "" 2 1 "" { "x" "y" } 0\nt "" 1 "" { 1 -1 }\nc "" 2 "" { "u" 0.5 "v" 0.5 } 0\n'
        'p "" 1 1 "" { "l" } 0\nt "" 2 "" { 4 -4 }\nt "" 3 "" { 2 -2 }\nt "" 4 "" { 7 -7 }\n'
    )
    position = load(f"tree:{text}")
    assert position.is_chance
    assert position.side_to_move == 2
    assert position.outcomes() == ((1, 1 / 3), (2, 2 / 3))
    assert position.play("heads", "y", "u").to_move == "first"
    trace = record(position)
    assert trace.value == pytest.approx(1 / 3 * 1 + 2 / 3 * 7)
    export(trace, tmp_path / "again.efg")
    assert record(load(str(tmp_path / "again.efg"))).value == trace.value
