"""The flowchart's text, and its limits."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.export import export
from plyscope.export.mermaid import MAX_CHARS, coded
from plyscope.messages import InputError

from tests.engine.export.written import written_as
from tests.full_traces import record


def test_a_small_tree() -> None:
    text = written_as("mmd", "tree:[[3,5],[2,4]]")
    assert text.splitlines()[0] == "flowchart TD"
    assert [line for line in text.splitlines() if "---" in line or "===" in line or "-.-" in line] == [
        "  n0 === n1", "  n1 === n2", "  n1 --- n3", "  n0 --- n4", "  n4 === n5", "  n4 -.- n6",
    ]  # fmt: skip
    assert '  n0[/"A<br>3"\\]:::' in text
    assert '  n1[\\"B<br>3"/]:::' in text
    assert '  n2["B1<br>3"]:::' in text
    assert '  n6["C2<br>4"]:::pruned' in text


def test_names_are_coded() -> None:
    assert coded('a"b#c<i>') == "a#34;b#35;c#60;i#62;"
    assert coded("1. e4") == "1#46; e4"
    assert coded("a\nb") == "a#92;nb"


def test_too_many_edges_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="mmd can hold 501 nodes at most, not 502"):
        export(record("tree:[" + ",".join(["1"] * 501) + "]", "minimax"), tmp_path / "x.mmd")


def test_too_many_letters_are_refused_and_nothing_is_written(tmp_path: Path) -> None:
    name = '{{"name":"{}{}","value":1}}'
    wide = "tree:[" + ",".join(name.format("<" * 100, number) for number in range(400)) + "]"
    with pytest.raises(InputError, match=f"Mermaid draws {MAX_CHARS} characters at most"):
        export(record(wide, "minimax"), tmp_path / "x.mmd", notes=dict.fromkeys(range(400), "<" * 30))
    assert list(tmp_path.iterdir()) == []
