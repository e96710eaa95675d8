"""Fitting weights: gather positions with results, fit, and play a match against the weights by hand.

    with Course(settings, Path("weights.toml")) as course:
        for done, total, of in course.steps():          games, positions or games of the match so far
            …
        course.report

Slow results are written to a file beside the weights, line by line, so that an interrupted course can resume. The
file is removed when the weights have been written. The file of weights holds what the scoring reads and how it was
made. The same course gives the same bytes.

Positions come from games that the weights by hand play against themselves, or are solved: searched to the end of
the game, each once. The held-out positions come from separate games, since positions of one game resemble each
other; of solved positions they are drawn at random.

The fit is a logistic regression: the weights under which the observed results are most likely. A position's result
is 1 if the first side wins in the end, 0.5 for a draw and 0 if it loses. Newton's method finds the unique optimum in a
few iterations from zero, the same on every machine except for the last digits, which are rounded.

The features of a position are those of the linear scoring. Each counts for the first side and against the second.
Two more columns are the side to move and a constant. They are not features of the scoring, since they are equal in
all positions at a horizon; but without them the fit would put the advantage of the move, and of having begun, into
the other weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from plyscope.files.atomic import write_file
from plyscope.files.journal import Journal
from plyscope.files.sources import read_text
from plyscope.messages import InputError, OptionError
from plyscope.model.position import FIRST, Position, Rules, State
from plyscope.model.shuffle import shuffled
from plyscope.operating_system import usable_processors
from plyscope.play.game_file import toml_value
from plyscope.play.match import Match, openings, random_walk
from plyscope.play.match_workers import do_tasks
from plyscope.play.played_game import PlayedGame
from plyscope.play.players import Version
from plyscope.play.results import facts
from plyscope.search.scoring import SCORINGS, default_weights, features
from plyscope.workers import Workers

# Logistic regression

EXTRA_COLUMNS = 2
"""The numbers at the end that are not features of the scoring."""


def feature_row(position: Position) -> list[int]:
    """Return a position's features, who is to move as 1 or -1, and 1."""
    game, state = position.game, position.state
    tables = game.rules.tables
    in_a_row: int = tables["IN_A_ROW"]
    counts = [0] * (in_a_row + 1)
    for line in tables["LINES"]:
        owners = [state[cell] for cell in line]
        firsts, seconds = owners.count(1), owners.count(2)
        if seconds == 0:
            counts[firsts] += 1
        elif firsts == 0:
            counts[seconds] -= 1
    in_the_middle = [state[cell] for cell in tables["CENTRE"]]
    turn = 1 if position.side_to_move == FIRST else -1
    return [*counts[1:in_a_row], in_the_middle.count(1) - in_the_middle.count(2), turn, 1]


Matrix = NDArray[np.float64]

RIDGE = 1e-2
"""How strongly weights are held near zero, in positions: enough for a unique solution where features are correlated."""
MAX_ITERATIONS = 60


def fit_weights(features: Matrix, results: Matrix) -> Matrix:
    """Return the weights of a logistic regression of results from 0 to 1, one for each column of the features."""
    weights = np.zeros(features.shape[1])
    for _ in range(MAX_ITERATIONS):
        likely = win_probabilities(features, weights)
        slope = features.T @ (results - likely) - RIDGE * weights
        curvature = (features * (likely * (1 - likely))[:, None]).T @ features + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(curvature, slope)
        weights = weights + step
        if np.max(np.abs(step)) < 1e-10:
            break
    return weights


def win_probabilities(features: Matrix, weights: Matrix) -> Matrix:
    """Return for each row the probability that the first side wins, by the weights."""
    chance: Matrix = 1 / (1 + np.exp(-np.clip(features @ weights, -40, 40)))
    return chance


@dataclass(frozen=True)
class Quality:
    """How well weights predict the results of held-out positions."""

    log_loss: float
    """The mean log loss in nats: 0 is a perfect prediction, 0.693 a coin toss."""
    right: float
    """The share of the positions of won games for which the sign of the score is right; a zero counts half."""

    @property
    def facts(self) -> dict[str, float]:
        """The quality as JSON prints it."""
        return {"log_loss": round(self.log_loss, 4), "right": round(self.right, 4)}


def log_loss(results: Matrix, likely: Matrix | np.floating[Any]) -> float:
    """Return the mean log loss of probabilities, one for each result or one for all."""
    likely = np.clip(likely, 1e-12, 1 - 1e-12)
    return float(-np.mean(results * np.log(likely) + (1 - results) * np.log(1 - likely)))


