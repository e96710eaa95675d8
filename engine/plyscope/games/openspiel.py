"""The games of OpenSpiel: those of two players who see everything, and of whom one wins what the other loses.

A position is the name of a game, with its parameters, and the numbers of the actions from its start. The state is that
list of numbers and nothing else, so that two positions are equal only where the same moves led to them. What OpenSpiel
knows of a state is asked once and kept for a while.

A move is three times the action's number, plus 1 where the second side makes it, and 2 where chance does. Its text is
OpenSpiel's own, which differs by the position: an action may be `a6` in one and `Rxa6` in another. A few games played
at random show whether sides move in turn.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from plyscope.games.entry import GameBase, GameEntry, Manner, SampleBoard, require_package
from plyscope.messages import InputError, Message
from plyscope.model.board_texts import text_board
from plyscope.model.position import FIRST, Board, Key, Outcomes, Position, Reading, Rules, State

NAME = "openspiel"
START = "tic_tac_toe"
MAX_TEXT = 100_000
CHANCE = 2
KEPT_STATES, KEPT_TEXTS = 1 << 14, 1 << 7
GAMES_TRIED, MAX_PLIES = 4, 300
"""The games played at random to learn whether sides move in turn, and the plies of each at most."""


class Known:
    """A game of OpenSpiel, with its states and the texts of its moves kept for a while."""

    def __init__(self, text: str, spiel: Any) -> None:
        self.text, self.spiel = text, spiel
        self.longest: int = spiel.max_game_length() + spiel.max_chance_nodes_in_history()
        self.has_chance = spiel.max_chance_nodes_in_history() > 0
        self.alternates = not self.has_chance
        """Whether sides move in turn, as far as is known."""
        self.state = lru_cache(KEPT_STATES)(self._state)
        self.texts = lru_cache(KEPT_TEXTS)(self._texts)
        self._try_games()

    def _state(self, actions: Key) -> Any:
        """Return OpenSpiel's state after some actions; raise InputError where sides do not move in turn."""
        if not actions:
            return self.spiel.new_initial_state()
        before = self.state(actions[:-1])
        after = before.child(actions[-1])
        if self.alternates and not after.is_terminal() and after.current_player() == before.current_player():
            raise InputError(
                "{name}: a side moves twice in turn, which it did not in the games that were tried", name=self.text
            )
        return after

    def moves(self, actions: Key) -> list[int]:
        """Return the legal moves after some actions."""
        return list(numbers(self.state(actions)))

    def outcomes(self, actions: Key) -> tuple[tuple[int, float], ...]:
        """Return the moves of chance after some actions, each with its probability; none where a side is to move."""
        state = self.state(actions)
        if not state.is_chance_node():
            return ()
        return tuple((3 * action + CHANCE, chance) for action, chance in state.chance_outcomes())

    def side(self, actions: Key) -> int:
        """Return the side to move; where chance moves or the game is over, the one that has moved last."""
        for end in range(len(actions), -1, -1):
            player = self.state(actions[:end]).current_player()
            if player >= 0:
                return int(player) + 1
        return FIRST

    def _try_games(self) -> None:
        """Play some games at random, to see whether a side moves twice in turn."""
        chance = random.Random(0)
        for _ in range(GAMES_TRIED):
            state, before = self.spiel.new_initial_state(), None
            for _ in range(MAX_PLIES):
                if state.is_terminal():
                    break
                if not numbers(state):
                    raise InputError("{name} of OpenSpiel cannot be searched: {reason}", name=self.text, reason=NO_MOVE)
                if state.current_player() == before:
                    self.alternates = False
                before = state.current_player()
                state = state.child(chance.choice(numbers(state)) // 3)

    def _texts(self, actions: Key) -> dict[int, str]:
        """Return the texts of the legal moves after some actions; one that two moves share names neither."""
        state = self.state(actions)
        player = state.current_player()
        texts = {move: one_word(state.action_to_string(player, move // 3)) for move in numbers(state)}
        uses = Counter(texts.values())
        return {move: text for move, text in texts.items() if text and uses[text] == 1}


def one_word(text: str) -> str:
    """Return the text of an action without blanks, which stand between moves in files."""
    return "_".join(text.split())


def numbers(state: Any) -> list[int]:
    """Return the legal moves of OpenSpiel's state, or the outcomes where chance moves."""
    if state.is_chance_node():
        return [3 * action + CHANCE for action, _ in state.chance_outcomes()]
    return [3 * action + state.current_player() for action in state.legal_actions()]


NO_MOVE = Message("there is no move, and the game is not over")
PARAMETER = re.compile(r"(\w+)=([^,()]*)")
WHOLE_NUMBER = re.compile(r"-?[0-9]+", re.ASCII)


@lru_cache(maxsize=8)
def known(text: str) -> Known:
    """Return the game of a name with its parameters; raise InputError where it is none that can be searched."""
    import pyspiel

    name = text.partition("(")[0]
    if name not in pyspiel.registered_names():
        raise InputError("{name} is not a game of OpenSpiel", name=name[:80])
    kind = next(kind for kind in pyspiel.registered_games() if kind.short_name == name)
    types = pyspiel.GameType
    for is_right, reason in (
        (kind.information == types.Information.PERFECT_INFORMATION, Message("its players do not see everything")),
        (kind.dynamics == types.Dynamics.SEQUENTIAL, Message("its players do not move one after the other")),
        (kind.chance_mode != types.ChanceMode.SAMPLED_STOCHASTIC, Message("it does not say what chance may do")),
        (kind.min_num_players <= 2 <= kind.max_num_players, Message("it is not for two players")),
        (kind.utility == types.Utility.ZERO_SUM, Message("one player does not win what the other loses")),
    ):
        if not is_right:
            raise InputError("{name} of OpenSpiel cannot be searched: {reason}", name=text[:80], reason=reason)
    refuse_parameters(name, text.partition("(")[2], kind.parameter_specification)
    try:
        with silent():
            spiel = pyspiel.load_game(text)
            if spiel.num_players() == 2 and spiel.max_utility() == 1:
                return Known(text, spiel)
    except InputError:
        raise
    except (RuntimeError, ValueError, pyspiel.SpielError) as error:
        raise InputError(
            "{name} is refused by OpenSpiel: {reason}", name=text[:80], reason=" ".join(str(error).split())[:200]
        ) from None
    raise InputError("{name} of OpenSpiel is not a game that two players win, draw or lose", name=text[:80])


def refuse_parameters(name: str, text: str, usual: Mapping[str, Any]) -> None:
    """Raise InputError for unknown parameters, and for sizes of 0, for which OpenSpiel may end the process."""
    for parameter, value in PARAMETER.findall(text):
        if "game" not in usual and parameter not in usual:
            raise InputError(
                "{name} of OpenSpiel has no parameter {parameter}; it has {known}",
                name=name,
                parameter=parameter,
                known=" ".join(sorted(usual)) or "none",
            )
        is_size = type(usual.get(parameter)) is int and usual[parameter] > 1
        if is_size and WHOLE_NUMBER.fullmatch(value) and int(value[:12]) < 1:
            raise InputError(
                "{parameter} of {name} of OpenSpiel is 1 at least, not {value}",
                parameter=parameter,
                name=name,
                value=value[:20],
            )


@contextmanager
def silent() -> Iterator[None]:
    """Throw away what OpenSpiel prints: its errors are raised, and told by us."""
    try:
        kept = os.dup(2)
    except OSError:  # there is nowhere to print
        yield
        return
    with open(os.devnull, "wb") as nothing:
        os.dup2(nothing.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def rules_of(game: Known) -> Rules:
    """Return the rules of a game, whose states are lists of actions."""

    def moves(s: State) -> Iterator[int]:
        return iter(game.moves(tuple(s)))

    def play(s: State, move: int) -> None:
        s.append(move // 3)

    def undo(s: State, _: int) -> None:
        s.pop()

    def is_over(s: State) -> bool:
        return bool(game.state(tuple(s)).is_terminal())

    def outcome(s: State) -> float:
        state = game.state(tuple(s))
        return float(state.returns()[0]) if state.is_terminal() else 0.0

    def to_move(s: State) -> int:
        if not game.alternates:
            return game.side(tuple(s))
        first = game.state(()).current_player() + 1
        return first if len(s) % 2 == 0 else 3 - int(first)

    def longest(s: State) -> int:
        return game.longest - len(s)

    def chance(s: State) -> Outcomes:
        return game.outcomes(tuple(s))

    return Rules(
        moves,
        play,
        undo,
        is_over,
        outcome,
        to_move,
        longest,
        {},
        chance=chance if game.has_chance else None,
        alternates=game.alternates,
        transposes=False,
    )


@dataclass(frozen=True)
class OpenSpiel(GameBase):
    """One game of OpenSpiel: its texts, names and drawing."""

    known: Known
    here: Mapping[int, str] = field(default_factory=dict, compare=False)
    """The texts of the moves of one state."""
    name = NAME
    texts_vary = True
    sides = ("first", "second")

    def text(self, state: Sequence[int]) -> str:
        return " ".join([self.known.text, *map(str, state)])

    def move_text(self, move: int) -> str:
        """Return OpenSpiel's text in the state that the game is `at`; elsewhere the number of the action."""
        return self.here.get(move) or str(move // 3)

    def at(self, state: Sequence[int]) -> OpenSpiel:
        return replace(self, here=self.known.texts(tuple(state)))

    def read_move(self, text: str, state: Sequence[int]) -> int | None:
        """Return a legal move by its text, or by the number of its action; None if there is none."""
        legal = [] if self.rules.is_over(list(state)) else self.known.moves(tuple(state))
        typed, written = one_word(text), self.at(state).move_text
        named = [move for move in legal if written(move) == typed]
        return next(iter(named or [move for move in legal if str(move // 3) == typed]), None)

    def find_states(self, text: str, root: Sequence[int]) -> list[Key]:
        return [tuple(read(text).state)]

    def board(self, state: Sequence[int], last: int | None = None) -> Board:
        """Return OpenSpiel's own text of the state as a board; marked is what the last move has changed in it."""
        text = str(self.known.state(tuple(state))).rstrip()
        before = None if last is None or not state else str(self.known.state(tuple(state[:-1]))).rstrip()
        lines = text.splitlines()
        return text_board(text, before, (max([1, *map(len, lines)]), max(1, len(lines))))


def has_form(text: str) -> bool:
    """Whether a text is a name of OpenSpiel's, with parameters and numbers of actions."""
    found = SOURCE.fullmatch(text[:MAX_TEXT])
    if found is None or not found["name"][0].isalpha() or find_spec(ENTRY.package) is None:
        return False
    import pyspiel

    return found["name"].partition("(")[0].strip() in pyspiel.registered_names()


SOURCE = re.compile(r"\s*(?P<name>\w+\s*(?:\(.*\))?)\s*(?P<actions>[0-9\s]*)", re.DOTALL)


def read(text: str) -> Reading:
    """Return the position in a text: a game with its parameters, and the numbers of the actions from its start."""
    require_package(NAME, ENTRY.package, ENTRY.extra)
    found = SOURCE.fullmatch(text.strip()[:MAX_TEXT] or START)
    if found is None:
        raise InputError(
            "a position of OpenSpiel is NAME(parameters) and numbers of actions, not {text}", text=text[:80]
        )
    game = known("".join(found["name"].split()))
    actions: list[int] = []
    for word in found["actions"].split():
        state = game.state(tuple(actions))
        legal = [] if state.is_terminal() else [move // 3 for move in numbers(state)]
        if int(word[:12]) not in legal:
            raise InputError(
                "action {number}, {action}, is not legal there; legal are {legal}",
                number=len(actions) + 1,
                action=word[:20],
                legal=" ".join(map(str, legal[:40])) or "none, since the game is over",
            )
        actions.append(int(word))
    return Reading(OpenSpiel(rules_of(game), game), actions)


def board_text(position: Position) -> str:
    """Return OpenSpiel's text of the position for the terminal."""
    board = position.board()
    rows = ["".join(board.labels.get((x, y), " ") for x in range(board.columns)) for y in range(board.rows)]
    return "\n".join(row.rstrip() for row in rows)


ENTRY = GameEntry(
    NAME,
    title=Message("OpenSpiel"),
    about=Message("the games of OpenSpiel for two players who see everything, also with chance"),
    notation=Message("connect_four 3 3, or breakthrough(rows=5,columns=5): a game, and the numbers of its actions"),
    read=read,
    form=has_form,
    start=START,
    boards=(
        SampleBoard(Message("tic-tac-toe"), START),
        SampleBoard(Message("clobber"), "clobber(rows=3,columns=4)"),
        SampleBoard(Message("breakthrough"), "breakthrough(rows=5,columns=4)"),
        SampleBoard(Message("othello"), "othello"),
    ),
    manner=Manner(
        board_text,
        how=Message("Type the move, as its text or as the number of its action."),
        opponent="alphabeta:depth=4",
        opponents=("alphabeta:depth=3", "alphabeta:depth=2"),
        adviser="alphabeta:depth=4",
    ),
    package="pyspiel",
    extra="openspiel",
)
