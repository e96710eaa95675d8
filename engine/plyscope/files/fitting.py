"""Whether an imported recording fits a game of ours: its position can be read, and all its moves are legal there.

Then frames stand on positions as in our own recordings, and sides and ends that the recording does not tell follow
from the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.games import GAMES
from plyscope.messages import InputError, Message, OptionError
from plyscope.model.columns import HORIZON, MAX_MOVE, STATUS_NOT_GIVEN, TAG_BITS, TERMINAL
from plyscope.model.declaration import CHANCE, MAX, MIN, NO_SIDE
from plyscope.model.distinct_positions import PASS, PositionTable, chunks, numbered, positions_after
from plyscope.model.no_collection import no_collection
from plyscope.model.position import Position

Columns = dict[str, NDArray[Any]]
Column = NDArray[Any]

UNKNOWN_MOVE = -1
"""Stands for the move of a text that has not been read yet; moves are not negative."""


class Fitted(NamedTuple):
    """A recording on the positions of a known game."""

    position: Position
    move: NDArray[np.int32]
    pruned: NDArray[np.int32]
    states: list[tuple[int, ...]]
    of_frame: NDArray[np.int32]
    """The place of each frame's position in `states`; 0 where it was not asked for."""


class Unfit(NamedTuple):
    """Why a recording does not fit a known game, and the frame that shows it."""

    reason: Message
    frame: int


class Walker:
    """The finder of moves by their texts, on numbered positions of a game."""

    def __init__(self, position: Position, texts: list[str]) -> None:
        self.game, self.texts = position.game, texts
        self.rules = position.game.rules
        self.table = PositionTable([position.state], np.zeros(0, np.int32), {position.state: 0})
        self._meant = np.full(len(texts), UNKNOWN_MOVE, np.int64)
        """The moves that texts mean as the game writes them, where that does not depend on the position."""
        self._legal: dict[int, tuple[int, ...]] = {}
        self._alike: dict[tuple[int, ...], tuple[int, ...]] = {}
        """Lists of legal moves: many positions have the same."""

    def legal(self, numbers: list[int]) -> list[tuple[int, ...]]:
        """Return the legal moves of some positions by their numbers."""
        known, states, is_over, moves = self._legal, self.table.states, self.rules.is_over, self.rules.moves
        for number in numbers:
            if number not in known:
                state = list(states[number])
                found = () if is_over(state) else tuple(moves(state))
                known[number] = self._alike.setdefault(found, found)
        return [known[number] for number in numbers]

    def find_all(self, positions: Column, texts: Column) -> Column | int:
        """Return the moves meant by texts on ascending positions; the place of the first that means none."""
        distinct, places = numbered(positions)
        legal = self.legal(distinct.tolist())
        counts = list(map(len, legal))
        offered = np.fromiter(chain.from_iterable(legal), np.int64, sum(counts))
        moves = self._meant[texts]
        span = max(int(offered.max(initial=0)), int(moves.max())) + 1
        offers = np.repeat(np.arange(len(legal)) * span, counts) + offered
        is_found = (moves != UNKNOWN_MOVE) & np.isin(places * span + moves, offers)
        for place in np.flatnonzero(~is_found).tolist():
            here, number, text = legal[places[place]], int(positions[place]), int(texts[place])
            known = int(self._meant[text])
            move = known if known != UNKNOWN_MOVE and known in here else self._find(number, text, here)
            if move is None:
                return place
            moves[place] = move
        return moves

    def _find(self, number: int, text: int, legal: tuple[int, ...]) -> int | None:
        """Return the legal move that a text means on a position; None if there is none."""
        game, written = self.game, self.texts[text]
        by_text = dict(zip(map(game.at(self.table.states[number]).move_text, legal), legal, strict=True))
        if written in by_text:
            if not game.texts_vary:
                self._meant[text] = by_text[written]
            return by_text[written]
        meant = game.read_move(written, list(self.table.states[number]))
        return meant if meant in legal else None


@no_collection()
def fit(
    position: Position,
    columns: Mapping[str, NDArray[Any]],
    texts: list[str],
    pruned: NDArray[np.int32],
    plays: bool = True,
    has_rounds: bool = False,
    asked: NDArray[np.bool_] | None = None,
    tags: NDArray[np.uint16] | None = None,
) -> Fitted | Unfit:
    """Return the recording on the positions of a game, or why it does not fit.

    `plays` is false for a search that only asks about moves: all its frames stand on the root's position. With
    `has_rounds` the frames below the root make no moves. Of the frames that neither try nor prune moves, only those
    `asked` for get their positions, all by default. A frame without a move stands on its parent's position, or on that
    after its side has passed where its `tags` say so.
    """
    walker = Walker(position, texts)
    parent, ply = columns["parent"], columns["ply"]
    of_frame = np.zeros(len(parent), np.int32)
    moves = np.full(len(parent), -1, np.int32)
    by_ply = np.argsort(ply, kind="stable")
    is_played = np.full(len(parent), plays)
    if asked is not None:
        is_played &= asked | (columns["size"] > 1) | (columns["skipped"] > 0)
    for level, (start, end) in enumerate(pairwise(np.cumsum(np.bincount(ply))), start=1):
        if level == 1 and has_rounds:
            continue
        frames = by_ply[start:end]
        unmoved = frames[columns["move"][frames] < 0]
        if len(unmoved):
            frames = frames[columns["move"][frames] >= 0]
            of_frame[unmoved] = of_frame[parent[unmoved]]
            passing = unmoved[:0] if tags is None else unmoved[tags[unmoved] & TAG_BITS["null"] > 0]
            if len(passing) and not may_pass(position):
                pattern = "a side passes its turn, and {game} has no rule for that"
                return Unfit(Message(pattern, game=position.game.name), int(passing[0]))
            of_frame[passing] = after_passing(walker, of_frame[passing])
        found = fit_level(walker, of_frame[parent[frames]], columns["move"][frames], is_played[frames])
        if isinstance(found, int):
            return unfit(walker, frames[found], of_frame[parent[frames[found]]], columns["move"][frames[found]])
        moves[frames], of_frame[frames] = found
    leavers = np.flatnonzero(columns["skipped"])
    counts = columns["skipped"][leavers]
    spare = fit_level(walker, np.repeat(of_frame[leavers], counts), pruned, np.zeros(len(pruned), np.bool_))
    if isinstance(spare, int):
        leaver = leavers[np.searchsorted(np.cumsum(counts), spare, "right")]
        return unfit(walker, leaver, of_frame[leaver], pruned[spare])
    return Fitted(position, moves, spare[0], walker.table.states, of_frame)


