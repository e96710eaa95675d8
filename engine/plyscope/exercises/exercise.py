"""An exercise, its file, and its key.

The file holds what is asked, and no answers. The key is what the recorded search says: its windows and values come from
the recording, so that what is marked is what can be stepped through.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Any

from plyscope.exercises import calls
from plyscope.exercises.tree import MAX_NODES, ExerciseTree, too_large, tree_of_game
from plyscope.files.atomic import bytes_of, write_json
from plyscope.files.json_values import check_format, decode_strictly, read_number, read_text, refuse_unknown_keys
from plyscope.files.sources import load
from plyscope.messages import DIGITS, InputError, Message, has_more_digits
from plyscope.model.declaration import CUTS, Search, Windows
from plyscope.model.origin import OUR_SEARCH
from plyscope.model.plan import Plan
from plyscope.model.position import FIRST, Position
from plyscope.model.trace import Trace
from plyscope.recording.plan import find_search, plan
from plyscope.recording.record import run

FORMAT, VERSION = "plyscope-exercise", 1
VALUES, WINDOWS, PRUNED, BEST = "values", "windows", "pruned", "best"
ASKS = (VALUES, WINDOWS, PRUNED, BEST)
"""What can be asked."""
CHOICES = ("cut", "fail")
"""The rules of which a request can allow any."""
ALL_POINTS = 100
"""Of an exercise."""
WEIGHTS = {VALUES: 20, WINDOWS: 30, PRUNED: 40, BEST: 10}
"""How much each question weighs, where an exercise does not say."""
ONCE, END, NEVER = "once", "end", "never"
FEEDBACKS = (ONCE, END, NEVER)
"""When answers are marked; an exercise that does not say leaves it to the student. Never makes it a test."""
OPTIONS = ("max", "depth", "cut", "fail", "order", "seed", "score", "weights", "coordinates")
TYPED_DIGITS = range(DIGITS, 13)
"""How many digits a student may copy of a number that has more."""
MAX_FILE_BYTES = 1 << 20

Window = tuple[float, float]


@dataclass(frozen=True)
class Key:
    """The right answers of an exercise, by the numbers of nodes."""

    values: Mapping[int, float]
    """Of the visited inner nodes, as all that follow."""
    bounds: Mapping[int, str | None]
    """How each value is to be read: `exact`, `at least`, `at most`."""
    windows_in: Mapping[int, Window]
    windows_out: Mapping[int, Sequence[Window]]
    """The window on return; after a cutoff also the one before the cut was seen, which some books return with."""
    visited: frozenset[int]
    """Every node that the search calls, leaves too."""
    pruned: frozenset[int]
    """Every node that it does not call."""
    best: int
    frames: Mapping[int, int] = field(default_factory=dict)
    """The frame of the recording that each visited node is; empty where there is no recording."""


@dataclass(frozen=True)
class Exercise:
    """A small tree, a search, and what is asked about it."""

    source: str
    algorithm: str
    options: Mapping[str, Any]
    asks: Sequence[str]
    title: str = ""
    variant: int = 0
    """Its number among its variants; 0 where there is but one."""
    variants: int = 0
    feedback: str = ""
    """Of `FEEDBACKS`; empty where the student chooses."""
    points: Mapping[str, float] = field(default_factory=dict)
    """What the questions weigh; those of `WEIGHTS` where it does not say."""
    any: Sequence[str] = ()
    """Of `CHOICES`: the rules of which either is right, if it is kept to throughout."""
    code: str = field(default="", compare=False, repr=False)
    """Of calls: the text of the program, which is shown and never run."""
    results: Mapping[str, float] | None = field(default=None, compare=False, repr=False)
    """Of calls: what they return, which only the key says."""

    @property
    def is_of_calls(self) -> bool:
        """Whether it is on calls of user code, where nothing can be searched."""
        return self.source.startswith(calls.PREFIX)

    @property
    def is_of_game(self) -> bool:
        """Whether its nodes are positions on a board, whose moves say more than their names."""
        return not self.is_of_calls and not self.position.game.is_given

    @cached_property
    def id(self) -> str:
        """The hash that equal exercises share, by which answers find their variant."""
        content = [self.source, self.algorithm, dict(self.options), list(self.asks)]
        content += [self.feedback] if self.feedback else []
        content += [{ask: float(weight) for ask, weight in self.points.items()}] if self.points else []
        content += [list(self.any)] if self.any else []
        return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:10]

    def refuse_other(self, answered: object) -> None:
        """Raise InputError for answers to another exercise, by its id."""
        if answered != self.id:
            raise InputError("these are answers to the exercise {theirs}, not to {id}", theirs=answered, id=self.id)

    @property
    def json(self) -> dict[str, Any]:
        """The exercise as its file has it."""
        found: dict[str, Any] = {"format": FORMAT, "version": VERSION, "id": self.id}
        found |= {"title": self.title} if self.title else {}
        found |= {"variant": self.variant, "variants": self.variants} if self.variant else {}
        found |= {"source": self.source, "algorithm": self.algorithm}
        found |= {"options": dict(self.options), "asks": list(self.asks)}
        found |= {"feedback": self.feedback} if self.feedback else {}
        found |= {"points": dict(self.points)} if self.points else {}
        found |= {"any": list(self.any)} if self.any else {}
        return {**found, "code": self.code} if self.code else found

    @property
    def weights(self) -> dict[str, float]:
        """What each question weighs."""
        return {**WEIGHTS, **self.points}

    @property
    def points_of_questions(self) -> dict[str, float]:
        """The points of each question that is asked; all together `ALL_POINTS`."""
        weights = {ask: weight for ask, weight in self.weights.items() if ask in self.asks}
        return {ask: ALL_POINTS * weight / sum(weights.values()) for ask, weight in weights.items()}

    @property
    def is_marked_here(self) -> bool:
        """Whether marks can be shown: not for a test, nor without the key of a program's calls."""
        return not self.is_test and (not self.is_of_calls or self.results is not None)

    @property
    def heading(self) -> str:
        """Its title, or else its search."""
        if self.is_of_calls:
            return self.title or str(Message("The calls of {function}", function=self.algorithm))
        return self.title or str(Message("Alpha-beta") if self.cut else Message("Minimax"))

    @property
    def is_test(self) -> bool:
        """Whether nothing may tell what is right before it is handed in."""
        return self.feedback == NEVER

    @cached_property
    def position(self) -> Position:
        """The position that is searched."""
        position = load(self.source, coordinates=self.options.get("coordinates"))
        return replace(position.with_max(self.options["max"]) if "max" in self.options else position, options={})

    def plan(self, **changed: Any) -> Plan:
        """Return the plan of its search, with some options changed; raise InputError for an exercise on calls."""
        if self.is_of_calls:
            raise InputError("an exercise on the calls of a program has no search")
        search = {name: self.options[name] for name in OPTIONS if name in self.options}
        search = {name: value for name, value in search.items() if name not in ("max", "coordinates")}
        return plan(self.position, {"algorithm": self.algorithm, **search, **changed})

    def recorded(self, **changed: Any) -> Trace:
        """Return the recording of its search, made now, with some options changed; refuse a tree that is too large."""
        # A tree that is too large is refused before it is searched, which could take hours.
        if len(self.tree.nodes) > MAX_NODES:
            raise too_large()
        return run(self.plan(**changed))

    @cached_property
    def trace(self) -> Trace:
        return self.recorded()

    @cached_property
    def tree(self) -> ExerciseTree:
        return calls.tree_of_text(self.source) if self.is_of_calls else tree_of_game(self.plan())

    @cached_property
    def positions(self) -> list[Position]:
        """The position at every node, in an exercise on a game."""
        found = [self.position]
        for node in self.tree.nodes[1:]:
            found.append(found[node.parent].after(node.move))
        return found

    @cached_property
    def key(self) -> Key:
        return key_of_calls(self) if self.is_of_calls else key_of(self.tree, self.trace)

    def meant(self, number: float) -> float:
        """Return the tree's own number for a typed one, if it was copied with the digits that are shown."""
        return self._meant.get(number, number)

    @cached_property
    def _meant(self) -> dict[float, float]:
        """The tree's numbers with more digits than are shown, by how they may be typed."""
        numbers = [node.given for node in self.tree.nodes if node.given is not None]
        if not self.is_of_calls or self.results is not None:
            numbers += self.key.values.values()
        # Of several that are shown alike the first is meant, as in the page.
        long = filter(has_more_digits, reversed(numbers))
        found = {float(f"{number:.{digits}g}"): number for number in long for digits in TYPED_DIGITS}
        return {typed: one for typed, one in found.items() if typed not in numbers}

    @cached_property
    def folds(self) -> Sequence[calls.Fold]:
        """The rules by which each call may combine the results of its calls, as far as they explain the run."""
        return calls.folds_of(self.tree, self.key.values)

    @cached_property
    def cut(self) -> str | None:
        """The cut rule; None for a search that does not cut."""
        cut: str | None = None if self.is_of_calls else self.plan().options.get("cut")
        return cut

    @cached_property
    def is_hard(self) -> bool:
        """Whether nodes return no value outside their windows."""
        return not self.is_of_calls and self.plan().options.get("fail") == "hard"

    @cached_property
    def pruned_under_other_rule(self) -> frozenset[int]:
        """The nodes that the other cut rule would prune; empty where there is no rule."""
        if self.cut is None:
            return frozenset()
        return key_of(self.tree, self.recorded(cut=other_rule(self.cut))).pruned

    def save(self, path: Path, *, force: bool) -> None:
        """Write the exercise to a file."""
        write_json(path, self.json, force=force)


