"""A search's text as it is read, and in few columns: nothing is lost but imports, hints and the ends of long lines."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.search import alphabeta, maxmin, minimax, negamax, pvs
from plyscope.text.shown_source import function_at, hidden_lines, is_folded, shown_lines, wrapped

from tests import full_traces

TEXTS = [Path(module.__file__).read_text() for module in (alphabeta, maxmin, minimax, negamax, pvs)]


def without_hints(text: str) -> str:
    """The same code by the syntax tree alone."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
    kept = [node for node in tree.body[1:] if not isinstance(node, ast.Import | ast.ImportFrom | ast.Assign)]
    return "\n".join(ast.unparse(node) for node in kept)


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_shown_is_the_same_code_without_imports_and_hints(text: str) -> None:
    shown = shown_lines(text)
    assert len(shown) == len(text.splitlines()), "lines keep their numbers"
    code = "\n".join(line or "" for line in shown)
    assert "import" not in code
    assert without_hints('"""x"""\n' + code) == without_hints(text)
    assert is_folded(text)


def test_defaults_move_up_to_their_names_and_strings_stay() -> None:
    text = 'def f(a: int = 3, *rest: str, b: dict[str, int], **more: "int") -> list[int]:\n    x: int = "a: int"\n'
    assert shown_lines(text) == ("def f(a=3, *rest, b, **more):", '    x = "a: int"')
    assert shown_lines("def f(é: int) -> str: ...") == ("def f(é): ...",)


def test_what_is_no_python_or_has_nothing_to_fold_is_shown_as_it_is() -> None:
    for text in ("def (", "x = 1\ny = 2", ""):
        assert shown_lines(text) == tuple(text.splitlines())
        assert not is_folded(text)
    assert hidden_lines(ast.parse("import a"), ["import a"]) == set(), "a text of nothing but imports is shown"


@given(st.integers(10, 90))
def test_pieces_of_a_line_are_the_line(columns: int) -> None:
    for text in TEXTS:
        for line in text.splitlines():
            pieces = wrapped(line, columns)
            assert " ".join(piece.text for piece in pieces).split() == line.split()
            for piece in pieces:
                assert line[piece.start : piece.start + len(piece.text)] == piece.text
                is_one_word = len(piece.text.split()) <= 1 or '"' in piece.text
                assert piece.hang + len(piece.text) <= columns or is_one_word or columns < piece.hang + 9


def test_continuations_hang_further_under_a_header() -> None:
    header = wrapped("def alphabeta(s, depth, alpha, beta, maximizing):", 40)
    assert [(piece.text, piece.hang) for piece in header] == [
        ("def alphabeta(s, depth, alpha, beta,", 0), ("maximizing):", 8),
    ]  # fmt: skip
    body = wrapped("        value = alphabeta(s, depth - 1, alpha, beta, not maximizing)", 44)
    assert [(piece.text.strip(), piece.hang) for piece in body] == [
        ("value = alphabeta(s, depth - 1,", 0), ("alpha, beta, not maximizing)", 12),
    ]  # fmt: skip


def test_a_string_is_not_broken_where_there_is_another_place() -> None:
    pieces = wrapped('print("one two three four five", other)', 36)
    assert [piece.text for piece in pieces] == ['print("one two three four five",', "other)"]


def test_the_function_of_a_line_is_the_innermost() -> None:
    text = "def outer():\n    def inner():\n        return 1\n    return inner\nx = outer()\n"
    assert [function_at(text, line) for line in (1, 3, 4, 5)] == [(1, 4), (2, 3), (1, 4), None]


def test_line_numbers_are_those_of_the_recording() -> None:
    trace = full_traces.record("tree:[[3,12,8],[2,4,6]]")
    shown = shown_lines(trace.text)
    assert shown[trace.text.splitlines().index("            break")] == "            break"


def test_what_goes_on_hangs_less_where_its_longest_part_has_no_room() -> None:
    line = " " * 12 + "value = alphabeta(board, depth - 1)"
    assert [piece.hang for piece in wrapped(line, 40)] == [0, 16]
    assert [piece.hang for piece in wrapped(line, 30)] == [0, 14, 14]
    assert {piece.hang for piece in wrapped(line, 12)} == {0, 4}, "at least so much"
