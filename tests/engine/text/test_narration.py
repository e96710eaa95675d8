"""Sentences and reasons: whose a number is, what a step may say at its time, and how names are used."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.messages import Message, Part
from plyscope.model.steps import Steps
from plyscope.text.narration import MAX_OWNER_PLY, sentence
from plyscope.text.reasons import reason

from tests import full_traces
from tests.examples import examples
from tests.full_traces import Cursor, Trace, record
from tests.trees import as_text, inner_nested

TEXTBOOK = "tree:[[3,12,8],[2,4,6],[14,5,2]]"
CUT = 16
"""The step of the textbook's first cutoff."""


def lines(trace: Trace) -> list[tuple[str, str | None]]:
    """Sentence and reason of every step."""
    steps = Steps(trace)
    found = []
    for number in range(steps.count):
        why = reason(trace, steps.at(number))
        found.append((str(sentence(trace, steps.at(number))), None if why is None else str(why)))
    return found


def at_cut() -> Cursor:
    cursor = full_traces.Cursor(record(TEXTBOOK))
    cursor.go(CUT)
    return cursor


def test_a_cutoff_is_said_as_a_lecturer_says_it() -> None:
    cursor = at_cut()
    assert str(cursor.sentence) == (
        "Cut at C. C returns at most 2: A already has 3 from B, so the leaves 4 and 6 cannot matter."
    )
    assert str(cursor.reason) == (
        "MAX at A will not choose C: whatever follows, C stays at 2 or below. In the code: α 3 ≥ β 2, so break."
    )


def test_a_number_says_whose_value_it_is() -> None:
    cursor = at_cut()
    b, c, c1 = 1, 5, 6
    c2, c3 = cursor.trace.pruned_moves(c)
    parts = cursor.sentence.parts()
    assert parts[0] == Part("Cut at C.", "strong")
    assert [part for part in parts if part.style == "value"] == [
        Part("2", "value", c1),
        Part("3", "value", b),
        Part("4", "value", c, c2),
        Part("6", "value", c, c3),
    ]
    assert "".join(part.text for part in parts) == str(cursor.sentence)
    assert cursor.reason is not None
    assert Part("break", "code") in cursor.reason.parts()


def test_a_language_puts_the_parts_in_its_own_order() -> None:
    words = {"{child} gives {value}.": "{value} von {child}."}
    message = Message(
        "{child} gives {value}.", child="B", value=Message("at least {value}", value=Part("3", "value", 1))
    )
    assert message.text(lambda pattern: words.get(pattern, pattern)) == "at least 3 von B."
    assert message.parts(lambda pattern: words.get(pattern, pattern)) == [
        Part("at least "),
        Part("3", "value", 1),
        Part(" von B."),
    ]


@pytest.mark.parametrize(
    ("source", "options", "step", "said", "why"),
    [
        (TEXTBOOK, {}, 0, "The search begins at A, where MAX takes the largest value.",
         "α -∞: MAX has nothing yet. β ∞: MIN has nothing yet."),
        (TEXTBOOK, {}, 13, "A tries C, where MIN takes the smallest value.",
         "α 3: A already has it from B. β ∞: MIN has nothing yet."),
        (TEXTBOOK, {}, 12, "B gives A 3, the largest so far: α rises from -∞ to 3.",
         "From now on only more than 3 helps A."),
        (TEXTBOOK, {}, 17, "C returns at most 2: C2 and C3 are pruned.",
         "C may be worth less: the pruned moves are not searched."),
        (TEXTBOOK, {}, 28, "Cut at D. D returns 2, and A already has 3 from B: but no move is left to prune.",
         "In the code: α 3 ≥ β 2, so break."),
        (TEXTBOOK, {}, 31, "The search is over. A returns 3: B is best.", None),
        (TEXTBOOK, {"algorithm": "minimax"}, 11, "B returns 3, the smallest of 3, 12 and 8.", None),
        (TEXTBOOK, {"algorithm": "negamax"}, CUT,
         "Cut at C. C returns at most 2: A already has 3 from B, so the leaves 4 and 6 cannot matter.",
         "MAX at A will not choose C: whatever follows, C stays at 2 or below. "
         "In the code, seen from MAX: α 3 ≥ β 2, so break."),
        ("sample:tree/deep-cutoff", {}, 9,
         "Cut at D. D returns at most 3: A already has 5 from A1, so the leaf 9 cannot matter.",
         "MAX at A will not let it come to D: whatever follows, D stays at 3 or below. "
         "In the code: α 5 ≥ β 3, so break."),
        ("tree:[[3],[3,1]]", {}, 10,
         "Cut at C. C returns at most 3: A already has 3 from B, so the leaf 1 cannot matter.",
         "MAX at A gains nothing from C: whatever follows, C stays at 3 or below. In the code: α 3 ≥ β 3, so break."),
        ("tree:[[3],[2,[1,7],5]]", {}, 10,
         "Cut at C. C returns at most 2: A already has 3 from B, so D and C3 cannot matter.",
         "MAX at A will not choose C: whatever follows, C stays at 2 or below. In the code: α 3 ≥ β 2, so break."),
        ("tree:[[3],[2,1,1,1,1]]", {}, 10,
         "Cut at C. C returns at most 2: A already has 3 from B, so the other 4 moves cannot matter.",
         "MAX at A will not choose C: whatever follows, C stays at 2 or below. In the code: α 3 ≥ β 2, so break."),
        ("tree:[[3],[2,4]]", {"fail": "hard"}, 10,
         "Cut at C. C is at most 2: A already has 3 from B, so the leaf 4 cannot matter.",
         "MAX at A will not choose C: whatever follows, C stays at 2 or below. In the code: α 3 ≥ β 2, so break."),
        ("tree:[inf,3]", {}, 3, "Cut at A. A returns ∞: nothing is better, so the leaf 3 cannot matter.",
         "In the code: α ∞ ≥ β ∞, so break."),
        ("tree:[3,[[4,5],9]]", {"algorithm": "pvs"}, 8,
         "Cut at C. C returns at least 4, and A has 3 from A1: that answers the probe, so the leaf 5 cannot matter.",
         "In the code: α 4 ≥ β 3⁺, so break."),
        ("tictactoe:XO./.X./..O x", {"algorithm": "minimax", "limit": 7}, 10,
         "O plays b1: now MAX takes the largest value.", "The recording ends here, at its limit of 7 calls."),
    ],
)  # fmt: skip
def test_each_kind_of_step(source: str, options: dict[str, Any], step: int, said: str, why: str | None) -> None:
    assert lines(record(source, **options))[step] == (said, why)


