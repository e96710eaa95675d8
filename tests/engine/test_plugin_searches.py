"""Searches from outside: copies of our own record the same bytes, and other ones are recorded and read as they run."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import plyscope
import pytest
from plyscope import plugins
from plyscope.analysis.rounds import by_round
from plyscope.analysis.so_far import SoFar
from plyscope.analysis.stats import as_csv, by_ply, statistics, summary
from plyscope.audit.verification import verify
from plyscope.cli.commands import command_line
from plyscope.cli.running import run
from plyscope.export.drawing import Look, draw
from plyscope.export.extent import Extent
from plyscope.export.selection import Selection
from plyscope.files.sources import load
from plyscope.messages import InputError, OptionError
from plyscope.model.columns import INNER, OPEN, TAG_BITS
from plyscope.model.conditions import parse
from plyscope.model.steps import Steps
from plyscope.model.trace import Trace
from plyscope.recording.plan import plan
from plyscope.search import SEARCHES
from plyscope.text.explanation import why_facts
from plyscope.text.listing import as_text, listing
from plyscope.text.search_names import names_of
from plyscope.text.whole_listing import repeats, whole_listing

from tests import full_traces
from tests.places import PLUGIN_SEARCHES
from tests.trees import NOISY

OURS = [name for name, search in SEARCHES.items() if search.file.startswith("plyscope.search:")]
SOURCES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("tictactoe:X../.O./...", {"depth": 2}),
    ("connectfour:4,4,3 12", {"depth": 3, "score": "lines"}),
    ('tree:{"value":1,"children":[{"value":3,"children":[4,7,1]},{"value":2,"children":[5,3]}]}', {}),
    (NOISY, {}),
    ("pig:", {"depth": 3}),
    ("pig:", {"depth": 3, "star1": True}),
)
OUTSIDE = ("aspiration", "beam", "best-first", "by-twos", "fail-hard", "last-two", "sss-star")
POSITIONS: tuple[tuple[str, int], ...] = (
    ("tictactoe:X../.O./...", 3),
    ("tictactoe:", 2),
    ("connectfour:4,4,3 12", 4),
    ("connectfour:5,4,4 3321", 3),
)


@pytest.fixture(autouse=True)
def tables(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The searches of the plug-in files are there, and what a test loads is gone after it."""
    before = dict(SEARCHES)
    monkeypatch.setattr(plugins, "_plugins", dict(plugins._plugins))
    plugins.load(path for path in sorted(PLUGIN_SEARCHES.glob("*.py")) if not path.stem.endswith("_text"))
    assert [str(plugin.problem) for plugin in plugins.loaded() if plugin.problem is not None] == []
    yield
    SEARCHES.clear()
    SEARCHES.update(before)


# Copies of our own


def copied(name: str, folder: Path) -> str:
    """A copy of a search of ours as a plug-in file, under another name; returns that name."""
    sources = Path(plyscope.__file__).parent / "search"
    lines = ["from dataclasses import replace", "from plyscope.search import SEARCHES", f"OURS = SEARCHES[{name!r}]"]
    instead = []
    for number, (option, other) in enumerate(SEARCHES[name].instead.items()):
        file = text_of(other.file, sources, folder)
        lines.append(f"OTHER{number} = replace(OURS.instead[{option!r}], file={file!r})")
        instead.append(f"{option!r}: OTHER{number}")
    file = text_of(SEARCHES[name].file, sources, folder)
    lines.append(f"COPY = replace(OURS, name='copy-of-{name}', file={file!r}, instead={{{', '.join(instead)}}})")
    (folder / "copy.py").write_text("\n".join(lines), encoding="utf-8")
    plugins.load([folder / "copy.py"])
    assert plugins.loaded()[-1].problem is None, str(plugins.loaded()[-1].problem)
    return f"copy-of-{name}"


def text_of(file: str, sources: Path, folder: Path) -> str:
    name = file.partition(":")[2]
    (folder / f"copied_{name}").write_text((sources / name).read_text(encoding="utf-8"), encoding="utf-8")
    return f"copied_{name}"


