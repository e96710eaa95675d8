"""Logistic regression: the weights under which the results that were seen are most likely.

A position's result is 1 where the first side wins in the end, a half for a draw and 0 where it loses. Newton's
method finds the one best answer in a few rounds from zero, the same on every machine but for the last digits, and
those are rounded away.

The features of a position as numbers: what the linear scoring multiplies with its weights.

Each counts for the first side and against the second. Two numbers more say who is to move, and that there is a
first side at all. They are no features of the scoring, since they are the same in all positions at a horizon; but a
fit that did not know of them would put the advantage of the move, and of having begun, into the other weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.model.position import FIRST, Game, Position
from plyscope.search.scoring import features

CIRCUMSTANCES = 2
"""The numbers at the end that are no features."""


def counted(position: Position) -> list[int]:
    """The features in the order of `scoring.features`, 1 or -1 for the side to move, and 1."""
    game, state = position.game, position.state
    tables = game.rules.tables
    in_a_row: int = tables["IN_A_ROW"]
    counts = [0] * (in_a_row + 1)
    lines: Sequence[int] = tables["LINES"]
    for start in range(0, len(lines), in_a_row):
        owners = [state[cell] for cell in lines[start : start + in_a_row]]
        firsts, seconds = owners.count(1), owners.count(2)
        if seconds == 0:
            counts[firsts] += 1
        elif firsts == 0:
            counts[seconds] -= 1
    in_the_middle = [state[cell] for cell in tables["CENTRE"]]
    turn = 1 if position.side_to_move == FIRST else -1
    return [*counts[1:in_a_row], in_the_middle.count(1) - in_the_middle.count(2), turn, 1]


def names(game: Game) -> list[str]:
    """What the numbers are, but for the circumstances."""
    return features(game)


Matrix = NDArray[np.float64]

RIDGE = 1e-2
"""How strongly weights are held near zero, in positions: enough to have an answer where features go together."""
ROUNDS = 60


def fit(features: Matrix, results: Matrix) -> Matrix:
    """The weights, one for each column."""
    weights = np.zeros(features.shape[1])
    for _ in range(ROUNDS):
        likely = chances(features, weights)
        slope = features.T @ (results - likely) - RIDGE * weights
        curvature = (features * (likely * (1 - likely))[:, None]).T @ features + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(curvature, slope)
        weights = weights + step
        if np.max(np.abs(step)) < 1e-10:
            break
    return weights


def chances(features: Matrix, weights: Matrix) -> Matrix:
    """How likely the first side is to win, in the eyes of the weights."""
    chance: Matrix = 1 / (1 + np.exp(-np.clip(features @ weights, -40, 40)))
    return chance


@dataclass(frozen=True)
class Quality:
    """How well weights foresee results of positions that they have not seen."""

    log_loss: float
    """The mean surprise, in nats: 0 would be foreknowledge, 0.693 is a coin."""
    right: float
    """Of the positions of won games, how many the sign of the score gets right; even scores half."""

    @property
    def facts(self) -> dict[str, float]:
        return {"log_loss": round(self.log_loss, 4), "right": round(self.right, 4)}


def quality(features: Matrix, results: Matrix, weights: Matrix) -> Quality:
    """The sign is that of the scoring, which knows nothing of the circumstances."""
    likely = np.clip(chances(features, weights), 1e-12, 1 - 1e-12)
    loss = -np.mean(results * np.log(likely) + (1 - results) * np.log(1 - likely))
    decided = results != 0.5
    signs = np.sign(features[decided, :-CIRCUMSTANCES] @ weights[:-CIRCUMSTANCES])
    agree = np.where(signs == 0, 0.5, signs == np.sign(results[decided] - 0.5))
    return Quality(float(loss), float(np.mean(agree)) if decided.any() else 0.5)


def scaled(features: Matrix, results: Matrix, by_hand: Matrix) -> Matrix:
    """Weights by hand, in the scale in which they foresee the results best: only that makes them comparable."""
    together = np.column_stack([features[:, :-CIRCUMSTANCES] @ by_hand, features[:, -CIRCUMSTANCES:]])
    scale, *circumstances = fit(together, results)
    return np.append(by_hand * scale, circumstances)


def as_arrays(rows: list[list[int]], results: list[float]) -> tuple[Matrix, Matrix]:
    return np.array(rows, dtype=np.float64), np.array(results, dtype=np.float64)


def rounded(weights: Matrix) -> list[float]:
    """In hundredths of a nat, with as many digits as mean something."""
    return [float(round(100 * weight, 3)) + 0.0 for weight in weights.tolist()]


def report(train: tuple[Matrix, Matrix], held_out: tuple[Matrix, Matrix], by_hand: list[float]) -> dict[str, Any]:
    """The fitted weights, and how they and those by hand do on what was held out."""
    weights = fit(*train)
    mean = float(np.mean(train[1]))
    likely = np.clip(mean, 1e-12, 1 - 1e-12)
    knowing_nothing = -np.mean(held_out[1] * np.log(likely) + (1 - held_out[1]) * np.log(1 - likely))
    return {
        "weights": rounded(weights[:-CIRCUMSTANCES]),
        "positions": len(train[1]),
        "held_out": len(held_out[1]),
        "fitted": quality(*held_out, weights).facts,
        "by_hand": quality(*held_out, scaled(*train, np.array(by_hand))).facts,
        "knowing_nothing": {"log_loss": round(float(knowing_nothing), 4)},
    }
