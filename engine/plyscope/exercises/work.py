"""A student's work on an exercise, while it is being done: what stands in each box, what is pruned and given up.

The boxes come in the order in which the search would fill them. Edits can be undone, and the work is kept as JSON, with
entries as they were typed. What is handed in are `Answers`; a node that was given up leaves its entries unanswered in
them, so that they earn nothing and whatever rests on them is marked by the key.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from plyscope.exercises.answers import Answers, Entry, read_entry
from plyscope.exercises.exercise import BEST, PRUNED, VALUES, WINDOWS, Exercise
from plyscope.exercises.marking import ALPHA, BETA, IN, OUT, Marks, Outcome
from plyscope.messages import InputError, Message, number_text, shortest
from plyscope.model.columns import BOUND_SIGNS

MAX_UNDO = 200


class Field(Enum):
    """What a box asks of its node."""

    IN_ALPHA = "in_alpha"
    IN_BETA = "in_beta"
    OUT_ALPHA = "out_alpha"
    OUT_BETA = "out_beta"
    VALUE = "value"
    BEST = "best"

    @property
    def when(self) -> str:
        """For an end of a window: whether as the node is called, or as it returns."""
        return {"in": IN, "out": OUT}.get(self.value.partition("_")[0], "")

    @property
    def end(self) -> str:
        """For an end of a window: α or β."""
        return self.value.partition("_")[2]


IN_FIELDS, OUT_FIELDS = (Field.IN_ALPHA, Field.IN_BETA), (Field.OUT_ALPHA, Field.OUT_BETA)


@dataclass(frozen=True)
class Box:
    """The place of one entry: a node, and what is asked of it."""

    node: int
    field: Field


@dataclass(frozen=True)
class State:
    """All that the student has entered, pruned and given up."""

    texts: Mapping[Box, str] = field(default_factory=dict)
    pruned: frozenset[int] = frozenset()
    """The nodes whose edges are struck."""
    given_up: frozenset[int] = frozenset()


class Verdict(Enum):
    """How an entry is marked."""

    RIGHT = "right"
    WRONG = "wrong"
    FOLLOWS = "follows"
    """Not right, but it follows from the student's own answers."""
    GIVEN_UP = "given up"


VERDICTS = {Outcome.RIGHT: Verdict.RIGHT, Outcome.FOLLOWS: Verdict.FOLLOWS, Outcome.SPARED: Verdict.FOLLOWS}
"""How outcomes are shown; all others are wrong."""


