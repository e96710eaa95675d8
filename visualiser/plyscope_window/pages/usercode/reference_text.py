"""Sentences on a recording of user code: how it is read, and how it compares with the reference search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyscope.games import GAMES
from plyscope.model.declaration import Windows
from plyscope.model.roles import VALUE, Proposal
from plyscope.model.trace import Trace
from plyscope.usercode.chosen_search import move_played
from plyscope.usercode.win_values import has_converted_values, has_estimates, with_wins_valued_like

from plyscope_window.pages.searches import comparison_titles
from plyscope_window.widgets.game_names import game_title, side_names
from plyscope_window.words import LocalizedText, count, localized, number, tr

if TYPE_CHECKING:
    from plyscope_window.session.pair import Pair


def comparison_text(pair: Pair) -> str:
    """Return whether two searches of one position have the same value and move, and where they diverge."""
    steps = difference_text(pair) or tr("Both make the same moves in the same order.")
    a, b = pair.comparison.a, pair.comparison.b
    return tr("{results} {steps}", results=with_conversion_note(a, b, results_text(a, b)), steps=steps)


def difference_text(pair: Pair) -> str:
    """Return where the two first differ; empty where they never do."""
    return LocalizedText(" ".join(localized(half.sentence) for half in pair.first_difference))


def with_conversion_note(a: Trace, b: Trace, results: str) -> str:
    """Return results, and that wins were given the values of the other search, where they were."""
    if has_converted_values(a):
        return tr(
            "{results} Here wins have the value that they have in {name}.",
            results=results,
            name=comparison_titles(a, b)[1],
        )
    return results


def results_text(a: Trace, b: Trace) -> str:
    """Return whether two searches have the same value and, in one game, play the same move."""
    titles = comparison_titles(a, b)
    names = {"a": tr("Your search") if a.origin.is_user_code else titles[0], "b": titles[1]}
    values, moves = (number(a.value), number(b.value)), (move_played(a) or "·", move_played(b) or "·")
    counted = with_wins_valued_like(a, b.plan)
    if a.origin.is_user_code and has_estimates(a):
        return tr("{a} estimates positions in its own way: its values and moves may differ from those of {b}.", **names)
    if a.value is None:
        value = tr("{a} returns no value, {b} returns {other}.", other=values[1], **names)
    elif values[0] == values[1]:
        value = tr("Both return {value}.", value=values[0])
    elif counted.value == b.value:
        value = tr(
            "{a} returns {value} and {b} {other}, which have the same meaning.",
            value=values[0],
            other=values[1],
            **names,
        )
    else:
        value = tr("{a} returns {value}, {b} returns {other}.", value=values[0], other=values[1], **names)
    if a.position.game.name != b.position.game.name:
        return value
    if moves[0] == moves[1]:
        move = tr("Both play {move}.", move=moves[0])
    else:
        move = tr("{a} plays {move}, {b} plays {other}.", move=moves[0], other=moves[1], **names)
    return tr("{value} {move}", value=value, move=move)


def reading_text(trace: Trace) -> str:
    """Return how a recording is read: as a search of a known game, as a search, or as plain calls."""
    proposal = Proposal.of(trace)
    if proposal is None or not (proposal.has_sides or proposal.asked):
        return tr("Read as calls with arguments and results.")
    if proposal.asked == VALUE:
        return tr("Read as a search; which part of a result is the value is not known: “What things mean” asks it.")
    if proposal.asked:
        return tr("Read as a search; which side is MAX is not known: “What things mean” asks it.")
    game = trace.position.game
    words = tr("Read as a search with MAX and MIN")
    if game.name in GAMES:
        side = side_names(game.name)[trace.position.max_side - 1]
        words = tr("Read as a search of {game}, {side} is MAX", game=game_title(game.name), side=side)
    return LocalizedText(" · ".join([words, *known_cuts(trace)]))


def known_cuts(trace: Trace) -> list[str]:
    """Return how many cutoffs there are and how many moves were pruned, as far as the recording says so."""
    known = []
    if trace.search.windows is not Windows.NONE and trace.cutoffs is not None:
        known.append(tr("cutoffs: {cutoffs}", cutoffs=count(trace.cutoffs)))
    if trace.pruned is not None:
        known.append(tr("pruned: {pruned}", pruned=count(trace.pruned)))
    return known
