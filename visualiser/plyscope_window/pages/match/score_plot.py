"""The score over the games, with the confidence interval after each, as a plot."""

from __future__ import annotations

from collections.abc import Sequence

from plyscope.play.results import Standing

from plyscope_window.widgets.plots.numbers import Numbers
from plyscope_window.widgets.plots.plot import Kind, Mark, Plot, Series, share_scale
from plyscope_window.words import count, number, tr

MAX_PLACES = 240
"""The largest number of places on the axis; more would be narrower than a pixel or two."""
POWERS = tuple(int(10**power) for power in range(12))
"""The powers of ten for steps on the axis."""
POINTS = 24
"""The largest number of points that have a tooltip."""


def places_step(games: int, most: int) -> int:
    """Return the number of games from one place on the axis to the next, 1, 2, 5, 10 …, for at most `most` places."""
    steps = (step * power for power in POWERS for step in (1, 2, 5))
    return next(step for step in steps if games <= step * most)


def percent_text(part: float) -> str:
    """Return a share as a percentage with one decimal."""
    return tr("{share}\N{NO-BREAK SPACE}%", share=number(round(100 * part, 1)))


def score_plot(standings: Sequence[Standing], total: int) -> Plot:
    """Return the plot of the score, from no game to all games of the match."""
    step = places_step(total, MAX_PLACES)
    places = tuple(count(place * step) for place in range(total // step + 1 + (total % step > 0)))
    lines = [Mark(standing.games / step, standing.score) for standing in every_nth(standings, step)]
    band = tuple(Mark(standing.games / step, standing.high, standing.low) for standing in every_nth(standings, step))
    points = tuple(
        standing_mark(standing, step) for standing in every_nth(standings, places_step(len(standings), POINTS))
    )
    series = (
        Series(tr("95 % interval"), Kind.BAND, band),
        Series(tr("equally good"), Kind.CURVE, (Mark(0, 0.5), Mark(total / step, 0.5)), tone=0.45, is_dashed=True),
        Series("", Kind.CURVE, tuple(lines), in_legend=False),
        Series(tr("score of A"), Kind.POINTS, points),
    )
    remark = "" if standings else tr("No game is over yet.")
    return Plot(tr("Score of A over the games"), places, tr("games"), share_scale(), series, remark=remark)


def every_nth(standings: Sequence[Standing], step: int) -> list[Standing]:
    """Return the standing after every so many games, and the last one."""
    chosen = list(standings[step - 1 :: step])
    if standings and (not chosen or chosen[-1] is not standings[-1]):
        chosen.append(standings[-1])
    return chosen


def standing_mark(standing: Standing, step: int) -> Mark:
    """Return the mark of a standing, with its interval on the card."""
    title = tr("after {games} games", games=count(standing.games))
    interval = tr("{low} to {high}", low=percent_text(standing.low), high=percent_text(standing.high))
    lines = ((tr("score of A"), percent_text(standing.score)), (tr("95 % interval"), interval))
    return Mark(standing.games / step, standing.score, 0, title, lines)


def score_numbers(standings: Sequence[Standing]) -> Numbers:
    """Return the points of the plot as a table; for other programs the standing after every game."""
    shown = every_nth(standings, places_step(len(standings), POINTS))
    rows = tuple(
        (standing.games, percent_text(standing.score), percent_text(standing.low), percent_text(standing.high))
        for standing in shown
    )
    headings = (tr("games"), tr("score of A"), tr("from"), tr("to"))
    facts = [standing._asdict() for standing in standings]
    return Numbers(tr("Score over the games"), headings, rows, (None,) * len(rows), facts)
