"""Logistic regression: the weights under which the observed results are most likely.

A position's result is 1 if the first side wins in the end, 0.5 for a draw and 0 if it loses. Newton's method finds
the unique optimum in a few iterations from zero, the same on every machine but for the last digits, which are
rounded.

The features of a position are those of the linear scoring. Each counts for the first side and against the second.
Two more numbers are the side to move and a constant. They are not features of the scoring, since they are equal in
all positions at a horizon; but without them the fit would put the advantage of the move, and of having begun, into
the other weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.model.position import FIRST, Game, Position
from plyscope.search.scoring import features

EXTRA_COLUMNS = 2
"""The numbers at the end that are not features of the scoring."""


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
    """The names of the features."""
    return features(game)


Matrix = NDArray[np.float64]

RIDGE = 1e-2
"""How strongly weights are held near zero, in positions: enough for a unique solution where features are correlated."""
MAX_ITERATIONS = 60


def fit(features: Matrix, results: Matrix) -> Matrix:
    """The weights, one for each column."""
    weights = np.zeros(features.shape[1])
    for _ in range(MAX_ITERATIONS):
        likely = chances(features, weights)
        slope = features.T @ (results - likely) - RIDGE * weights
        curvature = (features * (likely * (1 - likely))[:, None]).T @ features + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(curvature, slope)
        weights = weights + step
        if np.max(np.abs(step)) < 1e-10:
            break
    return weights


def chances(features: Matrix, weights: Matrix) -> Matrix:
    """The probability that the first side wins, by the weights."""
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
        return {"log_loss": round(self.log_loss, 4), "right": round(self.right, 4)}


def quality(features: Matrix, results: Matrix, weights: Matrix) -> Quality:
    """The quality of weights. The sign is that of the scoring, without the side to move and the constant."""
    likely = np.clip(chances(features, weights), 1e-12, 1 - 1e-12)
    loss = -np.mean(results * np.log(likely) + (1 - results) * np.log(1 - likely))
    decided = results != 0.5
    signs = np.sign(features[decided, :-EXTRA_COLUMNS] @ weights[:-EXTRA_COLUMNS])
    agree = np.where(signs == 0, 0.5, signs == np.sign(results[decided] - 0.5))
    return Quality(float(loss), float(np.mean(agree)) if decided.any() else 0.5)


def scaled(features: Matrix, results: Matrix, by_hand: Matrix) -> Matrix:
    """Weights by hand, scaled to predict the results best, which makes them comparable."""
    together = np.column_stack([features[:, :-EXTRA_COLUMNS] @ by_hand, features[:, -EXTRA_COLUMNS:]])
    scale, *extra = fit(together, results)
    return np.append(by_hand * scale, extra)


def as_arrays(rows: list[list[int]], results: list[float]) -> tuple[Matrix, Matrix]:
    return np.array(rows, dtype=np.float64), np.array(results, dtype=np.float64)


def rounded(weights: Matrix) -> list[float]:
    """The weights in hundredths of a nat, to the significant digits."""
    return [float(round(100 * weight, 3)) + 0.0 for weight in weights.tolist()]


def report(train: tuple[Matrix, Matrix], held_out: tuple[Matrix, Matrix], by_hand: list[float]) -> dict[str, Any]:
    """The fitted weights, and their quality and that of the weights by hand on the held-out positions."""
    weights = fit(*train)
    mean = float(np.mean(train[1]))
    likely = np.clip(mean, 1e-12, 1 - 1e-12)
    knowing_nothing = -np.mean(held_out[1] * np.log(likely) + (1 - held_out[1]) * np.log(1 - likely))
    return {
        "weights": rounded(weights[:-EXTRA_COLUMNS]),
        "positions": len(train[1]),
        "held_out": len(held_out[1]),
        "fitted": quality(*held_out, weights).facts,
        "by_hand": quality(*held_out, scaled(*train, np.array(by_hand))).facts,
        "knowing_nothing": {"log_loss": round(float(knowing_nothing), 4)},
    }
