"""No recording changes unnoticed: the signatures of all samples and of 500 random positions are kept in a list.

Each line of the list holds a signature, a source, the side that is MAX (empty: the source's own) and the search with
its options (empty: the source's own). Recordings stop at LIMIT frames. A change of a line needs a reason in the
commit that changes it.
"""

from __future__ import annotations

import plyscope
from plyscope.recording.who import read_who

from tests import full_traces
from tests.places import GOLDEN

LIMIT = 3_000


def signature(source: str, max_side: str, who: str) -> str:
    position = plyscope.load(source, max=max_side or None)
    return full_traces.record(position, **(read_who(who) if who else {}), limit=LIMIT).signature


def test_every_recording_has_the_signature_that_it_always_had() -> None:
    lines = (GOLDEN / "signatures.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 557
    changed = []
    for line in lines:
        kept, *question = line.split("\t")
        if signature(*question) != kept:
            changed.append(question)
    assert changed == []