KEYS = frozenset({"format", "version", "id", *(one.name for one in fields(Exercise) if one.name != "results")})
"""What a file of an exercise may have."""


def other_rule(cut: str) -> str:
    """Return the other cut rule: > for >=, and the reverse."""
    return CUTS[1 - CUTS.index(cut)]


def key_of(tree: ExerciseTree, trace: Trace) -> Key:
    """Return the key that a recording gives: each frame is the node that its moves lead to."""
    frames = {0: 0}
    values: dict[int, float] = {}
    bounds: dict[int, str | None] = {}
    windows_in: dict[int, Window] = {}
    windows_out: dict[int, Sequence[Window]] = {}
    waiting = [0]
    for number in waiting:
        frame, node = frames[number], tree.nodes[number]
        if node.given is not None:
            continue
        of_move = {tree.nodes[child].move: child for child in node.children}
        for child in trace.children(frame):
            frames[of_move[trace.moves[child]]] = child
            waiting.append(of_move[trace.moves[child]])
        values[number], bounds[number] = trace.values[frame], trace.bound_of(frame)
        windows_in[number] = (trace.alphas[frame], trace.betas[frame])
        windows_out[number] = windows_on_return(trace, frame)
    visited = frozenset(frames)
    best = next(number for number, frame in frames.items() if frame == trace.best_child(0))
    return Key(
        values, bounds, windows_in, windows_out, visited, frozenset(range(len(tree.nodes))) - visited, best, frames
    )


