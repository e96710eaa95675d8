"""Every entry marked as a fair teacher would mark it, with points, slips and remarks.

An exercise has 100 points, shared out over what it asks. Within values and bounds each entry weighs the same; the ends
of windows that are infinite in the key count only where they are wrong. Of what is pruned each cut is one decision,
right, missed or wrong. An entry that equals the key is right. Else it *follows* if one step of the algorithm gives it
from the student's own entries: it is earned, for the slip was made elsewhere and is charged there, once, as one law at
one node.

What follows is earned only where the entries come from the tree: where at least half of the nodes above leaves have
the number of one of these leaves. Nothing is earned below a branch that neither the key nor the student's own entries
prune. What a cut by own entries spares is earned up to a quarter of its question; beyond that a teacher has to look.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property, partial
from math import floor, isfinite
from typing import Any, TypeVar

from plyscope.exercises.answers import Answers, Entry, end_json, entry_json
from plyscope.exercises.exercise import BEST, PRUNED, VALUES, WINDOWS, Exercise, Window, other_rule
from plyscope.exercises.steps import Ends, Rules, Steps
from plyscope.messages import InputError, Message
from plyscope.model.columns import AT_LEAST, AT_MOST, EXACT

IN, OUT = "in", "out"
T = TypeVar("T")
ALPHA, BETA = "alpha", "beta"
ROOTED_SHARE = 1 / 2
"""Of the nodes above leaves: how many have to show that the student looked at these leaves."""
SPARED_SHARE = 1 / 4
"""Of a question: how much that a cut by own entries spares is earned without a teacher."""

LAW_ASKS = {"fold": VALUES, "pass": WINDOWS, "narrow": WINDOWS, "leave": PRUNED, "stay": PRUNED, "played": BEST}
"""The laws as the audit names them, each with the question whose entries it is about."""
LAW_SENTENCES = {
    "fold": Message("the value does not follow from those of its children"),
    "pass": Message("it is called with another window than its parent has by then"),
    "narrow": Message("it returns with another window than its children leave"),
    "leave": Message("moves are pruned although the window is open"),
    "stay": Message("moves are searched although the window is closed"),
    "played": Message("another move is the best by the values"),
}


class Outcome(Enum):
    """How an entry, or the decision about what is left to search at a node, is marked."""

    RIGHT = "right"
    FOLLOWS = "follows"
    """Not right, but by the student's own entries."""
    SPARED = "spared"
    """In a branch that the student's own entries prune."""
    WRONG = "wrong"
    MISSING = "missing"
    """Not answered, or a cut not made."""
    LOST = "lost"
    """In a branch that is wrongly pruned."""


@dataclass(frozen=True)
class Mark:
    """One entry as marked: given, right, and how it is judged."""

    node: str
    given: Entry | None
    right: float
    outcome: Outcome
    when: str = ""
    """For an end of a window: as the node is called, or as it returns."""
    end: str = ""
    counts: bool = True
    """False for an end that is infinite in the key, unless it is wrong."""

    @property
    def json(self) -> dict[str, Any]:
        """The mark as JSON prints it."""
        place = {"when": self.when, "end": self.end, "counts": self.counts} if self.when else {}
        return {
            "node": self.node,
            **place,
            "given": None if self.given is None else entry_json(self.given),
            "right": end_json(self.right),
            "ok": self.outcome is Outcome.RIGHT,
            "consequential": self.outcome is Outcome.FOLLOWS,
            "outcome": self.outcome.value,
        }


@dataclass(frozen=True)
class Part:
    """The points of one question, by how its entries are judged."""

    outcomes: Sequence[Outcome]
    is_rooted: bool
    """Whether what follows is earned."""
    out_of: float = 0
    is_reasoned: bool = False
    """Whether it can be guessed right, so that it is earned only where the reasons are there, too."""
    misconception: Misconception | None = None
    """What explains all of it, and costs its share of the points."""

    def count(self, *outcomes: Outcome) -> int:
        """Return how many entries have these outcomes."""
        return sum(outcome in outcomes for outcome in self.outcomes)

    @property
    def each(self) -> float:
        """The points of one entry."""
        return self.out_of / len(self.outcomes)

    @property
    def points(self) -> float:
        right, follows, spared = map(self.count, (Outcome.RIGHT, Outcome.FOLLOWS, Outcome.SPARED))
        if self.misconception is not None:
            return self.each * (right + follows + spared) * self.misconception.factor
        if not self.is_rooted:
            return 0.0 if self.is_reasoned else self.each * right
        return self.each * (right + follows + min(spared, len(self.outcomes) * SPARED_SHARE))

    @property
    def has_fault(self) -> bool:
        """Whether some of it is wrong, missing or lost."""
        return self.count(Outcome.WRONG, Outcome.MISSING, Outcome.LOST) > 0

    @property
    def needs_review(self) -> bool:
        """Whether more of it is spared than is earned without a teacher."""
        if self.misconception is not None:
            return False
        doubtful = self.count(Outcome.SPARED) if self.is_rooted else self.is_reasoned * self.count(Outcome.RIGHT)
        return doubtful > len(self.outcomes) * SPARED_SHARE


