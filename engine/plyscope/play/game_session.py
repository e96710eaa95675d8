"""A game between any two players, move by move, for a window, a terminal or a test.

    with Play(plyscope.load("connectfour:"), first="human", second="tutorial-depth") as play:
        play.move("4")                      the person's move
        play.think()                        the machine starts thinking, in a process of its own
        decision = play.poll(0.05)          poll repeatedly; the move has been played once there is a decision
        play.move_now()                     make it move at once
        decision.values, decision.count, decision.trace

Where chance moves, it does so by itself after the move before it, from the seed of the game.

No method blocks without a timeout. `poll` raises a machine's failure as `PlayerFailed`; the game is unchanged
then. The clocks measure the time of each side and, with a limit, what remains of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from time import monotonic
from types import TracebackType
from typing import Self

from plyscope.games import GAMES, find_game
from plyscope.messages import InputError, Message
from plyscope.model.position import FIRST, SECOND, Position
from plyscope.play.decision import Decision
from plyscope.play.move_input import refusal
from plyscope.play.played_game import Ending, PlayedGame
from plyscope.play.player_process import Player, random_move
from plyscope.play.players import Version, read_version
from plyscope.recording.plan import find_scoring
from plyscope.search import SEARCHES
from plyscope.temporary import TemporaryFolder


class Clock:
    """Two clocks; one runs at a time. Seconds throughout."""

    def __init__(self, limit: float | None = None, now: Callable[[], float] = monotonic) -> None:
        self.limit = limit
        """The limit of each side for the whole game; None without one."""
        self.running = 0
        """The side whose clock runs; 0 where none does."""
        self._now = now
        self._spent = [0.0, 0.0]
        self._since = 0.0

    def start(self, side: int) -> None:
        """Start the clock of a side and stop the other."""
        self.stop()
        self.running, self._since = side, self._now()

    def stop(self) -> None:
        if self.running:
            self._spent[self.running - FIRST] += self._now() - self._since
        self.running = 0

    def spent(self, side: int) -> float:
        """Return the seconds that a side has used."""
        running = self._now() - self._since if self.running == side else 0.0
        return self._spent[side - FIRST] + running

    def left(self, side: int) -> float | None:
        """Return the seconds that a side has left; None without a limit."""
        return None if self.limit is None else max(0.0, self.limit - self.spent(side))

    def has_fallen(self, side: int) -> bool:
        """Whether a side has no time left."""
        return self.left(side) == 0.0

    def set(self, spent: tuple[float, float]) -> None:
        """Set the times of a saved game, with both clocks stopped."""
        self.running = 0
        self._spent = list(spent)


HINT = "alphabeta:order=center,score=sooner"
"""The search that gives hints."""
WITH_CHANCE = "expectimax:depth=4"
"""The opponent and the search that gives hints where chance moves."""


def usual_players(game: str, *, has_chance: bool = False, to_move: int = FIRST) -> tuple[str, str]:
    """Return the usual players of both sides: a person, and the game's opponent.

    The person takes the side to move, unless the opponent is a brain, which plays its own side.
    """
    manner = find_game(game).manner
    opponent = WITH_CHANCE if has_chance else (manner.opponent if manner is not None else "") or HINT
    person = to_move if manner is None or opponent.partition(":")[0] in SEARCHES else manner.person
    return ("human", opponent) if person == FIRST else (opponent, "human")


def adviser(position: Position) -> str:
    """Return the player that gives hints on a position."""
    if position.game.rules.chance is not None:
        return WITH_CHANCE
    entry = GAMES.get(position.game.name)
    return (entry.manner.adviser if entry is not None and entry.manner is not None else "") or HINT


class Play:
    """A running game: position, players, clocks, and the machines' decisions."""

    def __init__(
        self,
        start: Position,
        first: str = "human",
        second: str = "human",
        *,
        seed: int | None = None,
        limit: float | None = None,
        moves: Sequence[str] = (),
    ) -> None:
        self.versions = {FIRST: read_version(first, start), SECOND: read_version(second, start)}
        self.seed = random.SystemRandom().getrandbits(32) if seed is None else seed
        """The seed of all random choices: the same seed and the same moves give the same game."""
        self.game = PlayedGame(start, moves)
        self.game.choose_coordinates(start.coordinates)
        self.clock = Clock(limit)
        self.decisions: dict[int, Decision] = {}
        """Number of the move, from 0 -> how a machine found it."""
        self._players = {side: Player(version) for side, version in self.versions.items()}
        self._adviser = Player(read_version(adviser(start), start))
        self._folder: TemporaryFolder | None = None
        self._thinks = 0
        self.move_by_chance()

    # State

    @property
    def position(self) -> Position:
        return self.game.position

    @property
    def ending(self) -> Ending | None:
        return self.game.ending

    @property
    def is_persons_turn(self) -> bool:
        return self.ending is None and self.to_move.is_person

    @property
    def to_move(self) -> Version:
        """The player whose turn it is."""
        return self.versions[self.game.side_to_move]

    @property
    def persons(self) -> list[int]:
        """The sides played by people."""
        return [side for side, version in self.versions.items() if version.is_person]

    @property
    def is_thinking(self) -> bool:
        return any(player.is_thinking for player in (*self._players.values(), self._adviser))

    @property
    def progress(self) -> tuple[int, int]:
        """The depth that is being searched, and the frames so far."""
        busy = [player for player in (*self._players.values(), self._adviser) if player.is_thinking]
        return busy[0].progress if busy else (0, 0)

    @property
    def last_decision(self) -> Decision | None:
        """The machine's decision behind the last move; None if a person made it, or chance."""
        return self.decisions.get(len(self.game.moves) - 1)

    # People

    def move(self, text: str) -> str:
        """Play a person's move; return it as shown, or raise InputError with the reason."""
        try:
            return self._made(self.game.play(text))
        except InputError:
            if self.ending is None:
                raise refusal(self.position, text) from None
            raise

    @property
    def can_take_back(self) -> bool:
        """Whether there is a move to take back, against a machine one of the person's own; or that a side gave up."""
        movers = {self.game.mover(number) for number in range(len(self.game.moves))}
        sides = self.persons if len(self.persons) == 1 else [FIRST, SECOND]
        return bool(movers.intersection(sides)) or (self.ending is not None and not self.position.is_over)

    def take_back(self) -> int:
        """Take back to the person's last choice; return the number of moves taken back."""
        self.stop()
        persons = self.persons
        taken = self.game.take_back_to(persons[0]) if len(persons) == 1 else self.game.take_back()
        self.move_by_chance()
        self.clock.stop()
        return taken

    def replay(self) -> str | None:
        """Replay one move that was taken back, with chance; return it, None if there is none."""
        self.stop()
        replayed = self.game.replay()
        self.move_by_chance()
        return replayed

    def move_by_chance(self) -> list[str]:
        """Make the moves of chance that are next, and return them."""
        return self.game.move_by_chance(self.seed)

    def resign(self) -> None:
        """Resign for the person; with two, or none, for the side to move."""
        self.stop()
        self.game.resign(self.persons[0] if len(self.persons) == 1 else self.game.side_to_move)
        self.clock.stop()

    # Machines

    def think(self) -> None:
        """Start the search of the machine that is to move."""
        assert not self.is_thinking
        self._ask(self._players[self.game.side_to_move], self.position)
        self.clock.start(self.game.side_to_move)

    def poll(self, timeout: float = 0.0) -> Decision | None:
        """Return the machine's decision once it has arrived, after playing its move; else None."""
        found = self._players[self.game.side_to_move].poll(timeout)
        if found is not None:
            number = len(self.game.moves)
            self._made(self.game.play(found.move))
            self.decisions[number] = found
        return found

    def move_now(self) -> None:
        """Make the thinking player move at once; `poll` returns its decision soon."""
        for player in (*self._players.values(), self._adviser):
            player.move_now()

    def stop(self) -> None:
        """Cancel the player that is thinking; no move is played."""
        for player in (*self._players.values(), self._adviser):
            if player.is_thinking:
                player.end()

    def move_randomly(self) -> str:
        """Play a random legal move in place of a machine that has failed."""
        return self._made(self.game.play(random_move(self.position, self.seed)))

    # Hints

    def ask_hint(self) -> None:
        """Start a search for a hint on the current position."""
        assert not self.is_thinking
        self._ask(self._adviser, self.position)

    def poll_hint(self, timeout: float = 0.0) -> Decision | None:
        """Return the hint once it has arrived; else None. Nothing is played."""
        return self._adviser.poll(timeout)

    @property
    def hint_unit(self) -> Message | None:
        """What a value of 1 is in a hint; None where it has no unit."""
        return find_scoring(str(self._adviser.version.options.get("score", "result")), self.position.game).unit

    # Recordings of earlier moves

    def think_again(self, number: int) -> None:
        """Start the machine that made a move on that position again."""
        assert not self.is_thinking
        self._ask(self._players[self.game.mover(number)], self.game.positions[number])

    def poll_again(self, number: int, timeout: float = 0.0) -> Decision | None:
        """Return the new decision once it has arrived, and keep it for the old one; else None. Nothing is played."""
        found = self._players[self.game.mover(number)].poll(timeout)
        if found is not None:
            self.decisions[number] = found
        return found

    def is_by_machine(self, number: int) -> bool:
        """Whether a machine made a move, and neither a person nor chance."""
        mover = self.game.mover(number)
        return mover != 0 and not self.versions[mover].is_person

    def last_by_machine(self, before: int) -> int | None:
        """Return the number of the last machine's move before a number; None without one."""
        return next(filter(self.is_by_machine, range(before - 1, -1, -1)), None)

    # The end

    def close(self) -> None:
        """End all processes; recordings that were neither opened nor saved are deleted."""
        for player in (*self._players.values(), self._adviser):
            player.end()
        if self._folder is not None:
            self._folder.remove()
            self._folder = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, traceback: TracebackType | None) -> None:
        self.close()

    def _ask(self, player: Player, position: Position) -> None:
        """Have a player search a position, with a file for the recording."""
        if self._folder is None:
            self._folder = TemporaryFolder("plyscope-play-")
        self._thinks += 1
        player.ask(position, self.seed, self._folder.path / f"{self._thinks}.plytrace")

    def _made(self, move: str) -> str:
        """Return a move just made, after moving for chance, starting the next clock, dropping decisions taken back."""
        number = len(self.game.moves) - 1
        self.decisions = {made: found for made, found in self.decisions.items() if made < number}
        self.move_by_chance()
        if self.ending is None:
            self.clock.start(self.game.side_to_move)
        else:
            self.clock.stop()
        return move
