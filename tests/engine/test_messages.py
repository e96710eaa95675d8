"""Messages, and that each pattern in the engine and the window is given just what it has places for."""

import ast
from math import inf, nan, nextafter
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from plyscope.messages import InputError, Message, OptionError, compact, plain_number, probability, shown, written


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.0, "3"),
        (-2.0, "-2"),
        (0.0, "0"),
        (0.5, "0.5"),
        (inf, "∞"),
        (-inf, "-∞"),
        (nan, "?"),
        (1e300, "1e+300"),
        (7, "7"),
        (True, "True"),
        ("a\nb", "a\\nb"),
        (nextafter(7, inf), "7⁺"),
        (-92000000 / 3, "-30666667"),
        (nextafter(9, -inf), "9⁻"),
        (nextafter(inf, 0), "∞⁻"),
        (nextafter(0, inf), "0⁺"),
        (nextafter(0, -inf), "0⁻"),
    ],
)
def test_values_are_written_as_people_write_them(value: object, text: str) -> None:
    assert written(value) == text


def test_a_message_becomes_text_in_any_language_with_its_places_filled() -> None:
    inner = Message("one of {names}", names="a, b")
    message = Message("{found} is wrong, take {known}", found=3.0, known=inner)
    german = {"{found} is wrong, take {known}": "{known} statt {found}", "one of {names}": "eins von {names}"}
    assert str(message) == "3 is wrong, take one of a, b"
    assert message.text(lambda pattern: german[pattern]) == "eins von a, b statt 3"


def test_text_from_outside_cannot_move_the_cursor_or_turn_the_line_round() -> None:
    assert shown("a\x1b[2Jb\u202ec") == "a\\x1b[2Jb\\u202ec"
    assert shown("חלק 分支") == "חלק 分支"


def test_numbers_for_json_are_never_infinite() -> None:
    assert [plain_number(value) for value in (1.0, 0.5, inf, -inf, nan, 1e300)] == [1, 0.5, "inf", "-inf", None, 1e300]


def test_an_error_keeps_its_kind_when_it_is_placed() -> None:
    placed = OptionError("no such {thing}", thing="depth").inside("file.toml")
    assert isinstance(placed, OptionError)
    assert isinstance(placed, InputError)
    assert str(placed) == "file.toml: no such depth"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.0, "3"),
        (-123.0, "−123"),
        (0.123456, "0.12"),
        (0.04321, "0.043"),
        (-0.0000123, "−1.2e−5"),
        (9999.0, "9999"),
        (-12345.0, "−12.3k"),
        (999_999.0, "1M"),
        (-2_345_678.0, "−2.35M"),
        (1e17, "100P"),
        (999.9e15, "1e18"),
        (1e30, "1e30"),
        (-1.7976931348623157e308, "−1.8e308"),
        (inf, "∞"),
        (-inf, "−∞"),
        (nan, "?"),
        (nextafter(7, inf), "7⁺"),
    ],
)
def test_numbers_for_small_places(value: float, text: str) -> None:
    assert compact(value) == text


@given(st.floats(-1e308, 1e308))
@example(0.0625)
@example(5e-324)
def test_in_small_places_numbers_are_short_and_nearly_the_same(value: float) -> None:
    text = compact(value)
    assert len(text) <= 10
    assert "e+" not in text
    powers = {"k": "e3", "M": "e6", "G": "e9", "T": "e12", "P": "e15"}
    plain = text.replace("−", "-").rstrip("⁺⁻")
    again = float(plain[:-1] + powers[plain[-1]] if plain[-1] in powers else plain)
    assert again == pytest.approx(value, rel=0.01, abs=max(5e-324, 0.5 * abs(value)) if abs(value) < 1 else 0.06)


def test_sentences_have_no_more_digits_than_people_read() -> None:
    shown = {1 / 6: "0.166667", -20 / 3: "-6.66667", 0.1 + 0.2: "0.3⁺", 123456.789: "123456.789"}
    assert {value: written(value) for value in shown} == shown


def test_probabilities_are_never_rounded_into_others() -> None:
    shown = {0.5: "0.5", 1 / 3: "1/3", 1 / 36: "1/36", 125 / 216: "125/216", 0.125: "1/8", 1.0: "1", None: "?"}
    assert {value: probability(value) for value in shown} == shown
    assert probability(0.123456789) == "0.12"


FOLDERS = [Path(__file__).parents[2] / name for name in ("engine", "visualiser")]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_what_a_pattern_is_given_are_its_places(folder: Path) -> None:
    wrong = []
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.keywords and pattern_of(node) is not None:
                given = {keyword.arg for keyword in node.keywords}
                places = {name for _, name, _, _ in Formatter().parse(pattern_of(node) or "") if name is not None}
                if None not in given and given != places:
                    wrong.append(f"{path}:{node.lineno}: {given ^ places}")
    assert not wrong


def pattern_of(call: ast.Call) -> str | None:
    """The pattern of a call that makes a message or a text of the window; None for other calls."""
    name = getattr(call.func, "id", "")
    first = call.args[0] if call.args else None
    if name in ("Message", "InputError", "OptionError", "tr") and isinstance(first, ast.Constant):
        return str(first.value)
    return None