@dataclass(frozen=True)
class Slip:
    """One application of one law at one node that went wrong, with the points that it costs."""

    law: str
    """As the audit names its laws."""
    node: str
    points: float

    @property
    def json(self) -> dict[str, Any]:
        """The slip as JSON prints it."""
        return {"law": self.law, "node": self.node, "points": rounded(self.points)}


@dataclass(frozen=True)
class Remark:
    """A remark on a node beyond right and wrong."""

    node: str
    text: Message
    right_under: str | None = None
    """The cut rule under which it would be right."""


@dataclass(frozen=True)
class Misconception:
    """A mistake that explains every entry of some questions, and costs less than its slips."""

    name: str
    text: Message
    asks: Sequence[str]
    """The questions whose every entry it has to explain."""
    factor: float
    """What is left of the points of these questions."""


SWAPPED = Misconception("swapped", Message("α and β swapped"), (WINDOWS,), 3 / 4)
OTHER_CUT = Misconception("cut", Message("cut by the other rule"), (PRUNED,), 3 / 4)
OTHER_FAIL = Misconception("fail", Message("hard and soft values mixed up"), (VALUES,), 3 / 4)
EXCHANGED = Misconception("sides", Message("MIN and MAX exchanged"), (VALUES, WINDOWS, PRUNED, BEST), 1 / 2)
ALLOWED = {
    OTHER_CUT.name: Message("all follows by the other cut rule, which is right, too"),
    OTHER_FAIL.name: Message("all follows by the other fail mode, which is right, too"),
}
MISCONCEPTIONS = (SWAPPED, OTHER_CUT, OTHER_FAIL, EXCHANGED)


def misconceptions_of(exercise: Exercise) -> list[tuple[Misconception, Rules]]:
    """Return the misconceptions that there may be, with the rules by which the student then searches."""
    if exercise.is_of_calls:
        return []
    rules, plies = Rules(exercise.cut, exercise.is_hard), {node.ply for node in exercise.tree.nodes if node.children}
    exchanged = [plies, *({ply} for ply in plies)]
    found = [(EXCHANGED, replace(rules, exchanged=frozenset(some))) for some in exchanged]
    if exercise.cut is None:
        return found
    other_cut = replace(rules, cut=other_rule(exercise.cut))
    other_fail = replace(rules, is_hard=not rules.is_hard)
    return [(SWAPPED, rules), (OTHER_CUT, other_cut), (OTHER_FAIL, other_fail), *found]


