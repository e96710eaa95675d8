"""Recordings in packed rows: the same as in JSON lines, many rows at once or one by one, and what is refused where."""

from __future__ import annotations

import io
import json
import random
import shutil
import struct
import subprocess
from math import inf, nan
from pathlib import Path

import pytest
from plyscope.audit.deviation import Weight
from plyscope.audit.laws import audit
from plyscope.audit.verification import verify
from plyscope.files import packed_rows
from plyscope.files.json_lines import read_lines
from plyscope.files.sources import load
from plyscope.messages import InputError
from plyscope.model.columns import LEFT_OUT

from tests.engine.files.test_json_records import some_lines
from tests.engine.tracer.test_listening import listened
from tests.full_traces import Trace
from tests.places import RECURSION, ROOT

HEADING = b'{"format":"plyscope-rows","version":1,"game":"pebbles","position":"3","max":"first","x":["eval","tt"]}\n'


def call(event: int, code: int, ply: int, text: str = "", *numbers: float) -> bytes:
    return struct.pack("<BBH12s3d", event, code, ply, text.encode(), *numbers, *[0.0] * (3 - len(numbers)))


def pruned(ply: int, *moves: str) -> bytes:
    return struct.pack("<BBH12s12s12s", 3, len(moves), ply, *[move.encode() for move in (*moves, "", "", "")][:3])


def text(ply: int, number: int, fact: str) -> bytes:
    return struct.pack("<BBH36s", 5, number, ply, fact.encode())


ROWS = [
    call(1, 1, 0, "", -inf, inf, nan),
    call(1, 0, 1, "a", -inf, inf, nan),
    call(4, 0, 1, "", 0.5, nan, nan),
    call(2, 2, 1, "", 2.0),
    call(1, 0, 1, "b", 2.0, inf, nan),
    text(1, 1, "hit"),
    call(1, 1, 2, "é", 2.0, inf, nan),
    call(2, 4, 2, "", 1.0),
    pruned(1, "c", "d", "e"),
    pruned(1, "f"),
    call(2, 255, 1, "", 1.0),
    call(2, 0, 0, "", 2.0),
]


def read(*rows: bytes) -> Trace:
    return read_lines(io.BytesIO(HEADING + b"".join(rows)))


def fault(*rows: bytes) -> str:
    trace = read(*rows)
    verify(trace)
    return f"{trace.position.warnings[-1]}".partition("; the recording ends there")[0]


@pytest.mark.parametrize("size", [40, 4000])
def test_rows_hold_what_lines_hold(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(packed_rows, "PIECE_BYTES", size)
    trace = read(*ROWS)
    assert (len(trace), trace.value, trace.best_move, trace.complete) == (4, 2, "a", True)
    assert trace.path(3) == ["b", "é"]
    assert trace.pruned_texts(2) == ["c", "d", "e", "f"]
    assert [trace.origin.further_facts.of(frame) for frame in range(3)] == [{}, {"eval": 0.5}, {"tt": "hit"}]
    assert trace.column("status").tolist() == [0, 2, 0, 4]
    assert trace.format_version == 2


def test_chance_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        call(1, 3, 0, "", -inf, inf, nan),
        *(call(1, 1, 1, "1", -inf, inf, 0.25), call(2, 2, 1, "", 4.0)),
        *(call(1, 1, 1, "2", -inf, inf, 0.75), call(2, 2, 1, "", 8.0)),
        call(2, 0, 0, "", 7.0),
    ]
    for size in (40, 4000):
        monkeypatch.setattr(packed_rows, "PIECE_BYTES", size)
        trace = read(*rows)
        assert (trace.value, trace.chance_of(2), trace.position.warnings) == (7, 0.75, ())