def key_of_calls(exercise: Exercise) -> Key:
    """Return the key of an exercise on calls, from what the calls return; refuse results that miss or do not fit."""
    tree, results = exercise.tree, exercise.results
    if results is None:
        raise InputError("what the calls return is in the key of the exercise, which is not here")
    values = {number: results.get(node.name) for number, node in enumerate(tree.nodes) if node.children}
    known = {number: value for number, value in values.items() if value is not None}
    if len(known) < len(values) or len(results) > len(values):
        raise InputError("the key does not fit the exercise: it has other calls")
    everything = frozenset(range(len(tree.nodes)))
    return Key(known, dict.fromkeys(known, "exact"), {}, {}, everything, frozenset(), -1)


def windows_on_return(trace: Trace, frame: int) -> list[Window]:
    """Return the right answers for α and β on return; after a cutoff two, before and after the last child.

    Books differ there: some return before they update α or β, others after.
    """
    before = after = (trace.alphas[frame], trace.betas[frame])
    is_cut = False
    for folded in trace.folds(frame):
        before, after, is_cut = after, (folded.alpha, folded.beta), folded.is_cut
    return [after, before] if is_cut and before != after else [after]


def exercise_of(position: Position, options: Mapping[str, Any], asks: Sequence[str] = (), **about: Any) -> Exercise:
    """Return the exercise on a position; raise InputError where none can be made. Without `asks` it asks all that there
    is.

    `options` go before those of the position's file; what is None there is not chosen.
    """
    chosen = {**position.options, **{name: value for name, value in options.items() if value is not None}}
    algorithm = chosen.get("algorithm", "alphabeta")
    kept = {name: value for name, value in chosen.items() if name in OPTIONS and name in find_search(algorithm).reads}
    if position.max_side != FIRST:
        kept["max"] = position.max
    if position.coordinates:
        kept["coordinates"] = position.coordinates
    for ask in asks:
        if ask not in ASKS:
            raise InputError("{ask} cannot be asked for; an exercise asks for {known}", ask=ask, known=", ".join(ASKS))
    check_search(find_search(algorithm))
    exercise = Exercise(f"{position.game.name}:{position.fullest_text}", algorithm, kept, tuple(asks), **about)
    # What the search would take by default is said too, so that the file alone tells the rule.
    searched = {name: value for name, value in exercise.trace.options.items() if name in OPTIONS and value is not None}
    exercise = replace(exercise, options=kept | searched, asks=tuple(asks) or tuple(asks_of(exercise)))
    check(exercise)
    return exercise