@dataclass(frozen=True)
class Marks:
    """The marks of one student for one exercise."""

    exercise: str
    student: str
    values: Sequence[Mark] = ()
    windows: Sequence[Mark] = ()
    cuts: Mapping[str, Outcome] = field(default_factory=dict)
    """By the node at which the key or the student prunes moves."""
    pruned_right: Sequence[str] = ()
    pruned_follows: Sequence[str] = ()
    """Moves that only the student's own entries prune."""
    pruned_too_much: Sequence[str] = ()
    pruned_too_little: Sequence[str] = ()
    best: Outcome = Outcome.MISSING
    remarks: Sequence[Remark] = ()
    parts: Mapping[str, Part] = field(default_factory=dict)
    """By what is asked."""
    slips: Sequence[Slip] = ()
    misconception: Misconception | None = None
    """What explains every entry of its questions."""
    is_rooted: bool = True
    """Whether enough entries come from the tree, so that what follows from them is earned, and cuts are."""

    @property
    def score(self) -> float:
        """The points earned."""
        return rounded(sum(part.points for part in self.parts.values()))

    @property
    def out_of(self) -> int:
        return round(sum(part.out_of for part in self.parts.values()))

    @property
    def needs_review(self) -> bool:
        """Whether a teacher should look at it before it is a mark."""
        return any(part.needs_review for part in self.parts.values())

    def has_slip(self, asks: Container[str]) -> bool:
        """Whether there is a slip in some of these questions."""
        return any(LAW_ASKS[slip.law] in asks for slip in self.slips)

    @property
    def best_is_right(self) -> bool | None:
        """Whether the best move is right; None where it is not asked for, or not answered."""
        return None if self.best is Outcome.MISSING else self.best is Outcome.RIGHT

    @property
    def json(self) -> dict[str, Any]:
        """The marks as JSON prints them."""
        return {
            "exercise": self.exercise,
            "student": self.student,
            "score": self.score,
            "out_of": self.out_of,
            "parts": {
                ask: {"score": rounded(part.points), "out_of": rounded(part.out_of)} for ask, part in self.parts.items()
            },
            "slips": [slip.json for slip in self.slips],
            "misconception": None if self.misconception is None else self.misconception.name,
            "review": self.needs_review,
            "rooted": self.is_rooted,
            "values": [mark.json for mark in self.values],
            "windows": [mark.json for mark in self.windows],
            "cuts": {node: outcome.value for node, outcome in self.cuts.items()},
            "pruned_follows": list(self.pruned_follows),
            "pruned_too_much": list(self.pruned_too_much),
            "pruned_too_little": list(self.pruned_too_little),
            "remarks": [
                {"node": remark.node, "right_under": remark.right_under, "text": str(remark.text)}
                for remark in self.remarks
            ],
            "best": self.best.value,
            "best_ok": self.best_is_right,
        }


def rounded(points: float) -> float:
    """Return points with one decimal, half of one upwards."""
    return floor(points * 10 + 0.5) / 10


def mark(exercise: Exercise, answers: Answers) -> Marks:
    """Return the marks of one student's answers; raise InputError where they are to another exercise."""
    exercise.refuse_other(answers.exercise)
    marks = Marking(exercise, answers).marks()
    for misconception, rules in misconceptions_of(exercise) if marks.slips else ():
        asks = set(misconception.asks) & set(exercise.asks)
        other = Marking(exercise, answers, misconception, rules)
        is_explained = other.is_rooted and not any(other.parts[ask].has_fault for ask in asks & other.parts.keys())
        if not is_explained or not marks.has_slip(asks) or other.marks().has_slip(asks):
            continue
        if misconception.name in exercise.any:
            allowed = other.marks()
            remark = Remark(exercise.tree.nodes[0].name, ALLOWED[misconception.name])
            marks = max(marks, replace(allowed, remarks=[remark, *allowed.remarks]), key=lambda found: found.score)
            continue
        parts = {
            ask: replace(part, misconception=misconception if ask in asks else None)
            for ask, part in other.parts.items()
        }
        explained = replace(marks, parts=parts, misconception=misconception)
        named = replace(marks, misconception=marks.misconception or misconception)
        marks = max(named, explained, key=lambda found: found.score)
    return marks


