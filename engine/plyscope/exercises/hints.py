"""What is said to a student: hints for a box, level by level, and why a box or an edge is marked as it is.

A hint first gives the rule for that kind of entry, then puts in the numbers that the entry rests on, the student's own
where there are any. The last level, the sentence with the answer, is the narration's of the recorded search. What is
said of a wrong entry has the student's own numbers only, so that a guess is answered by no number of the key.
"""

from __future__ import annotations

from dataclasses import dataclass

from plyscope.exercises.answers import Entry
from plyscope.exercises.exercise import Exercise
from plyscope.exercises.marking import BETA, IN, Marking, Marks, Outcome, shown_cut_rule
from plyscope.exercises.steps import Steps
from plyscope.exercises.work import Box, Field, Verdict, Work
from plyscope.messages import Message, written
from plyscope.model.declaration import MAX

HINT_LEVELS = 3
"""The rule, the numbers, the answer."""
CONSEQUENTIAL = Message("The step is right from what stands there. The mistake is counted once, where it was made.")


class Hints:
    """The hints for boxes and edges, with the student's present numbers."""

    def __init__(self, work: Work, *, own_numbers_only: bool = False) -> None:
        self.work, self.exercise, self.own_numbers_only = work, work.exercise, own_numbers_only
        self.nodes = self.exercise.tree.nodes
        self.steps: Steps = Marking(self.exercise, work.answers()).steps
        self.covered = work.covered

    def rule(self, box: Box) -> Message:
        """Return the first hint: the rule for that kind of entry."""
        name, is_max = self._name(box.node), self.nodes[box.node].kind == MAX
        if box.field is Field.BEST:
            return Message(
                "The best move of {name} is the first whose value is the one that {name} returns.", name=name
            )
        if box.field is Field.VALUE:
            return self._rule_of_value(box.node)
        if box.field.when == IN:
            if box.node == 0:
                return Message("The search begins with the widest window: α is −∞, β is ∞.")
            parent = self._name(self.nodes[box.node].parent)
            return Message(
                "{name} is called with α and β as {parent} has them at that moment.", name=name, parent=parent
            )
        if is_max:
            return Message("{name} is MAX: a value that comes back and is larger than α raises α. β stays.", name=name)
        return Message("{name} is MIN: a value that comes back and is smaller than β lowers β. α stays.", name=name)

    def _rule_of_value(self, number: int) -> Message:
        """Return the rule by which a node's value follows."""
        children = self._children(number)
        is_hard = self.exercise.is_hard
        values = {"name": self._name(number), "children": listed_words([self._name(child) for child in children])}
        if self.exercise.is_of_calls:
            return Message("{name} returns what the program makes of what {children} return.", **values)
        if self.nodes[number].kind == MAX:
            rule = Message("{name} is MAX: it returns the largest of what {children} return.", **values)
        else:
            rule = Message("{name} is MIN: it returns the smallest of what {children} return.", **values)
        if len(children) == 1:
            rule = Message("{name} returns what {children} returns.", **values)
        return (
            Message("{rule} A value outside its window is moved to the end of the window.", rule=rule)
            if is_hard
            else rule
        )

    def numbers(self, box: Box) -> Message:
        """Return the second hint: the numbers that the entry follows from."""
        number = box.node
        if box.field in (Field.VALUE, Field.BEST):
            children = self._children(number)
            if not children:
                return Message(
                    "All moves of {name} are pruned in your answers: nothing comes back.", name=self._name(number)
                )
            returned = self._returned(children)
            if box.field is Field.BEST:
                return Message("{returned}. Which is the first that gives {name} its value?",
                               returned=returned, name=self._name(number))  # fmt: skip
            if self.exercise.is_of_calls:
                return Message("{returned}.", returned=returned)
            if self.nodes[number].kind == MAX:
                return Message("{returned}. Which is the largest?", returned=returned)
            return Message("{returned}. Which is the smallest?", returned=returned)
        if box.field.when == IN:
            if number == 0:
                return Message("Nothing has been searched yet, so nothing narrows the window.")
            parent = self.nodes[number].parent
            before = self._children(parent)
            return self._window_so_far(parent, before[: before.index(number)] if number in before else before)
        return self._window_so_far(number, self._children(number))

    def _window_so_far(self, number: int, children: list[int]) -> Message:
        """Return the window of a node's call, and what has come back from some children."""
        alpha, beta = self._window(number)
        values = {"name": self._name(number), "alpha": alpha, "beta": beta}
        if not children:
            return Message(
                "{name} was called with α = {alpha} and β = {beta}, and nothing has come back yet.", **values
            )
        return Message(
            "{name} was called with α = {alpha} and β = {beta}. {returned}.",
            returned=self._returned(children),
            **values,
        )

    def rule_of_edge(self, number: int) -> Message:
        """Return the first hint for an edge: when it is pruned."""
        if self.exercise.cut is None:
            return Message("Minimax prunes nothing.")
        parent, rule = self._name(self.nodes[number].parent), shown_cut_rule(self.exercise.cut)
        return Message("What is left at {parent} is pruned as soon as α {rule} β there.", parent=parent, rule=rule)

    def numbers_of_edge(self, number: int) -> Message:
        """Return the second hint for an edge: the window when the search decides about it."""
        if self.exercise.cut is None:
            return Message("Minimax prunes nothing.")
        parent = self.nodes[number].parent
        before = self.nodes[parent].tried
        so_far = self._window_so_far(parent, before[: before.index(number)])
        return Message("{so_far} Is α {rule} β now?", so_far=so_far, rule=shown_cut_rule(self.exercise.cut))

    def _name(self, number: int) -> str:
        return self.nodes[number].name

    def _children(self, number: int) -> list[int]:
        """Return the children that the student has not pruned, in the order of the search."""
        return [child for child in self.nodes[number].tried if child not in self.covered]

    def _returned(self, children: list[int]) -> Message:
        """Return the sentence about values that children have returned."""
        return Message(
            "Came back: {values}", values=", ".join(f"{self._name(child)} {self._value(child)}" for child in children)
        )

    def _value(self, number: int) -> str:
        """Return a node's value as text; ? where the student's own is asked for and missing."""
        is_known = self.nodes[number].given is not None or number in self.steps.values
        return written(self.steps.value_of(number)) if is_known or not self.own_numbers_only else "?"

    def _window(self, number: int) -> list[str]:
        """Return a node's α and β as texts; ? where the student's own are asked for and missing."""
        own = self.steps.windows_in.get(number, (None, None))
        is_shown = [number == 0 or end is not None or not self.own_numbers_only for end in own]
        ends = zip(self.steps.window_of(number), is_shown, strict=True)
        return [written(end) if shown_too else "?" for end, shown_too in ends]

    # Why an entry is wrong

    def why_wrong(self, box: Box) -> Message:
        """Return why an entry is wrong: a usual mistake by name, else the rule with the student's numbers."""
        entry = self.work.entry(box)
        usual = None
        if isinstance(entry, Entry):
            usual = self._wrong_value(box.node, entry) if box.field is Field.VALUE else self._wrong_end(box, entry)
        if usual is not None:
            return usual
        return Message("{rule} {numbers}", rule=self.rule(box), numbers=self.numbers(box))

    def _wrong_value(self, number: int, entry: Entry) -> Message | None:
        """Return the usual mistake in a value: a false sign, or the other side's choice; else None."""
        name, children = self._name(number), self._children(number)
        if entry.sign and entry.number == self.exercise.key.values.get(number):
            return Message("{name} returns this number, but {sign} is not true of it.", name=name, sign=entry.sign)
        values = [self.steps.value_of(child) for child in children]
        if self.exercise.is_of_calls or len(set(values)) < 2 or "?" in map(self._value, children):
            return None
        named = {"name": name, "value": entry.number}
        if self.nodes[number].kind == MAX and entry.number == min(values):
            return Message(
                "{value} is the smallest that came back, but {name} is MAX and returns the largest.", **named
            )
        if self.nodes[number].kind != MAX and entry.number == max(values):
            return Message(
                "{value} is the largest that came back, but {name} is MIN and returns the smallest.", **named
            )
        return None

    def _wrong_end(self, box: Box, entry: Entry) -> Message | None:
        """Return the usual mistake in an end of a window: α and β swapped; else None."""
        other = {
            Field.IN_ALPHA: Field.IN_BETA, Field.IN_BETA: Field.IN_ALPHA,
            Field.OUT_ALPHA: Field.OUT_BETA, Field.OUT_BETA: Field.OUT_ALPHA,
        }[box.field]  # fmt: skip
        beside = self.work.entry(Box(box.node, other))
        if not isinstance(beside, Entry):
            return None
        key = self.exercise.key
        windows = [key.windows_in[box.node]] if box.field.when == IN else key.windows_out[box.node]
        given = (entry.number, beside.number) if box.field.end == BETA else (beside.number, entry.number)
        return Message("α and β are swapped.") if given in windows else None