def exercise_of_calls(trace: Trace, asks: Sequence[str] = (), **about: Any) -> Exercise:
    """Return the exercise on a program's recorded calls, with its key."""
    source, results = calls.source_and_values(trace)
    name = trace.origin.function_name(0) or ""
    exercise = Exercise(source, name, {}, tuple(asks) or (VALUES,), results=results, code=calls.code_of(trace), **about)
    check(exercise)
    return exercise


def exercise_of_recording(trace: Trace, asks: Sequence[str] = (), **about: Any) -> Exercise:
    """Return the exercise on a recorded search, or on the calls of a recorded program."""
    if trace.origin.is_user_code:
        return exercise_of_calls(trace, asks, **about)
    if trace.origin is not OUR_SEARCH:
        raise InputError("a recording of another program has no search that could be worked through")
    return exercise_of(trace.position, {"algorithm": trace.search.name, **trace.options}, asks, **about)


def asks_of(exercise: Exercise) -> list[str]:
    """Return all that can be asked: without windows neither these nor what is pruned.

    What a program does is not known; only what its calls return can be asked.
    """
    if exercise.is_of_calls:
        return [VALUES]
    windowed = exercise.trace.search.windows is not Windows.NONE
    return [ask for ask in ASKS if windowed or ask not in (WINDOWS, PRUNED)]


def check(exercise: Exercise) -> None:
    """Raise InputError for an exercise that nobody can do by hand, or without a single answer."""
    if not exercise.is_of_calls:
        check_search(find_search(exercise.algorithm))
        if exercise.trace.plan.begin is not None:
            raise InputError("an order that is learned while the search runs is not for exercises")
    if exercise.tree.nodes[0].given is not None:
        raise InputError("there is nothing to find out: all ends at the root")
    if not all(abs(node.given or 0) < inf for node in exercise.tree.nodes):
        raise InputError("a leaf is infinite: exercises have finite numbers")
    unasked = [ask for ask in exercise.asks if ask not in asks_of(exercise)]
    if unasked:
        raise InputError("{algorithm} has no {ask} to ask for", algorithm=exercise.algorithm, ask=unasked[0])


def check_search(search: Search) -> None:
    """Raise InputError for a search that no exercise can be about."""
    is_by_hand = search.windows is not Windows.PROBE and not search.has_table
    if search.is_brain or not is_by_hand or len(search.calls) > 1 or search.calls[0].start:
        raise InputError(
            "{algorithm} is no search for exercises; they are made of minimax, alphabeta and negamax",
            algorithm=search.name,
        )


# The file


def read_exercise(path: Path) -> Exercise:
    """Return the exercise in a file; InputError says what is wrong, and where."""
    try:
        return exercise_from(read_json(path))
    except InputError as error:
        raise error.inside(str(path)) from None


def read_json(path: Path) -> Any:
    """Return the JSON value in a small file."""
    return json_value(small_text(path))


