"""Every entry marked as a teacher would mark it, with points and remarks.

An entry that is not right is *consequential* if one step of the algorithm gives it from the student's own entries: its
point is earned, for the mistake was made elsewhere and is counted there. Entries inside a branch that the student has
wrongly pruned are not counted at all. One point for each value, each end of a window and the best move; one for each
pruned move, minus one for each that is pruned too much, never less than none. What is rightly pruned inside a branch
that is pruned too much is covered by it, and keeps its point.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from plyscope.exercises.answers import Answers, Entry, end_json, entry_json
from plyscope.exercises.exercise import BEST, PRUNED, VALUES, WINDOWS, Exercise, Window, other_rule
from plyscope.exercises.steps import Ends, Steps
from plyscope.messages import InputError, Message
from plyscope.model.columns import AT_LEAST, AT_MOST, EXACT

IN, OUT = "in", "out"
T = TypeVar("T")
ALPHA, BETA = "alpha", "beta"


@dataclass(frozen=True)
class Mark:
    """One entry as marked: given, right, and whether it earns its point."""

    node: str
    given: Entry | None
    right: float
    is_right: bool
    is_consequential: bool
    when: str = ""
    """For an end of a window: as the node is called, or as it returns."""
    end: str = ""

    @property
    def points(self) -> int:
        return int(self.is_right or self.is_consequential)

    @property
    def json(self) -> dict[str, Any]:
        """The mark as JSON prints it."""
        place = {"when": self.when, "end": self.end} if self.when else {}
        return {
            "node": self.node,
            **place,
            "given": None if self.given is None else entry_json(self.given),
            "right": end_json(self.right),
            "ok": self.is_right,
            "consequential": self.is_consequential,
        }


@dataclass(frozen=True)
class Remark:
    """A remark on a node beyond right and wrong."""

    node: str
    text: Message
    right_under: str | None = None
    """The cut rule under which it would be right."""


@dataclass(frozen=True)
class Marks:
    """The marks of one student for one exercise."""

    exercise: str
    student: str
    values: Sequence[Mark] = ()
    windows: Sequence[Mark] = ()
    pruned_right: Sequence[str] = ()
    pruned_too_much: Sequence[str] = ()
    pruned_too_little: Sequence[str] = ()
    pruned_out_of: int = 0
    best_is_right: bool | None = None
    """None where it is not asked for, or not answered."""
    best_points: int = 0
    best_out_of: int = 0
    remarks: Sequence[Remark] = field(default_factory=tuple)

    @property
    def pruned_points(self) -> int:
        return max(0, len(self.pruned_right) - len(self.pruned_too_much))

    @property
    def parts(self) -> dict[str, tuple[int, int]]:
        """The points of each part of an exercise, and out of how many; out of none where it is not asked."""
        return {
            VALUES: (sum(mark.points for mark in self.values), len(self.values)),
            WINDOWS: (sum(mark.points for mark in self.windows), len(self.windows)),
            PRUNED: (self.pruned_points, self.pruned_out_of),
            BEST: (self.best_points, self.best_out_of),
        }

    @property
    def score(self) -> int:
        """The points earned."""
        return sum(points for points, _ in self.parts.values())

    @property
    def out_of(self) -> int:
        return sum(out_of for _, out_of in self.parts.values())

    @property
    def json(self) -> dict[str, Any]:
        """The marks as JSON prints them."""
        return {
            "exercise": self.exercise,
            "student": self.student,
            "score": self.score,
            "out_of": self.out_of,
            "values": [mark.json for mark in self.values],
            "windows": [mark.json for mark in self.windows],
            "pruned_too_much": list(self.pruned_too_much),
            "pruned_too_little": list(self.pruned_too_little),
            "remarks": [
                {"node": remark.node, "right_under": remark.right_under, "text": str(remark.text)}
                for remark in self.remarks
            ],
            "best_ok": self.best_is_right,
        }


def mark(exercise: Exercise, answers: Answers) -> Marks:
    """Return the marks of one student's answers; raise InputError where they are to another exercise."""
    exercise.refuse_other(answers.exercise)
    return Marking(exercise, answers).marks()