class Work:
    """One student's work on one exercise, with undo."""

    def __init__(self, exercise: Exercise, student: str = "", state: State | None = None) -> None:
        self.exercise, self.student, self.state = exercise, student, state or State()
        self.in_order = False
        """Whether the boxes open one after the other, as the search goes. What is passed is locked: the search does not
        go back either. The last answer can still be changed; emptied, it opens the one before it."""
        self._past: list[State] = []
        self._future: list[State] = []
        self._typed: Box | None = None
        """The box that the last edit was typed into: typing on is the same edit."""

    # The boxes

    @property
    def covered(self) -> set[int]:
        """The nodes that the student has pruned, with all below."""
        return self.exercise.tree.covered_by(set(self.state.pruned))

    def fields_of(self, number: int) -> list[Field]:
        """Return what is asked of a node; nothing where its value is given."""
        if self.exercise.tree.nodes[number].given is not None:
            return []
        asks = self.exercise.asks
        windows = [*IN_FIELDS, *OUT_FIELDS] if WINDOWS in asks else []
        values = [Field.VALUE] if VALUES in asks else []
        return [*windows, *values, *([Field.BEST] if BEST in asks and number == 0 else [])]

    def boxes(self) -> list[Box]:
        """Return the boxes outside what is pruned, in the order in which the search fills them."""
        return [place for place in self._course(0, self.covered) if isinstance(place, Box)]

    def _course(self, number: int, covered: set[int]) -> Iterator[Box | int]:
        """Iterate over the boxes from a node on, and the children where the search decides whether to call them."""
        fields = self.fields_of(number)
        yield from (Box(number, field) for field in fields if field in IN_FIELDS)
        for child in self.exercise.tree.nodes[number].tried:
            yield child
            if child not in covered:
                yield from self._course(child, covered)
        yield from (Box(number, field) for field in fields if field not in IN_FIELDS)

    def open_boxes(self) -> set[Box]:
        """Return the boxes that can be filled: all, or as the search goes the next and the last answered."""
        boxes = [box for box in self.boxes() if box.node not in self.state.given_up]
        if not self.in_order:
            return set(boxes)
        following = next((place for place, box in enumerate(boxes) if not self.is_done(box)), len(boxes))
        return set(boxes[max(0, following - 1) : following + 1])

    def why_closed(self, box: Box) -> Message | None:
        """Return why a box cannot be filled now; None if it can."""
        name = self.name(box.node)
        if self.is_open(box):
            return None
        if box.node in self.state.given_up:
            return Message("{name} was given up.", name=name)
        if self.is_done(box):
            return Message("The search has passed {name}. Backspace in an empty box goes back.", name=name)
        return Message("The search has not come to {name} yet.", name=name)

    def is_open(self, box: Box) -> bool:
        """Whether a box can be filled now."""
        return box in self.open_boxes()

    def is_done(self, box: Box) -> bool:
        """Whether a box is answered, or its node given up."""
        return box.node in self.state.given_up or self.entry(box) is not None

    def next_open(self) -> Box | None:
        """Return the first box that is not answered; None if all are."""
        return next((box for box in self.boxes() if not self.is_done(box)), None)

    @property
    def is_complete(self) -> bool:
        """Whether every box is answered; edges need not be struck."""
        return self.next_open() is None

    @property
    def is_begun(self) -> bool:
        """Whether anything was entered, pruned or given up."""
        return self.state != State()

    # What stands in them

    def text(self, box: Box) -> str:
        """Return the text in a box; for a node given up the key's answer."""
        if box.node in self.state.given_up:
            return self.right_text(box)
        return self.state.texts.get(box, "")

    def entry(self, box: Box) -> Entry | str | None:
        """Return what a box's text says: a number, the best move's name, or None if it cannot be read."""
        text = self.state.texts.get(box, "").strip()
        if box.field is Field.BEST:
            return self._move(text)
        entry = read_entry(text) if text else None
        if entry is None or (entry.sign and box.field is not Field.VALUE):
            return None
        return replace(entry, number=self.exercise.meant(entry.number))

    def _move(self, text: str) -> str | None:
        """Return the name of the best move that a text means; None for no child of the root."""
        nodes = self.exercise.tree.nodes
        for child in nodes[0].children:
            if text and text.casefold() in (nodes[child].name.casefold(), nodes[child].label.casefold()):
                return nodes[child].name
        return None

    def problem(self, box: Box) -> Message | None:
        """Return why a box's text cannot be read; None if it can."""
        text = self.state.texts.get(box, "").strip()
        if not text or self.entry(box) is not None:
            return None
        if box.field is Field.BEST:
            names = ", ".join(self.name(child) for child in self.exercise.tree.nodes[0].children)
            return Message("The best move is one of {names}.", names=names)
        if box.field is not Field.VALUE and read_entry(text) is not None:
            return Message("An end of a window is a number without ≤ or ≥.")
        return Message("This is no number: {text}", text=text)

    def right_text(self, box: Box) -> str:
        """Return the key's answer for a box; empty below a pruned branch."""
        key, number = self.exercise.key, box.node
        if number not in key.values:
            return ""
        if box.field is Field.VALUE:
            return BOUND_SIGNS.get(key.bounds[number] or "", "") + number_text(key.values[number])
        if box.field is Field.BEST:
            return self.name(key.best)
        window = key.windows_in[number] if box.field.when == IN else key.windows_out[number][0]
        return number_text(window[(ALPHA, BETA).index(box.field.end)])

    def name(self, number: int) -> str:
        """Return a node's name."""
        return self.exercise.tree.nodes[number].name

    # Edits

    def type(self, box: Box, text: str) -> None:
        """Change the text in a box; typing on in the same box is one edit to undo."""
        texts = {**self.state.texts, box: text}
        if not text:
            del texts[box]
        self._edit(replace(self.state, texts=texts), box)

    def why_not_pruned(self, number: int) -> Message | None:
        """Return why the edge above a node can be neither struck nor restored now; None if it can."""
        if PRUNED not in self.exercise.asks:
            return Message("This exercise does not ask what is pruned.")
        parent = self.exercise.tree.nodes[number].parent
        if parent < 0:
            return Message("There is no edge above the root.")
        if parent in self.state.given_up:
            return Message("{name} was given up: its edges are those of the key.", name=self.name(parent))
        if parent in self.covered and number not in self.state.pruned:
            return Message("{name} is pruned, and so is all below it.", name=self.name(parent))
        return self._why_not_now(number) if self.in_order else None

    def _why_not_now(self, number: int) -> Message | None:
        """Return why the search does not decide about a node now; None if it does."""
        course = list(self._course(0, self.covered))
        if number not in course:
            return None
        place = course.index(number)
        if not all(self.is_done(box) for box in course[:place] if isinstance(box, Box)):
            return Message("The search has not come to {name} yet.", name=self.name(number))
        later = [box for box in course[place:] if isinstance(box, Box) and box.node not in self.state.given_up]
        if any(map(self.is_done, later)):
            return Message("The search has passed {name}. Backspace in an empty box goes back.", name=self.name(number))
        return None

    def prune(self, number: int) -> bool:
        """Strike or restore the edge above a node; return False where that cannot be."""
        if self.why_not_pruned(number) is not None:
            return False
        self._edit(replace(self.state, pruned=self.state.pruned ^ {number}))
        return True

    def give_up(self, number: int) -> None:
        """Give up a node: the key's answers are shown, and its points are lost."""
        children = set(self.exercise.tree.nodes[number].children)
        texts = {box: text for box, text in self.state.texts.items() if box.node != number}
        pruned = (self.state.pruned - children) | (children & self.exercise.key.pruned)
        self._edit(State(texts, pruned, self.state.given_up | {number}))

    def start_again(self) -> None:
        """Remove all entries."""
        self._edit(State())

    def _edit(self, state: State, typed: Box | None = None) -> None:
        """Replace the state as one edit to undo, or as part of typing in a box."""
        if state == self.state:
            return
        if typed is None or typed != self._typed:
            self._past = [*self._past[-MAX_UNDO + 1 :], self.state]
        self.state, self._typed, self._future = state, typed, []

    def pause(self) -> None:
        """Make the next key begin another edit."""
        self._typed = None

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    def undo(self) -> bool:
        """Undo an edit; return whether there was one."""
        return self._go(self._past, self._future)

    def redo(self) -> bool:
        """Redo an edit; return whether there was one."""
        return self._go(self._future, self._past)

    def _go(self, source: list[State], target: list[State]) -> bool:
        """Go to the last state of one list, and keep the present one in the other."""
        if not source:
            return False
        target.append(self.state)
        self.state, self._typed = source.pop(), None
        return True

    # Handing in and marking

    def answers(self, *, without: Box | None = None, is_final: bool = False) -> Answers:
        """Return what would be handed in now; nothing struck is an answer only in the end.

        `without` is a box that is still being typed into.
        """
        values: dict[str, Entry] = {}
        windows: dict[str, dict[str, list[float | None]]] = {IN: {}, OUT: {}}
        best: str | None = None
        for box in self.boxes():
            entry = None if box == without or box.node in self.state.given_up else self.entry(box)
            if isinstance(entry, str):
                best = entry
            elif entry is not None and box.field is Field.VALUE:
                values[self.name(box.node)] = entry
            elif entry is not None:
                ends = windows[box.field.when].setdefault(self.name(box.node), [None, None])
                ends[(ALPHA, BETA).index(box.field.end)] = entry.number
        nodes = self.exercise.tree.nodes
        listed = [
            self.name(node) for node in sorted(self.state.pruned) if nodes[node].parent not in self.state.given_up
        ]
        pruned = listed if self.state.pruned or (is_final and PRUNED in self.exercise.asks) else None
        both = {when: {name: (ends[0], ends[1]) for name, ends in named.items()} for when, named in windows.items()}
        return Answers(self.exercise.id, self.student, values, both[IN], both[OUT], pruned, best)

    def verdicts(self, marks: Marks) -> dict[Box, Verdict]:
        """Return how each answered box is marked."""
        found: dict[Box, Verdict] = {}
        numbers = self.exercise.tree.by_name
        for mark in (*marks.values, *marks.windows):
            if mark.given is not None:
                field = Field(f"{mark.when}_{mark.end}") if mark.when else Field.VALUE
                found[Box(numbers[mark.node], field)] = VERDICTS.get(mark.outcome, Verdict.WRONG)
        if marks.best is not Outcome.MISSING:
            found[Box(0, Field.BEST)] = VERDICTS.get(marks.best, Verdict.WRONG)
        for box in self.boxes():
            if box.node in self.state.given_up:
                found[box] = Verdict.GIVEN_UP
        return found

    def edge_verdicts(self, marks: Marks, *, is_final: bool = False) -> dict[int, Verdict]:
        """Return how edges above nodes are marked; a missing stroke is a fault only once that is settled."""
        numbers = self.exercise.tree.by_name
        found = {numbers[name]: Verdict.RIGHT for name in marks.pruned_right if numbers[name] in self.state.pruned}
        found |= {numbers[name]: Verdict.FOLLOWS for name in marks.pruned_follows}
        found |= {numbers[name]: Verdict.WRONG for name in marks.pruned_too_much}
        for name in marks.pruned_too_little:
            if is_final or self._is_settled(self.exercise.tree.nodes[numbers[name]].parent):
                found[numbers[name]] = Verdict.WRONG
        for number in self.state.pruned:
            if self.exercise.tree.nodes[number].parent in self.state.given_up:
                found[number] = Verdict.GIVEN_UP
        return found

    def _is_settled(self, parent: int) -> bool:
        """Whether all that is asked of a node as it returns is answered; False where it was given up."""
        if parent in self.state.given_up:
            return False
        late = [Box(parent, field) for field in self.fields_of(parent) if field not in IN_FIELDS]
        return bool(late) and all(map(self.is_done, late))

    # Keeping

    @property
    def json(self) -> dict[str, Any]:
        """The work as it is kept between sessions."""
        texts: dict[str, dict[str, str]] = {}
        for box, text in self.state.texts.items():
            texts.setdefault(self.name(box.node), {})[box.field.value] = text
        return {
            "exercise": self.exercise.id,
            "student": self.student,
            "texts": texts,
            "pruned": [self.name(number) for number in sorted(self.state.pruned)],
            "given_up": [self.name(number) for number in sorted(self.state.given_up)],
        }


