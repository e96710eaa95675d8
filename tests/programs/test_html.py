"""Chromium walks through exported pages, and what it shows is what the recording says."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from plyscope.analysis.ghosts import ghost
from plyscope.export import export
from plyscope.messages import written
from plyscope.model.columns import HORIZON, TERMINAL
from plyscope.model.declaration import Windows, kind_name
from plyscope.model.stack import StackFrame
from plyscope.text.inline_values import InlineValues
from plyscope.text.narration import sentence

from tests.engine.export.page.test_html import deep
from tests.full_traces import Cursor, Trace, record
from tests.programs.chromium import READY, Chromium
from tests.programs.needs import find_program

pytestmark = [
    pytest.mark.skipif(find_program("chromium") is None, reason="chromium is not installed: apt install chromium"),
    pytest.mark.full,
]

SEEN = """(() => {
  const text = (selector) => page.querySelector(selector).textContent;
  const isSeen = (cell) => !cell.hidden;
  const row = (line) => [...[...line.cells].slice(0, -1)].filter(isSeen).map((cell) => cell.textContent);
  const lines = [...page.querySelectorAll("#code li")];
  const values = lines.flatMap((line, at) => {
    const found = line.querySelector(".values");
    return found ? [[at + 1, found.textContent]] : [];
  });
  return {
    step: Number(page.getElementById("step").value),
    slider: Number(page.getElementById("slider").value),
    sentence: text("#sentence"),
    reason: text("#reason"),
    line: lines.findIndex((line) => line.classList.contains("now")) + 1,
    values,
    stack: [...page.querySelectorAll("#stack tbody tr")].map(row),
    moves: [...page.querySelectorAll("#stack tbody tr")].map((line) => line.cells[line.cells.length - 1].title),
    bounds: page.getElementById("window").hidden ? "" : text("#bounds"),
    board: page.getElementById("board").ariaLabel,
  };
})()"""
PLACE = "(({x, y, width, height}) => [x, y, width, height])(page.getElementById('tree').getBoundingClientRect())"
JUMPS = """((steps) => steps.map((step) => {
  const slider = page.getElementById("slider");
  slider.value = step;
  slider.dispatchEvent(new Event("input"));
  return %s;
}))(%s)"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Chromium]:
    with Chromium() as started:
        yield started


@pytest.fixture(autouse=True)
def no_troubles(browser: Chromium) -> Iterator[None]:
    """A page complains of nothing and asks for nothing."""
    browser.troubles.clear()
    browser.resize(1280, 800)
    browser.prefer("light")
    yield
    assert browser.troubles == []


@cache
def recorded(source: str, algorithm: str | None = None, **options: Any) -> Trace:
    return record(source, algorithm, **options)


# What it is to show


def expected(cursor: Cursor, inline: InlineValues | None) -> dict[str, Any]:
    trace, now = cursor.trace, cursor.now
    stack = cursor.stack
    windowed = trace.search.windows is not Windows.NONE
    here = stack[-1]
    values: dict[int, list[str]] = {}
    for value in inline.at(now, cursor.line) if inline else ():
        values.setdefault(value.line, []).append(str(value.message))
    return {
        "step": cursor.step,
        "slider": cursor.step,
        "sentence": str(cursor.sentence),
        "reason": str(cursor.reason or ""),
        "line": cursor.line,
        "values": [[line, "  ".join(texts)] for line, texts in sorted(values.items())],
        "stack": [row(trace, one, windowed) for one in reversed(stack)],
        "moves": [moves(trace, one) for one in reversed(stack)],
        "bounds": f"α = {written(here.alpha)}   β = {written(here.beta)}" if windowed else "",
        "board": board(cursor),
    }


def row(trace: Trace, one: StackFrame, windowed: bool) -> list[str]:
    side = "LEAF" if trace.statuses[one.frame] in (TERMINAL, HORIZON) else kind_name(one.kind)
    best = trace.value_text(one.frame) if one.value is not None else "" if one.best is None else written(one.best)
    bounds = [written(one.alpha), written(one.beta)] if windowed else []
    keeps_move = any(calls.best_move for calls in trace.search.calls)
    chosen = one.best_move or ""
    best_move = [named(trace, one).get(chosen, trace.shown_text(chosen))] if keeps_move else []
    return [str(one.ply), side, trace.short_name(one.frame) or "–", *bounds, best, *best_move]


