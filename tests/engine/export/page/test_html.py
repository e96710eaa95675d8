"""Pages as files: how large they are, what they hold, and that they lean on nothing. What they show in a browser is
looked at in tests/programs."""

from __future__ import annotations

import itertools
import json
import random
import re
import zlib
from base64 import b64decode, b64encode
from functools import partial
from hashlib import sha256
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from plyscope.analysis.ghosts import ghost
from plyscope.export import export
from plyscope.export.page.boards import OUTSIDE
from plyscope.export.page.contents import OPEN_VALUE, PRUNED_VALUE, STRONG, TEXT, VALUE, Walked, source_lines
from plyscope.export.page.packing import packed
from plyscope.files.json_lines import read_lines
from plyscope.files.sources import load
from plyscope.messages import InputError, OptionError, probability
from plyscope.model.steps import Steps
from plyscope.text.narration import sentence
from plyscope.text.reasons import reason

from tests.engine.export.written import written_as
from tests.full_traces import Trace, record

exported = partial(written_as, "html")


@pytest.fixture(scope="module")
def page_of_a_leaf() -> int:
    """The characters of a page with a recording of a single frame."""
    return len(exported("tree:1"))


def unpacked(page: str) -> tuple[dict[str, Any], dict[str, list[int]]]:
    """The head and the columns of the recording in a page, read as the page reads them."""
    found = re.search(r'<script type="text/plain">([A-Za-z0-9+/=]*)</script>', page)
    assert found
    block = zlib.decompress(b64decode(found[1]))
    length = int.from_bytes(block[:4], "little")
    head, place, columns = json.loads(block[4 : 4 + length]), 4 + length, {}
    for name, wide, count in head["columns"]:
        body = block[place : place + wide * count]
        columns[name] = [int.from_bytes(body[at : at + wide], "little") for at in range(0, len(body), wide)]
        place += wide * count
    assert place == len(block)
    return head, columns


def large_tree(draw: random.Random, frames: int) -> list[Any]:
    """A tree with hardly two equal numbers in it, as hard to keep small as any."""
    tree: list[Any] = [[]]
    inner, count = [tree, tree[0]], 2
    while count < frames:
        node = draw.choice(inner)
        node.append([] if draw.random() < 0.45 else draw.uniform(-1000, 1000))
        inner += [node[-1]] if isinstance(node[-1], list) else []
        count += 1
    for node in inner:
        if not node:
            node.append(draw.uniform(-1000, 1000))
    return tree


SIZES = [2_000, pytest.param(20_000, marks=pytest.mark.full)]


@pytest.mark.parametrize("frames", SIZES)
@pytest.mark.parametrize("algorithm", [pytest.param("minimax", marks=pytest.mark.full), "alphabeta"])
def test_a_frame_takes_less_than_25_bytes(page_of_a_leaf: int, algorithm: str, frames: int) -> None:
    trace = record("tictactoe:", algorithm, limit=frames)
    assert len(exported(trace)) - page_of_a_leaf < 25 * frames


@pytest.mark.full
@pytest.mark.parametrize("frames", SIZES)
def test_a_frame_takes_less_than_150_bytes_where_hardly_two_numbers_are_equal(page_of_a_leaf: int, frames: int) -> None:
    trace = record("tree:" + json.dumps(large_tree(random.Random(1), frames)), "minimax")
    assert len(trace) >= frames
    assert len(exported(trace)) - page_of_a_leaf < 150 * frames


def numbered(column: list[int]) -> list[int]:
    """The numbers of sentences: a new one is 0 in the page, any other one higher."""
    new = itertools.count()
    return [number - 1 if number else next(new) for number in column]


MARKED = re.compile("([\x7f-\x83])(.*?)\\1")


def plain(head: dict[str, Any], text: str) -> str:
    """A sentence of the page without its signs."""

    def shown(found: re.Match[str]) -> str:
        is_value = found[1] in (VALUE, OPEN_VALUE, PRUNED_VALUE)
        if not is_value or found[2].startswith(TEXT):
            return found[2].removeprefix(TEXT) if is_value else found[2]
        number = found[2].lstrip("≥≤")
        return found[2].removesuffix(number) + str(head["values"][int(number)][0]).lstrip("≥≤")

    return MARKED.sub(shown, text)