class Marking:
    """The marking of one student's answers."""

    def __init__(self, exercise: Exercise, answers: Answers) -> None:
        self.exercise, self.answers = exercise, answers
        self.tree, self.key = exercise.tree, exercise.key
        # What is not asked for is not read: it neither earns a point nor excuses another entry.
        values = self._by_number(answers.values if VALUES in exercise.asks else {})
        self.values = {one: replace(entry, number=exercise.meant(entry.number)) for one, entry in values.items()}
        self.windows_in = self._windows_meant(answers.windows_in)
        self.windows_out = self._windows_meant(answers.windows_out)
        self.listed = answers.pruned if PRUNED in exercise.asks else None
        self.pruned = self._pruned()
        numbers = {number: entry.number for number, entry in self.values.items()}
        self.steps = Steps(exercise, numbers, self.windows_in, self.pruned)
        self.remarks: list[Remark] = []

    def marks(self) -> Marks:
        """Return the marks of all that the exercise asks."""
        values = list(self._values()) if VALUES in self.exercise.asks else []
        windows = list(self._windows()) if WINDOWS in self.exercise.asks else []
        right, too_much, too_little, out_of = self._moves() if PRUNED in self.exercise.asks else ([], [], [], 0)
        best, points = self._best() if BEST in self.exercise.asks else (None, 0)
        return Marks(
            exercise=self.exercise.id,
            student=self.answers.student,
            values=values,
            windows=windows,
            pruned_right=self._names(right),
            pruned_too_much=self._names(too_much),
            pruned_too_little=self._names(too_little),
            pruned_out_of=out_of,
            best_is_right=best,
            best_points=points,
            best_out_of=int(BEST in self.exercise.asks),
            remarks=tuple(self.remarks),
        )

    # What was answered

    def _number(self, name: str) -> int:
        """Return a node's number by its name."""
        number = self.tree.by_name.get(name)
        if number is None:
            raise InputError("{name} is no node of the exercise", name=name)
        return number

    def _by_number(self, named: Mapping[str, T]) -> dict[int, T]:
        """Return answers by the numbers of nodes."""
        return {self._number(name): entry for name, entry in named.items()}

    def _windows_meant(self, named: Mapping[str, Ends]) -> dict[int, Ends]:
        """Return the windows given, with the tree's own numbers, by the numbers of nodes."""
        meant = self.exercise.meant
        windows = self._by_number(named if WINDOWS in self.exercise.asks else {})
        return {
            number: (None if low is None else meant(low), None if high is None else meant(high))
            for number, (low, high) in windows.items()
        }

    def _names(self, numbers: Sequence[int]) -> list[str]:
        """Return the names of nodes."""
        return [self.tree.nodes[number].name for number in numbers]

    def _pruned(self) -> set[int]:
        """Return the nodes that the student prunes, with all below; the key's where nothing was answered."""
        if self.listed is None:
            return set(self.key.pruned)
        return self.tree.covered_by({self._number(name) for name in self.listed})

    def counted(self) -> list[int]:
        """Return the nodes whose entries count: visited inner nodes outside wrongly pruned branches."""
        return [number for number in sorted(self.key.values) if number not in self.pruned]

    # Marking

    def _values(self) -> Iterator[Mark]:
        """Iterate over the marks of values."""
        for number in self.counted():
            entry, right = self.values.get(number), self.key.values[number]
            is_right = entry is not None and entry.number == right and self._is_sign_right(number, entry)
            follows = entry is not None and not is_right and entry.number == self.steps.value(number)
            follows &= entry is not None and entry.number != right
            yield Mark(self.tree.nodes[number].name, entry, right, is_right, follows)

    def _is_sign_right(self, number: int, entry: Entry) -> bool:
        """Whether ≤ or ≥ before a right number is true; a remark is made where it is not."""
        bound = self.key.bounds[number]
        if not entry.sign or bound in (EXACT, {"≤": AT_MOST, "≥": AT_LEAST}[entry.sign]):
            return True
        name = self.tree.nodes[number].name
        text = (
            Message("{name} returns exactly {value}", name=name, value=entry.number)
            if bound is None
            else Message("{name} returns {bound} {value}", name=name, bound=Message(bound), value=entry.number)
        )
        self.remarks.append(Remark(name, text))
        return False

    def _windows(self) -> Iterator[Mark]:
        """Iterate over the marks of windows."""
        for number in self.counted():
            step = self.steps.window_in(number)
            yield from self._ends(number, IN, self.windows_in.get(number), [self.key.windows_in[number]], [step])
            steps = self.steps.windows_out(number)
            yield from self._ends(number, OUT, self.windows_out.get(number), self.key.windows_out[number], steps)

    def _ends(
        self, number: int, when: str, given: Ends | None, right: Sequence[Window], steps: Sequence[Window]
    ) -> Iterator[Mark]:
        """Iterate over the marks of one window; `steps` are those that follow from the student's entries."""
        for place, end in enumerate((ALPHA, BETA)):
            found = None if given is None else given[place]
            is_right = found is not None and any(found == window[place] for window in right)
            follows = found is not None and not is_right and any(found == window[place] for window in steps)
            entry = None if found is None else Entry(found)
            yield Mark(self.tree.nodes[number].name, entry, right[0][place], is_right, follows, when, end)

    def _moves(self) -> tuple[list[int], list[int], list[int], int]:
        """Return the branches pruned rightly, too much, too little, and how many should be; remark on wrong ones."""
        tops = self.tree.tops_of(set(self.key.pruned))
        if self.listed is None:
            return [], [], [], len(tops)
        right = [number for number in tops if number in self.pruned]
        too_little = [number for number in tops if number not in self.pruned]
        too_much = [number for number in self.tree.tops_of(self.pruned) if number in self.key.visited]
        for number in (*too_much, *too_little):
            self._say_about_rule(number, number in too_much)
        return right, too_much, too_little, len(tops)

    def _say_about_rule(self, number: int, is_too_much: bool) -> None:
        """Add a remark on a wrong branch that the other cut rule, or the student's numbers, would justify."""
        name, cut = self.tree.nodes[number].name, self.exercise.cut
        assert cut is not None
        other = other_rule(cut)
        if (number in self.exercise.pruned_under_other_rule) == is_too_much:
            text = (
                Message(
                    "{name} is pruned only where a node is cut at α {rule} β", name=name, rule=shown_cut_rule(other)
                )
                if is_too_much
                else Message(
                    "{name} is searched only where a node is cut at α {rule} β", name=name, rule=shown_cut_rule(other)
                )
            )
            self.remarks.append(Remark(name, text, other))
        elif self.steps.is_pruned(number) == is_too_much:
            self.remarks.append(Remark(name, Message("{name}: this follows from an earlier answer", name=name)))

    def _best(self) -> tuple[bool | None, int]:
        """Return whether the best move is right, None without an answer, and its points; remark on it where due."""
        if self.answers.best is None:
            return None, 0
        number, root = self._number(self.answers.best), self.tree.nodes[0]
        name = self.tree.nodes[number].name
        if number == self.key.best:
            return True, 1
        if number in root.children and self.tree.minimax(number) == self.tree.minimax(0):
            first = self.tree.nodes[self.key.best].name
            text = Message("{name} is worth as much as {first}, which the search finds first", name=name, first=first)
            self.remarks.append(Remark(name, text))
            return True, 1
        follows = number == self.steps.best()
        if follows:
            self.remarks.append(Remark(name, Message("{name}: this follows from an earlier answer", name=name)))
        return False, int(follows)


def shown_cut_rule(cut: str) -> str:
    """Return a cut rule as it is printed: ≥ or >."""
    return {">=": "≥"}.get(cut, cut)


def points_of(exercise: Exercise) -> int:
    """Return how many points an exercise has; of calls that is known without their key."""
    if exercise.is_of_calls:
        return sum(node.given is None for node in exercise.tree.nodes)
    return mark(exercise, right_answers(exercise)).out_of


def right_answers(exercise: Exercise, student: str = "") -> Answers:
    """Return the key as answers, which earn every point."""
    tree, key = exercise.tree, exercise.key

    def named(windows: Mapping[int, Window]) -> dict[str, Ends]:
        return {tree.nodes[number].name: window for number, window in windows.items()}

    asks = exercise.asks
    return Answers(
        exercise.id,
        student,
        {tree.nodes[number].name: Entry(value) for number, value in key.values.items()} if VALUES in asks else {},
        named(key.windows_in) if WINDOWS in asks else {},
        named({number: windows[0] for number, windows in key.windows_out.items()}) if WINDOWS in asks else {},
        [tree.nodes[number].name for number in tree.tops_of(set(key.pruned))] if PRUNED in asks else None,
        tree.nodes[key.best].name if BEST in asks else None,
    )
