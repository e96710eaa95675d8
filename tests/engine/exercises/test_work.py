"""A student's work: boxes in the order of the search, edits that can be undone, and what is handed in."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope.exercises.answers import Entry, read_entry
from plyscope.exercises.exercise import Exercise, exercise_of
from plyscope.exercises.hints import Hints, card_of_box, cards
from plyscope.exercises.marking import mark, right_answers
from plyscope.exercises.work import Box, Field, Verdict, Work, work_from, work_of_answers
from plyscope.files.sources import load
from plyscope.messages import InputError


@pytest.fixture(scope="module")
def exercise() -> Exercise:
    return exercise_of(load("tree:[[3,12,8],[2,4,6],[14,5,2]]"), {})


@pytest.fixture
def work(exercise: Exercise) -> Work:
    return Work(exercise, "Dana")


def box(work: Work, name: str) -> Box:
    """A box by its name: B.value, A.in_alpha."""
    node, _, field = name.partition(".")
    return Box(work.exercise.tree.by_name[node], Field(field))


def fill(work: Work, **texts: str) -> None:
    for name, text in texts.items():
        work.type(box(work, name.replace("_", ".", 1)), text)
        work.pause()


def fill_window(work: Work, node: str, when: str, alpha: str, beta: str) -> None:
    fill(work, **{f"{node}_{when}_alpha": alpha, f"{node}_{when}_beta": beta})


def prune(work: Work, *names: str) -> None:
    for name in names:
        assert work.prune(work.exercise.tree.by_name[name])


def names_of(work: Work, boxes: list[Box]) -> list[str]:
    return [f"{work.name(one.node)}.{one.field.value}" for one in boxes]


def do_picture(work: Work) -> None:
    """The work of the textbook's tree in which D3 is pruned too much, and A is still open."""
    for node, alpha in (("A", "-inf"), ("B", "-inf"), ("C", "3"), ("D", "3")):
        fill_window(work, node, "in", alpha, "inf")
    for node, alpha, beta in (("B", "−∞", "3"), ("C", "3", "2"), ("D", "3", "5")):
        fill_window(work, node, "out", alpha, beta)
    fill(work, B_value="3", C_value="<=2", D_value="5")
    prune(work, "C2", "C3", "D3")


def test_boxes_come_in_the_order_of_the_search(work: Work) -> None:
    names = names_of(work, work.boxes())
    assert names[:7] == ["A.in_alpha", "A.in_beta", "B.in_alpha", "B.in_beta", "B.out_alpha", "B.out_beta", "B.value"]
    assert names[-4:] == ["A.out_alpha", "A.out_beta", "A.value", "A.best"]
    assert len(names) == 21
    prune(work, "C")
    assert not any(name.startswith("C.") for name in names_of(work, work.boxes()))


def test_from_right_to_left_the_last_child_comes_first() -> None:
    work = Work(exercise_of(load("tree:[[3,12],[2,4]]"), {"order": "reverse"}))
    assert names_of(work, work.boxes())[2] == "C.in_alpha"


def test_as_the_search_goes_only_the_next_box_is_open(work: Work) -> None:
    work.in_order = True
    assert names_of(work, sorted(work.open_boxes(), key=work.boxes().index)) == ["A.in_alpha"]
    fill(work, A_in_alpha="-inf")
    assert work.is_open(box(work, "A.in_beta"))
    assert not work.is_open(box(work, "B.in_alpha"))
    work.in_order = False
    assert work.is_open(box(work, "D.value"))


def test_as_the_search_goes_what_is_passed_is_locked_and_emptying_goes_back(work: Work) -> None:
    work.in_order = True
    for name, text in (("A.in_alpha", "-inf"), ("A.in_beta", "inf"), ("B.in_alpha", "-inf")):
        work.type(box(work, name), text)
    assert work.open_boxes() == {box(work, "B.in_alpha"), box(work, "B.in_beta")}
    assert "has passed A" in str(work.why_closed(box(work, "A.in_beta")))
    assert "not come to C yet" in str(work.why_closed(box(work, "C.in_alpha")))
    work.type(box(work, "B.in_alpha"), "")
    assert work.open_boxes() == {box(work, "A.in_beta"), box(work, "B.in_alpha")}


def test_as_the_search_goes_an_edge_is_struck_where_the_search_decides(work: Work) -> None:
    work.in_order = True
    numbers = work.exercise.tree.by_name
    assert "not come to C2 yet" in str(work.why_not_pruned(numbers["C2"]))
    fill_window(work, "A", "in", "-inf", "inf")
    assert work.why_not_pruned(numbers["B"]) is None
    fill_window(work, "B", "in", "-inf", "inf")
    assert "has passed B" in str(work.why_not_pruned(numbers["B"]))
    assert work.why_not_pruned(numbers["B3"]) is None
    work.type(box(work, "B.out_alpha"), "-inf")
    assert "has passed B3" in str(work.why_not_pruned(numbers["B3"]))