def test_values_in_a_sentence_are_known_by_their_state() -> None:
    trace = record("sample:tree/textbook", "alphabeta")
    head, columns = unpacked(exported(trace))

    def signs(step: int) -> list[tuple[str, str]]:
        text = head["sentences"][numbered(columns["sentence"])[step]]
        return [(found[1], plain(head, found[0])) for found in MARKED.finditer(text)]

    assert signs(3) == [(VALUE, "3")]
    assert signs(2) == [(OPEN_VALUE, "3")]
    assert signs(16) == [
        (STRONG, "Cut at C."), (VALUE, "2"), (VALUE, "3"), (PRUNED_VALUE, "4"), (PRUNED_VALUE, "6")
    ]  # fmt: skip
    assert "id" not in columns, "all frames are in the page, in their order"


@pytest.mark.parametrize(
    "source", ["sample:tictactoe/hebrew", "sample:tree/probes", "sample:tree/deep-cutoff", "sample:hexline/three-left"]
)
def test_every_sentence_is_in_it_in_its_place(source: str) -> None:
    trace = record(source)
    head, columns = unpacked(exported(trace))
    steps = Steps(trace)
    said = [plain(head, head["sentences"][number]) for number in numbered(columns["sentence"])]
    assert said == [str(sentence(trace, steps.at(step))) for step in range(steps.count)]
    why = [plain(head, head["reasons"][number]) for number in columns["reason"]]
    assert why == [str(reason(trace, steps.at(step)) or "") for step in range(steps.count)]
    assert columns["ply"] == trace.column("ply").tolist()
    assert [head["words"][move] for move in columns["move"]] == [trace.short_name(frame) for frame in range(len(trace))]


def test_a_frame_with_very_many_moves_takes_no_longer_for_it() -> None:
    leaves = [number * 7919 % 10_007 / 8 for number in range(610)]
    trace = record("tree:" + json.dumps(leaves), "minimax")
    head, columns = unpacked(exported(trace))
    said = [head["sentences"][number] for number in numbered(columns["sentence"])]
    steps = Steps(trace)
    for step in (0, 3, 600, 601, 602, steps.count - 2, steps.count - 1):
        assert plain(head, said[step]) == str(sentence(trace, steps.at(step)))