# What a number may be

SOURCES = (
    TEXTBOOK,
    "tree:[[5,[6,1],7],[6,9,8],[3,[2,7],1],[8,9]]",
    "hexline:...",
    "tictactoe:XO./.X./..O x",
    "connectfour:3,3,3 121",
)
NOUNS = r"moves|values|calls|leaves"
LABELLED = re.compile(
    r"[αβ] (is )?-?[\d.∞⁺⁻]+( [≥>] )?"  # the end of a window, by its name
    r"|(rises|falls) from -?[\d.∞⁺⁻]+ to -?[\d.∞⁺⁻]+"
    rf"|\b\d+ ({NOUNS})\b"
    r"|\b[Mm]ove \d[\d,:]*|Player \d"
    r"|\b[A-Za-z]+\.?\d+\b"  # a name or a square
    r"|\[\d+,\d+\]"  # a square by its coordinates
)


@pytest.mark.spread(4)
@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "negamax", "pvs", "maxmin", "accumulate"])
@pytest.mark.parametrize("source", SOURCES)
def test_a_number_alone_is_a_value(source: str, algorithm: str) -> None:
    trace = record(source, algorithm, limit=400)
    steps = Steps(trace)
    for number in range(steps.count):
        for message in (sentence(trace, steps.at(number)), reason(trace, steps.at(number))):
            plain = "".join(part.text if part.style != "value" else "#" for part in message.parts()) if message else ""
            assert not re.search(r"\d", LABELLED.sub("", plain)), plain


# Time


def changed(tree: Any, change: int, at: list[int]) -> Any:
    """The same tree with another number at every leaf after the first `at` ones."""
    if isinstance(tree, list):
        return [changed(child, change, at) for child in tree]
    at[0] -= 1
    return tree if at[0] >= 0 else change


@examples(60)
@given(inner_nested, st.integers(0, 6), st.integers(-4, 4))
def test_a_sentence_depends_on_nothing_that_comes_later(tree: Any, kept: int, change: int) -> None:
    one, other = (record(f"tree:{as_text(given)}", "minimax") for given in (tree, changed(tree, change, [kept])))
    leaf = next((f for f in range(len(one)) if one.facts.is_leaf[f] and one.values[f] != other.values[f]), None)
    if leaf is not None:
        until = Steps(one).enter(leaf)
        assert lines(one)[:until] == lines(other)[:until]


def test_a_cutoff_far_down_is_said_without_its_owner() -> None:
    way, back = "[" * (MAX_OWNER_PLY + 1), "]" * (MAX_OWNER_PLY + 1)
    trace = record(f"tree:[5,{way}[6,[4,9]]{back}]")
    cursor = Cursor(trace)
    cursor.run_to("cutoff")
    cursor.back()
    assert str(cursor.sentence).endswith("and α 6 ≥ β 4, so the leaf 9 cannot matter.")