def test_a_stroke_can_be_taken_back_where_all_of_a_node_is_struck(work: Work) -> None:
    prune(work, "C1", "C2", "C3")
    assert work.prune(work.exercise.tree.by_name["C3"])
    assert work.covered == {work.exercise.tree.by_name[name] for name in ("C1", "C2")}


def test_a_wrong_entry_says_why_without_a_number_of_the_key(work: Work) -> None:
    def why(name: str) -> str:
        verdict = work.verdicts(mark(work.exercise, work.answers())).get(box(work, name))
        card = card_of_box(work, box(work, name), verdict)
        return "" if card is None else str(card.text)

    fill(work, B_value="12", C_value="5", A_value="7")
    assert why("B.value") == "12 is the largest that came back, but B is MIN and returns the smallest."
    assert why("C.value").endswith("Came back: C1 2, C2 4, C3 6. Which is the smallest?")
    assert why("A.value").endswith("Came back: B 12, C 5, D ?. Which is the largest?")
    fill(work, C_value=">=2")
    assert why("C.value") == "C returns this number, but ≥ is not true of it."
    fill_window(work, "A", "in", "inf", "-inf")
    assert why("A.in_alpha") == why("A.in_beta") == "α and β are swapped."
    fill_window(work, "C", "in", "4", "inf")
    assert why("C.in_alpha").startswith("C is called with α and β as A has them")
    assert why("C.in_beta") == ""


def test_what_can_be_read_and_what_is_said_of_the_rest(work: Work) -> None:
    fill(work, B_value="≤3", A_in_alpha="≤3", A_best="x", A_value="four")
    assert work.entry(box(work, "B.value")) is not None
    assert "without ≤" in str(work.problem(box(work, "A.in_alpha")))
    assert str(work.problem(box(work, "A.best"))) == "The best move is one of B, C, D."
    assert "four" in str(work.problem(box(work, "A.value")))
    fill(work, A_best="b")
    assert work.entry(box(work, "A.best")) == "B"


def test_keyboards_have_other_digits_signs_and_spaces() -> None:
    for text in ("≤−2", "<=-2", "=<–2", "≦－２", "＜＝－２", "\u200f≤ −٢", "\u3000≤-2,0\u00a0"):
        assert read_entry(text) == Entry(-2.0, "≤"), text
    for text in ("3²", "½", "2 000", "--2", "<2", "nan", "1e999"):
        assert read_entry(text) is None, text


def test_typing_on_is_one_edit_and_all_can_be_undone(work: Work) -> None:
    work.type(box(work, "B.value"), "1")
    work.type(box(work, "B.value"), "12")
    prune(work, "C2")
    assert work.undo()
    assert work.state.pruned == frozenset()
    assert work.undo()
    assert not work.is_begun
    assert not work.undo()
    assert work.redo()
    assert work.text(box(work, "B.value")) == "12"
    work.type(box(work, "B.value"), "")
    assert not work.can_redo
    assert not work.is_begun


def test_edges_that_cannot_be_struck_say_why(work: Work) -> None:
    assert "root" in str(work.why_not_pruned(0))
    prune(work, "C")
    assert "C is pruned" in str(work.why_not_pruned(work.exercise.tree.by_name["C2"]))
    work.give_up(work.exercise.tree.by_name["D"])
    assert not work.prune(work.exercise.tree.by_name["D3"])


def test_the_picture_is_marked_as_in_the_picture(work: Work) -> None:
    do_picture(work)
    marks = mark(work.exercise, work.answers())
    assert (marks.score, marks.out_of) == (61.3, 100)
    verdicts = work.verdicts(marks)
    assert verdicts[box(work, "C.value")] is Verdict.RIGHT
    assert verdicts[box(work, "D.value")] is Verdict.FOLLOWS
    assert box(work, "A.value") not in verdicts
    edges = {work.name(node): verdict for node, verdict in work.edge_verdicts(marks).items()}
    assert edges == {"C2": Verdict.RIGHT, "C3": Verdict.RIGHT, "D3": Verdict.WRONG}
    found = cards(work, marks)
    assert [str(card.title) for card in found] == [
        "Pruned too much: D3",
        "D returns 5: follows from your own answers",
    ]
    assert "3 ≥ 5 is false" in str(found[0].text)