def test_the_board_changes_by_what_a_move_does() -> None:
    trace = record(load("connectfour:4,4,3 12"), depth=4)
    head, columns = unpacked(exported(trace))
    for frame in range(len(trace)):
        cells = list(head["board"]["cells"])
        for above in trace.ancestors(frame):
            changed = head["board"]["changes"][columns["change"][above]]
            assert len(changed) == (2 if above else 0)
            for cell, owner in zip(changed[::2], changed[1::2], strict=True):
                cells[cell] = owner
        owners = trace.position_at(frame).board().owners
        assert cells == [owners[place % 4, place // 4] for place in range(16)]


def test_a_part_holds_the_part_and_the_way_to_it() -> None:
    trace = record("tictactoe:XO./.X./O..")
    root = next(frame for frame in range(len(trace)) if trace.plies[frame] == 2 and trace.sizes[frame] > 8)
    head, columns = unpacked(exported(trace, root=root, boards=True))
    assert columns["id"] == list(range(root, root + trace.sizes[root]))
    assert (head["ply"], head["path"], head["boards"], head["windows"]) == (2, trace.path(root), True, False)
    assert head["offset"] == Steps(trace).enter(root)
    assert "number" not in columns
    whole, _ = unpacked(exported(trace, depth=2, stubs=False))
    assert whole["frames"] == sum(ply <= 2 for ply in trace.plies)
    assert not whole["stubs"]


def test_unsupported_options_and_too_large_trees_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="html does not support --hide-future"):
        export(record("tree:[1,2]"), tmp_path / "x.html", hides_future=True)
    with pytest.raises(InputError, match=r"100000 nodes at most.*--plies.*--subtree"):
        export(record("tictactoe:", "minimax"), tmp_path / "x.html")
    assert list(tmp_path.iterdir()) == []


def test_it_can_be_stopped_on_the_way(tmp_path: Path) -> None:
    received: list[int] = []

    def stop_at_fifth(number: int) -> None:
        received.append(number)
        if number == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export(record("tictactoe:"), tmp_path / "x.html", progress=stop_at_fifth)
    assert received == [1, 2, 3, 4, 5]
    assert list(tmp_path.iterdir()) == []


# The page leans on nothing and lets nothing in


class Reader(HTMLParser):
    """The tags of a page with their attributes, and the texts of scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {"script": [], "style": [], "title": []}
        self.inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.inside = tag
        if tag in self.texts:
            self.texts[tag].append("")

    def handle_data(self, data: str) -> None:
        if self.inside in self.texts:
            self.texts[self.inside][-1] += data

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""


def checksum(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_it_names_no_address_and_allows_itself_nothing_but_its_own_script_and_style() -> None:
    page = exported("sample:tictactoe/hebrew")
    assert not re.search(r"https?:|//\w+\.\w|@import|url\(|fetch\(|XMLHttpRequest|WebSocket|eval\(|innerHTML", page)
    read = Reader(page)
    for tag, attributes in read.tags:
        assert tag not in ("link", "iframe", "img", "object", "base"), tag
        assert not {"src", "style", "srcset", "action"} & attributes.keys(), (tag, attributes)
        assert not [name for name in attributes if name.startswith("on")], (tag, attributes)
        assert (attributes.get("href") or "#").startswith("#")
    policy = next(rest["content"] for _, rest in read.tags if rest.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    assert f"style-src {checksum(read.texts['style'][0])};" in policy
    assert f"script-src {checksum(read.texts['script'][-1])};" in policy


EVIL = "</script><img src=x onerror=alert(1)>"


def test_names_never_become_tags() -> None:
    tree = {"name": "$top", "children": [{"name": EVIL, "value": 1}, {"name": "]]>\u202e$title", "value": 2}]}
    trace = record("tree:" + json.dumps(tree))
    page = exported(trace, notes={1: EVIL})
    plain = exported("tree:[1,2]")
    assert [tag for tag, _ in Reader(page).tags] == [tag for tag, _ in Reader(plain).tags]
    assert "\u202e" not in page
    head, _ = unpacked(page)
    assert EVIL in head["words"]
    assert head["notes"] == {"1": EVIL}


def test_the_source_is_escaped_line_by_line() -> None:
    assert source_lines("") == []
    lines = source_lines('def f(a):\n    """One\n    <b>two</b>"""\n\n    return a < 1 & 2\n')
    # Older versions of Pygments write quotes as entities.
    assert [re.sub("<[^>]*>", "", line).replace("&quot;", '"') for line in lines] == [
        "def f(a):", '    """One', '    &lt;b&gt;two&lt;/b&gt;"""', "",
        "    return a &lt; 1 &amp; 2",
    ]  # fmt: skip
    for line in lines:
        assert line.count("<span") == line.count("</span>")


def test_pieces_are_whole_bytes_in_letters() -> None:
    draw = random.Random(2)
    column = [draw.randrange(1 << 31) for _ in range(60_000)]
    pieces = list(packed({"a": "é"}, {"numbers": column, "none": []}))
    assert len(pieces) > 2
    head, columns = unpacked(f'<script type="text/plain">{"".join(pieces)}</script>')
    assert (head["a"], columns) == ("é", {"numbers": column, "none": []})


def test_a_selection_that_begins_late_begins_there() -> None:
    trace = record("sample:tree/nine-leaves")
    head, _ = unpacked(exported(trace, step=14))
    assert head["start"] == 14


def deep(plies: int) -> Trace:
    """A recording of somebody else's engine that is one path."""
    lines = ['{"format":"plyscope-trace","version":1,"game":"a path","position":"p","max":"first"}']
    for frame in range(plies + 1):
        parent, move = (frame - 1, f"m{frame}") if frame else (None, None)
        kind = "min" if frame % 2 else "max"
        lines.append(json.dumps({"ev": "enter", "id": frame, "parent": parent, "move": move, "kind": kind}))
    lines += [json.dumps({"ev": "leave", "id": frame, "value": 1}) for frame in range(plies, -1, -1)]
    return read_lines(BytesIO("\n".join(lines).encode()))


@pytest.mark.parametrize("plies", [1_500, pytest.param(10_000, marks=pytest.mark.full)])
def test_a_ply_of_a_deep_path_takes_less_than_50_bytes(page_of_a_leaf: int, plies: int) -> None:
    trace = deep(plies)
    page = exported(trace)
    assert len(page) - page_of_a_leaf < 50 * plies
    head, _ = unpacked(page)
    assert max(len(text) for label in head["board"]["labels"] for text in label) < 100
    assert head["board"]["labels"][-1][0].startswith("…/")
    assert head["board"]["labels"][-1][0].endswith(f"/m{plies}")


@pytest.mark.parametrize("source", ["sample:tictactoe/hebrew", "tictactoe:XO./.X./..O", "sample:tree/nine-leaves"])
def test_positions_found_on_the_way_are_those_found_from_the_root(source: str) -> None:
    trace = record(source)
    walked = Walked(trace)
    there = [*range(len(trace)), *random.Random(1).choices(range(len(trace)), k=200)]
    for frame in there:
        state = walked.state(frame)
        assert state == trace.state(frame)
        state.clear()


def test_ghosts_stand_in_it_row_by_row() -> None:
    trace = record("tictactoe:XO./.X./X.O", "alphabeta")
    stubs = [(frame, move) for frame in range(len(trace)) for move in trace.pruned_moves(frame)]
    found = {stub: ghost(trace, *stub) for stub in stubs}
    head, _ = unpacked(exported(trace, ghosts=found))
    numbers = {text: number for number, text in enumerate(head["words"])}
    assert sum(len(moves) for moves in head["ghosts"].values()) == len(stubs)
    for (frame, move), one in found.items():
        rows = head["ghosts"][str(frame)][str(numbers[trace.position.game.move_text(move)])]
        assert [row[0] for row in rows] == one.trace.parents.tolist()
        assert [row[2:4] for row in rows] == list(map(list, zip(one.trace.kinds, one.trace.statuses, strict=True)))
        assert [head["values"][row[4]][0] for row in rows] == [one.trace.value_text(at) for at in range(one.saved)]
        assert rows[0][5] == one.saved
    assert not unpacked(exported(trace))[0]["ghosts"]


def test_chance_has_its_probabilities_also_where_it_is_pruned() -> None:
    tree = 'tree:[2,{"chance":[["1/2",-5],["1/3",[5,9]],["1/6",2]]}]'
    trace = record(tree, "expectimax", star1=True)
    head, columns = unpacked(exported(trace))
    words = [head["words"][number] for number in columns["chance"]]
    assert words == ["" if (chance := trace.chance_of(frame)) is None else probability(chance) for frame in range(4)]
    assert [head["words"][number] for number in head["untriedChances"]["2"]] == ["1/3", "1/6"]


def test_what_standing_pat_prunes_is_in_it() -> None:
    tree = (
        'tree:{"value":1,"children":[{"value":2,"children":[3,4]},{"value":0,"children":[{"value":3,"noisy":true}]}]}'
    )
    trace = record(tree, "quiescence", depth=1)
    [frame] = [frame for frame in range(len(trace)) if trace.skips[frame]]
    assert trace.stood_pat(frame)
    head, _ = unpacked(exported(trace))
    assert [head["words"][number] for number in head["untried"][str(frame)]] == ["C1"]


@pytest.mark.full
def test_texts_of_several_sizes_are_boards() -> None:
    """A text may grow and shrink: where it has ended, nothing is left of the one before."""
    pytest.importorskip("pyspiel")
    trace = record("openspiel:pig(winscore=8)", "expectimax", depth=2)
    head, columns = unpacked(exported(trace, boards=True))
    board = head["board"]
    for frame in range(len(trace)):
        cells = list(board["cells"])
        for above in trace.ancestors(frame):
            change = board["changes"][columns["change"][above]]
            for cell, content in zip(change[::2], change[1::2], strict=True):
                cells[cell] = content
        signs = ["" if content <= OUTSIDE else board["signs"][content - OUTSIDE] for content in cells]
        rows = [
            "".join(sign or " " for sign in signs[at : at + board["columns"]]).rstrip()
            for at in range(0, len(signs), board["columns"])
        ]
        there = trace.position_at(frame).board()
        shown = [
            "".join(there.labels.get((x, y), " ") for x in range(there.columns)).rstrip() for y in range(there.rows)
        ]
        assert rows[: len(shown)] == shown
        assert not any(rows[len(shown) :])
