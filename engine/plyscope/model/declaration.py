"""What a search declares of itself, so that it can be recorded and read without special cases."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, cached_property
from itertools import repeat
from math import inf
from pathlib import Path
from typing import NamedTuple

from plyscope.messages import Message

MIN, MAX = 0, 1
"""The kinds of a frame: whose call it is."""

NO_SIDE = 2
"""The kind of a frame whose side an imported recording does not say."""

CHANCE = 3
"""The kind of a frame in which no side moves but chance."""


CUTS = (">=", ">")
"""The cut rules: whether a frame is cut where α = β, or only where α > β."""


def has_side(kind: int) -> bool:
    """Whether MAX or MIN moves there."""
    return kind in (MAX, MIN)


def kind_name(kind: int) -> str:
    """Return "MAX", "MIN" or "CHANCE"; an empty text where no side is known."""
    return {MAX: "MAX", MIN: "MIN", CHANCE: "CHANCE"}.get(kind, "")


class Value(Enum):
    """How a frame's value is read from what its function returns."""

    ITSELF = "itself"
    FIRST_ITEM = "first item"
    NEGATED = "negated when MIN moves"


class Fold(Enum):
    """How a frame makes its value from its children's."""

    BEST = "best"
    SUM = "sum"
    MEAN = "mean"
    """Each value counts by the probability of its move, which chance makes."""
    LAST = "last"
    """The last child that has returned, each of which has searched the frame's own position: `Rounds` says how."""
    AVERAGE = "average"
    """The mean of all children that have returned, each of which counts once: `Rounds` says what they are."""
    ONLY = "only"
    """What its only child has returned, passed up: the frame has played a move without weighing it against others."""
    NONE = "none"
    """Unknown: its value is taken as it is."""

    @property
    def place(self) -> int:
        """The number of the fold in a column of folds."""
        return FOLDS.index(self)

    @property
    def proves(self) -> bool:
        """Whether what the children are worth proves anything of what the frame is worth."""
        return self not in (Fold.AVERAGE, Fold.ONLY, Fold.NONE)


FOLDS = tuple(Fold)


class Windows(Enum):
    """How a frame passes its window to its children."""

    NONE = "none"
    WHOLE = "whole"
    PROBE = "probe"
    """The whole window to the first child; to the others an empty one, and the whole one if they beat it."""
    STAR1 = "star1"
    """The whole window, and from a frame of chance what takes the mean out of it, as `means` says."""


PARAMETERS = ("s", "depth", "alpha", "beta", "maximizing", "side")
"""What a search can be called with at the root, by the names of its parameters."""


class Place(Enum):
    """Where in the tree a function's frames stand."""

    ROOT = "root"
    BELOW = "below"
    ANYWHERE = "anywhere"


class Asked(NamedTuple):
    """The arguments that a search in rounds calls its next round with."""

    depth: float
    alpha: float = -inf
    beta: float = inf
    tries_line: bool = False
    """Whether it tries the principal variation of the round before first."""


Asks = Generator[Asked, float, None]
"""Yields the arguments of the next round, is sent the value that has come back, and ends with the search."""


class Rounds(NamedTuple):
    """How a root searches its position several times: its calls make no move, and each of them is one round."""

    name: Message
    """A round in sentences, with its `number` and its `depth`."""
    begins: Message
    """A round at the beginning of a sentence."""
    about: Message
    """The sentence at the step that enters a round; its window is `alpha` and `beta`."""
    asks: Callable[[float], Asks]
    """The depth of the whole search -> the arguments of its rounds, one after the other."""
    simulates: bool = False
    """Whether each plays one line of moves, so that only together they say something: the tree that they have grown."""

    def asked(self, depth: float, values: Iterable[float]) -> Iterator[Asked]:
        """Yield the arguments of each round when these values come back, up to the one after them if there is one."""
        asks = self.asks(depth)
        try:
            yield next(asks)
            for value in values:
                yield asks.send(value)
        except StopIteration:
            return

    def depths(self, depth: float) -> list[float]:
        """Return the depths of the rounds up to the first of the whole depth, as they are if each round returns 0."""
        found: list[float] = []
        for asked in self.asked(depth, repeat(0.0)):
            found.append(asked.depth)
            if asked.depth >= depth:
                break
        return found


USUAL_BEST = "best"
"""The variable for the best value so far, unless a search declares another one."""


class Calls(NamedTuple):
    """A function whose calls are frames."""

    function: str
    kind: int | None = None
    """The side it moves for, where that is always the same; else `side` names the parameter that says it."""
    side: str = ""
    """The parameter that is true, or positive, where MAX moves."""
    place: Place = Place.ANYWHERE
    value: Value = Value.ITSELF
    fold: Fold = Fold.BEST
    start: str = ""
    """The free name, or the number, that a child must beat. Where none is declared any child will do."""
    best: str = USUAL_BEST
    """Its local variable for the best value so far, or for the sum."""
    best_move: str = ""
    """Its local variable for the best move, if it has one."""
    without_move: str = ""
    """The tag of its calls that are made without a move, one of `TAGS`: `iid` and `excluded` are no values of their
    parents. Empty where such a call goes on for its parent. A call after a passed turn is `null` anyway."""
    rounds: Rounds | None = None
    """How a function of the root searches its position in rounds; None where its calls make moves."""


