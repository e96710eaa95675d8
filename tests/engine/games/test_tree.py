from math import inf

import pytest
from hypothesis import given
from plyscope.games.tree import read
from plyscope.messages import InputError

from tests.trees import as_text, nested


@pytest.mark.parametrize(
    "text",
    [
        "[[9,8,7],[6,5,4],[3,2,1]]",
        "5",
        "-inf",
        "[inf,-inf,0.5]",
        "[1,[2]] second",
        '{"name":"A","value":2,"children":[{"name":"B","value":3},-1]}',
    ],
)
def test_a_tree_is_written_as_it_was_read(text: str) -> None:
    reading = read(text)
    assert reading.game.text(reading.state) == text
    assert reading.warnings == ()


@given(nested)
def test_any_tree_reads_back(tree: object) -> None:
    reading = read(as_text(tree))
    assert read(reading.game.text(reading.state)).game.rules.tables == reading.game.rules.tables


def test_space_texts_for_infinities_and_exponents_are_understood() -> None:
    reading = read(' [ 1e2 ,\n"-inf", "inf",-0 ] first ')
    assert reading.game.text(reading.state) == "[100,-inf,inf,0]"


def test_children_go_by_name_or_number() -> None:
    reading = read('[{"name":"left","value":1},2,{"name":"3","value":7}]')
    game = reading.game
    assert [game.move_text(move) for move in game.rules.moves(reading.state)] == ["left", "2", "3"]
    assert [game.read_move(text, reading.state) for text in ("left", "1", "2", "3", "4", "0", "right")] == [
        1, 1, 2, 3, None, None, None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "at least one node"),
        ("   ", "at least one node"),
        ("[]", "byte 1 (line 1, column 2): a list of children needs at least one"),
        ("[1,[]]", "byte 4"),
        ("[1,,2]", "byte 3 (line 1, column 4): , where a node is expected"),
        ("[1,2", "byte 4 (line 1, column 5): the text ends where a comma or a closing bracket is expected"),
        ("[1,2]]", "byte 5 (line 1, column 6): ] after the end of the tree"),
        ("[1 2]", "byte 3"),
        ("[1,\n x]", "byte 5 (line 2, column 2): x where a number is expected"),
        ("[é]", "byte 1"),
        ('["é",x]', 'byte 1 (line 1, column 2): "é" where a number'),
        ('[{"name":"é","value":1},x]', "byte 25 (line 1, column 25): x"),
        ("[nan]", "nan is not a value; write a number, inf or -inf"),
        ("[NaN]", "NaN is not a value"),
        ("[Infinity]", "Infinity is not a value"),
        ("[true]", "true where a number"),
        ("[null]", "null where a number"),
        ("[01]", "01 where"),
        ("[1.]", "1. where"),
        ("[+1]", "+1 where"),
        ("[1e400]", "1e400 is beyond the range of numbers"),
        ('{"value":1,"value":2}', "value stands twice"),
        ('{"valu":1}', "valu is not a key of a node"),
        ('{"name":"a"}', "a node needs a value or children"),
        ("{}", "a node needs a value or children"),
        ('{"name":3,"value":1}', "a name is a text, not 3"),
        ('{"name":" ","value":1}', "a name needs at least one letter"),
        ('{"name":"\\ud800","value":1}', "this is not a text"),
        ('{"\\x":1}', "byte 1 (line 1, column 2): this is not a text"),
        ('["\\x"]', "byte 1 (line 1, column 2): this is not a text"),
        ('{"name":"a\nb","value":1}', "a text that does not end"),
        ('{"value":[1]}', "a value is a number"),
        ('{"children":{}}', "a list of children is expected"),
        ('[{"name":"a","value":1},{"name":"a","value":2}]', "two children of one node are called a"),
        ('[1,{"name":"1","value":2}]', "two children of one node are called 1"),
        ('[1,"inf]', "a text that does not end"),
        ("[" * 10_000 + "1" + "]" * 10_000, "byte 1000 (line 1, column 1001): the tree is more than 1000 levels deep"),
        ("[" * 10_000, "more than 1000 levels"),
    ],
)  # fmt: skip
def test_a_malformed_tree_is_refused_with_the_byte(text: str, complaint: str) -> None:
    with pytest.raises(InputError) as error:
        read(text)
    assert complaint in str(error.value)


def test_a_number_with_more_digits_than_a_float_is_taken_with_a_warning() -> None:
    reading = read("[12345678901234567890, 0.1, 0.30000000000000004, 100000000000000000000]")
    assert [str(warning) for warning in reading.warnings] == [
        "byte 1: 12345678901234567890 has more digits than a number can hold, 1.2345678901234567e+19 is used"
    ]
    exponents = read("[0e-99999999999999999999, 1e-99999999999999999999]")
    assert [str(warning)[:31] for warning in exponents.warnings] == ["byte 26: 1e-9999999999999999999"]


def test_the_deepest_tree_that_is_read_can_be_searched() -> None:
    from tests.full_traces import record

    for algorithm in ("minimax", "alphabeta", "pvs", "maxmin"):
        trace = record("tree:" + "[" * 1000 + "7" + "]" * 1000, algorithm)
        assert (trace.value, len(trace)) == (7, 1001)


@pytest.mark.full
def test_too_many_children_are_refused() -> None:
    with pytest.raises(InputError, match="more than 65535 children"):
        read("[" + "1," * 70_000 + "1]")


def test_missing_numbers_are_found_by_depth() -> None:
    reading = read('[{"name":"a","value":1,"children":[1,2]},[3,[4]]]')
    find = reading.game.missing_number
    assert [find(reading.state, depth) for depth in range(4)] == ["root", "root/2", "root/2/2", None]
    assert find(reading.state, None) == "root"
    assert read("[inf]").game.rules.tables["NUMBER"][1] == inf