def why_edge(exercise: Exercise, number: int) -> Message:
    """Return whether the edge above a node is pruned, with the comparison by the key's numbers."""
    key, nodes, cut = exercise.key, exercise.tree.nodes, exercise.cut
    parent = nodes[number].parent
    if parent not in key.values or cut is None:
        return Message("{name} is searched.", name=nodes[number].name)
    low, high = key.windows_in[parent]
    before = []
    for child in nodes[parent].tried:
        if child == number or child not in key.visited:
            break
        given = nodes[child].given
        value = key.values[child] if given is None else given
        before.append(value)
        low, high = (max(low, value), high) if nodes[parent].kind == MAX else (low, min(high, value))
    values = {
        "name": nodes[number].name, "parent": nodes[parent].name, "alpha": low, "beta": high,
        "rule": shown_cut_rule(cut), "values": listed_words([written(value) for value in before]),
    }  # fmt: skip
    if number in key.pruned:
        return Message(
            "After {values}, {parent} has α = {alpha} and β = {beta}. α {rule} β, so {name} cannot matter any more.",
            **values,
        )
    if not before:
        return Message("Nothing has come back to {parent} yet: {name} has to be searched.", **values)
    return Message(
        "After {values}, {parent} has α = {alpha} and β = {beta}. The cut needs α {rule} β, "
        "but {alpha} {rule} {beta} is false: {name} can still matter.",
        **values,
    )