def named(trace: Trace, one: StackFrame) -> dict[str, str]:
    """The name of the node that each move leads to, in a tree."""
    if trace.name_of(one.frame) is None:
        return {}
    text = trace.position.game.move_text
    return {text(move): trace.short_name_of_move(one.frame, move) for move in trace.offered(one.frame)}


def moves(trace: Trace, one: StackFrame) -> str:
    parts = [("Tried", one.tried)]
    if one.trying is not None and one.trying not in one.tried:
        parts.append(("Trying", (one.trying,)))
    parts.append(("Left", one.left))
    names = named(trace, one)
    shown = [(name, tuple(names.get(move, trace.shown_text(move)) for move in found)) for name, found in parts]
    return ". ".join(f"{name}: {several(found)}" for name, found in shown if found)


def several(found: tuple[str, ...]) -> str:
    return " ".join(found) if len(found) <= 24 else f"{' '.join(found[:24])} and {len(found) - 24} more"


def board(cursor: Cursor) -> str:
    """What a screen reader says of the board."""
    trace, frame = cursor.trace, cursor.frame
    shown = trace.position_at(frame).board()
    if shown.shape == "node":
        labels = list(shown.labels.values())
        if (name := trace.name_of(frame)) is not None:
            labels = [name, *(trace.short_name_of_move(frame, move) for move in trace.offered(frame))]
        return " ".join(labels)
    signs = [".", *trace.position.game.marks]
    owners = [[shown.owners.get((column, row)) for column in range(shown.columns)] for row in range(shown.rows)]
    return ", ".join(" ".join("#" if owner is None else signs[owner] for owner in row) for row in owners)


class Walker:
    """A page beside a cursor."""

    def __init__(self, browser: Chromium, trace: Trace, folder: Path, **asked: Any) -> None:
        export(trace, folder / "page.html", **asked)
        self.browser = browser
        self.cursor = Cursor(trace)
        self.inline = InlineValues(trace, self.cursor.lines) if trace.text else None
        browser.open(folder / "page.html", ready=READY)

    def compare(self) -> None:
        assert self.browser.value(SEEN) == expected(self.cursor, self.inline)

    def press(self, key: str, command: str) -> None:
        getattr(self.cursor, command)()
        self.browser.press(key)
        self.compare()

    def jump(self, steps: list[int]) -> None:
        """To all these steps by the slider."""
        seen = self.browser.value(JUMPS % (SEEN, json.dumps(steps)))
        for step, found in zip(steps, seen, strict=True):
            self.cursor.go(step)
            assert found == expected(self.cursor, self.inline)


@pytest.mark.parametrize("source", ["sample:tictactoe/hebrew", "sample:tree/nine-leaves", "sample:tree/deep-cutoff"])
def test_every_step_there_and_back_by_keyboard(browser: Chromium, tmp_path: Path, source: str) -> None:
    walker = Walker(browser, recorded(source), tmp_path)
    walker.compare()
    for _ in range(walker.cursor.last_step + 1):
        walker.press("n", "into")
    for _ in range(walker.cursor.last_step + 1):
        walker.press("p", "back")


KEYS = {
    "n": "into", "F11": "into", "ArrowRight": "into", "p": "back", "ArrowLeft": "back", "Control+F11": "back",
    "N": "over", "F10": "over", "P": "back_over", "Control+F10": "back_over", "^": "out", "Shift+F11": "out",
    "Control+Shift+F11": "back_out", "<": "first", "Home": "first", ">": "last", "End": "last",
}  # fmt: skip


@pytest.mark.parametrize(
    ("source", "algorithm"), [("sample:connectfour/chapter-7-story", None), ("tictactoe:XO./.X./O..", "pvs")]
)
def test_every_key_goes_where_the_cursor_goes(
    browser: Chromium, tmp_path: Path, source: str, algorithm: str | None
) -> None:
    walker = Walker(browser, recorded(source, algorithm), tmp_path)
    draw = random.Random(source)
    for _ in range(120):
        key = draw.choice([*KEYS, "n", "N", "n", "N", "^"])
        if draw.random() < 0.2:
            walker.jump([draw.randrange(walker.cursor.last_step + 1)])
        walker.press(key, KEYS[key])