def measure_quality(features: Matrix, results: Matrix, weights: Matrix) -> Quality:
    """Return how well weights predict results; the sign is that of the scoring alone."""
    loss = log_loss(results, win_probabilities(features, weights))
    decided = results != 0.5
    signs = np.sign(features[decided, :-EXTRA_COLUMNS] @ weights[:-EXTRA_COLUMNS])
    agree = np.where(signs == 0, 0.5, signs == np.sign(results[decided] - 0.5))
    return Quality(loss, float(np.mean(agree)) if decided.any() else 0.5)


def scale_by_hand(features: Matrix, results: Matrix, by_hand: Matrix) -> Matrix:
    """Return weights by hand times the factor that predicts the results best."""
    together = np.column_stack([features[:, :-EXTRA_COLUMNS] @ by_hand, features[:, -EXTRA_COLUMNS:]])
    scale, *extra = fit_weights(together, results)
    return np.append(by_hand * scale, extra)


def as_arrays(rows: list[list[int]], results: list[float]) -> tuple[Matrix, Matrix]:
    """Return rows and results as arrays."""
    return np.array(rows, dtype=np.float64), np.array(results, dtype=np.float64)


def round_weights(weights: Matrix) -> list[float]:
    """Return weights in hundredths of a nat, rounded to their significant digits."""
    return [float(round(100 * weight, 3)) + 0.0 for weight in weights.tolist()]


def fit_report(train: tuple[Matrix, Matrix], held_out: tuple[Matrix, Matrix], by_hand: list[float]) -> dict[str, Any]:
    """Return the fitted weights, and the quality of these and of those by hand."""
    weights = fit_weights(*train)
    return {
        "weights": round_weights(weights[:-EXTRA_COLUMNS]),
        "positions": len(train[1]),
        "held_out": len(held_out[1]),
        "fitted": measure_quality(*held_out, weights).facts,
        "by_hand": measure_quality(*held_out, scale_by_hand(*train, np.array(by_hand))).facts,
        "knowing_nothing": {"log_loss": round(log_loss(held_out[1], np.mean(train[1])), 4)},
    }


SELF_PLAY, SOLVED = "self-play", "solved"
# Gathering positions

MAX_SQUARES_TO_SOLVE = 20
"""Cells of a board whose positions can be solved."""
FREE_WHEN_SOLVED = 12
"""Free cells at most in a position of such a board, unless the whole game can be solved."""
HELD_OUT = 500
"""The least number of held-out positions."""

Rows = tuple[list[list[int]], list[float]]


def opening_moves(start: Position) -> int:
    """Return the number of random moves that begin a game."""
    return max(2, isqrt(len(start.board().owners)))


def default_source(start: Position) -> str:
    """Return where positions come from by default: solved ones on small boards, else self-play."""
    return SOLVED if free_cells(start) <= MAX_SQUARES_TO_SOLVE else SELF_PLAY


def self_play(start: Position, by_hand: Version, games: int, seed: int) -> Match:
    """Return the match of a version against itself; of each pair only the first game is played."""
    named = f"random:{opening_moves(start)}"
    return Match(start, by_hand, by_hand, 2 * games, tuple(openings(named, start, games, seed)), named, seed)


