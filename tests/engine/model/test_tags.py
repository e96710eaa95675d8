"""What is unusual about calls, and which of them count: frame by frame as in whole columns, and against the runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import plyscope
import pytest
from plyscope.audit.verification import verify
from plyscope.model.columns import INNER, TAG_BITS, TAGS
from plyscope.model.conditions import parse
from plyscope.model.declaration import MAX

from tests import full_traces
from tests.unusual import SEARCHES_HERE, loaded, plain_calls, record

NOISY = """{"value": 0, "children": [{"value": 1, "children": [{"value": 4, "noisy": true}, 3]}, 2]}"""
USUAL = (
    ("tree:[[3,[5,1]],[[6,2],7],[1,2]]", {"algorithm": "pvs"}),
    ("tictactoe:.OO/XXO/.X. o", {"algorithm": "pvs"}),
    ("tictactoe:.OO/XXO/.X. o", {"algorithm": "alphabeta"}),
    ("tictactoe:.OO/XXO/.X. o", {"algorithm": "mtdf"}),
    ("tictactoe:.OO/XXO/.X. o", {"algorithm": "deepening", "depth": 3}),
    (f"tree:{NOISY}", {"algorithm": "quiescence", "depth": 1}),
)


@pytest.fixture(autouse=True)
def plugin() -> Iterator[None]:
    with loaded():
        yield


def traces() -> Iterator[full_traces.Trace]:
    for source, options in USUAL:
        yield full_traces.record(source, **options)
    for search in SEARCHES_HERE:
        for text, depth in (("7 a 6", 4), ("12 b 5", 5), ("93 b 4", 3)):
            for limit in (None, 20):
                yield record(plyscope.load(f"numbers:{text}"), search, depth, limit)


def test_frames_and_columns_say_the_same() -> None:
    seen: set[str] = set()
    for trace in traces():
        facts, column = trace.facts, trace.column("tags")
        for frame in range(len(trace)):
            tags = trace.tags_of(frame)
            assert tags == tuple(name for name in TAGS if column[frame] & TAG_BITS[name])
            assert trace.counts(frame) == facts.counts[frame]
            assert trace.is_probing(frame) == facts.is_probing[frame] or trace.search.is_imported
            assert trace.first_try(frame) == facts.first_try[frame]
            assert trace.is_cutoff(frame) == facts.cutoff[frame]
            assert np.array_equal(trace.depth_left(frame), trace.column("depth")[frame], equal_nan=True)
            seen |= {*tags}
    assert seen == {*TAGS} - {"excluded", "forward"}


def test_what_counts_is_what_the_value_is_made_of() -> None:
    for trace in traces():
        if trace.search.rounds is not None or trace.options.get("fail") == "hard":
            continue
        cut = trace.facts.cut_by_passing
        for frame in np.flatnonzero(trace.column("status") == INNER).tolist():
            values = [trace.values[child] for child in trace.children(frame) if trace.counts(child)]
            static = trace.static_score(frame)
            values += [] if static is None else [static]
            best = (max if trace.kinds[frame] == MAX else min)(values, default=None)
            if cut is None or not cut[frame]:
                assert trace.values[frame] == best
            else:
                assert trace.values[frame] in (trace.alphas[frame], trace.betas[frame])
                assert trace.best_child(frame) == -1
                assert trace.bound_of(frame) is None
                assert trace.skips[frame] == 3


def test_tags_are_those_of_the_calls_that_were_made() -> None:
    for search in SEARCHES_HERE:
        position = plyscope.load("numbers:7 a 6")
        trace, calls = record(position, search, 5), plain_calls(position, search, 5)
        for frame in range(1, len(trace)):
            call, above = calls[frame], calls[trace.parents[frame]]
            tags = set(trace.tags_of(frame)) - {"probe", "research"}
            if call.position[2] == above.position[2]:
                assert trace.moves[frame] == -1
                assert tags == ({"null"} if call.side != above.side else {"iid"})
            elif call.depth < above.depth - 1:
                assert tags == {"reduced"}
            else:
                assert tags == ({"extended"} if call.depth > above.depth - 1 else set())


def test_depths_and_tags_are_stored_only_where_they_do_not_follow() -> None:
    for trace in traces():
        is_plain = trace.search.name not in SEARCHES_HERE
        assert (trace.origin.depths is None) == is_plain or not trace.complete
        assert trace.origin.tags is None or trace.search.name.startswith("null-move")
        assert trace.format_version == 3 or is_plain or not trace.complete


def test_a_search_without_a_depth_has_none() -> None:
    assert np.isnan(full_traces.record("tictactoe:XOXOXO... x", algorithm="notebook").column("depth")).all()
    assert np.isinf(full_traces.record("tictactoe:XOXOXO... x").column("depth")).all()


def test_conditions_know_depths_and_tags() -> None:
    trace = record(plyscope.load("numbers:7 a 6"), "null-move", 4)
    nulls = [frame for frame in range(len(trace)) if "null" in trace.tags_of(frame)]
    assert nulls
    assert parse('tag == "null"').frames(trace).tolist() == nulls
    assert set(parse('tag != "null"').frames(trace).tolist()) == set(range(len(trace))) - set(nulls)
    assert parse("depth <= 0 and inner").frames(trace).tolist() == []
    assert parse("depth == 4").frames(trace).tolist() == [0]
    with pytest.raises(plyscope.InputError, match="nul is not a tag; the tags are null, stand_pat"):
        parse('tag == "nul"').frames(trace)


LOG = """{"format":"plyscope-trace","version":1,"game":"mine","position":"p","max":"a"}
{"ev":"enter","id":0,"parent":null,"move":null,"kind":"max","alpha":null,"beta":null}
{"ev":"enter","id":1,"parent":0,"move":"x","kind":"min","alpha":null,"beta":null}
{"ev":"leave","id":1,"value":1,"status":"horizon"}
{"ev":"enter","id":2,"parent":0,"move":"y","kind":"min","alpha":null,"beta":null}
{"ev":"leave","id":2,"value":5,"status":"horizon"}
{"ev":"leave","id":0,"value":1}
"""


def test_an_imported_recording_has_the_tags_that_were_given_and_those_that_depths_show(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(LOG, encoding="utf-8")
    plain = full_traces.Trace.open(path)
    assert np.isnan(plain.column("depth")).all()
    assert not plain.column("tags").any()
    tags = np.array([0, 0, TAG_BITS["null"] | TAG_BITS["probe"]], np.uint16)
    trace = plain.with_beside(tags=tags, depths=np.array([3, 1, 3], np.float32))
    assert [trace.tags_of(frame) for frame in range(3)] == [(), ("reduced",), ("null", "extended", "probe")]
    assert [trace.counts(frame) for frame in range(3)] == [*trace.facts.counts] == [True, True, False]
    assert trace.best_child(0) == 1
    target = tmp_path / "log.plytrace"
    full_traces.Trace(**trace.parts).save(target)
    again = full_traces.Trace.open(target)
    verify(again)
    assert again.tags_of(2) == ("null", "extended", "probe")
    assert again.depth_left(1) == 1