SEARCHES = [
    ("sample:connectfour/chapter-7-story", None, {}),
    ("sample:hexline/endgame-8", None, {}),
    ("sample:tree/probes", "pvs", {}),
    ("tictactoe:XO./.X./O..", "alphabeta", {"cut": ">", "fail": "hard"}),
    ("tictactoe:XO./.X./O..", "negamax", {"order": "random", "seed": 5}),
    ("tictactoe:XO./.X./O.. x", "accumulate", {}),
    ("connectfour:5,4,3 33", "alphabeta", {"depth": 4, "score": "lines"}),
    ("hexline:..#/.1./#..", "pvs", {"depth": 3}),
    ("tictactoe:", "alphabeta", {"limit": 5_000}),
    ("tree:[[0.1,[2.5,-7e300]],[1e-9,[3,inf]],[[-inf,5],0.30000000000000004]]", "negamax", {}),
    ("sample:connectfour/chapter-3-story", None, {}),
    ("sample:connectfour/chapter-6-story", None, {}),
]


@pytest.mark.parametrize(("source", "algorithm", "options"), SEARCHES, ids=lambda part: str(part)[:40])
def test_two_hundred_jumps_in_every_kind_of_search(
    browser: Chromium, tmp_path: Path, source: str, algorithm: str | None, options: dict[str, Any]
) -> None:
    walker = Walker(browser, record(source, algorithm, **options), tmp_path)
    draw, last = random.Random(source), walker.cursor.last_step
    walker.jump([draw.randint(0, last) for _ in range(200)] + [0, last])


def test_recordings_of_others(browser: Chromium, tmp_path: Path) -> None:
    events = [
        {"format": "plyscope-trace", "version": 1, "game": "goats", "position": "three <b>goats</b>", "max": "billy"},
        {"ev": "enter", "id": 0, "parent": None, "move": None, "kind": "max", "alpha": None, "beta": None},
        {"ev": "enter", "id": 1, "parent": 0, "move": "leap", "kind": "min", "alpha": None, "beta": None},
        {"ev": "leave", "id": 1, "value": 2, "status": "horizon"},
        {"ev": "enter", "id": 2, "parent": 0, "move": "קפוץ", "kind": "min", "alpha": 2, "beta": None},
        {"ev": "leave", "id": 2, "value": 1, "status": "horizon"},
        {"ev": "leave", "id": 0, "value": 2},
    ]
    (tmp_path / "goats.jsonl").write_text("\n".join(map(json.dumps, events)), encoding="utf-8")
    walker = Walker(browser, Trace.open(tmp_path / "goats.jsonl"), tmp_path)
    walker.compare()
    for _ in range(8):
        walker.press("n", "into")


def test_a_part_of_a_recording_has_the_steps_of_the_recording(browser: Chromium, tmp_path: Path) -> None:
    trace = recorded("tictactoe:", "alphabeta")
    root = next(frame for frame in range(2_000, len(trace)) if 50 < trace.sizes[frame] < 400)
    for asked in ({"root": root}, {"root": root, "depth": 2}, {"depth": 2}, {"path_to": root}):
        walker = Walker(browser, trace, tmp_path, **asked)
        top, seen = asked.get("root", 0), list[int]()
        for _ in range(40):
            found = browser.value(SEEN)
            walker.cursor.go(found["step"])
            full = expected(walker.cursor, walker.inline)
            plies = trace.plies[top]
            assert found["stack"] == full["stack"][: len(full["stack"]) - plies]
            assert found["moves"] == full["moves"][: len(full["moves"]) - plies]
            for name in ("sentence", "line", "values", "board", "bounds"):
                assert found[name] == full[name], name
            seen.append(found["step"])
            browser.press("n")
        assert seen[0] == walker.cursor.steps.enter(top)
        assert seen == sorted(seen)
        assert len(set(seen)) > 5


def test_it_begins_at_the_step_of_the_extent(browser: Chromium, tmp_path: Path) -> None:
    walker = Walker(browser, recorded("sample:tree/nine-leaves"), tmp_path, step=14)
    walker.cursor.go(14)
    walker.compare()


# Beside the keys for steps