def small_text(path: Path) -> str:
    """Return the text of a small file."""
    content = bytes_of(path, MAX_FILE_BYTES + 1)
    if len(content) > MAX_FILE_BYTES:
        raise InputError("the file is larger than {most} bytes", most=MAX_FILE_BYTES)
    try:
        # Some editors write UTF-16, which begins with its mark.
        return content.decode("utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError("this is not UTF-8 text") from error


def json_value(text: str) -> Any:
    """Return the JSON value in a text; raise InputError if it is none."""
    if not text.strip():
        raise InputError("the file is empty")
    return decode_strictly(text)


def is_exercise_file(path: Path) -> bool:
    """Whether a file is an exercise, by its content."""
    if path.suffix != ".json" or not path.is_file():
        return False
    with suppress(InputError):
        return is_exercise(read_json(path))
    return False


def is_exercise(found: Any) -> bool:
    """Whether a JSON value is an exercise, by its format."""
    return isinstance(found, dict) and found.get("format") == FORMAT


def exercise_from(found: Any) -> Exercise:
    """Return the exercise in a JSON value; raise InputError for anything wrong in it."""
    if not isinstance(found, dict):
        raise InputError("an exercise is an object")
    check_format(found, FORMAT, VERSION)
    refuse_unknown_keys(found, KEYS)
    options, asks = found.get("options", {}), found.get("asks", list(ASKS))
    if not isinstance(options, dict):
        raise InputError("{key} is an object", key="options")
    refuse_unknown_keys(options, frozenset(OPTIONS))
    if options and str(found.get("source")).startswith(calls.PREFIX):
        raise InputError("an exercise on the calls of a program has no options")
    for name in {"max", "coordinates"} & options.keys():
        read_text(options, name)
    if isinstance(options.get("weights"), str):
        raise InputError("an exercise holds its weights, not the path of a file")
    if not isinstance(asks, list) or not asks or any(ask not in ASKS for ask in asks):
        raise InputError("{key} is a list of {known}", key="asks", known=", ".join(ASKS))
    source = read_text(found, "source", may_be_empty=False)
    if ":" not in source or source.startswith("sample:"):
        raise InputError("the source of an exercise is the position itself, as game:text")
    title = read_text(found, "title") if "title" in found else ""
    variant, variants = (read_count(found, key) for key in ("variant", "variants"))
    feedback = read_text(found, "feedback") if "feedback" in found else ""
    if feedback and feedback not in FEEDBACKS:
        raise InputError("{key} is one of {known}", key="feedback", known=", ".join(FEEDBACKS))
    code = read_text(found, "code") if "code" in found else ""
    algorithm = read_text(found, "algorithm")
    points, any_of = points_from(found), found.get("any", [])
    if not isinstance(any_of, list) or any(rule not in CHOICES for rule in any_of):
        raise InputError("{key} is a list of {known}", key="any", known=", ".join(CHOICES))
    about = (title, variant, variants, feedback, points, tuple(any_of), code)
    exercise = Exercise(source, algorithm, options, tuple(asks), *about)
    if read_text(found, "id") != exercise.id:
        raise InputError("the id is {found}, but that of its contents is {id}: the file has been changed",
                         found=found["id"], id=exercise.id)  # fmt: skip
    check(exercise)
    return exercise


def points_from(found: Mapping[str, Any]) -> dict[str, float]:
    """Return what the questions weigh; raise InputError unless these are numbers above 0."""
    points = found.get("points", {})
    if not isinstance(points, dict):
        raise InputError("{key} is an object", key="points")
    refuse_unknown_keys(points, frozenset(ASKS))
    weights = {ask: read_number(number, ask) for ask, number in points.items()}
    for ask, weight in weights.items():
        if not 0 < weight <= 1000:
            raise InputError("the points of {ask} are a number above 0, 1000 at most", ask=ask)
    return weights


def read_count(found: Mapping[str, Any], key: str) -> int:
    """Return the number of a key, 0 where it is missing; raise InputError unless it is from 0 to 9999."""
    count = found.get(key, 0)
    if type(count) is not int or not 0 <= count < 10_000:
        raise InputError("{key} is a whole number from 0 to 9999", key=key)
    return count


# In the words of the book


def task(exercise: Exercise) -> list[Message]:
    """Return the sentences that say how the exercise is to be done."""
    if exercise.is_of_calls:
        text = (
            Message("These are the calls that one call of {function} makes. Those at the ends are given. "
                    "Write what each of the others returns.", function=exercise.algorithm)
        )  # fmt: skip
        return [text]
    options = exercise.plan().options
    order = {
        "given": Message("from left to right"),
        "reverse": Message("from right to left"),
    }.get(options["order"], Message("in the order in which the moves are numbered"))
    if exercise.cut is None:
        return [Message("Run minimax on this tree, {order}.", order=order)]
    fail = (
        Message("Each node returns the best value that it has seen.")
        if options["fail"] == "soft"
        else Message("Each node returns the best value that it has seen, but no value outside its own window.")
    )
    rule = "α ≥ β" if exercise.cut == ">=" else "α > β"
    other = "α > β" if exercise.cut == ">=" else "α ≥ β"
    also = {
        "cut": Message("Whoever cuts at {rule} throughout is right, too.", rule=other),
        "fail": Message("Whether values outside the window are returned or not is free, if it is kept to throughout."),
    }
    return [
        Message("Run alpha-beta on this tree, {order}.", order=order),
        Message("Prune the moves that are left as soon as {rule}.", rule=rule),
        fail,
        *(also[rule] for rule in exercise.any),
    ]


def rule_of(exercise: Exercise) -> str:
    """Return the rules of an exercise in a few words, for the foot of a page; nothing for one on calls."""
    if exercise.is_of_calls:
        return ""
    options = exercise.plan().options
    order = {"given": "left to right", "reverse": "right to left"}.get(options["order"], "")
    rule = "" if exercise.cut is None else f"rule α {'≥' if exercise.cut == '>=' else '>'} β"
    return ", ".join(filter(None, [rule, options.get("fail", ""), order]))