@pytest.mark.parametrize(
    ("place", "row", "complaint"),
    [
        (3, b"\0" * 40, "row 4 (byte 120 of the rows): an event is a number from 1 to 5, not 0"),
        (
            3,
            call(2, 2, 2, "", 2.0),
            "the ply is 2, and the calls that are open make it 1",
        ),
        (3, call(2, 3, 1, "", 2.0), "row 4 (byte 120 of the rows): a status is 0, 1, 2, 4 or 255, not 3"),
        (3, call(2, 0, 1, "", 2.0), "row 4 (byte 120 of the rows): the frame is inner, and has tried no move"),
        (4, call(1, 0, 1, "b", 3.0, 2.0, nan), "row 5 (byte 160 of the rows): α = 3 is larger than β = 2"),
        (4, call(1, 0, 1, "b", nan, 2.0, nan), "row 5 (byte 160 of the rows): α and β are numbers"),
        (4, call(1, 0, 1, "b", 1.0, 2.0, 0.5), "the move has a probability, and its parent is no frame of chance"),
        (4, call(1, 7, 1, "b", 1.0, 2.0, nan), "a kind is a number from 0 to 3, not 7"),
        (4, call(1, 0, 1, "", 1.0, 2.0, nan), "row 5 (byte 160 of the rows): a move is a text that is not empty"),
        (4, call(1, 0, 1, "a\0b", 1.0, 2.0, nan), "a text goes on behind its end"),
        (5, text(1, 2, "hit"), "row 6 (byte 200 of the rows): there is no fact 2; the heading names 2"),
        (5, call(4, 0, 1, "", inf, nan, nan), "eval in x is beyond the range of numbers"),
        (8, pruned(1, "é"), "row 11 (byte 400 of the rows): the move é is pruned, and was tried"),
        (8, pruned(1), "row 9 (byte 320 of the rows): a row has one to three pruned moves, not 0"),
        (11, ROWS[0], "row 12 (byte 440 of the rows): the ply is 0"),
    ],
)
def test_what_is_wrong_is_said_with_its_row(
    monkeypatch: pytest.MonkeyPatch, place: int, row: bytes, complaint: str
) -> None:
    changed = [*ROWS[:place], row, *ROWS[place + 1 :]]
    found = []
    for size in (40, 4000):
        monkeypatch.setattr(packed_rows, "PIECE_BYTES", size)
        found.append(fault(*changed))
    assert found[0] == found[1]
    assert complaint in found[0]


HEADING_2 = HEADING.replace(b'"version":1', b'"version":2')


def row(bytes_of_version_1: bytes, depth: float = 0, tags: int = 0, flags: int = 0) -> bytes:
    return bytes_of_version_1 + struct.pack("<fHH", depth, tags, flags)


ROWS_2 = [
    row(call(1, 1, 0, "", -inf, inf, nan), 4, 512),
    row(call(1, 0, 1, "", 2.0, 3.0, nan), inf, 1, 1),
    row(call(2, 2, 1, "", 1.0)),
    row(call(1, 0, 1, "a", -inf, inf, nan), nan, 4 + 32),
    row(call(4, 0, 1, "", 0.5, nan, nan)),
    row(call(2, 5, 1, "", 2.0, 1000000.0), 0, 2),
    row(pruned(0, "b", "c")),
    row(call(2, 0, 0, "", 2.0)),
]