@cache
def text_of(place: str) -> str:
    """Return the text of a search's file, kept, for a game can run hundreds of small searches.

    The file is named as package:file, or by its path where it belongs to a plug-in.
    """
    if Path(place).is_absolute():
        return Path(place).read_text(encoding="utf-8")
    from importlib.resources import files

    package, _, file = place.partition(":")
    return files(package).joinpath(file).read_text(encoding="utf-8")


@dataclass(frozen=True)
class Search:
    """A search and what it declares of its text: its functions, options, windows, and how it chooses moves."""

    name: str
    file: str
    """The file that holds its text, as package:file; in a plug-in file, by its path beside that file."""
    calls: tuple[Calls, ...]
    about: Message
    reads: frozenset[str]
    """The options it reads."""
    windows: Windows = Windows.NONE
    variants: Mapping[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    """Option and choice -> the words of the text that change, and what they become."""
    fixed: Mapping[str, str] = field(default_factory=dict)
    """Option -> the choice that its text always makes though it does not read the option: `cut`, `fail`."""
    repeats: bool = False
    """Whether calls with equal arguments do the same, whatever came before, unless the order of moves is learned."""
    undecided_is_none: bool = False
    """Whether its text gives None at the horizon, which counts as -∞."""
    moves_unplayed: bool = False
    """Whether it calls itself for a move of its loop without playing that move."""
    asking: tuple[tuple[str, str], ...] = ()
    """The words of its text that change, and what they become, where sides do not alternate, so that it asks whose
    move it is; without any, the search is refused there."""
    asks_side: bool = False
    """Whether it is to run in a game where sides do not alternate."""
    instead: Mapping[str, Search] = field(default_factory=dict)
    """Option -> the search of the same name that runs where the option is set."""
    unpruned: str = "minimax"
    """The name of the search that tries the same moves without pruning, with the same depth, order and scoring."""
    has_table: bool = False
    """Whether its frames may return what a table holds, which earlier frames have stored there."""
    stands_pat: bool = False
    """Whether it goes on below depth 0: only with noisy moves, which have to beat what the position is worth there."""
    orders_moves: bool = False
    """Whether it decides by itself in which order it tries the legal moves, whatever order they are offered in."""
    prunes_forward: bool = False
    """Whether it leaves moves out by a rule of its own, with a window that is still open."""
    spoken: str = ""
    """What sentences call it, where that is not its name."""
    coordinates: str = ""
    """The notation of the page it comes from, for moves in a recording where no other is chosen; empty for none."""

    @cached_property
    def rounds(self) -> Rounds | None:
        """The rounds in which it searches the root's position; None where every frame below the root makes a move."""
        return next((calls.rounds for calls in self.calls if calls.rounds is not None), None)

    @property
    def title(self) -> str:
        """The name of the search in sentences."""
        return self.spoken or self.name

    @property
    def simulates(self) -> bool:
        """Whether its rounds are simulations, which grow a tree together."""
        return self.rounds is not None and self.rounds.simulates

    @property
    def picks_moves(self) -> bool:
        """Whether the moves it tries need not be the first of those that it is offered."""
        return self.orders_moves or self.prunes_forward

    @property
    def takes_chance(self) -> bool:
        """Whether it can search positions in which chance moves."""
        return any(calls.kind == CHANCE for calls in self.calls)

    @property
    def is_brain(self) -> bool:
        """Whether it is a player of one game, with its own scoring and order of moves."""
        return False

    @property
    def is_imported(self) -> bool:
        """Whether nothing declares what it does: a search by another program, or user code."""
        return False

    def text(self, options: Mapping[str, object]) -> str:
        """Return the text that runs and that people read, with the chosen variants in it."""
        text = text_of(self.file)
        for (option, choice), (words, replacement) in self.variants.items():
            if options.get(option) == choice:
                assert words in text, (self.name, words)
                text = text.replace(words, replacement)
        for words, replacement in self.asking if self.asks_side else ():
            assert words in text, (self.name, words)
            text = text.replace(words, replacement)
        return text

    def calls_at(self, frame: int, kind: int) -> Calls:
        """Return the declared function that a frame of a kind is a call of."""
        elsewhere = Place.BELOW if frame == 0 else Place.ROOT
        return next(calls for calls in self.calls if calls.place is not elsewhere and calls.kind in (None, kind))

    def root_calls(self, moves_for: int) -> Calls:
        """Return the declared function to call at the root, where the side to move is MAX or MIN."""
        return next(
            calls
            for calls in self.calls
            if calls.place is Place.ROOT or (calls.place is Place.ANYWHERE and calls.kind in (None, moves_for))
        )
