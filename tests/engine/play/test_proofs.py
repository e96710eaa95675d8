"""Who cannot lose does not lose, against every line of replies.

The other side tries every move in every position; the player is asked for its own, as in any game.
"""

from __future__ import annotations

import pytest
from plyscope.files.sources import load, samples
from plyscope.model.position import FIRST, SECOND, Position
from plyscope.model.shuffle import random_words
from plyscope.play.deciding import decide
from plyscope.play.learning import Solver
from plyscope.play.players import Version, read_version


class EveryReply:
    """All games in which one side plays as a version does and the other as it likes."""

    def __init__(self, start: Position, version: Version, side: int) -> None:
        self.version = version
        self.side = side
        self.asked = 0
        self.worst: dict[tuple[int, ...], int] = {}
        self.result = self.play(start)

    def play(self, position: Position) -> int:
        """The worst result for the version's side: 1, 0 or -1."""
        known = self.worst.get(position.state)
        if known is not None:
            return known
        if position.is_over:
            outcome = int(position.game.rules.outcome(list(position.state)))
            result = outcome if self.side == FIRST else -outcome
        elif position.side_to_move == self.side:
            self.asked += 1
            result = self.play(position.play(decide(position, self.version).move))
        else:
            result = min(self.play(position.after(move)) for move in position.legal_moves())
        self.worst[position.state] = result
        return result


@pytest.mark.spread(8)
@pytest.mark.parametrize("starts", ["x", "o"])
@pytest.mark.parametrize(
    ("who", "side"), [("alphabeta", FIRST), ("alphabeta", SECOND), ("pvs:order=center", SECOND), ("notebook", FIRST)]
)
def test_perfect_play_never_loses_tic_tac_toe(who: str, side: int, starts: str) -> None:
    start = load(f"tictactoe:......... {starts}")
    every = EveryReply(start, read_version(who, start), side)
    assert every.result == 0, "it never loses, and against the best replies it does not win"
    assert every.asked > 40


def test_a_player_that_does_not_look_ahead_does_lose() -> None:
    start = load("tictactoe:")
    assert EveryReply(start, read_version("alphabeta:depth=1", start), FIRST).result == -1


FEW_SIZES = (6, 7, 8, 9) * 2
SIZES = (6, 7, 8, 9) * 12 + (10, 10, 11, 12)
"""Free cells of the boards; of the large ones few, since there every reply of every game takes its time."""


def won_boards(sizes: tuple[int, ...]) -> list[Position]:
    """A generated board of each size on which whoever is to move can force a win."""
    found: list[Position] = []
    seeds = random_words(1, [], "boards")
    while len(found) < len(sizes):
        start = load(f"hexline:random {sizes[len(found)]} {next(seeds) >> 2}")
        if Solver(start.game.rules).value(list(start.state)) == 1:
            found.append(start)
    return found


@pytest.mark.parametrize("sizes", [FEW_SIZES, pytest.param(SIZES, marks=pytest.mark.full)], ids=["few", "many"])
def test_won_hexline_boards_are_won_against_every_line_of_replies(sizes: tuple[int, ...]) -> None:
    won = won_boards(sizes)
    assert len({start.state for start in won}) > 0.9 * len(sizes)
    for start in won:
        assert EveryReply(start, read_version("alphabeta:depth=12", start), FIRST).result == 1, str(start)


CLAIMS = {
    "chapter-2-random": "1234567", "chapter-3-story": "7", "chapter-4-story": "7", "chapter-4-no-defence": "123456",
    "chapter-4-sets-up": "36", "chapter-4-against-itself": "26", "chapter-4-blocks-after-all": "4",
    "chapter-5-block": "1", "chapter-5-story": "3", "chapter-5-no-attack": "123456", "chapter-5-open-three": "36",
    "chapter-5-open-three-gap": "357", "chapter-5-open-three-right": "347", "chapter-6-block": "1",
    "chapter-6-story": "7", "chapter-6-takes-it": "7", "chapter-6-deeper": "3", "chapter-7-story": "7",
    "chapter-7-blocks": "7", "chapter-7-sets-up": "36",
    "chapter-7-snake": "36", "chapter-7-lets-win": "4", "chapter-7-fails-to-stop": "6",
}  # fmt: skip
"""What the notes of the samples say of the tutorial's chapters: the columns that the brain may play there."""


def test_every_claim_about_the_tutorial_is_a_sample() -> None:
    assert {f"connectfour/{name}" for name in CLAIMS} == {
        sample.name for sample in samples() if "/chapter-" in sample.name
    }


@pytest.mark.spread(8)
@pytest.mark.parametrize("name", CLAIMS)
def test_what_is_claimed_of_the_tutorial_is_played_whatever_the_seed(name: str) -> None:
    position = load(f"sample:connectfour/{name}")
    depth = position.options.get("depth")
    who = f"{position.options['algorithm']}{'' if depth is None else f':depth={depth}'}"
    version = read_version(who, position)
    played = {decide(position, version, seed).move for seed in range(30)}
    assert played == set(CLAIMS[name])
