"""The score over the games, with the confidence interval after each, as a plot."""

from __future__ import annotations

from collections.abc import Sequence

from plyscope.play.results import Standing

from plyscope_window.widgets.plots.numbers import Numbers
from plyscope_window.widgets.plots.plot import Kind, Mark, Plot, Series, share_scale
from plyscope_window.words import count, number, tr

MAX_PLACES = 240
"""The most places on the axis; more would be narrower than a pixel or two."""
POWERS = tuple(int(10**power) for power in range(12))
POINTS = 24
"""The most points that have a tooltip."""


def step_for(games: int, most: int) -> int:
    """The number of games from one place on the axis to the next: 1, 2, 5, 10 …"""
    steps = (step * power for power in POWERS for step in (1, 2, 5))
    return next(step for step in steps if games <= step * most)


def percent(part: float) -> str:
    """A share as a percentage with one decimal."""
    return tr("{share}\N{NO-BREAK SPACE}%", share=number(round(100 * part, 1)))


def course_plot(standings: Sequence[Standing], total: int) -> Plot:
    """The score from no game to all games of the match."""
    step = step_for(total, MAX_PLACES)
    places = tuple(count(place * step) for place in range(total // step + 1 + (total % step > 0)))
    lines = [Mark(one.games / step, one.score) for one in every(standings, step)]
    band = tuple(Mark(one.games / step, one.high, one.low) for one in every(standings, step))
    points = tuple(mark_of(one, step) for one in every(standings, step_for(len(standings), POINTS)))
    series = (
        Series(tr("95 % interval"), Kind.BAND, band),
        Series(tr("equally good"), Kind.CURVE, (Mark(0, 0.5), Mark(total / step, 0.5)), tone=0.45, is_dashed=True),
        Series("", Kind.CURVE, tuple(lines), in_legend=False),
        Series(tr("score of A"), Kind.POINTS, points),
    )
    remark = "" if standings else tr("No game is over yet.")
    return Plot(tr("Score of A over the games"), places, tr("games"), share_scale(), series, remark=remark)


def every(standings: Sequence[Standing], step: int) -> list[Standing]:
    """One standing for every so many games, and the last one."""
    found = list(standings[step - 1 :: step])
    if standings and (not found or found[-1] is not standings[-1]):
        found.append(standings[-1])
    return found


def mark_of(one: Standing, step: int) -> Mark:
    title = tr("after {games} games", games=count(one.games))
    interval = tr("{low} to {high}", low=percent(one.low), high=percent(one.high))
    lines = ((tr("score of A"), percent(one.score)), (tr("95 % interval"), interval))
    return Mark(one.games / step, one.score, 0, title, lines)


def course_numbers(standings: Sequence[Standing]) -> Numbers:
    """The points of the plot as a table; for other programs the standing after every game."""
    shown = every(standings, step_for(len(standings), POINTS))
    rows = tuple((one.games, percent(one.score), percent(one.low), percent(one.high)) for one in shown)
    headings = (tr("games"), tr("score of A"), tr("from"), tr("to"))
    facts = [one._asdict() for one in standings]
    return Numbers(tr("Score over the games"), headings, rows, (None,) * len(rows), facts)