@pytest.mark.parametrize("size", [48, 100, 4800])
def test_version_2_has_depths_tags_and_calls_left_out(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(packed_rows, "PIECE_BYTES", size)
    lines = [
        {"format": "plyscope-trace", "version": 3, "game": "pebbles", "position": "3", "max": "first"},
        {"ev": "enter", "id": 0, "kind": "max", "depth": 4, "tags": ["forward"]},
        *(
            {"ev": "enter", "id": 1, "parent": 0, "kind": "min", "alpha": 2, "beta": 3, "depth": "inf",
             "tags": ["null"]},
            {"ev": "leave", "id": 1, "value": 1, "status": "horizon"},
            {"ev": "enter", "id": 2, "parent": 0, "move": "a", "kind": "min", "tags": ["reduced", "probe"]},
        ),
        {"ev": "leave", "id": 2, "value": 2, "status": "left_out", "calls": 1000000,
         "tags": ["stand_pat"], "x": {"eval": 0.5}},
        {"ev": "leave", "id": 0, "value": 2, "pruned": ["b", "c"]},
    ]  # fmt: skip
    trace = read_lines(io.BytesIO(HEADING_2 + b"".join(ROWS_2)))
    of_lines = read_lines(io.BytesIO("\n".join(map(json.dumps, lines)).encode()))
    verify(trace)
    assert trace.position.warnings == of_lines.position.warnings == ()
    assert trace.signature == of_lines.signature
    assert [trace.tags_of(frame) for frame in range(3)] == [("forward",), ("null",), ("stand_pat", "reduced", "probe")]
    assert [trace.origin.further_facts.of(frame) for frame in range(3)] == [{}, {}, {"calls": 1000000, "eval": 0.5}]


@pytest.mark.parametrize(
    ("place", "changed", "complaint"),
    [
        (1, row(call(1, 0, 1, "", 2.0, 3.0, nan), 1, 1024, 1), "row 2 (byte 48 of the rows): tags are the sum of"),
        (1, row(call(1, 0, 1, "", 2.0, 3.0, nan), -inf, 1, 1), "depth is a number of at most 16777216, not -inf"),
        (1, row(call(1, 0, 1, "", 2.0, 3.0, nan), 1, 1, 2), "a call is 0, or 1 where it has no move, not 2"),
        (1, row(call(1, 0, 1, "a", 2.0, 3.0, nan), 1, 1, 1), "a call is 0, or 1 where it has no move, not 1"),
        (1, row(call(1, 0, 1, "", 2.0, 3.0, nan), 1, 1, 0), "a move is a text that is not empty"),
        (2, row(call(2, 2, 1, "", 1.0), 0, 4096), "row 3 (byte 96 of the rows): tags are the sum of"),
        (2, row(call(2, 3, 1, "", 1.0)), "a status is 0, 1, 2, 4, 5 or 255, not 3"),
        (5, row(call(2, 5, 1, "", 2.0, 0.0)), "row 6 (byte 240 of the rows): calls is how many calls are left out"),
        (5, row(call(2, 5, 1, "", 2.0, 1.5)), "a whole number above 0, not 1.5"),
        (5, row(call(2, 5, 1, "", 2.0, nan)), "a whole number above 0, not nan"),
        (6, row(pruned(0, "b"), 0, 4096), "row 7 (byte 288 of the rows): tags are the sum of bits below"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_version_2_is_said(
    monkeypatch: pytest.MonkeyPatch, place: int, changed: bytes, complaint: str
) -> None:
    for size in (48, 4800):
        monkeypatch.setattr(packed_rows, "PIECE_BYTES", size)
        content = HEADING_2 + b"".join([*ROWS_2[:place], changed, *ROWS_2[place + 1 :]])
        assert complaint in str(read_lines(io.BytesIO(content)).position.warnings[-1])


SAMPLE = """
#include "plyscope.h"

static double search(plyscope_sample *sample, int depth, int ply, const char *move, double alpha, double beta, int seed)
{
    static const char *const moves[] = {"a", "b", "c"};
    int is_max = ply % 2 == 0;
    plyscope_sample_enter(sample, ply, move, is_max ? PLYSCOPE_MAX : PLYSCOPE_MIN, alpha, beta, depth, 0);
    if (!depth) {
        plyscope_sample_leave(sample, ply, seed % 19 - 9, PLYSCOPE_HORIZON, PLYSCOPE_STAND_PAT);
        return seed % 19 - 9;
    }
    double best = is_max ? -INFINITY : INFINITY;
    for (int number = 0; number < 3; number++) {
        int next = (seed * 31 + number * 17 + 5) % 9973;
        double value = search(sample, depth - 1, ply + 1, moves[number], alpha, beta, next);
        best = is_max ? fmax(best, value) : fmin(best, value);
        if (is_max)
            alpha = fmax(alpha, best);
        else
            beta = fmin(beta, best);
        if (alpha >= beta) {
            if (plyscope_is_written(sample))
                plyscope_pruned(sample->file, ply, moves + number + 1, 2 - number);
            break;
        }
    }
    plyscope_sample_leave(sample, ply, best, PLYSCOPE_INNER, 0);
    return best;
}

int main(int count, char **words)
{
    plyscope_sample sample = {stdout, count > 1 ? 1 : 2, count > 2 ? 1 : 4, count == 2 ? words[1] : NULL, 0, 0, 0};
    plyscope_begin(stdout, "numbers", "0", "first", "");
    search(&sample, 6, 0, NULL, -INFINITY, INFINITY, 7);
    return ferror(stdout) ? 1 : 0;
}
"""


@pytest.mark.full
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_a_sample_in_c_holds_a_part_of_the_whole(tmp_path: Path) -> None:
    (tmp_path / "sample.c").write_text(SAMPLE, encoding="utf-8")
    flags = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-I", str(ROOT / "docs")]
    program = str(tmp_path / "sample")
    subprocess.run(["cc", *flags, str(tmp_path / "sample.c"), "-o", program, "-lm"], check=True)

    def written(*words: str) -> Trace:
        return read_lines(io.BytesIO(subprocess.run([program, *words], check=True, capture_output=True).stdout))

    whole, every, only = written("", ""), written(), written("b")
    for trace in (whole, every, only):
        verify(trace)
        assert (trace.complete, trace.position.warnings, trace.value) == (True, (), whole.value)
        assert [found.law for found in audit(trace) if found.weight is not Weight.FLAG] == []
        assert len(trace) + trace.left_out_calls == len(whole)
    assert whole.left_out_calls == 0
    assert min(every.left_out_calls, only.left_out_calls) > 0
    roots = [child for child in only.children(0) if only.move_text(child) != "b"]
    assert all(only.statuses[child] == LEFT_OUT for child in roots)


def test_bytes_in_the_wrong_order_are_named() -> None:
    turned = struct.pack(">BBH12s3d", 1, 1, 0, b"", -inf, inf, nan)
    with pytest.raises(InputError, match=r"row 1 \(byte 0 of the rows\): its numbers are not little-endian"):
        read(turned)


def test_rows_without_a_heading_are_named(tmp_path: Path) -> None:
    (tmp_path / "engine.rows").write_bytes(b"".join(ROWS))
    with pytest.raises(InputError, match="packed rows, without the line of JSON that stands before them"):
        load(str(tmp_path / "engine.rows"))


def test_what_breaks_off_is_kept() -> None:
    assert fault(*ROWS[:5], ROWS[5][:7]) == "row 6 (byte 200 of the rows): the row has 7 of 40 bytes"
    trace = read_lines(io.BytesIO(HEADING + b"".join(ROWS[:5]) + ROWS[5][:7]), is_live=True)
    assert (len(trace), trace.complete, trace.position.warnings) == (3, False, ())
    with pytest.raises(InputError, match="the recording has no frame"):
        read()


@pytest.mark.parametrize(
    "names", ['"eval"', '["eval","eval"]', '["a b"]', "[1]", json.dumps([f"n{n}" for n in range(65)])]
)
def test_names_of_facts_are_checked(names: str) -> None:
    with pytest.raises(InputError, match=r"^line 1: (x is a list|a name in x)"):
        read_lines(io.BytesIO(HEADING.replace(b'["eval","tt"]', names.encode()) + b"".join(ROWS)))


def as_rows(lines: list[str]) -> bytes:
    """A recording in lines, of which the moves of a call are all different texts, in rows."""
    kinds, statuses = {"min": 0, "max": 1}, {None: 255, "inner": 0, "terminal": 1, "horizon": 2, "table": 4}
    rows, ply = [], 0
    for line in lines[1:]:
        event = json.loads(line)
        x = {name: fact for name, fact in event.get("x", {}).items() if fact is not None and fact is not True}
        facts = [call(4, 0, ply - (event["ev"] == "leave"), "", x["eval"], nan, nan)] if "eval" in x else []
        facts += [text(ply - (event["ev"] == "leave"), 1, x["tt"])] if "tt" in x else []
        if event["ev"] == "enter":
            window = [float(event.get(key) if event.get(key) is not None else default) for key, default in
                      (("alpha", -inf), ("beta", inf))]  # fmt: skip
            rows += [call(1, kinds[event["kind"]], ply, str(event.get("move", "")), *window, nan), *facts]
            ply += 1
            continue
        ply -= 1
        moves = [str(move) for move in event.get("pruned", [])]
        rows += facts + ([pruned(ply, *moves)] if moves else [])
        rows.append(call(2, statuses[event.get("status")], ply, "", event["value"]))
    return HEADING + b"".join(rows)


def without_truth(lines: list[str]) -> bytes:
    return "\n".join(line.replace('"tt": true', '"tt": null') for line in lines).encode()


def outcome(content: bytes) -> tuple[object, ...]:
    try:
        trace = read_lines(io.BytesIO(content))
    except InputError as error:
        return (str(error),)
    return (trace.signature, len(trace), trace.complete, [str(warning) for warning in trace.position.warnings])


def compare(content: bytes, monkeypatch: pytest.MonkeyPatch) -> tuple[object, ...]:
    """What comes of rows in pieces of several, which is also what comes of them one by one."""
    found = []
    for size in (40, 333, 1 << 20):
        with monkeypatch.context() as patch:
            patch.setattr(packed_rows, "PIECE_BYTES", size)
            found.append(outcome(content))
    assert found[0] == found[1] == found[2], content
    return found[0]


def changed(content: bytes, draw: random.Random) -> bytes:
    """With a few changes behind the heading: bytes, whole rows, the end."""
    rows = bytearray(content[len(HEADING) :])
    for _ in range(draw.randrange(1, 3)):
        at = draw.randrange(len(rows))
        way = draw.randrange(4)
        if way == 0:
            rows[at] = draw.randrange(256)
        elif way == 1:
            rows[at - at % 40] = draw.randrange(7)
        elif way == 2:
            other = draw.randrange(len(rows))
            rows[at - at % 40 : at - at % 40] = rows[other - other % 40 :][:40]
        else:
            del rows[max(at, 1) :]
    return HEADING + bytes(rows)


@pytest.mark.full
def test_rows_and_lines_of_one_recording_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(10):
        lines = some_lines(random.Random(seed), 40)
        by_rows = compare(as_rows(lines), monkeypatch)
        assert by_rows == (*outcome(without_truth(lines))[:3], [])


@pytest.mark.full
def test_changed_rows_are_read_or_refused_alike_in_pieces_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(1)
    for _ in range(150):
        compare(changed(as_rows(some_lines(draw, 12)), draw), monkeypatch)


def test_rows_are_read_live() -> None:
    trace = listened(None, HEADING + b"".join(ROWS))
    assert (len(trace), trace.value, trace.complete) == (4, 2, True)


def check_matches(content: bytes, folder: Path, frames: int) -> None:
    path = folder / "matches"
    path.write_bytes(content)
    for trace in (Trace.open(path), listened(None, content)):
        verify(trace)
        assert (len(trace), trace.value, trace.best_move, trace.complete) == (frames, 1.0, "take 2", True)
        assert trace.position.warnings == ()


@pytest.mark.full
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_the_sample_in_c(tmp_path: Path) -> None:
    program = tmp_path / "packed"
    flags = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-I", str(ROOT / "docs")]
    subprocess.run(["cc", *flags, str(RECURSION / "packed.c"), "-o", str(program), "-lm"], check=True)
    content = subprocess.run([str(program)], check=True, capture_output=True).stdout
    check_matches(content, tmp_path, 19)
    assert read_lines(io.BytesIO(content)).origin.further_facts.of(1) == {"matches": 4, "side": "won"}


if shutil.which("rustc") is not None:  # which .ci/run does not install: it is no test to be skipped there

    @pytest.mark.full
    def test_the_sample_in_rust(tmp_path: Path) -> None:
        program = tmp_path / "packed"
        subprocess.run(["rustc", "-D", "warnings", str(RECURSION / "packed.rs"), "-o", str(program)], check=True)
        check_matches(subprocess.run([str(program)], check=True, capture_output=True).stdout, tmp_path, 20)


def test_the_header_is_short() -> None:
    assert len((ROOT / "docs" / "plyscope.h").read_text(encoding="utf-8").splitlines()) <= 240