def test_playing_goes_on_by_itself_and_stops_at_the_end(browser: Chromium, tmp_path: Path) -> None:
    walker = Walker(browser, recorded("sample:tictactoe/hebrew"), tmp_path)
    browser.value("page.getElementById('speed').value = '60'")
    browser.press(" ")
    browser.value(
        "new Promise((done) => { const look = () => page.getElementById('play').getAttribute('aria-label') "
        "=== 'Play' ? done() : setTimeout(look, 20); setTimeout(look, 100); })"
    )
    walker.cursor.last()
    walker.compare()


def test_the_next_cut_and_the_cut_before(browser: Chromium, tmp_path: Path) -> None:
    walker = Walker(browser, recorded("sample:tree/nine-leaves"), tmp_path)
    cuts = []
    for key in ("c", "c", "c", "C"):
        browser.press(key)
        cuts.append(browser.value("page.getElementById('sentence').textContent"))
    sentences = []
    for step in range(walker.cursor.last_step + 1):
        walker.cursor.go(step)
        if "cannot matter" in str(walker.cursor.sentence):
            sentences.append(str(walker.cursor.sentence))
    assert len(sentences) == 2
    assert cuts == [sentences[0], sentences[1], sentences[1], sentences[0]]


def test_a_step_is_gone_to_by_its_number(browser: Chromium, tmp_path: Path) -> None:
    walker = Walker(browser, recorded("sample:tictactoe/hebrew"), tmp_path)
    browser.press("g")
    for key in "13":
        browser.press(key)
    browser.press("Enter")
    walker.cursor.go(13)
    walker.compare()


def test_arrows_in_the_tree_move_the_focus_and_enter_goes_there(browser: Chromium, tmp_path: Path) -> None:
    walker = Walker(browser, recorded("sample:tree/nine-leaves"), tmp_path)
    browser.value("page.getElementById('tree').focus()")
    said = []
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"):
        browser.press(key)
        said.append(browser.value("page.getElementById('looked-at').textContent"))
    assert said == [
        "B · MIN · not searched yet", "C · MIN · not searched yet", "D · MIN · not searched yet",
        "D1 · LEAF · given 3 · not searched yet", "D2 · given 2 · not searched yet", "D · MIN · not searched yet",
        "C · MIN · not searched yet",
    ]  # fmt: skip
    walker.compare()
    browser.press("Enter")
    walker.cursor.go_to_frame(5)
    walker.compare()


def test_a_click_on_a_node_goes_to_it(browser: Chromium, tmp_path: Path) -> None:
    walker = Walker(browser, recorded("sample:tree/nine-leaves"), tmp_path)
    box = browser.value(
        "(({x, y, width, height}) => [x, y, width, height])(page.getElementById('tree').getBoundingClientRect())"
    )
    x, y, wide, high = box
    browser.click(x + 66 + (wide - 66) / 2, y + high / 2)
    assert walker.cursor.go_to_frame(5)
    walker.compare()


def test_a_swipe_steps_on_a_phone(browser: Chromium, tmp_path: Path) -> None:
    browser.resize(390, 844, 2, phone=True)
    walker = Walker(browser, recorded("sample:tree/nine-leaves"), tmp_path)
    assert browser.value("document.documentElement.scrollWidth") <= 390
    y = browser.value("page.getElementById('sentence').getBoundingClientRect().y") + 8
    browser.touch((300, y), (200, y), (100, y))
    walker.cursor.into()
    walker.compare()
    browser.touch((100, y), (200, y), (300, y))
    walker.cursor.back()
    walker.compare()


def test_a_finger_goes_to_a_node_and_moves_the_tree(browser: Chromium, tmp_path: Path) -> None:
    browser.resize(390, 844, 2, phone=True)
    walker = Walker(browser, recorded("sample:tree/nine-leaves"), tmp_path)
    x, y, wide, high = browser.value(PLACE)
    browser.touch((x + wide / 2, y + high / 2))
    walker.cursor.go_to_frame(5)
    walker.compare()
    for _ in range(4):
        browser.press("+")
    before = browser.picture()
    browser.touch((x + 200, y + 150), (x + 150, y + 150), (x + 40, y + 150))
    browser.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert browser.picture() != before
    walker.compare()


# How it looks