def rows_of_games(match: Match, lines: Sequence[Mapping[str, Any]]) -> tuple[Rows, Rows]:
    """Return the rows of played positions to fit on, and those held out, every fifth game."""
    kept: tuple[Rows, Rows] = (([], []), ([], []))
    for line in sorted(lines, key=lambda line: int(line["number"])):
        rows, results = kept[line["number"] // 2 % 5 == 4]
        start = read_text(match.start.game.name, line["opening"])
        *before, _ = PlayedGame(start, line["moves"].split()).positions
        result = line["score"] if line["first"] == "a" else 1 - line["score"]
        for position in before:
            rows.append(feature_row(position))
            results.append(float(result))
    check_held_out(kept[1])
    return kept


def free_cells(position: Position) -> int:
    """Return how many cells are free, in games that end when the board is full."""
    free = position.game.rules.longest(list(position.state))
    assert free is not None
    return free


def positions_to_solve(start: Position, count: int, seed: int) -> list[Position]:
    """Return all positions of a small game, else random ones with few free cells."""
    free = free_cells(start)
    if free <= FREE_WHEN_SOLVED:
        return list(reachable_positions(start))
    found: dict[tuple[int, ...], Position] = {}
    for number in range(50 * count):
        plies = free - FREE_WHEN_SOLVED + number % (FREE_WHEN_SOLVED - 2)
        position = random_walk(start, plies, seed, number, 0)
        if position is not None:
            found.setdefault(position.state, position)
        if len(found) == count:
            break
    return list(found.values())


def reachable_positions(start: Position) -> Iterator[Position]:
    """Iterate over the unfinished positions that can be reached."""
    seen, waiting = {start.state}, [start]
    while waiting:
        position = waiting.pop()
        yield position
        for move in position.legal_moves():
            after = position.after(move)
            if after.state not in seen and not after.is_over:
                seen.add(after.state)
                waiting.append(after)


def rows_of_solved(positions: Sequence[Position], values: Mapping[str, int], seed: int) -> tuple[Rows, Rows]:
    """Return the rows of solved positions to fit on, and those held out; raise InputError for too few positions."""
    if len(positions) < 2 * HELD_OUT:
        raise InputError("there are too few positions to learn from: {count}", count=len(positions))
    order = shuffled(range(len(positions)), seed, [len(positions)])
    split = max(HELD_OUT, len(order) // 5)
    kept: tuple[Rows, Rows] = (([], []), ([], []))
    for place, number in enumerate(order):
        rows, results = kept[place < split]
        rows.append(feature_row(positions[number]))
        results.append((values[positions[number].text] + FIRST) / 2)
    return kept


def check_held_out(held_out: Rows) -> None:
    """Raise InputError where too few positions are held out."""
    if len(held_out[1]) < HELD_OUT:
        raise InputError(
            "{count} positions held out are too few, at least {least} are needed: ask for more games",
            count=len(held_out[1]),
            least=HELD_OUT,
        )


class Solver:
    """The solver of positions, which remembers each: 1, 0 or -1 for the first side."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.known: dict[bytes, int] = {}

    def value(self, state: State) -> int:
        """Return the value of a position for the first side."""
        rules, key = self.rules, bytes(state)
        found = self.known.get(key)
        if found is not None:
            return found
        if rules.is_over(state):
            best = int(rules.outcome(state))
        else:
            sign = 1 if rules.to_move(state) == FIRST else -1
            best = -sign
            for move in rules.moves(state):
                rules.play(state, move)
                value = self.value(state)
                rules.undo(state, move)
                if value * sign > best * sign:
                    best = value
                    if best == sign:  # a win cannot be improved
                        break
        self.known[key] = best
        return best


def save_weights(
    weights: Mapping[str, float], tables: Mapping[str, Mapping[str, Any]], path: Path, *, force: bool
) -> None:
    """Write a file of weights with further tables of facts."""
    write_file(path, as_text({"weights": weights, **tables}), force=force)


def as_text(tables: Mapping[str, Mapping[str, Any]]) -> str:
    """Return tables as TOML."""
    return "\n".join(
        f"[{name}]\n" + "".join(f"{key} = {toml_value(value)}\n" for key, value in table.items() if value is not None)
        for name, table in tables.items()
    )


# A course

FORMAT = "plyscope-learning"
BATCH = 50
"""Positions that are solved between two writes."""
Step = tuple[int, int, str]
"""Progress: the amount done, the total, and the stage: games, positions or match."""


@dataclass(frozen=True)
class Settings:
    """The settings of a course, from which its weights follow."""

    start: Position
    source: str
    amount: int
    """Games of self-play, or positions to solve."""
    depth: int
    """The depth of both sides, in self-play and in the match."""
    match_games: int
    seed: int = 0

    @property
    def facts(self) -> dict[str, Any]:
        """The settings as JSON prints them."""
        return {
            "game": self.start.game.name,
            "start": self.start.text,
            "from": self.source,
            "amount": self.amount,
            "depth": self.depth,
            "match_games": self.match_games,
            "seed": self.seed,
        }

    def version(self, text: str, weights: Mapping[str, float]) -> Version:
        """Return the alpha-beta player with some weights."""
        options = {"algorithm": "alphabeta", "depth": self.depth, "order": "center", "score": "linear"}
        return Version(text, {**options, "weights": dict(weights)})

    @property
    def by_hand(self) -> Version:
        """The player with the weights by hand."""
        return self.version("by hand", default_weights(self.start.game))


def refuse_unlearnable(start: Position) -> None:
    """Raise an error for a position whose game has no weights to learn, or is over."""
    if not SCORINGS["linear"].fits(start.game) or not start.game.has_winner:
        raise OptionError("{game} has no linear scoring, whose weights could be learned", game=start.game.name)
    if start.is_over:
        raise InputError("the game is over in {position}", position=str(start))


class Course:
    """A course of learning, and how far it has come."""

    def __init__(self, settings: Settings, path: Path, *, jobs: int | None = None, force: bool = False) -> None:
        refuse_unlearnable(settings.start)
        self.settings = settings
        self.path = path
        self.jobs = jobs or usable_processors()
        self.force = force
        self.journal = working_file(path, {"format": FORMAT, "version": 1, **settings.facts}, force)
        self.begun = len(self.journal.lines)
        """Lines that an interrupted course left."""
        self.report: dict[str, Any] = {}

    def steps(self) -> Iterator[Step]:
        """Run the course, yielding progress; it can be stopped at any step without losing results."""
        settings = self.settings
        if settings.source == SELF_PLAY:
            match = self_play(settings.start, settings.by_hand, settings.amount, settings.seed)
            tasks = [match.task(2 * number) for number in range(settings.amount)]
            yield from self._play("games", match, tasks)
            rows = rows_of_games(match, self._done("games"))
        else:
            positions = positions_to_solve(settings.start, settings.amount, settings.seed)
            yield from self._solve(positions)
            values = {line["position"]: line["value"] for line in self._done("positions")}
            rows = rows_of_solved(positions, values, settings.seed)
        yield from self._finish(self._fit(*rows))

    def _fit(self, train: Any, held_out: Any) -> dict[str, float]:
        """Fit the weights, and note their quality in the report."""
        by_hand = default_weights(self.settings.start.game)
        found = fit_report(as_arrays(*train), as_arrays(*held_out), list(by_hand.values()))
        weights = dict(zip(features(self.settings.start.game), found.pop("weights"), strict=True))
        self.report = {**self.settings.facts, "weights": weights, "by_hand_weights": by_hand, "fit": found}
        return weights

    def _finish(self, weights: dict[str, float]) -> Iterator[Step]:
        """Play the match with the weights by hand, and write the file of weights."""
        settings, fit = self.settings, self.report["fit"]
        learned = {**settings.facts, "positions": fit["positions"], "held_out": fit["held_out"]}
        for name in ("fitted", "by_hand", "knowing_nothing"):
            learned |= {f"{key}_{name}": value for key, value in fit[name].items()}
        tables: dict[str, dict[str, Any]] = {"learned": learned}
        if settings.match_games:
            match = self._match(weights)
            yield from self._play("match", match, [match.task(number) for number in range(match.games)])
            found = self.report["match"] = facts(match.header, self._done("match"))
            copied = ("games", "wins", "draws", "losses", "score", "interval", "distinct", "openings")
            tables["match"] = {name: found[name] for name in copied}
        self.report["helps"] = verdict(self.report.get("match"))
        save_weights(weights, tables, self.path, force=self.force)
        self.journal.close()
        self.journal.path.unlink(missing_ok=True)

    def _match(self, weights: Mapping[str, float]) -> Match:
        """Return the match, not yet played, of the learned weights against those set by hand."""
        settings = self.settings
        named, games = f"random:{opening_moves(settings.start)}", settings.match_games
        positions = tuple(openings(named, settings.start, (games + 1) // 2, settings.seed + 1))
        learned = settings.version("learned", weights)
        return Match(settings.start, learned, settings.by_hand, games, positions, named, settings.seed + 1)

    def _done(self, stage: str) -> list[dict[str, Any]]:
        """Return the results of a stage so far."""
        return [line for line in self.journal.lines if line["stage"] == stage]

    def _note(self, stage: str, *lines: Mapping[str, Any]) -> None:
        """Add results of a stage to the file."""
        entries = [{"stage": stage, **line} for line in lines]
        self.journal.add(*entries)
        self.journal.lines += entries

    def _play(self, stage: str, match: Match, tasks: list[dict[str, Any]]) -> Iterator[Step]:
        """Play the missing games of a match, yielding progress."""
        there = {line["number"] for line in self._done(stage)}
        done = len(there)
        missing = [task for task in tasks if task["number"] not in there]
        with Workers(do_tasks, match.settings, missing, self.jobs) as workers:
            while not workers.is_done:
                line = workers.poll(0.1)
                if line is not None:
                    self._note(stage, line)
                    done += 1
                yield done, len(tasks), stage

    def _solve(self, positions: list[Position]) -> Iterator[Step]:
        """Solve the missing positions, yielding progress."""
        there = {line["position"] for line in self._done("positions")}
        solver = Solver(self.settings.start.game.rules)
        for first in range(0, len(positions), BATCH):
            batch = [position for position in positions[first : first + BATCH] if position.text not in there]
            if batch:
                solved = [
                    {"position": position.text, "value": solver.value(list(position.state))} for position in batch
                ]
                self._note("positions", *solved)
            yield min(first + BATCH, len(positions)), len(positions), "positions"

    def close(self) -> None:
        self.journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, traceback: TracebackType | None) -> None:
        self.close()


def working_file(path: Path, header: Mapping[str, Any], force: bool) -> Journal:
    """Open the file beside the weights; one of another course is replaced only by force."""
    beside = path.with_name(path.name + ".learning")
    try:
        return Journal(beside, header)
    except InputError:
        if not force:
            raise
        return Journal(beside, header, force=True)


def verdict(match: Mapping[str, Any] | None) -> bool | None:
    """Whether the learned weights play better than those by hand; None where the interval leaves it open."""
    if match is None or match["interval"] is None:
        return None
    low, high = match["interval"]
    return True if low > 0.5 else False if high < 0.5 else None


DEFAULT_AMOUNT = {SELF_PLAY: 600, SOLVED: 6000}