@dataclass(frozen=True)
class Card:
    """A remark at a node: its verdict, and why."""

    node: int
    verdict: Verdict
    title: Message
    text: Message


def card_of_box(work: Work, box: Box, verdict: Verdict | None) -> Card | None:
    """Return the remark on the box with the keyboard; None where nothing is to be explained."""
    values = {"name": work.name(box.node), "entry": work.text(box).strip()}
    if verdict is Verdict.WRONG:
        title = Message("{name}: {entry} is wrong", **values)
        return Card(box.node, verdict, title, Hints(work, own_numbers_only=True).why_wrong(box))
    if verdict is Verdict.FOLLOWS and box.field is not Field.VALUE:
        title = Message("{name}: {entry} follows from your own answers", **values)
        return Card(box.node, verdict, title, CONSEQUENTIAL)
    return None


def cards(work: Work, marks: Marks, *, is_final: bool = False) -> list[Card]:
    """Return the remarks on a student's work: faults first, in the order of marking."""
    numbers, said = work.exercise.tree.by_name, {remark.node: remark.text for remark in marks.remarks}
    edges = work.edge_verdicts(marks, is_final=is_final)
    found = []
    for name in marks.pruned_too_much:
        why = why_edge(work.exercise, numbers[name])
        text = Message("{why} {remark}", why=why, remark=with_full_stop(said.pop(name))) if name in said else why
        found.append(Card(numbers[name], Verdict.WRONG, Message("Pruned too much: {name}", name=name), text))
    for name in marks.pruned_too_little:
        remark = said.pop(name, None)
        if edges.get(numbers[name]) is Verdict.WRONG:
            why = why_edge(work.exercise, numbers[name])
            text = why if remark is None else Message("{why} {remark}", why=why, remark=with_full_stop(remark))
            found.append(Card(numbers[name], Verdict.WRONG, Message("Pruned too little: {name}", name=name), text))
    for mark in marks.values:
        if mark.outcome is Outcome.FOLLOWS and mark.given is not None:
            value = mark.given.sign + written(mark.given.number)
            title = Message("{name} returns {value}: follows from your own answers", name=mark.node, value=value)
            found.append(Card(numbers[mark.node], Verdict.FOLLOWS, title, CONSEQUENTIAL))
    for name, text in said.items():
        verdict = Verdict.RIGHT if marks.best_is_right and work.entry(Box(0, Field.BEST)) == name else Verdict.FOLLOWS
        if any(mark.node == name and mark.outcome is Outcome.WRONG for mark in marks.values):
            verdict = Verdict.WRONG
        found.append(Card(numbers[name], verdict, Message("{name}", name=name), with_full_stop(text)))
    return found


def with_full_stop(remark: Message) -> Message:
    """Return a remark with a full stop."""
    return Message("{remark}.", remark=remark)


def listed_words(words: list[str]) -> Message:
    """Return words as a list: B, C and D."""
    if len(words) < 2:
        return Message("{words}", words="".join(words))
    return Message("{words} and {last}", words=", ".join(words[:-1]), last=words[-1])