class Marking:
    """The marking of one student's answers, by the rules of the exercise or by those of a misconception."""

    def __init__(
        self,
        exercise: Exercise,
        answers: Answers,
        misconception: Misconception | None = None,
        rules: Rules | None = None,
    ) -> None:
        self.exercise, self.answers = exercise, answers
        self.tree, self.key = exercise.tree, exercise.key
        self.by_law_only: Sequence[str] = () if misconception in (None, SWAPPED) else misconception.asks
        """The questions in which an entry is not right for being that of the key: it has to follow."""
        asks, swap = exercise.asks, misconception is SWAPPED
        # What is not asked for is not read: it neither earns a point nor excuses another entry.
        values = self._by_number(answers.values if VALUES in asks else {})
        self.values = {one: replace(entry, number=exercise.meant(entry.number)) for one, entry in values.items()}
        self.windows_in = self._windows_meant(answers.windows_in if WINDOWS in asks else {}, swap)
        self.windows_out = self._windows_meant(answers.windows_out if WINDOWS in asks else {}, swap)
        listed = answers.pruned if PRUNED in asks else None
        self.is_pruning_answered = listed is not None
        self.pruned = set(self.key.pruned) if listed is None else self.tree.covered_by(set(map(self._number, listed)))
        self.chosen = None if answers.best is None or BEST not in asks else self._number(answers.best)
        numbers = {number: entry.number for number, entry in self.values.items()}
        self.steps = Steps(exercise, numbers, self.windows_in, self.pruned, rules)
        self.is_rooted = self._is_rooted()
        if self.is_rooted:
            self._fill_blanks()
        self.by_values = Steps(exercise, self.steps.values, {}, self.pruned, rules)
        """The same with the windows that follow from the values alone."""

    def marks(self) -> Marks:
        """Return the marks of all that the exercise asks."""
        nodes, names = self.tree.nodes, self._names
        struck = self.tree.tops_of(self.pruned) if self.is_pruning_answered else []
        of_key = self.tree.tops_of(set(self.key.pruned)) if self.is_pruning_answered else []
        too_much = [number for number in struck if self.branch(number) is Outcome.LOST]
        follows = [number for number in struck if self.branch(number) is Outcome.SPARED and number in self.key.visited]
        missing = [number for number in of_key if number not in self.pruned]
        excused = [number for number in missing if self.cuts.get(nodes[number].parent) is Outcome.FOLLOWS]
        return Marks(
            exercise=self.exercise.id,
            student=self.answers.student,
            values=self.value_marks,
            windows=self.window_marks,
            cuts={nodes[number].name: outcome for number, outcome in self.cuts.items()},
            pruned_right=names([number for number in of_key if number in self.pruned]),
            pruned_follows=names(follows),
            pruned_too_much=names(too_much),
            pruned_too_little=names([number for number in missing if number not in excused]),
            best=self.best,
            remarks=list(self._remarks(too_much, missing, [*follows, *excused])),
            parts=self.parts,
            slips=list(self._slips()),
            is_rooted=self.is_rooted,
        )

    @cached_property
    def parts(self) -> dict[str, Part]:
        """The points of each question. Where nothing is to be pruned, that is one decision."""
        nothing = Outcome.RIGHT if self.is_pruning_answered else Outcome.MISSING
        outcomes = {
            VALUES: [mark.outcome for mark in self.value_marks],
            WINDOWS: [mark.outcome for mark in self.window_marks if mark.counts],
            PRUNED: list(self.cuts.values()) or [nothing],
            BEST: [self.best],
        }
        return {
            ask: Part(outcomes[ask], self.is_rooted, out_of, ask == PRUNED)
            for ask, out_of in self.exercise.points_of_questions.items()
        }

    def _slips(self) -> Iterator[Slip]:
        """Iterate over the slips: one for each law and node."""
        lost: dict[tuple[str, str], float] = {}
        for mark in (*self.value_marks, *self.window_marks):
            if mark.outcome is Outcome.WRONG:
                law = {IN: "pass", OUT: "narrow"}.get(mark.when, "fold")
                lost[law, mark.node] = lost.get((law, mark.node), 0.0) + mark.counts * self.parts[LAW_ASKS[law]].each
        for number, outcome in self.cuts.items() if self.is_pruning_answered else ():
            if outcome in (Outcome.WRONG, Outcome.MISSING):
                law = "leave" if outcome is Outcome.WRONG else "stay"
                lost[law, self.tree.nodes[number].name] = self.parts[PRUNED].each
        if self.best is Outcome.WRONG:
            lost["played", self.tree.nodes[0].name] = self.parts[BEST].each
        return (Slip(law, node, points) for (law, node), points in lost.items())

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

    def _windows_meant(self, named: Mapping[str, Ends], swap: bool) -> dict[int, Ends]:
        """Return the windows given, with the tree's own numbers, by the numbers of nodes; their ends swapped if so."""
        meant = self.exercise.meant
        found = {
            number: (None if low is None else meant(low), None if high is None else meant(high))
            for number, (low, high) in self._by_number(named).items()
        }
        return {number: (high, low) for number, (low, high) in found.items()} if swap else found

    def _names(self, numbers: Sequence[int]) -> list[str]:
        """Return the names of nodes."""
        return [self.tree.nodes[number].name for number in numbers]

    # What excuses what

    def _is_rooted(self) -> bool:
        """Whether enough of the nodes above leaves have the number of one of their leaves, or that of the key.

        Where values are not asked for, the end of the window that the node's own side moves tells. A value that a hard
        search moves to an end of the window tells nothing.
        """
        steps, nodes, hits = self.steps, self.tree.nodes, []
        for number in self.key.values:
            leaves = [nodes[child].given for child in nodes[number].children if nodes[child].given is not None]
            end = self.windows_out.get(number, (None, None))[steps.own_end(number)]
            answered = {steps.values.get(number), end} - {None}
            is_clamped = steps.rules.is_hard and steps.values.get(number) in steps.window_of(number)
            if leaves and not is_clamped and self.branch(number) is not Outcome.SPARED:
                known = [steps.value(number)] if self.exercise.is_of_calls else leaves
                hits.append(bool(answered & {*known, self.key.values[number]}))
        is_asked = {VALUES, WINDOWS} & set(self.exercise.asks)
        return not is_asked or (any(hits) and sum(hits) >= len(hits) * ROOTED_SHARE)

    def _fill_blanks(self) -> None:
        """Take for each value that is missing the one number that explains all that rests on it, if there is one."""
        for number in sorted(self.key.values, reverse=True):
            if number in self.steps.values or number in self.pruned:
                continue
            resting = list(self._resting_on(number)) if number else []
            for guess in dict.fromkeys([self.key.values[number], *(entry for entry, _ in resting)]):
                self.steps.values[number] = guess
                if resting and all(entry in due() for entry, due in resting):
                    break
                del self.steps.values[number]

    def _resting_on(self, number: int) -> Iterator[tuple[float, Callable[[], Sequence[float | None]]]]:
        """Iterate over the entries that rest on a node's value, each with what it may be by the steps."""
        steps, parent = self.steps, self.tree.nodes[number].parent
        end = steps.own_end(parent)
        if parent in self.values:
            yield self.values[parent].number, lambda: [steps.value(parent)]
        if (given := self.windows_out.get(parent, (None, None))[end]) is not None:
            yield given, lambda: [window[end] for window in steps.windows_out(parent)]
        children = steps.searched(parent)
        for later in children[children.index(number) + 1 :]:
            if (given := self.windows_in.get(later, (None, None))[end]) is not None:
                yield given, partial(steps.window_in, later)

    def branch(self, number: int) -> Outcome | None:
        """Return whether a node is spared or lost, or rightly pruned; None if the student searches it."""
        if number not in self.pruned:
            return None
        top = number
        while (above := self.tree.nodes[top].parent) in self.pruned:
            top = above
        if top in self.steps.pruned_at(above):
            return Outcome.SPARED
        return Outcome.RIGHT if top in self.key.pruned else Outcome.LOST

    # How entries are judged

    def _outcome(self, number: int, ask: str, given: object, is_right: bool, due: Sequence[object]) -> Outcome:
        """Return how an entry at a node is judged: `due` is what follows from the student's own entries."""
        branch = self.branch(number)
        if branch is Outcome.LOST:
            return branch
        if given is not None and is_right and ask not in self.by_law_only:
            return Outcome.RIGHT
        if branch is not None:
            return branch
        if given is None:
            return Outcome.MISSING
        return Outcome.FOLLOWS if given in due else Outcome.WRONG

    @cached_property
    def value_marks(self) -> list[Mark]:
        """The marks of the values of visited inner nodes."""
        found = []
        for number in sorted(self.key.values) if VALUES in self.exercise.asks else ():
            entry, right = self.values.get(number), self.key.values[number]
            is_right = entry is not None and entry.number == right and self._is_sign_right(number, entry)
            given = None if entry is None else entry.number
            # A right number with a wrong sign follows from nothing.
            due = [self.steps.value(number)] if given != right or VALUES in self.by_law_only else []
            outcome = self._outcome(number, VALUES, given, is_right, due)
            found.append(Mark(self.tree.nodes[number].name, entry, right, outcome))
        return found

    def _is_sign_right(self, number: int, entry: Entry) -> bool:
        """Whether ≤ or ≥ before a right number is true."""
        return not entry.sign or self.key.bounds[number] in (EXACT, {"≤": AT_MOST, "≥": AT_LEAST}[entry.sign])

    @cached_property
    def window_marks(self) -> list[Mark]:
        """The marks of the ends of windows of visited inner nodes."""
        found = []
        for number in sorted(self.key.values) if WINDOWS in self.exercise.asks else ():
            for when, given, right, steps in (
                (IN, self.windows_in, [self.key.windows_in[number]], [self.steps.window_in(number)]),
                (OUT, self.windows_out, self.key.windows_out[number], self.steps.windows_out(number)),
            ):
                for place, end in enumerate((ALPHA, BETA)):
                    entry = given.get(number, (None, None))[place]
                    is_right = any(entry == window[place] for window in right)
                    outcome = self._outcome(number, WINDOWS, entry, is_right, [window[place] for window in steps])
                    name, due = self.tree.nodes[number].name, right[0][place]
                    shown = None if entry is None else Entry(entry)
                    counts = isfinite(due) or outcome is Outcome.WRONG
                    found.append(Mark(name, shown, due, outcome, when, end, counts))
        return found

    @cached_property
    def cuts(self) -> dict[int, Outcome]:
        """How the student decides at the nodes at which the key or the student prunes moves, by their numbers."""
        numbers = range(len(self.tree.nodes)) if PRUNED in self.exercise.asks else ()
        found = {number: self._cut_at(number) for number in numbers}
        return {number: outcome for number, outcome in found.items() if outcome is not None}

    def _cut_at(self, number: int) -> Outcome | None:
        """Return how the student decides at a node; None where no move is to be pruned, and none is."""
        children = set(self.tree.nodes[number].children)
        due = children & self.key.pruned if number in self.key.visited else set()
        if not self.is_pruning_answered:
            return Outcome.MISSING if due else None
        if number in self.pruned:
            spared = Outcome.FOLLOWS if self.branch(number) is Outcome.SPARED else Outcome.LOST
            return spared if due else None
        own, follows = children & self.pruned, self.steps.pruned_at(number)
        is_law_only = PRUNED in self.by_law_only
        if own == due and not is_law_only:
            return Outcome.RIGHT if due else None
        if own - follows - (set() if is_law_only else self.key.pruned):
            return Outcome.WRONG
        # A window that does not follow from what stands above it is no excuse for a missing cut: only values are.
        if own == follows and own >= (self.by_values.pruned_at(number) if is_law_only or due - own else set()):
            return Outcome.FOLLOWS if due or (own and is_law_only) else None
        return Outcome.MISSING if due - own or is_law_only else None

    @cached_property
    def best(self) -> Outcome:
        """How the best move is judged. One that is worth as much is right, too, but none that the student prunes."""
        best = self.chosen
        if best is None:
            return Outcome.MISSING
        is_as_good = best in self.tree.nodes[0].children and self.tree.minimax(best) == self.tree.minimax(0)
        if best in self.pruned and self.is_pruning_answered:
            return Outcome.LOST
        if (best == self.key.best or is_as_good) and BEST not in self.by_law_only:
            return Outcome.RIGHT
        return Outcome.FOLLOWS if best == self.steps.best() else Outcome.WRONG

    # Remarks

    def _remarks(self, too_much: Sequence[int], missing: Sequence[int], excused: Sequence[int]) -> Iterator[Remark]:
        """Iterate over the remarks beyond right and wrong: signs, the other cut rule, what follows, equal moves."""
        for number, entry in sorted(self.values.items()):
            if entry.number == self.key.values.get(number) and not self._is_sign_right(number, entry):
                bound, name, value = self.key.bounds[number], self.tree.nodes[number].name, entry.number
                text = Message("{name} returns exactly {value}", name=name, value=value)
                if bound:
                    text = Message("{name} returns {bound} {value}", name=name, bound=Message(bound), value=value)
                yield Remark(name, text)
        other = other_rule(self.exercise.cut) if self.exercise.cut else ""
        for number in (*too_much, *missing):
            if (number in self.exercise.pruned_under_other_rule) == (number in too_much):
                name, rule = self.tree.nodes[number].name, shown_cut_rule(other)
                pruned = Message("{name} is pruned only where a node is cut at α {rule} β", name=name, rule=rule)
                searched = Message("{name} is searched only where a node is cut at α {rule} β", name=name, rule=rule)
                yield Remark(name, pruned if number in too_much else searched, other)
        chosen = [] if self.chosen is None else [self.chosen]
        for name in self._names([*excused, *(chosen if self.best is Outcome.FOLLOWS else [])]):
            yield Remark(name, Message("{name}: this follows from an earlier answer", name=name))
        for name in self._names(chosen if self.best is Outcome.RIGHT and self.chosen != self.key.best else []):
            first = self.tree.nodes[self.key.best].name
            text = Message("{name} is worth as much as {first}, which the search finds first", name=name, first=first)
            yield Remark(name, text)


def shown_cut_rule(cut: str) -> str:
    """Return a cut rule as it is printed: ≥ or >."""
    return {">=": "≥"}.get(cut, cut)


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