CORNER = """(() => {
  const copy = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  copy.drawImage(page.getElementById("tree"), 0, 0);
  return `rgb(${[...copy.getImageData(1, 1, 1, 1).data].slice(0, 3).join(", ")})`;
})()"""


def colour_of_paper(browser: Chromium) -> str:
    """The same on the canvas and round it, a moment after something has changed."""
    browser.value("new Promise((done) => setTimeout(done, 150))")
    seen: str = browser.value("getComputedStyle(page.host).backgroundColor")
    assert browser.value(CORNER) == seen
    return seen


def test_it_is_dark_where_the_system_is(browser: Chromium, tmp_path: Path) -> None:
    light, dark = "rgb(251, 250, 246)", "rgb(21, 23, 28)"
    walker = Walker(browser, recorded("sample:tree/nine-leaves"), tmp_path)
    assert colour_of_paper(browser) == light
    browser.prefer("dark")
    assert colour_of_paper(browser) == dark
    browser.press("t")
    assert colour_of_paper(browser) == light
    walker.compare()
    Walker(browser, recorded("sample:tree/nine-leaves"), tmp_path, theme="dark")
    browser.prefer("light")
    assert colour_of_paper(browser) == dark


def test_from_right_to_left_all_is_mirrored_and_says_the_same(browser: Chromium, tmp_path: Path) -> None:
    walker = Walker(browser, recorded("sample:tictactoe/hebrew"), tmp_path)
    left = "page.getElementById('{}').getBoundingClientRect().x"
    side = f"{left.format('board')} < {left.format('tree')}"
    assert browser.value(side)
    browser.value("page.getElementById('direction').click()")
    assert not browser.value(side)
    assert browser.value("document.documentElement.scrollWidth") <= 1280
    walker.compare()
    walker.press("ArrowLeft", "into")
    walker.press("ArrowLeft", "into")
    walker.press("ArrowRight", "back")


EVIL = "</script><img src=x onerror=\"document.title='taken'\"><!--"


def test_names_are_data(browser: Chromium, tmp_path: Path) -> None:
    tree = {
        "name": EVIL,
        "children": [{"name": EVIL, "value": 1}, {"name": "${x}$$", "value": 2}, {"name": "אב", "value": 3}],
    }
    walker = Walker(browser, record("tree:" + json.dumps(tree)), tmp_path, notes={1: EVIL})
    for _ in range(walker.cursor.last_step):
        walker.press("n", "into")
    assert browser.value("document.images.length + page.querySelectorAll('img').length") == 0
    assert browser.value("document.title").startswith('tree {"name":"</script><img')


def test_everything_that_can_be_used_has_a_name(browser: Chromium, tmp_path: Path) -> None:
    Walker(browser, recorded("sample:tictactoe/hebrew"), tmp_path)
    tree = browser.ask("Accessibility.getFullAXTree")["nodes"]
    roles = {"button", "slider", "textbox", "combobox", "application"}
    used = [node for node in tree if node.get("role", {}).get("value") in roles]
    assert len(used) > 15
    assert [node for node in used if not node.get("name", {}).get("value")] == []


def test_two_steppers_on_one_page_have_one_theme_and_steps_of_their_own(browser: Chromium, tmp_path: Path) -> None:
    traces = [recorded("sample:tree/textbook", "minimax"), recorded("sample:tree/textbook", "alphabeta")]
    export(traces, tmp_path / "x.html")
    text = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert text.count("class Recording") == text.count('id="icon-play"') == 1, "all but what differs is written once"
    browser.open(tmp_path / "x.html", ready=READY)
    pages = "[...document.querySelectorAll('plyscope-stepper')].map((one) => one.shadowRoot)"

    def seen(what: str) -> list[str]:
        found: list[str] = browser.value(f"{pages}.map((page) => {what})")
        return found

    steps = "page.getElementById('step').value"
    assert seen("page.getElementById('search').textContent") == ["minimax", "alphabeta"]
    browser.press("n")
    assert seen(steps) == ["1", "0"], "keys go to the first one"
    browser.value(f"{pages}[1].getElementById('tree').focus()")
    browser.press("n")
    browser.press("n")
    assert seen(steps) == ["1", "2"], "and then to the one that was used last"
    browser.press("t")
    assert set(seen("getComputedStyle(page.host).backgroundColor")) == {"rgb(21, 23, 28)"}
    browser.press("t")