def said(trace: Trace) -> list[object]:
    """All that is said of a recording, by the name of the search that it copies."""
    cursor = full_traces.Cursor(trace)
    sentences = [str(cursor.sentence)]
    while cursor.into():
        sentences.append(f"{cursor.sentence} {cursor.reason}")
    facts = {**summary(trace), **statistics(trace), "algorithm": "", "signature": ""}
    frames = range(0, len(trace), max(1, len(trace) // 20))
    found = [sentences, list(map(str, listing(trace))), facts, by_round(trace)]
    found += [[why_facts(trace, frame), trace.interval_of(frame)] for frame in frames]
    return [repr(one).replace("copy-of-", "") for one in found]


def recorded(source: str, name: str, options: dict[str, Any]) -> Trace | str:
    """A recording, or why there is none."""
    try:
        return full_traces.record(source, algorithm=name, **options)
    except (InputError, OptionError) as error:
        return str(error).replace("copy-of-", "")


@pytest.mark.spread(3, 1)
@pytest.mark.parametrize("name", OURS)
def test_a_copy_of_a_search_of_ours_is_recorded_and_read_as_that(name: str, tmp_path: Path) -> None:
    copy, compared = copied(name, tmp_path), 0
    for source, options in SOURCES:
        ours, theirs = recorded(source, name, options), recorded(source, copy, options)
        if isinstance(ours, str) or isinstance(theirs, str):
            assert theirs == ours
            continue
        verify(theirs)
        for column in ours.columns:
            assert theirs.column(column).tobytes() == ours.column(column).tobytes(), (source, column)
        assert theirs.origin.digest == ours.origin.digest
        assert theirs.origin.hits.pairs.tolist() == ours.origin.hits.pairs.tolist()
        assert said(theirs) == said(ours)
        compared += 1
    assert compared > 0


# Others


@cache
def exact(source: str, state: tuple[int, ...], depth: float, score: str) -> float:
    """What a position is worth to MAX by plain minimax to a depth."""
    position = load(source)
    ready = plan(position, {"algorithm": "minimax", "depth": 1, "score": score})
    rules = position.game.rules
    if rules.is_over(list(state)) or depth == 0:
        return float(ready.names["score"](list(state), depth))
    below = []
    for move in rules.moves(list(state)):
        after = list(state)
        rules.play(after, move)
        below.append(exact(source, tuple(after), depth - 1, score))
    return max(below) if rules.to_move(list(state)) == position.max_side else min(below)


def check_intervals(trace: Trace, source: str, score: str) -> None:
    """Every interval holds what plain minimax finds there, and what is called exact is that."""
    for frame in range(1, len(trace)):
        low, high = trace.interval_of(frame)
        true = exact(source, tuple(trace.state(frame)), trace.depth_left(frame), score)
        assert low <= true <= high, (source, frame)
        if trace.bound_of(frame) == "exact":
            assert trace.values[frame] == true


@pytest.mark.spread(4, 1)
@pytest.mark.parametrize("name", OUTSIDE)
@pytest.mark.parametrize(("source", "depth"), POSITIONS)
def test_what_is_recorded_is_verified_and_proves_what_is_true(name: str, source: str, depth: int) -> None:
    for score in ("result", "lines"):
        trace = full_traces.record(source, algorithm=name, depth=depth, score=score)
        verify(trace)
        check_intervals(trace, source, score)
        low, high = trace.interval
        assert low <= exact(source, tuple(trace.position.state), depth, score) <= high
        last = Steps(trace).count - 1
        if repeats(trace):
            assert "".join(whole_listing(trace, 0, last)).splitlines() == list(as_text(trace, listing(trace)))
        if not trace.search.prunes_forward:
            assert trace.value == low == high
            after = trace.position.play(str(trace.best_move))
            assert exact(source, tuple(after.state), depth - 1, score) == trace.value


@pytest.mark.spread(3, 1)
@pytest.mark.parametrize("name", OUTSIDE)
def test_what_was_cut_short_is_verified_and_says_what_it_has_found(name: str) -> None:
    source, score = "connectfour:4,4,3 12", "lines"
    whole = full_traces.record(source, algorithm=name, depth=4, score=score)
    for limit in {1, 2, *random.Random(name).sample(range(2, len(whole)), 12), *(one + 1 for one in whole.rounds[1:])}:
        trace = full_traces.record(source, algorithm=name, depth=4, score=score, limit=limit)
        verify(trace)
        check_intervals(trace, source, score)
        returned = [frame for frame in trace.rounds if trace.statuses[frame] != OPEN]
        if returned:
            low, high = trace.interval
            depth = trace.depth_left(returned[-1])
            assert low <= exact(source, tuple(trace.position.state), depth, score) <= high
            assert trace.depth_left(trace.answer) == depth


@pytest.mark.spread(3)
@pytest.mark.parametrize("name", OUTSIDE)
def test_every_command_takes_them(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = PLUGIN_SEARCHES / f"{name.replace('-', '_')}.py"
    path, before = tmp_path / "x.plytrace", ["--plugin", str(file)]
    search = ["--algorithm", name, "--depth", "3", "--score", "lines"]
    assert run(command_line, [*before, "record", "connectfour:4,4,3 12", *search, "-o", str(path), "--verify"]) == 0
    for command in ("solve", "stats", "trace", "why"):
        assert run(command_line, [*before, command, str(path)]) == 0
    assert "damaged" not in capsys.readouterr().err
    for kind in ("svg", "tex", "forest.tex", "json", "html", "txt", "csv", "dot", "mmd"):
        assert run(command_line, [*before, "export", str(path), "-o", str(tmp_path / f"x.{kind}")]) == 0, kind


# Rounds


def test_a_declaration_says_which_depths_there_are() -> None:
    depths = {
        name: search.rounds.depths(4) for name, search in SEARCHES.items() if search.rounds and not search.is_imported
    }
    assert depths["deepening"] == depths["aspiration"] == [1, 2, 3, 4]
    assert depths["by-twos"] == [2, 4]
    assert depths["mtdf"] == depths["mcts"] == depths["sss-star"] == [4]


def test_aspiration_windows_are_narrow_and_searched_again_where_they_fail() -> None:
    trace = full_traces.record("connectfour:4,4,3 12", algorithm="aspiration", depth=4, score="lines")
    rows = by_round(trace)
    failed = [row for row in rows if not row["alpha"] < row["value"] < row["beta"]]
    assert len(failed) > 1
    for row in failed:
        again = rows[row["round"]]
        assert again["depth"] == row["depth"]
        # What the first of the two has shown holds in the second.
        assert again["low"] >= row["low"]
        assert again["high"] <= row["high"]
    assert [row["best_move"] is None for row in rows] == [trace.fails_low(row["frame"]) for row in rows]
    said = [str(line) for line in sentences(trace)]
    assert any("the value at depth 2 is 1 or less" in line for line in said)
    assert not any("returns at most" in line and "Round" in line and "with" in line for line in said)


def sentences(trace: Trace) -> list[str]:
    cursor = full_traces.Cursor(trace)
    found = [str(cursor.sentence)]
    while cursor.into():
        found.append(str(cursor.sentence))
    return found


def stockman(tree: Any) -> tuple[float, list[tuple[int, ...]]]:
    """SSS* as it was published (Stockman, 1979), with its list of open states: the value and the leaves, as visited."""

    def at(path: tuple[int, ...]) -> Any:
        node = tree
        for place in path:
            node = node[place]
        return node

    waiting, visited = [((), False, inf)], list[tuple[int, ...]]()
    while True:
        state = max(waiting, key=lambda one: (one[2], [-place for place in one[0]]))
        waiting.remove(state)
        path, is_solved, merit = state
        is_max = len(path) % 2 == 0
        if is_solved and not path:
            return merit, visited
        if is_solved and is_max:
            following = (*path[:-1], path[-1] + 1)
            has_sibling = following[-1] < len(at(path[:-1]))
            waiting.append((following, False, merit) if has_sibling else (path[:-1], True, merit))
        elif is_solved:
            waiting = [one for one in waiting if one[0][: len(path) - 1] != path[:-1]]
            waiting.append((path[:-1], True, merit))
        elif not isinstance(at(path), list):
            visited.append(path)
            waiting.append((path, True, min(merit, at(path))))
        else:
            waiting += [((*path, place), False, merit) for place in range(len(at(path)) if is_max else 1)]


def random_tree(rng: random.Random, depth: int) -> Any:
    if depth == 0 or rng.random() < 0.1:
        return rng.randrange(-6, 7)
    return [random_tree(rng, depth - 1) for _ in range(rng.randrange(1, 4))]


def test_sss_star_visits_the_leaves_that_stockman_visits() -> None:
    rng = random.Random(1979)
    for _ in range(150):
        tree = [random_tree(rng, rng.randrange(0, 5)) for _ in range(rng.randrange(1, 4))]
        trace = full_traces.record(f"tree:{tree}".replace(" ", ""), algorithm="sss-star")
        value, leaves = stockman(tree)
        paths = [trace.path(frame)[1:] for frame in range(1, len(trace)) if trace.facts.is_leaf[frame]]
        assert trace.value == value
        assert {tuple(int(move) - 1 for move in path) for path in paths} == set(leaves), tree


def test_sentences_call_a_search_as_its_declaration_says() -> None:
    one, other = (full_traces.record("tree:[[3,5],[2,9]]", algorithm=name) for name in ("sss-star", "alphabeta"))
    assert [str(name) for name in names_of(one, other)] == ["SSS*", "alpha-beta"]


# Own orders and forward pruning


def looks(trace: Trace, state: list[int], depth: float, shallow: int) -> dict[int, float]:
    """What each move is worth by a minimax search of so many plies, which knows nothing of recordings."""

    def worth(state: list[int], depth: float, plies: int) -> float:
        if rules.is_over(state) or plies == 0 or depth == 0:
            return float(trace.plan.names["score"](state, depth))
        below = []
        for move in rules.moves(state):
            after = list(state)
            rules.play(after, move)
            below.append(worth(after, depth - 1, plies - 1))
        return max(below) if rules.to_move(state) == trace.position.max_side else min(below)

    rules, found = trace.position.game.rules, {}
    for move in rules.moves(state):
        after = list(state)
        rules.play(after, move)
        found[move] = worth(after, depth - 1, shallow)
    return found


class Counted:
    """An alpha-beta search that orders its moves and leaves some out, and counts."""

    def __init__(self, trace: Trace, width: int | None) -> None:
        self.trace, self.width, self.shallow = trace, width, 0 if width else 1
        self.frames = self.cutoffs = self.pruned = self.left_out = 0
        self.tried: list[int] = [-1]

    def search(self, state: list[int], depth: float, alpha: float, beta: float) -> float:
        self.frames += 1
        rules, is_max = self.trace.position.game.rules, self.side(state)
        if rules.is_over(state) or depth == 0:
            return float(self.trace.plan.names["score"](state, depth))
        worth = looks(self.trace, state, depth, self.shallow)
        ordered = sorted(worth, key=lambda move: -worth[move] if is_max else worth[move])
        best, tried = -inf if is_max else inf, 0
        for move in ordered[: self.width]:
            after = list(state)
            rules.play(after, move)
            self.tried.append(move)
            value = self.search(after, depth - 1, alpha, beta)
            tried += 1
            best = max(best, value) if is_max else min(best, value)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if alpha >= beta:
                self.cutoffs += 1
                self.pruned += len(ordered) - tried
                return best
        self.left_out += len(ordered) - tried
        return best

    def side(self, state: list[int]) -> bool:
        return bool(self.trace.position.game.rules.to_move(state) == self.trace.position.max_side)


@pytest.mark.parametrize(("name", "width"), [("beam", 2), ("best-first", None)])
@pytest.mark.parametrize(("source", "depth"), POSITIONS)
def test_own_orders_and_moves_left_out_are_counted_right(name: str, width: int | None, source: str, depth: int) -> None:
    for score in ("result", "lines"):
        trace = full_traces.record(source, algorithm=name, depth=depth, score=score)
        counted = Counted(trace, width)
        assert counted.search(list(trace.position.state), depth, -inf, inf) == trace.value
        assert counted.tried == trace.column("move").tolist()
        found = trace.cutoffs, trace.pruned, trace.forward_pruned
        assert found == (counted.cutoffs, counted.pruned, counted.left_out)
        facts, rows, steps = summary(trace), by_ply(trace), Steps(trace)
        assert (facts["pruned"], facts.get("forward_pruned", 0)) == found[1:]
        # What was left at the last ply would have led to one below it.
        below = [frame for frame in range(len(trace)) if trace.plies[frame] == len(rows) - 1]
        assert not any(trace.skips[frame] for frame in below)
        assert sum(row["pruned"] for row in rows) == counted.pruned
        assert sum(row.get("forward_pruned", 0) for row in rows) == counted.left_out
        assert ("forward_pruned" in as_csv(rows)) == (width is not None)
        so_far = SoFar(trace, steps)
        assert tuple(so_far.at(steps.count - 1))[1:] == found
        assert tuple(so_far.at(0))[1:] == (0, 0, 0)
        left = parse("forward_pruned > 0").frames(trace).tolist()
        assert sum(trace.skips[frame] for frame in left) == counted.left_out
        pruned = parse("pruned > 0").frames(trace).tolist()
        assert sum(trace.skips[frame] for frame in pruned) == counted.pruned


def test_a_beam_says_what_it_has_left_out_and_proves_nothing_of_that() -> None:
    trace = full_traces.record("tree:[[3,12,8],[2,4,6],[14,5,2]]", algorithm="beam")
    verify(trace)
    assert (trace.cutoffs, trace.pruned, trace.forward_pruned) == (1, 2, 2)
    assert trace.interval == (-inf, inf)
    lines = sentences(trace)
    assert "B returns at most 3; its search has left out B2." in lines
    assert "C returns at most 2: C2 and C3 are pruned." in lines
    facts = why_facts(trace, 1)
    assert facts["cut"] is None
    assert facts["forward_pruned"] == ["2"]
    assert any("left out" in line and "worth less" in line for line in facts["sentences"])
    assert "forward_pruned" not in why_facts(trace, 4)
    assert why_facts(trace, 4)["cut"]["left_out"] == ["2", "3"]
    looks = [edge.look for edge in draw(Selection(trace, Extent(stubs=True))).edges]
    assert (looks.count(Look.LEFT_OUT), looks.count(Look.STUB)) == (2, 2)


def test_nothing_better_can_be_left_out_where_the_value_is_the_best_there_is() -> None:
    trace = full_traces.record("connectfour:5,4,3 33", algorithm="beam", depth=4)
    for frame in range(len(trace)):
        if trace.prunes_forward(frame):
            end = trace.plan.extremes[trace.kinds[frame]]
            line = next(line for line in why_facts(trace, frame)["sentences"] if "left out" in line)
            assert ("none of them can be better" in line) == (trace.values[frame] == end)


def undeclared(trace: Trace, **changes: Any) -> Trace:
    """The recording with another declaration of its search."""
    search = replace(trace.search, **changes)
    return Trace(trace.columns, replace(trace.plan, search=search), origin=trace.origin)


def test_what_is_not_declared_is_named() -> None:
    beam = full_traces.record("connectfour:4,4,3 12", algorithm="beam", depth=3, score="lines")
    with pytest.raises(InputError, match="it prunes moves without a cutoff"):
        verify(undeclared(beam, prunes_forward=False))
    with pytest.raises(InputError, match="its move is not the next legal move in the order of the search"):
        verify(undeclared(beam, orders_moves=False))


def test_what_cannot_be_is_refused_where_a_search_picks_its_moves() -> None:
    trace, rng = full_traces.record("connectfour:4,4,3 12", algorithm="beam", depth=3), random.Random(4)
    inner = [frame for frame in range(len(trace)) if trace.statuses[frame] == INNER]
    for _ in range(60):
        columns = {name: trace.column(name).copy() for name in trace.columns}
        frame = rng.choice(inner)
        match rng.randrange(4):
            case 0:
                columns["skipped"][frame] += 1
            case 1 if columns["skipped"][frame]:
                columns["skipped"][frame] -= 1
            case 2 if len(children := list(trace.children(frame))) > 1:
                columns["move"][children[1]] = columns["move"][children[0]]
            case _:
                columns["value"][frame] += 1
        with pytest.raises(InputError, match="damaged"):
            verify(Trace(columns, trace.plan, origin=trace.origin))


def test_orders_that_are_learned_are_not_for_them() -> None:
    for name in ("best-first", "last-two"):
        with pytest.raises(OptionError, match="picks its moves by itself"):
            plan(load("tictactoe:"), {"algorithm": name, "order": "killer"})


def test_what_a_text_always_does_is_shown_as_an_option_that_cannot_be_chosen(tmp_path: Path) -> None:
    trace = full_traces.record("tictactoe:X../.O./... o", algorithm="fail-hard", depth=3, score="lines")
    assert trace.options["fail"] == "hard"
    inner = trace.column("status") == INNER
    assert not np.any(inner & (trace.column("value") < trace.column("alpha")))
    trace.save(tmp_path / "x.plytrace")
    assert full_traces.Trace.open(tmp_path / "x.plytrace").signature == trace.signature
    with pytest.raises(OptionError, match="does not read the option fail"):
        plan(load("tictactoe:"), {"algorithm": "fail-hard", "fail": "soft"})
    with pytest.raises(InputError, match="its value does not follow from its children"):
        verify(undeclared_rule(trace))


def undeclared_rule(trace: Trace) -> Trace:
    """The recording of a search that is said to return what it has found, inside its window or not."""
    return Trace(trace.columns, replace(trace.plan, options={**trace.options, "fail": "soft"}), origin=trace.origin)


def test_moves_passed_over_may_come_first_but_the_others_keep_their_order() -> None:
    trace = full_traces.record("connectfour:4,4,3 12", algorithm="last-two", depth=3, score="lines")
    assert trace.forward_pruned > 0
    columns = {name: trace.column(name).copy() for name in trace.columns}
    first, second = list(trace.children(0))
    columns["move"][[first, second]] = columns["move"][[second, first]]
    with pytest.raises(InputError, match="damaged"):
        verify(Trace(columns, trace.plan, origin=trace.origin))


def test_a_tag_says_the_same_of_an_imported_recording() -> None:
    trace = full_traces.record("tree:[[3,12,8],[2,4,6],[14,5,2]]", algorithm="beam")
    tags = trace.column("status").astype("uint16") * 0
    tags[:] = TAG_BITS["forward"]
    tagged = undeclared(trace, prunes_forward=False).with_beside(tags=tags)
    assert (tagged.pruned, tagged.forward_pruned) == (trace.pruned, trace.forward_pruned)
    assert [tagged.prunes_forward(frame) for frame in range(len(tagged))] == tagged.facts.forward_pruned.tolist()


def test_a_comparison_says_that_a_move_was_left_out_and_not_cut(capsys: pytest.CaptureFixture[str]) -> None:
    for who in (["alphabeta", "beam"], ["beam", "minimax"]):
        assert run(command_line, ["compare", "sample:tree/textbook", *who]) == 0
        assert "beam has left out B2" in " ".join(capsys.readouterr().out.split())