def may_pass(position: Position) -> bool:
    """Whether a side may pass its turn in a game."""
    return position.game.rules.pass_turn is not None


def after_passing(walker: Walker, positions: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the positions after the side to move has passed."""
    distinct, places = np.unique(positions, return_inverse=True)
    passed = [PASS] * len(distinct)
    return np.array(positions_after(walker.table, walker.rules, distinct.tolist(), passed), np.int32)[places]


def find_position(game: str, text: str, max_name: str) -> Position | Message | None:
    """Return the root's position, a message why its text cannot be read, or None for an unknown game.

    Raise InputError where nobody is called `max_name`, who is MAX.
    """
    from plyscope.files.sources import read_text

    if game not in GAMES:
        return None
    try:
        position = read_text(game, text)
    except InputError as error:
        return error.message
    try:
        return position.with_max(max_name) if max_name else position
    except OptionError as error:
        raise error.of_data() from None


def unfit(walker: Walker, frame: int, number: int, text: int) -> Unfit:
    """Return the reason for a text that is no legal move on a position."""
    reason = Message(
        "{move} is not a legal move of {game} on {position}",
        move=walker.texts[text][:40],
        game=walker.game.name,
        position=walker.game.text(walker.table.states[number]),
    )
    return Unfit(reason, int(frame))


def fit_level(
    walker: Walker, above: NDArray[np.int32], texts: NDArray[np.int32], is_played: NDArray[np.bool_]
) -> tuple[NDArray[np.int32], NDArray[np.int32]] | int:
    """Return the moves of one ply and the positions after them; the place of the first that does not fit.

    Where a text means no move, its place is given instead. Where none of a level is played, the positions stay.
    """
    if not len(texts):
        return texts, above
    span = int(texts.max()) + 1
    pairs = pair_keys(above, texts, span)
    distinct, places = numbered(pairs)
    positions, of_pairs = np.divmod(distinct, span)
    moves = walker.find_all(positions, of_pairs)
    if isinstance(moves, int):
        return int(np.flatnonzero(pairs == distinct[moves])[0])
    found = moves.astype(np.int32)[places]
    if not is_played.any():
        return found, above
    leads_on = np.zeros(len(distinct), np.bool_)
    leads_on[places[is_played]] = True
    reached = np.zeros(len(distinct), np.int32)
    chosen = positions[leads_on].tolist(), moves[leads_on].tolist()
    reached[leads_on] = positions_after(walker.table, walker.rules, *chosen)
    return found, reached[places]


def pair_keys(above: NDArray[np.int32], texts: NDArray[np.int32], span: int) -> Column:
    """Return a number for each pair of a position and a text, which is below `span`; a small one where it can be."""
    is_small = (int(above.max()) + 1) * span <= MAX_MOVE
    pairs: Column = np.empty(len(texts), np.int32 if is_small else np.int64)
    for some in chunks(len(texts)):
        np.multiply(above[some], span, out=pairs[some], dtype=pairs.dtype)
        pairs[some] += texts[some]
    return pairs


def decisive_frames(position: Position, columns: Columns) -> NDArray[np.bool_]:
    """Return for each frame whether the rules have to tell its side or how it ended."""
    if position.game.rules.alternates:
        return np.asarray(columns["status"] != HORIZON, np.bool_)
    return np.ones(len(columns["status"]), np.bool_)


def settle_sides(columns: Columns, fitted: Fitted) -> None:
    """Fill in, in place, the side to move by the rules, where the recording does not say it."""
    position, kind = fitted.position, columns["kind"]
    if position.game.rules.alternates:
        root = MAX if position.side_to_move == position.max_side else MIN
        expected = (columns["ply"] % 2 ^ root).astype(np.uint8)
    else:
        expected = np.array([kind_of(position, state) for state in fitted.states], np.uint8)[fitted.of_frame]
    columns["kind"] = np.where(kind == NO_SIDE, expected, kind).astype(np.uint8)


def kind_of(position: Position, state: tuple[int, ...]) -> int:
    """Return who moves in a state: MAX, MIN or chance."""
    rules = position.game.rules
    if rules.outcomes(list(state)):
        return CHANCE
    return MAX if rules.to_move(list(state)) == position.max_side else MIN


def settle_ends(columns: Columns, fitted: Fitted) -> None:
    """Fill in, in place, the status of leaves by the rules, where the recording does not say it."""
    rules, status = fitted.position.game.rules, columns["status"]
    unsaid = np.flatnonzero(status == STATUS_NOT_GIVEN)
    if not len(unsaid):
        return
    distinct, places = numbered(fitted.of_frame[unsaid])
    is_over = np.array([bool(rules.is_over(list(fitted.states[state]))) for state in distinct.tolist()])
    status[unsaid] = np.where(is_over[places], TERMINAL, HORIZON)
