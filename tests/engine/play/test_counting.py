"""The features of a position are what the linear scoring multiplies."""

from __future__ import annotations

import random

import pytest
from plyscope.files.sources import load
from plyscope.model.position import FIRST
from plyscope.play.learning import feature_row
from plyscope.search.scoring import bound_score, features, linear


@pytest.mark.parametrize("source", ["tictactoe:", "connectfour:", "connectfour:5,4,4", "tictactoe:5,5,4"])
def test_weights_times_features_are_the_score(source: str) -> None:
    draw = random.Random(3)
    start = load(source)
    for _ in range(60):
        position = start
        for _ in range(draw.randrange(len(start.board().owners))):
            if not position.is_over:
                position = position.after(draw.choice(position.legal_moves()))
        if position.is_over:
            continue
        weights = {name: draw.uniform(-9, 9) for name in features(start.game)}
        *counts, turn, one = feature_row(position)
        score = bound_score(linear, start.game, FIRST, weights)(list(position.state), 0)
        assert score == pytest.approx(sum(w * f for w, f in zip(weights.values(), counts, strict=True)))
        assert turn == (1 if position.side_to_move == FIRST else -1)
        assert one == 1