def work_of_answers(exercise: Exercise, answers: Answers) -> Work:
    """Return handed-in answers as work; raise InputError where they belong to another exercise."""
    exercise.refuse_other(answers.exercise)
    numbers = exercise.tree.by_name
    texts: dict[tuple[str, Field], str] = {
        (name, Field.VALUE): f"{entry.sign}{shortest(entry.number)}" for name, entry in answers.values.items()
    }
    for windows, fields in ((answers.windows_in, IN_FIELDS), (answers.windows_out, OUT_FIELDS)):
        for name, ends in windows.items():
            texts |= {(name, field): shortest(end) for field, end in zip(fields, ends, strict=True) if end is not None}
    if answers.best is not None:
        texts[exercise.tree.nodes[0].name, Field.BEST] = answers.best
    known = {Box(numbers[name], field): text for (name, field), text in texts.items() if name in numbers}
    pruned = frozenset(numbers[name] for name in answers.pruned or () if name in numbers)
    return Work(exercise, answers.student, State(known, pruned))


def work_from(exercise: Exercise, found: Any) -> Work:
    """Return the work in a kept JSON value; raise InputError where it belongs to another exercise."""
    numbers = exercise.tree.by_name
    try:
        exercise.refuse_other(found["exercise"])
        texts = {
            Box(numbers[name], Field(key)): str(text)
            for name, fields in found["texts"].items()
            for key, text in fields.items()
        }
        pruned = frozenset(numbers[name] for name in found["pruned"])
        given_up = frozenset(numbers[name] for name in found["given_up"])
        return Work(exercise, str(found["student"]), State(texts, pruned, given_up))
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError("this is no work on an exercise") from error