def test_pruned_too_little_is_a_fault_only_once_the_node_is_done(work: Work) -> None:
    prune(work, "C2")
    marks = mark(work.exercise, work.answers())
    assert marks.pruned_too_little == ["C3"]
    assert set(work.edge_verdicts(marks).values()) == {Verdict.RIGHT}
    assert Verdict.WRONG in work.edge_verdicts(marks, is_final=True).values()
    fill(work, C_value="2")
    fill_window(work, "C", "out", "3", "2")
    marks = mark(work.exercise, work.answers())
    assert Verdict.WRONG in work.edge_verdicts(marks).values()
    assert "C3 cannot matter" in str(cards(work, marks)[0].text)


def test_a_node_that_is_given_up_shows_the_key_and_earns_nothing(work: Work) -> None:
    do_picture(work)
    work.give_up(work.exercise.tree.by_name["C"])
    marks = mark(work.exercise, work.answers())
    # C's entries are lost, and the points for its cut; D3 is still pruned too much.
    assert {ask: part.points for ask, part in marks.parts.items()} == {
        "values": 10, "windows": 15, "pruned": 0, "best": 0,
    }  # fmt: skip
    assert work.text(box(work, "C.value")) == "≤2"
    assert work.verdicts(marks)[box(work, "C.value")] is Verdict.GIVEN_UP
    assert work.text(box(work, "C.out_beta")) == "2"
    assert work.undo()
    assert mark(work.exercise, work.answers()).score == 61.3


def test_in_the_end_nothing_struck_is_an_answer(work: Work) -> None:
    assert work.answers().pruned is None
    assert work.answers(is_final=True).pruned == []


def test_a_box_that_is_typed_into_is_not_marked(work: Work) -> None:
    fill(work, B_value="1")
    assert work.answers(without=box(work, "B.value")).values == {}


def test_work_is_kept_as_it_was_typed(work: Work) -> None:
    do_picture(work)
    work.give_up(work.exercise.tree.by_name["B"])
    again = work_from(work.exercise, work.json)
    assert again.state == work.state
    assert again.student == "Dana"


def test_what_was_handed_in_stands_in_the_boxes(exercise: Exercise, work: Work) -> None:
    key = right_answers(exercise, "Dana")
    found = work_of_answers(exercise, key)
    assert found.student == "Dana"
    assert found.is_complete
    assert found.answers() == key
    assert found.text(box(work, "A.in_alpha")) == "-∞"
    other = exercise_of(load("tree:[[1,2],[3,4]]"), {})
    with pytest.raises(InputError, match="are answers to the exercise"):
        work_of_answers(other, key)


@pytest.mark.parametrize("found", [None, {}, {"exercise": "other"}, {"exercise": "{id}", "texts": 3}])
def test_other_work_is_refused(exercise: Exercise, found: Any) -> None:
    if isinstance(found, dict) and found.get("exercise") == "{id}":
        found = {**found, "exercise": exercise.id}
    with pytest.raises(InputError):
        work_from(exercise, found)


def test_hints_give_the_rule_and_then_the_numbers(work: Work) -> None:
    do_picture(work)
    hints = Hints(work)
    value, end = box(work, "A.value"), box(work, "D.in_alpha")
    assert str(hints.rule(value)) == "A is MAX: it returns the largest of what B, C and D return."
    assert str(hints.numbers(value)) == "Came back: B 3, C 2, D 5. Which is the largest?"
    assert "as A has them" in str(hints.rule(end))
    assert str(hints.numbers(end)) == "A was called with α = -∞ and β = ∞. Came back: B 3, C 2."
    assert "raises α" in str(hints.rule(box(work, "A.out_alpha")))
    edge = work.exercise.tree.by_name["D3"]
    assert "as soon as α ≥ β" in str(hints.rule_of_edge(edge))
    assert str(hints.numbers_of_edge(edge)).endswith("Came back: D1 14, D2 5. Is α ≥ β now?")


def test_other_searches_have_hints_for_every_box() -> None:
    for options in ({"algorithm": "minimax"}, {"fail": "hard", "cut": ">", "order": "reverse"}):
        work = Work(exercise_of(load("tree:[[3,[12,1]],[2,4]]"), options))
        hints = Hints(work)
        for one in work.boxes():
            assert str(hints.rule(one))
            assert str(hints.numbers(one))
        for node in range(1, len(work.exercise.tree.nodes)):
            assert str(hints.rule_of_edge(node))
            assert str(hints.numbers_of_edge(node))


def test_a_number_is_typed_as_it_is_shown() -> None:
    work = Work(exercise_of(load("tree:[[0.3333333333333333,1],[0.16666666666666666,0.5]]"), {}), "Dana")
    fill(work, B_value="0.333333")
    assert work.entry(box(work, "B.value")) == Entry(1 / 3)
    assert work.state.texts[box(work, "B.value")] == "0.333333"
    marks = mark(work.exercise, work.answers())
    assert work.verdicts(marks)[box(work, "B.value")] is Verdict.RIGHT
    assert work.right_text(box(work, "C.value")) == "≤0.166667"