def test_ten_thousand_calls_deep(browser: Chromium, tmp_path: Path) -> None:
    """Of so deep a stack the end is shown, and the tree scrolls along."""
    trace = deep(10_000)
    export(trace, tmp_path / "x.html", step=7_000)
    browser.open(tmp_path / "x.html", ready=READY)
    rows = browser.value("[...page.querySelectorAll('#stack tbody tr')].map((row) => row.cells[2].textContent)")
    assert rows == [f"m{frame}" for frame in range(7_000, 6_960, -1)]
    assert browser.value("page.getElementById('depth').textContent") == "7,001 frames, the last 40"
    assert browser.value("page.getElementById('way').textContent").endswith("m6999  m7000")
    browser.press("n")
    assert browser.value("page.getElementById('stack').tBodies[0].rows[0].cells[2].textContent") == "m7001"
    browser.press("End")
    assert browser.value("page.getElementById('depth').textContent") == "1 frame"
    browser.press("p")
    assert browser.value("page.getElementById('sentence').textContent") == str(
        sentence(trace, Cursor(trace).steps.at(30_000))
    )


def test_ghosts_are_shown_after_their_cuts_and_not_before(browser: Chromium, tmp_path: Path) -> None:
    trace = record("tictactoe:XO./.X./X.O", "alphabeta")
    stubs = [(frame, move) for frame in range(len(trace)) for move in trace.pruned_moves(frame)]
    found = {stub: ghost(trace, *stub) for stub in stubs}
    export(trace, tmp_path / "x.html", ghosts=found)
    browser.open(tmp_path / "x.html", ready=READY)
    looked_at = "page.getElementById('looked-at').textContent"
    frame, move = max(found, key=lambda stub: found[stub].saved)
    name = trace.position.game.move_text(move)
    steps = Cursor(trace).steps
    leave = steps.leave(frame)
    assert leave is not None
    assert found[frame, move].saved > 1
    for step, is_known in ((leave, True), (steps.enter(frame), False)):
        browser.value(JUMPS % ("0", [step]))
        browser.value("page.getElementById('tree').focus()")
        browser.press("ArrowDown")
        for _ in range(len(list(trace.children(frame))) + trace.pruned_moves(frame).index(move)):
            browser.press("ArrowRight")
        worth, calls = found[frame, move].trace.value_text(0), found[frame, move].saved
        saved = f" · never tried · would be worth {worth} · {calls} call"
        said = browser.value(looked_at)
        assert said.startswith(f"{name}{saved}") if is_known else said == f"{name} · not searched yet"
        browser.press("ArrowDown")
        assert (browser.value(looked_at) == said) != is_known, "what is below is hidden until the move is cut"
    assert browser.value("!page.getElementById('ghost-legend').hidden")


CURVES = """(() => {
  const drawn = CanvasRenderingContext2D.prototype;
  const curve = drawn.quadraticCurveTo;
  window.curves = [];
  drawn.quadraticCurveTo = function (...places) {
    window.curves.push(this.lineWidth);
    return curve.apply(this, places);
  };
})()"""
"""Keeps the widths of the curves that are drawn."""


def test_what_the_table_had_stored_is_pointed_at_from_the_answer_on(browser: Chromium, tmp_path: Path) -> None:
    trace = record("sample:tictactoe/same-board")
    export(trace, tmp_path / "x.html")
    browser.open(tmp_path / "x.html", ready=READY)
    browser.value(CURVES)
    steps = Cursor(trace).steps
    answered = [steps.leave(frame) or 0 for frame in trace.origin.hits.frames.tolist()]
    for step in (answered[0] - 1, *answered, steps.count - 1):
        browser.value("curves.length = 0")
        [curves] = browser.value(JUMPS % ("curves", [step]))
        assert sum(place <= step for place in answered) * [True] == [width <= 2 for width in curves]
        assert curves.count(2) == (step in answered), "that of the step is bold"
    assert browser.value("!page.getElementById('table-legend').hidden")
    export(record("sample:tree/textbook"), tmp_path / "x.html")
    browser.open(tmp_path / "x.html", ready=READY)
    assert browser.value("page.getElementById('table-legend').hidden")
