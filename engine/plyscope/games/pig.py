"""Pig: the side to move rolls a die as often as it likes and keeps what it has rolled, or loses all of it to a 1.

In its turn a side rolls or holds. A roll of 2 to 6 is added to the turn's total, and the side chooses again. A roll of
1 throws the total away and ends the turn. To hold adds the total to the side's score and ends the turn, also where
nothing has been rolled yet. A side that reaches the target so has won; with points enough for that it may only hold. A
game can go on for ever, so that nobody knows how long it is.

The state is both scores, the turn's total, whose turn it is, and whether the die is rolling, when chance moves. A move
is what is done, and eight times the turn's total before it, so that it can be undone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from plyscope.games.counts import FIXED, CountGrid, CountRules
from plyscope.games.entry import GameBase, GameEntry, Manner, SampleBoard
from plyscope.games.grid import Grid, Switch
from plyscope.messages import InputError, Message
from plyscope.model.position import FIRST, SECOND, Board, Cell, Outcomes, Position, Reading, Rules, State
from plyscope.model.scoring import Scoring

NAME = "pig"
TARGET = 100
TOTAL, TURN, ROLLING = 2, 3, 4
"""The places of the turn's total, the side to move, and 1 while the die rolls in a state, behind the two scores."""
HOLD, FACES, ROLL, DONE = 0, 6, 7, 8
"""The action of a move: to hold, a face of the die from 1 to 6, to roll; and the factor of the turn's total in it."""
SIGN = 1


# The rules


def moves(s: State) -> Iterator[int]:
    if s[ROLLING]:
        for face in range(1, FACES + 1):
            yield DONE * s[TOTAL] + face
    else:
        if s[s[TURN] - 1] + s[TOTAL] < TARGET:
            yield DONE * s[TOTAL] + ROLL
        yield DONE * s[TOTAL] + HOLD


def chance(s: State) -> Outcomes:
    if not s[ROLLING]:
        return ()
    return [(DONE * s[TOTAL] + face, 1 / FACES) for face in range(1, FACES + 1)]


def play(s: State, move: int) -> None:
    done = move % DONE
    if done == ROLL:
        s[ROLLING] = 1
        return
    s[ROLLING] = 0
    if 1 < done <= FACES:
        s[TOTAL] += done
        return
    if done == HOLD:
        s[s[TURN] - 1] += s[TOTAL]
    s[TOTAL] = 0
    s[TURN] = 3 - s[TURN]


def undo(s: State, move: int) -> None:
    done, total = move % DONE, move // DONE
    s[ROLLING] = 1 if 0 < done <= FACES else 0
    if done <= 1:
        s[TURN] = 3 - s[TURN]
    if done == HOLD:
        s[s[TURN] - 1] -= total
    s[TOTAL] = total


def is_over(s: State) -> bool:
    return s[0] >= TARGET or s[1] >= TARGET


def outcome(s: State) -> float:
    return 1 if s[0] >= TARGET else -1 if s[1] >= TARGET else 0


def to_move(s: State) -> int:
    return s[TURN]


def longest(s: State) -> int | None:
    return None


FUNCTIONS = (moves, chance, play, undo, is_over, outcome, to_move, longest)


def lead(s: State, depth: float) -> float:
    """Return MAX's score less MIN's, as a share of the target, with the turn's total held; at the end the outcome."""
    if is_over(s):
        return SIGN * outcome(s)
    held = [s[0], s[1]]
    held[s[TURN] - 1] += s[TOTAL]
    return SIGN * (min(held[0], TARGET) - min(held[1], TARGET)) / TARGET


def pessimist(s: State, depth: float) -> float:
    """Return the outcome for MAX, -1 in a game that has not ended."""
    return SIGN * outcome(s) if is_over(s) else -1


def optimist(s: State, depth: float) -> float:
    """Return the outcome for MAX, 1 in a game that has not ended."""
    return SIGN * outcome(s) if is_over(s) else 1


# The board

MAX_TARGET = 1000
COLUMNS = ("score", "turn", "die")


