"""The score over the games, as a plot."""

from __future__ import annotations

import pytest
from plyscope.play.results import RunningResult
from plyscope_window.pages.match.score_plot import every_nth, places_step, score_numbers, score_plot
from plyscope_window.widgets.plots.drawing import Geometry, band_colour, paint_plot
from plyscope_window.widgets.plots.plot import Kind, Plot
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from tests.engine.play.test_results import line

pytestmark = pytest.mark.qt


def plot_of(games: int, total: int) -> Plot:
    return score_plot(RunningResult(line(number, number % 3 / 2) for number in range(games)).standings, total)


def test_steps_are_round_and_few() -> None:
    for games, most, step in (
        (10, 240, 1),
        (240, 240, 1),
        (241, 240, 2),
        (1000, 240, 5),
        (10**6, 240, 5000),
        (0, 24, 1),
    ):
        assert places_step(games, most) == step


@pytest.mark.parametrize(("games", "total"), [(0, 7), (1, 1), (3, 7), (7, 7), (600, 1000), (1003, 1003)])
def test_marks_lie_within_the_places_and_the_last_game_is_among_them(games: int, total: int) -> None:
    plot = plot_of(games, total)
    assert plot.is_empty == (games == 0)
    assert len(plot.places) <= 243
    assert plot.places[0] == "0"
    for series in plot.series:
        assert all(0 <= mark.place <= len(plot.places) - 1 for mark in series.marks)
    if games:
        step = places_step(total, 240)
        assert plot.series[0].marks[-1].place == plot.series[3].marks[-1].place == games / step
        assert all(mark.low <= mark.high for mark in plot.series[0].marks)


def test_every_so_many_and_the_last() -> None:
    standings = RunningResult(line(number, 1) for number in range(11)).standings
    assert [one.games for one in every_nth(standings, 5)] == [5, 10, 11]
    assert [one.games for one in every_nth(standings, 1)] == list(range(1, 12))
    assert every_nth([], 5) == []


def test_the_band_is_painted_and_cannot_be_pointed_at(qapp: object) -> None:
    plot = plot_of(40, 40)
    geometry = Geometry(plot, QRectF(0, 0, 600, 300))
    assert {plot.series[placed.series].kind for placed in geometry.placed} == {Kind.POINTS}
    image = QImage(600, 300, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    paint_plot(painter, geometry)
    painter.end()
    standing = plot.series[0].marks[19]
    inside = (standing.low * 0.7 + standing.high * 0.3, standing.high + 0.02)
    x = round(geometry.x_of(standing.place))
    colours = [image.pixelColor(x, round(geometry.y_of(amount))) for amount in inside]
    assert colours[0].name() == band_colour(plot.series[0]).name()
    assert colours[1] != colours[0]


def test_numbers_for_people_and_for_programs() -> None:
    standings = RunningResult(line(number, number % 3 / 2) for number in range(300)).standings
    numbers = score_numbers(standings)
    assert 15 <= len(numbers.rows) <= 24
    assert numbers.rows[-1][0] == 300
    assert len(numbers.csv) == 300
    assert set(numbers.csv[0]) == {"games", "score", "low", "high"}
