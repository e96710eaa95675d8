"""Logistic regression."""

from __future__ import annotations

import numpy as np
import pytest
from plyscope.play.learning import (
    as_arrays,
    fit_report,
    fit_weights,
    measure_quality,
    round_weights,
    scale_by_hand,
    win_probabilities,
)


def test_the_weights_that_made_the_results_are_found_again() -> None:
    draw = np.random.default_rng(1)
    features = draw.normal(size=(20_000, 3))
    truth = np.array([0.8, -0.3, 0.0])
    results = (draw.random(20_000) < win_probabilities(features, truth)).astype(float)
    assert fit_weights(features, results) == pytest.approx(truth, abs=0.05)


def test_nothing_makes_the_results_more_likely() -> None:
    """An oracle that knows nothing of Newton: every small step away from the answer is worse."""
    draw = np.random.default_rng(2)
    features = draw.integers(-3, 4, size=(500, 3)).astype(float)
    results = draw.choice([0.0, 0.5, 1.0], size=500)

    def likelihood(weights: np.ndarray) -> float:
        likely = win_probabilities(features, weights)
        seen = np.sum(results * np.log(likely) + (1 - results) * np.log(1 - likely))
        return float(seen - 0.5 * 1e-2 * np.sum(weights**2))

    best = fit_weights(features, results)
    for _ in range(100):
        assert likelihood(best + draw.normal(size=3) * 0.01) < likelihood(best)


def test_features_that_go_together_and_results_without_doubt_have_an_answer_too() -> None:
    features, results = as_arrays([[1, 1], [-1, -1], [2, 2]], [1.0, 0.0, 1.0])
    weights = fit_weights(features, results)
    assert np.isfinite(weights).all()
    assert weights[0] == pytest.approx(weights[1])


def test_quality_is_read_without_the_circumstances() -> None:
    features, results = as_arrays([[1, -1, 1], [-1, 1, 1], [0, 1, 1], [1, 1, 1]], [1.0, 0.0, 1.0, 0.5])
    found = measure_quality(features, results, np.array([1.0, -9.0, 9.0]))
    assert found.right == pytest.approx(2.5 / 3)
    assert measure_quality(features, results, np.zeros(3)).log_loss == pytest.approx(np.log(2))


def test_weights_by_hand_are_compared_in_their_best_scale() -> None:
    draw = np.random.default_rng(4)
    features = draw.normal(size=(5000, 4))
    results = (draw.random(5000) < win_probabilities(features, np.array([0.5, 1.0, 0.2, -0.3]))).astype(float)
    assert scale_by_hand(features, results, np.array([1.0, 2.0])) == pytest.approx([0.5, 1.0, 0.2, -0.3], abs=0.08)
    found = fit_report((features, results), (features, results), [1.0, 2.0])
    assert found["fitted"]["log_loss"] <= found["by_hand"]["log_loss"] < found["knowing_nothing"]["log_loss"]
    assert found["weights"] == round_weights(fit_weights(features, results)[:-2])