@dataclass(frozen=True)
class Pig(GameBase):
    """Pig to some target: its texts, names and drawing."""

    target: int
    name = NAME
    sides = ("first", "second")

    def diagram(self, state: Sequence[int]) -> str:
        first, second, total, _, rolling = state
        return f"{self.target} {first}:{second}{f' +{total}' if total else ''}{' rolls' if rolling else ''}"

    def text(self, state: Sequence[int]) -> str:
        return f"{self.diagram(state)} {self.sides[state[TURN] - 1]}"

    def move_text(self, move: int) -> str:
        done = move % DONE
        return {HOLD: "hold", ROLL: "roll"}.get(done, str(done))

    def find_states(self, text: str, root: Sequence[int]) -> list[tuple[int, ...]]:
        found = []
        for side in ("", *self.sides):
            with suppress(InputError):
                found.append(tuple(read(f"{text} {side}").state))
        return list(dict.fromkeys(found))

    def board(self, state: Sequence[int], last: int | None = None) -> Board:
        """Return a row a side: its score, the turn's total where it is its turn, and what the die shows."""
        first, second, total, turn, rolling = state
        done = None if last is None else last % DONE
        row = turn - 1 if done is None or done > 1 else 2 - turn
        labels = {(0, 0): str(first), (0, 1): str(second)}
        labels |= {(1, 0): "", (1, 1): "", (2, 0): "", (2, 1): ""}
        if not self.rules.is_over(list(state)):
            labels[1, turn - 1] = str(total)
        if rolling:
            labels[2, turn - 1] = "?"
        elif done is not None and 0 < done <= FACES:
            labels[2, row] = str(done)
        return Board(
            shape="square",
            columns=len(COLUMNS),
            rows=2,
            owners={cell: FIRST if cell[1] == 0 else SECOND for cell in labels},
            labels=labels,
            last_move=frozenset() if done is None else frozenset({(0 if done == HOLD else 2, row)}),
            winning_line=(),
            pieces="texts",
        )

    def edge_names(self, coordinates: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return COLUMNS, ("1", "2")


def game(target: int) -> Pig:
    """Return pig to some target."""
    tables = {
        "TARGET": target,
        "TOTAL": TOTAL,
        "TURN": TURN,
        "ROLLING": ROLLING,
        "HOLD": HOLD,
        "FACES": FACES,
        "ROLL": ROLL,
        "DONE": DONE,
    }
    return Pig(Rules.of(FUNCTIONS, tables), target)


# Reading

NUMBER = "[0-9]{1,7}"
POSITION = re.compile(
    rf"(?:(?P<target>{NUMBER})(?=\s|$))?\s*(?:(?P<first>{NUMBER})\s*:\s*(?P<second>{NUMBER}))?\s*"
    rf"(?:\+\s*(?P<total>{NUMBER}))?\s*(?P<rolls>rolls)?\s*(?P<side>first|second)?",
    re.IGNORECASE,
)


def read(text: str) -> Reading:
    """Return the position in a text: a target, then scores, the turn's total, whether the die rolls, and the side."""
    found, numbers, target = parts_of(text)
    if not 1 <= target <= MAX_TARGET:
        raise InputError("a target is from 1 to {most}, not {target}", most=MAX_TARGET, target=target)
    if 1 in numbers.values():
        raise InputError("a score of 1 is not possible: a roll of 1 does not count")
    turn = check_turn(found, numbers, target)
    held = numbers["first"] if turn == FIRST else numbers["second"]
    most = max(numbers["first"], numbers["second"], held + numbers["total"])
    if most >= target + FACES or (found["rolls"] and held + numbers["total"] >= target):
        raise InputError("{points} points are too many: a side that has {target} holds", points=most, target=target)
    return Reading(game(target), [*numbers.values(), turn, int(found["rolls"] is not None)])


def parts_of(text: str) -> tuple[re.Match[str], dict[str, int], int]:
    """Return the parts of a text, the points in it, and the target, whether or not a game can lead there."""
    found = POSITION.fullmatch(text.strip()[:200])
    if found is None:
        raise InputError(
            "a position of pig is a target, as in 100, or also scores, the total of the turn and its side, as in "
            "100 34:51 +12 first; not {text}",
            text=text.strip()[:80],
        )
    numbers = {name: int(found[name] or 0) for name in ("first", "second", "total")}
    return found, numbers, int(found["target"] or TARGET)


def check_turn(found: re.Match[str], numbers: dict[str, int], target: int) -> int:
    """Return the side whose turn it is; raise InputError where the scores leave no such turn."""
    winners = [side for side, name in ((FIRST, "first"), (SECOND, "second")) if numbers[name] >= target]
    if len(winners) == 2:
        raise InputError("both sides have {target} or more, but the game ends with the first", target=target)
    named = {"first": FIRST, "second": SECOND}.get((found["side"] or "").lower())
    if not winners:
        return named or FIRST
    if named == winners[0] or numbers["total"] or found["rolls"]:
        raise InputError("a side has {target} or more, so that the game is over and nobody rolls", target=target)
    return 3 - winners[0]


def read_grid(text: str) -> CountGrid:
    """Return the points of a text for the editor, also where no game leads to them."""
    found, numbers, target = parts_of(text)
    turn = SECOND if (found["side"] or "").lower() == "second" else FIRST
    if not found["side"] and numbers["first"] >= target:
        turn = SECOND
    totals = (numbers["total"], FIXED) if turn == FIRST else (FIXED, numbers["total"])
    cells = (numbers["first"], totals[0], FIXED, numbers["second"], totals[1], FIXED)
    return CountGrid(GRID, len(COLUMNS), 2, 0, cells, turn, (str(target), found["rolls"] or ""))


def write_grid(grid: Grid) -> str:
    """Return the text of the editor's grid."""
    first, first_total, _, second, second_total, _ = grid.cells
    total, (target, rolls) = max(first_total, second_total), grid.behind
    parts = target, f"{first}:{second}", f"+{total}" if total else "", rolls, Pig.sides[(grid.turn or FIRST) - 1]
    return " ".join(filter(None, parts))


def name_of_place(grid: Grid, cell: Cell, coordinates: str) -> Message:
    """Return the name of a place on the board."""
    column, row = cell
    side = ENTRY.side_names[row]
    return Message(("{side}, score", "{side}, turn", "{side}, die")[column], side=side)


GRID = CountRules(
    read_grid,
    most=MAX_TARGET + FACES,
    side_of=lambda grid, cell: SECOND if cell[1] else FIRST,
    min_size=(len(COLUMNS), 2),
    max_size=(len(COLUMNS), 2),
    turns="fs",
    cell_name=name_of_place,
    edge_names=lambda grid, coordinates: (COLUMNS, ("1", "2")),
    holds=(
        Message("no points"),
        Message("1 point"),
        *(Message("{count} points", count=count) for count in range(2, MAX_TARGET + FACES + 1)),
    ),
    write=write_grid,
    switches=(
        Switch(
            Message("The die rolls"),
            Message("Whether the side to move has chosen to roll, so that chance moves"),
            is_on=lambda grid: bool(grid.behind[1]),
            is_possible=lambda grid: True,
            turned=lambda grid, is_on: replace(grid, behind=(grid.behind[0], "rolls" if is_on else "")),
        ),
    ),
)


def board_text(position: Position) -> str:
    """Return both scores for the terminal, with the turn's total of the side to move, and the die while it rolls."""
    first, second, total, turn, rolling = position.state
    rows = [f"{mark:<6} {score:>4}" for mark, score in zip(position.game.marks, (first, second), strict=True)]
    if not position.is_over:
        rows[turn - 1] += f"  + {total}" + ("  rolling" if rolling else "")
    return "\n".join(rows)


ENTRY = GameEntry(
    NAME,
    title=Message("Pig"),
    about=Message("a die is rolled for points again and again, until the side holds, or a 1 takes all of them"),
    notation=Message("100 (points to win), or also scores, the turn's total and its side: 100 34:51 +12 first"),
    read=read,
    start=str(TARGET),
    boards=tuple(SampleBoard(Message("to {target} points", target=target), str(target)) for target in (100, 50, 20)),
    grid=GRID,
    manner=Manner(
        board_text,
        Message("{side}, roll or hold: "),
        how=Message("Click your place for the die to roll, your score to hold; or type roll or hold."),
        reason=Message("{winner} has the points."),
        opponent="expectimax:depth=4,score=lead",
        adviser="expectimax:depth=6,score=lead",
        opponents=("expectimax:depth=4,score=lead", "expectimax:depth=2,score=lead"),
    ),
    scorings=(
        Scoring(
            "lead",
            lead,
            Message("pig: MAX's points less MIN's, those of the turn too, as a share of the points to win"),
            needs="TARGET",
            largest=1,
        ),
        Scoring(
            "pessimist",
            pessimist,
            Message("pig: a game that has not ended counts as lost, so that no value is too high"),
            needs="TARGET",
            largest=1,
        ),
        Scoring(
            "optimist",
            optimist,
            Message("pig: a game that has not ended counts as won, so that no value is too low"),
            needs="TARGET",
            largest=1,
        ),
    ),
)
