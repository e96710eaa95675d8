"""Recordings in JSON lines: what is read, and what is refused with its line."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from plyscope.audit.laws import audit
from plyscope.audit.verification import check, verify
from plyscope.files import draft
from plyscope.files.json_lines import read_lines
from plyscope.files.trace_file import save_trace
from plyscope.messages import InputError
from plyscope.model.conditions import parse
from plyscope.text.explanation import sentences

from tests import places
from tests.full_traces import Cursor, Trace, export

HEADING = '{"format":"plyscope-trace","version":1,"game":"pebbles","position":"3","max":"first"}'
ROOT = '{"ev":"enter","id":0,"kind":"max"}'
CHILD = '{"ev":"enter","id":1,"parent":0,"move":"a","kind":"min","alpha":null,"beta":null}'
CHILD_LEFT = '{"ev":"leave","id":1,"value":2}'
ROOT_LEFT = '{"ev":"leave","id":0,"value":2}'
WHOLE = (HEADING, ROOT, CHILD, CHILD_LEFT, ROOT_LEFT)


def opened(folder: Path, *lines: str | bytes) -> Trace:
    path = folder / "x.jsonl"
    path.write_bytes(b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines) + b"\n")
    return Trace.open(path)


def refused(folder: Path, *lines: str | bytes) -> str:
    """What is wrong: the recording ends there, or nothing is left of it."""
    try:
        trace = opened(folder, *lines)
    except InputError as error:
        said = str(error)
        assert said.startswith(f"{folder / 'x.jsonl'}: ")
        assert "\n" not in said
        return said.removeprefix(f"{folder / 'x.jsonl'}: ")
    verify(trace)
    said = str(trace.position.warnings[-1])
    assert "; the recording ends there, in frame " in said
    return said.partition("; the recording ends there")[0]


def test_a_small_recording_of_an_unknown_game(tmp_path: Path) -> None:
    trace = opened(
        tmp_path,
        HEADING,
        '{"ev":"enter","id":"r","parent":null,"move":null,"kind":"max","alpha":null,"beta":null}',
        '{"ev":"enter","id":7,"parent":"r","move":"take 1","kind":"min","alpha":null,"beta":null}',
        '{"ev":"leave","id":7,"value":4,"status":"horizon"}',
        "",
        '{"ev":"enter","id":8,"parent":"r","move":2,"kind":"min","alpha":4,"beta":null}',
        '{"ev":"enter","id":9,"parent":8,"move":"take 1","kind":"max","alpha":4,"beta":null}',
        '{"ev":"leave","id":9,"value":-0.0}',
        '{"ev":"leave","id":8,"value":0,"status":"inner","pruned":["é","take 2"]}',
        '{"ev":"leave","id":"r","value":4}',
    )
    assert (len(trace), trace.value, trace.best_move, trace.complete) == (4, 4, "take 1", True)
    assert trace.column("parent").tolist() == [-1, 0, 0, 2]
    assert trace.column("status").tolist() == [0, 2, 0, 1]
    assert trace.column("skipped").tolist() == [0, 0, 2, 0]
    assert trace.column("value").tobytes() == b"".join(map(_packed, (4, 4, 0, 0))), "a zero has no sign"
    assert trace.pruned_texts(2) == ["é", "take 2"]
    assert trace.path(3) == ["2", "take 1"]
    assert trace.is_cutoff(2)
    assert (trace.bound_of(2), trace.value_text(2)) == ("at most", "≤0")
    assert (trace.search.name, trace.text, trace.made_by) == ("imported", "", "import")
    assert trace.options == {"windows": "whole", "cut": ">="}
    assert str(trace.position) == "pebbles:3"
    assert trace.position.max == "first"
    assert trace.position.warnings == (), "nobody expects boards of a game that is not ours"


def _packed(value: float) -> bytes:
    import struct

    return struct.pack("<d", value)


def test_a_known_game_has_boards_and_fills_in_what_is_missing(tmp_path: Path) -> None:
    trace = opened(
        tmp_path,
        '{"format":"plyscope-trace","version":1,"game":"tictactoe","position":".OO/XXO/.X. o","max":"o"}',
        '{"ev":"enter","id":0}',
        '{"ev":"enter","id":1,"parent":0,"move":"a3"}',
        '{"ev":"leave","id":1,"value":1}',
        '{"ev":"enter","id":2,"parent":0,"move":7}',
        '{"ev":"leave","id":2,"value":0}',
        '{"ev":"leave","id":0,"value":1}',
    )
    assert trace.column("kind").tolist() == [1, 0, 0]
    assert trace.column("status").tolist() == [0, 1, 2], "one move ends the game, the other does not"
    assert trace.path(2) == ["a1"], "a move may be written in any way that the game reads"
    cursor = Cursor(trace)
    cursor.go_to_frame(1)
    assert cursor.position.text == "OOO/XXO/.X. x"
    assert cursor.position.board().shape == "square"
    assert str(cursor.sentence) == "O plays a3: O has won."


@pytest.mark.parametrize(
    ("heading", "move", "reason"),
    [
        ({"game": "tictactoe", "position": "X../.../..."}, "a3", "line 3: a3 is not a legal move of tictactoe on X../"),
        ({"game": "tictactoe", "position": "e4 e5"}, "a3", "there are no boards: "),
    ],
)
def test_moves_that_are_none_of_the_game_are_kept_as_texts(
    tmp_path: Path, heading: dict[str, str], move: str, reason: str
) -> None:
    first = json.dumps({"format": "plyscope-trace", "version": 1, **heading})
    trace = opened(
        tmp_path, first, ROOT, json.dumps({"ev": "enter", "id": 1, "parent": 0, "move": move}), CHILD_LEFT, ROOT_LEFT
    )
    [warning] = trace.position.warnings
    assert reason in str(warning)
    assert trace.path(1) == [move]
    assert trace.position.board().shape == "node"


def test_a_pruned_move_that_is_none_of_the_game_is_named_at_its_frame(tmp_path: Path) -> None:
    heading = {"format": "plyscope-trace", "version": 1, "game": "tictactoe", "position": "XOX/OOX/..."}
    lines = [json.dumps(heading), '{"ev":"enter","id":0}']
    for number, (move, reply, pruned) in enumerate((("a1", "b1", ["c1"]), ("b1", "a1", ["c1", "b3"]))):
        lines += [
            json.dumps({"ev": "enter", "id": 2 * number + 1, "parent": 0, "move": move}),
            json.dumps({"ev": "enter", "id": 2 * number + 2, "parent": 2 * number + 1, "move": reply}),
            json.dumps({"ev": "leave", "id": 2 * number + 2, "value": 0, "status": "horizon"}),
            json.dumps({"ev": "leave", "id": 2 * number + 1, "value": 0, "pruned": pruned}),
        ]
    trace = opened(tmp_path, *lines, '{"ev":"leave","id":0,"value":0}')
    [warning] = trace.position.warnings
    assert str(warning) == "there are no boards: line 7: b3 is not a legal move of tictactoe on XOX/OOX/.X. o"


def test_a_side_that_is_not_known_is_not_made_up(tmp_path: Path) -> None:
    trace = opened(tmp_path, *(line.replace(',"kind":"min"', "").replace(',"kind":"max"', "") for line in WHOLE))
    assert trace.column("kind").tolist() == [2, 2]
    assert (trace.best_move, trace.pv, trace.value) == (None, [], 2)
    cursor = Cursor(trace)
    said = [str(cursor.sentence)]
    while cursor.into():
        said.append(str(cursor.sentence))
    assert said == [
        "The search begins. The recording does not say whose move it is.",
        "a is tried: the search goes no deeper than this.",
        "a is a leaf: it returns 2.",
        "a gives 2.",
        "The search is over. The root returns 2.",
    ]
    assert cursor.line == 0


def test_a_value_may_be_no_number(tmp_path: Path) -> None:
    trace = opened(tmp_path, *(line.replace('"value":2', '"value":null') for line in WHOLE))
    assert (trace.value, trace.value_text(0), trace.best_move) == (None, "?", None)
    cursor = Cursor(trace)
    cursor.go(3)
    assert str(cursor.sentence) == "a gives no number."
    assert opened(tmp_path, *(line.replace('"value":2', '"value":"-inf"') for line in WHOLE)).pv == ["a"]


def test_a_file_that_ends_early_is_a_recording_cut_short(tmp_path: Path) -> None:
    trace = opened(tmp_path, HEADING, ROOT, CHILD, CHILD_LEFT, CHILD.replace('"id":1', '"id":2').replace('"a"', '"b"'))
    assert (trace.complete, len(trace), trace.value, trace.best_move) == (False, 3, None, "a")
    assert trace.column("status").tolist() == [3, 1, 3]
    assert trace.column("size").tolist() == [3, 1, 1]


def test_a_probe_and_the_full_search_after_it_are_recognised(tmp_path: Path) -> None:
    again = [CHILD.replace('"id":1', '"id":2'), CHILD_LEFT.replace('"id":1', '"id":2').replace("2}", "9}")]
    probe = CHILD.replace("null", "0", 1).replace("null", "1", 1)
    trace = opened(tmp_path, HEADING, ROOT, probe, CHILD_LEFT, *again, ROOT_LEFT.replace('"value":2', '"value":9'))
    assert trace.options["windows"] == "probe"
    assert (trace.is_probe(1), trace.is_again(2), trace.best_child(0)) == (True, True, 2)
    assert trace.root_moves == [("a", 9, "exact", 2)]
    [bug] = audit(opened(tmp_path, HEADING, ROOT, probe, CHILD_LEFT, *again, ROOT_LEFT))
    assert (bug.law, bug.frame, bug.recorded, bug.due) == ("fold", 0, {"value": 2}, {"value": 9})


@pytest.mark.parametrize(
    ("value", "is_explained"),
    [(9, True), (5, True), (4, False), (-1, False), (0, False), (10, False)],
)
def test_soft_and_hard_values_are_explained(tmp_path: Path, value: int, is_explained: bool) -> None:
    """A frame called with α = 0 and β = 5 whose child gives 9 returns 9, or 5."""
    lines = (
        HEADING,
        '{"ev":"enter","id":0,"kind":"max","alpha":0,"beta":5}',
        CHILD.replace('"alpha":null,"beta":null', '"alpha":0,"beta":5'),
        '{"ev":"leave","id":1,"value":9}',
        json.dumps({"ev": "leave", "id": 0, "value": value}),
    )
    trace = opened(tmp_path, *lines)
    assert trace.value == value
    assert [(one.law, one.due) for one in audit(trace)] == ([] if is_explained else [("fold", {"value": 9})])


@pytest.mark.parametrize(
    ("windows", "cut"),
    [
        ([(1, 1), (None, 1)], {"windows": "whole", "cut": ">"}),
        ([(2, 1), (None, 1)], {"windows": "none"}),
        ([(0, 1), (None, 1)], {"windows": "whole", "cut": ">="}),
    ],
)
def test_the_cut_rule_is_read_off(tmp_path: Path, windows: list[Any], cut: dict[str, str]) -> None:
    """The first child gives a value that meets, passes or misses β = 1; another child is searched all the same."""
    first = windows[0][0]
    trace = opened(
        tmp_path,
        HEADING,
        '{"ev":"enter","id":0,"kind":"max","beta":1}',
        CHILD,
        json.dumps({"ev": "leave", "id": 1, "value": first}),
        CHILD.replace('"id":1', '"id":2').replace('"a"', '"b"'),
        '{"ev":"leave","id":2,"value":0}',
        json.dumps({"ev": "leave", "id": 0, "value": first}),
    )
    assert trace.options == cut


BAD: list[tuple[str, tuple[str | bytes, ...], str]] = [
    ("nothing", (), "line 1: the file is empty"),
    ("only a heading", (HEADING,), "the recording has no frame"),
    ("another format", (HEADING.replace("trace", "dance"), *WHOLE[1:]), "line 1: format is plyscope-trace, not"),
    (
        "newer",
        (HEADING.replace(":1", ":4"), *WHOLE[1:]),
        "line 1: written by a newer Plyscope",
    ),
    ("version", (HEADING.replace(":1", ":true"), *WHOLE[1:]), "line 1: version is a whole number, not true"),
    ("no game", (HEADING.replace('"pebbles"', "null"), *WHOLE[1:]), "line 1: game is a text, not null"),
    ("empty game", (HEADING.replace("pebbles", " "), *WHOLE[1:]), "line 1: game is empty"),
    ("heading key", (HEADING.replace("max", "min"), *WHOLE[1:]), "line 1: min is not a key here; the keys are format"),
    ("max", (HEADING.replace("pebbles", "tree").replace("first", "x"), *WHOLE[1:]), "x is no side"),
    ("enter key", (HEADING, ROOT.replace("kind", "knid")), "line 2: knid is not a key here; the keys are alpha, beta"),
    ("leave key", (*WHOLE[:3], CHILD_LEFT.replace("}", ',"move":"a"}')), "line 4: move is not a key here"),
    ("twice", (HEADING, ROOT.replace("}", ',"id":3}')), "line 2: id occurs twice in one line"),
    ("event", (HEADING, '{"ev":"jump"}'), 'line 2: ev is enter or leave, not "jump"'),
    ("no object", (HEADING, "[1]"), "line 2: a line is a JSON object, not [1]"),
    ("json", (HEADING, ROOT, '{"ev":"enter",'), "line 3: column 15: this is not JSON"),
    ("two", (HEADING, ROOT + " {}"), "line 2: column 35: this is not JSON: text after the end"),
    ("nan", (*WHOLE[:3], CHILD_LEFT.replace("2", "NaN")), "line 4: NaN is no JSON; what is no number is null"),
    ("infinity", (*WHOLE[:3], CHILD_LEFT.replace("2", "-Infinity")), "line 4: -Infinity is no JSON"),
    ("digits", (*WHOLE[:3], CHILD_LEFT.replace("2", "9" * 5000)), "line 4: a number has too many digits"),
    ("huge", (*WHOLE[:3], CHILD_LEFT.replace("2", "9" * 400)), "line 4: value is beyond the range of numbers"),
    ("exponent", (*WHOLE[:3], CHILD_LEFT.replace("2", "1e999")), "line 4: value is beyond the range of numbers"),
    ("text", (*WHOLE[:3], CHILD_LEFT.replace("2", '"two"')), 'line 4: value is a number, null, inf or -inf, not "two"'),
    ("truth", (*WHOLE[:3], CHILD_LEFT.replace("2", "true")), "line 4: value is a number, null, inf or -inf, not true"),
    ("no value", (*WHOLE[:3], '{"ev":"leave","id":1}'), "line 4: value is missing"),
    ("deep", (HEADING, "[" * 200_000), "line 2: this is nested too deeply"),
    ("utf-8", (HEADING, ROOT, b'{"ev":"\xff"}'), "line 3: byte 8 of the line is not UTF-8"),
    ("half a letter", (HEADING, ROOT, CHILD.replace('"a"', '"\\ud800"')), "line 3: a text has half a character in it"),
    ("no id", (HEADING, '{"ev":"enter"}'), "line 2: id is a whole number or a text, not null"),
    ("id", (HEADING, ROOT.replace("0", "0.5")), "line 2: id is a whole number or a text, not 0.5"),
    ("same id", (HEADING, ROOT, CHILD.replace('"id":1', '"id":0')), "line 3: the id 0 was given to another frame"),
    ("second root", (*WHOLE, ROOT.replace("0", "5")), "line 6: this is a second root"),
    ("unknown parent", (HEADING, ROOT, CHILD.replace('"parent":0', '"parent":5')), "line 3: the parent 5 was never"),
    ("late", (*WHOLE, CHILD.replace('"id":1', '"id":2')), "line 6: the parent 0 has returned already"),
    ("not innermost", (*WHOLE[:3], CHILD.replace('"id":1', '"id":2')), "line 4: the parent 0 waits for frame 1"),
    ("never entered", (HEADING, ROOT, CHILD_LEFT), "line 3: frame 1 returns, and was never entered"),
    ("out of order", (*WHOLE[:3], ROOT_LEFT), "line 4: frame 0 returns before frame 1, which it has called"),
    ("returns twice", (*WHOLE[:4], CHILD_LEFT), "line 5: frame 1 returns a second time"),
    ("no move", (HEADING, ROOT, CHILD.replace('"a"', "null")), "line 3: a move is a text that is not empty, not null"),
    ("empty move", (HEADING, ROOT, CHILD.replace('"a"', '" "')), "line 3: a move is a text that is not empty"),
    ("kind", (HEADING, ROOT.replace("max", "MAX")), 'line 2: kind is max, min, chance or null, not "MAX"'),
    ("window", (HEADING, ROOT.replace("}", ',"alpha":2,"beta":1}')), "line 2: α = 2 is larger than β = 1"),
    ("status", (*WHOLE[:3], CHILD_LEFT.replace("}", ',"status":"open"}')), "line 4: status is one of inner, terminal"),
    ("no leaf", (*WHOLE[:4], ROOT_LEFT.replace("}", ',"status":"terminal"}')), "line 5: the frame is a leaf, and has"),
    ("not inner", (*WHOLE[:3], CHILD_LEFT.replace("}", ',"status":"inner"}')), "line 4: the frame is inner, and has"),
    ("pruned", (*WHOLE[:4], ROOT_LEFT.replace("}", ',"pruned":"b"}')), 'line 5: pruned is a list of moves, not "b"'),
    ("tried", (*WHOLE[:4], ROOT_LEFT.replace("}", ',"pruned":["b","a"]}')), "line 5: the move a is pruned, and was"),
    ("twice left", (*WHOLE[:4], ROOT_LEFT.replace("}", ',"pruned":["b","b"]}')), "line 5: the move b is pruned twi"),
    ("leaf prunes", (*WHOLE[:3], CHILD_LEFT.replace("}", ',"pruned":["b"]}')), "line 4: moves are pruned, and none"),
]


@pytest.mark.parametrize(("lines", "complaint"), [bad[1:] for bad in BAD], ids=[bad[0] for bad in BAD])
def test_the_first_contradiction_is_reported_with_its_line(
    tmp_path: Path, lines: tuple[str | bytes, ...], complaint: str
) -> None:
    assert complaint in refused(tmp_path, *lines)


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({5: '{"ev":"enter","id":2,"parent":0,"move":"2","kind":"max"}'}, ("side", "rules", 2)),
        ({4: '{"ev":"leave","id":1,"value":4}', 7: '{"ev":"leave","id":0,"value":4}'}, ("leaf", "number", 1)),
        ({5: '{"ev":"enter","id":2,"parent":0,"move":"2"}'}, None),
        ({6: '{"ev":"leave","id":2,"value":3,"status":"terminal"}'}, ("leaf", "not_over", 2)),
        ({7: '{"ev":"leave","id":0,"value":4}'}, ("fold", "best", 0)),
    ],
)
def test_what_a_known_game_contradicts_is_kept_and_found_by_the_audit(
    tmp_path: Path, changes: dict[int, str], found: tuple[str, str, int] | None
) -> None:
    lines = [
        '{"format":"plyscope-trace","version":1,"game":"tree","position":"[3,[4,5]]"}',
        '{"ev":"enter","id":0,"kind":"max"}',
        '{"ev":"enter","id":1,"parent":0,"move":"1","kind":"min"}',
        '{"ev":"leave","id":1,"value":3,"status":"terminal"}',
        '{"ev":"enter","id":2,"parent":0,"move":"2","kind":"min"}',
        '{"ev":"leave","id":2,"value":3,"status":"horizon"}',
        '{"ev":"leave","id":0,"value":3}',
    ]
    for number, line in changes.items():
        lines[number - 1] = line
    trace = opened(tmp_path, *lines)
    assert trace.complete
    assert [(one.law, one.way, one.frame) for one in audit(trace)] == ([] if found is None else [found])


def test_limits_are_those_of_our_own_recordings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deep = [ROOT] + [f'{{"ev":"enter","id":{n},"parent":{n - 1},"move":"a"}}' for n in range(1, draft.MAX_PLIES + 1)]
    ends = [f'{{"ev":"leave","id":{n},"value":1}}' for n in range(draft.MAX_PLIES, -1, -1)]
    trace = opened(tmp_path, HEADING, *deep, *ends)
    assert int(trace.column("ply").max()) == draft.MAX_PLIES
    assert len(Cursor(trace).steps.trace.pv) <= draft.MAX_PLIES
    deeper = f'{{"ev":"enter","id":-1,"parent":{draft.MAX_PLIES},"move":"a"}}'
    assert f"the recording is more than {draft.MAX_PLIES} plies deep" in refused(tmp_path, HEADING, *deep, deeper)
    monkeypatch.setattr(draft, "MAX_CHILDREN", 3)
    assert draft.MAX_CHILDREN == 3
    wide = [
        line
        for n in range(1, 5)
        for line in (f'{{"ev":"enter","id":{n},"parent":0,"move":"{n}"}}', f'{{"ev":"leave","id":{n},"value":1}}')
    ]
    assert "line 9: a frame has more than 3 children" in refused(tmp_path, HEADING, ROOT, *wide)
    spare = '{"ev":"leave","id":0,"value":1,"pruned":["x","y"]}'
    assert "line 7: a frame has more than 3 children" in refused(tmp_path, HEADING, ROOT, *wide[:4], spare)


def test_any_line_ends_and_a_mark_at_the_beginning_are_read(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + "\r\n\r\n".join(WHOLE).encode())
    assert Trace.open(path).value == 2


def test_the_example_in_the_documentation_is_read(tmp_path: Path) -> None:
    page = (places.ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    example = page.partition("```json\n")[2].partition("```")[0]
    trace = opened(tmp_path, example.rstrip("\n"))
    assert (trace.value, trace.pruned_texts(0)) == (1, ["take 1"])


def test_the_python_in_the_documentation_writes_a_recording(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (places.ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    scope: dict[str, Any] = {}
    exec(page.partition("```python\n")[2].partition("```")[0], scope)
    scope["enter"](None, True, float("-inf"), float("inf"))
    scope["enter"]("a", False, float("-inf"), float("inf"))
    scope["leave"](2)
    scope["leave"](2, ["b"])
    trace = opened(tmp_path, HEADING, capsys.readouterr().out.rstrip("\n"))
    assert (trace.pv, trace.pruned_texts(0)) == (["a"], ["b"])


def test_where_a_frame_has_no_number_nothing_in_it_is_best(tmp_path: Path) -> None:
    trace = opened(tmp_path, *WHOLE[:4], ROOT_LEFT.replace("2", "null"))
    assert (trace.best_move, trace.pv, trace.facts.is_best.tolist()) == (None, [], [False, False])
    assert [row[:2] for row in trace.root_moves] == [("a", 2)]
    assert not trace.facts.cutoff.any()
    assert not trace.is_cutoff(0)
    cursor = Cursor(trace)
    cursor.go(3)
    assert str(cursor.sentence) == "a gives 2."
    cursor.last()
    assert str(cursor.sentence) == "The call returns, and the recording gives no number as its value."
    assert str(sentences(trace, 0)[0]) == "The recording gives no number as the value of this frame."


# Version 2: chance, answers of a table, further facts

SECOND = HEADING.replace('"version":1', '"version":2')
DICE = (
    SECOND,
    '{"ev":"enter","id":0,"kind":"max","x":{"eval":0.5,"big":9007199254740993}}',
    '{"ev":"enter","id":1,"parent":0,"move":"roll","kind":"chance"}',
    '{"ev":"enter","id":2,"parent":1,"move":"1","kind":"min","probability":0.25}',
    '{"ev":"leave","id":2,"value":4,"status":"table","x":{"tt":"hit","eval":3,"quiet":true}}',
    '{"ev":"enter","id":3,"parent":1,"move":"2","kind":"min","probability":0.75,"x":{"tt":"?","visits":null}}',
    '{"ev":"leave","id":3,"value":8,"status":"horizon","x":{"tt":"miss"}}',
    '{"ev":"leave","id":1,"value":7}',
    '{"ev":"leave","id":0,"value":7}',
)


def test_chance_and_further_facts_are_read_and_kept_in_every_form(tmp_path: Path) -> None:
    trace = opened(tmp_path, *DICE)
    assert trace.column("kind").tolist() == [1, 3, 0, 0]
    assert trace.column("status").tolist() == [0, 0, 4, 2]
    trace.save(tmp_path / "x.plytrace")
    export(trace, tmp_path / "x.json")
    for again in (trace, Trace.open(tmp_path / "x.plytrace"), Trace.open(tmp_path / "x.json")):
        assert [again.chance_of(frame) for frame in range(4)] == [None, None, 0.25, 0.75]
        assert [again.origin.further_facts.of(frame) for frame in range(4)] == [
            {"eval": 0.5, "big": 9007199254740993},
            {},
            {"tt": "hit", "eval": 3, "quiet": True},
            {"tt": "miss"},
        ]
        check(again)
        verify(again)
    assert Trace.open(tmp_path / "x.plytrace").signature == trace.signature
    assert [trace.bound_of(frame) for frame in range(4)] == [None, None, None, "exact"]
    assert parse("exact").frames(trace).tolist() == [3], "nothing above a value out of a table is proved"
    assert (trace.bound, trace.root_moves) == (None, [("roll", 7, None, 3)])


@pytest.mark.parametrize(
    ("condition", "frames"),
    [
        ('x.tt == "hit"', [2]),
        ('x.tt != "hit"', [0, 1, 3]),
        ("x.eval > 0.4", [0, 2]),
        ("x.eval - 1 > value - 3", [2]),
        ("x.quiet", [2]),
        ("not x.quiet and ply == 2", [3]),
        ("table or CHANCE", [1, 2]),
        ('x.unknown == "a"', []),
    ],
)
def test_conditions_about_further_facts(tmp_path: Path, condition: str, frames: list[int]) -> None:
    assert parse(condition).frames(opened(tmp_path, *DICE)).tolist() == frames


MISSING = "line 4: probability is missing: the parent is a frame of chance"
NOT_OF_CHANCE = "line 3: the move has a probability, and its parent is no frame of chance"


@pytest.mark.parametrize(
    ("line", "replaced", "complaint"),
    [
        (1, HEADING, "line 2: x is of version 2, and the file says that it is of version 1"),
        (4, DICE[3].replace(',"probability":0.25', ""), MISSING),
        (4, DICE[3].replace("0.25", "0"), "line 4: probability is above 0 and at most 1, not 0"),
        (4, DICE[3].replace("0.25", "0.5"), "line 6: the probabilities of a frame of chance add up to 1.25"),
        (3, DICE[2].replace("}", ',"probability":1}'), NOT_OF_CHANCE),
        (5, DICE[4].replace('"hit"', "[1]"), "line 5: tt in x is a number, a text, true or false"),
        (5, DICE[4].replace('"tt"', '"t t"'), 'line 5: a name in x has letters, digits and _ only, not "t t"'),
        (5, DICE[4].partition('{"tt')[0] + "3}", "line 5: x is an object of further facts, not 3"),
    ],
)
def test_faults_of_version_2_are_refused(tmp_path: Path, line: int, replaced: str, complaint: str) -> None:
    lines = list(DICE)
    lines[line - 1] = replaced
    assert refused(tmp_path, *lines) == complaint


def test_nothing_of_a_wrong_line_or_of_what_follows_is_kept(tmp_path: Path) -> None:
    trace = opened(tmp_path, *DICE[:5], DICE[5].replace('"?"', "[1]").replace('"2"', '"new"'), *DICE[6:])
    assert (len(trace), trace.origin.move_texts) == (3, ("roll", "1"))
    assert str(trace.position.warnings[-1]).startswith("line 6: tt in x is a number")


def test_a_recording_without_any_of_it_stays_in_version_1(tmp_path: Path) -> None:
    trace = opened(tmp_path, *WHOLE)
    assert trace.format_version == 1


def test_sentences_about_chance_and_tables(tmp_path: Path) -> None:
    cursor = Cursor(opened(tmp_path, *DICE))
    said = []
    while cursor.into():
        said.append(str(cursor.sentence))
    assert "Chance makes move 1, with probability 0.25." in said
    assert "A table holds the value 4: nothing is searched here." in said
    assert "roll returns 7, the mean of its outcomes." in said


GOOD = (
    HEADING,
    '{"ev":"enter","id":1,"kind":"max"}',
    '{"ev":"enter","id":2,"parent":1,"move":"a","kind":"min"}',
    '{"ev":"enter","id":3,"parent":2,"move":"c","kind":"max"}',
    '{"ev":"leave","id":3,"value":2}',
    '{"ev":"enter","id":4,"parent":2,"move":"d","kind":"max"}',
    '{"ev":"leave","id":4,"value":3}',
    '{"ev":"leave","id":2,"value":2,"pruned":["e"]}',
    '{"ev":"enter","id":5,"parent":1,"move":"b","kind":"min"}',
    '{"ev":"enter","id":6,"parent":5,"move":"c","kind":"max"}',
    '{"ev":"leave","id":6,"value":7}',
    '{"ev":"leave","id":5,"value":7}',
)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('{"ev":"enter"', "column 14: this is not JSON"),
        ('{"ev":"jump","id":7}', "ev is enter or leave"),
        ('{"ev":"leave","id":9,"value":1}', "was never entered"),
    ],
)
def test_what_stands_before_a_fault_is_kept(tmp_path: Path, line: str, fault: str) -> None:
    """Line 13 is wrong: the twelve before it are opened, and so they are when they arrive live."""
    for trace in (
        opened(tmp_path, *GOOD, line, '{"ev":"leave","id":1,"value":7}'),
        read_lines(io.BytesIO("\n".join([*GOOD, line, ""]).encode()), is_live=True),
    ):
        verify(trace)
        assert (len(trace), trace.complete, trace.sizes[0]) == (6, False, 6)
        assert trace.column("value").tolist()[1:] == [2, 2, 3, 7, 7]
        assert trace.column("status").tolist() == [3, 0, 1, 1, 0, 1]
        assert trace.pruned_texts(1) == ["e"]
        [warning] = trace.position.warnings
        assert str(warning).startswith("line 13: ")
        assert fault in str(warning)
        assert str(warning).endswith("the recording ends there, in frame 0")
        save_trace(trace, tmp_path / "kept.plytrace")
        again = Trace.open(tmp_path / "kept.plytrace")
        assert [str(one) for one in again.position.warnings] == [str(warning)]
        assert again.signature == trace.signature


def test_a_value_that_its_children_do_not_give_is_read_as_it_stands(tmp_path: Path) -> None:
    lines = [*GOOD[:7], GOOD[7].replace('"value":2', '"value":3'), *GOOD[8:]]
    trace = opened(tmp_path, *lines)
    assert (len(trace), trace.pruned, trace.values[1]) == (6, 1, 3)
    assert ("fold", "best", 1) in [(one.law, one.way, one.frame) for one in audit(trace)]
    with pytest.raises(InputError, match="frame 1: its value does not follow from its children"):
        verify(trace)
