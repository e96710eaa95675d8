"""Recordings of functions that call each other across files: one tree, with the text of each file."""

from __future__ import annotations

import json
import subprocess
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from plyscope.audit.verification import check
from plyscope.cli.commands import command_line
from plyscope.files.trace_file import save_trace
from plyscope.model.marks import Breakpoint, On
from plyscope.model.steps import Steps
from plyscope.text.listing import step_facts
from plyscope.text.narration import sentence
from plyscope.tracer.programs import needs_session, program_of
from plyscope.tracer.session import Session
from plyscope.tracer.split_log import Recording
from plyscope.tracer.starting import Options, StartedProgram
from plyscope.tracer.user_python import OURS
from plyscope.usercode.given_roles import function_keys, remember_roles, remembered_roles

from tests.full_traces import Cursor, Trace

A = """import b

def best(n):
    if n <= 0:
        return 0
    top = -9
    for move in (1, 2):
        top = max(top, b.best(n - move))
    return top

if __name__ == "__main__":
    best(4)
"""
B = """# MIN's side stands in a file of its own.
def best(n):
    if n <= 0:
        return 1
    import a
    return min(a.best(n - 1), 5)
"""
SEARCH = """import helpers.eval as judge
def minimax(n):
    if n == 0:
        return judge.quiet(2)
    return max(minimax(n - 1), -judge.quiet(n))
class Game:
    def turn(self):
        return minimax(3)
if __name__ == "__main__":
    print(Game().turn())
"""
EVAL = """import search
def quiet(n):
    if n > 2:
        return search.minimax(n - 3)
    return size([[n]])
def size(items):
    return sum(size(one) if isinstance(one, list) else 1 for one in items)
"""
BASE = """class Node:
    def value(self):
        return max(self.of_child(one) for one in self.children) if self.children else self.leaf
"""
TREE = """from base import Node
class Tree(Node):
    def __init__(self, leaf, *children):
        self.leaf, self.children = leaf, children
    def of_child(self, one):
        return -one.value()
Tree(0, Tree(3), Tree(0, Tree(5), Tree(2))).value()
"""


def written(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        place = (folder / name.replace("__", "/")).with_suffix(".py")
        place.parent.mkdir(exist_ok=True)
        place.write_text(text)
    return folder


def recordings(file: Path, call: str = "", **options: object) -> list[Recording]:
    nowhere = (subprocess.DEVNULL,) * 3
    session = Session(
        StartedProgram(program_of(str(file), call, folder=file.parent), OURS, Options(streams=nowhere, **options))  # type: ignore[arg-type]
    )
    session.run()
    return session.recordings


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Trace:
    [one] = recordings(written(tmp_path_factory.mktemp("two"), a=A, b=B) / "a.py")
    return Trace(**one.trace().parts)


def test_two_functions_of_two_files_stand_in_one_tree(trace: Trace) -> None:
    user_code = trace.user_code
    assert [Path(one.path).name for one in user_code.files] == ["a.py", "b.py"]
    assert user_code.call == "best(4)"
    assert user_code.ended.text == "1"
    names = [user_code.label(frame) for frame in range(len(trace))]
    assert names[:5] == ["best(4)", "best(3)", "best(2)", "best(1)", "best(0)"]
    assert len(names) == 10
    assert trace.text == A + B


def test_every_line_is_named_with_its_file(trace: Trace) -> None:
    texts = {"a.py": A.splitlines(), "b.py": B.splitlines()}
    facts = [one for one in step_facts(trace, 0, Steps(trace).count - 1) if one["moment"] == "line"]
    assert facts
    for one in facts:
        name = Path(one["file"]).name
        assert one["line"] <= len(texts[name])
        assert one["sentence"].endswith(f"Line {one['line']} of {name} is next.")
        assert one["function"].partition("@")[0] == "best"
    assert {Path(one["file"]).name for one in facts} == {"a.py", "b.py"}


def test_a_breakpoint_stops_in_its_own_file(trace: Trace) -> None:
    cursor, user_code = Cursor(trace), trace.user_code
    line = user_code.line_named("b.py:4")
    hits = cursor.hits(Breakpoint(On.LINE, str(line)))
    assert {str(sentence(trace, cursor.steps.at(int(one)))) for one in hits} == {"Line 4 of b.py is next."}
    assert len(hits)
    assert user_code.line_named("c.py:4") == user_code.line_named("4") == 0
    assert user_code.place(line)[:2] == (user_code.files[1].path, 4)


def test_a_file_has_the_text_of_each_file_once(trace: Trace, tmp_path: Path) -> None:
    save_trace(trace, tmp_path / "t.plytrace")
    with zipfile.ZipFile(tmp_path / "t.plytrace") as archive:
        manifest = json.loads(archive.read("manifest.json"))
    assert manifest["version"] == 3
    assert manifest["text"] == ""
    assert [one["text"] for one in manifest["own"]["files"]] == [A, B]
    again = Trace.open(tmp_path / "t.plytrace")
    assert again.text == trace.text
    assert again.user_code.files == trace.user_code.files
    assert again.signature == trace.signature
    check(again)


def test_a_recording_of_one_file_names_no_files(tmp_path: Path) -> None:
    (tmp_path / "f.py").write_text("def f(n):\n    return n and f(n - 1)\nf(3)\n")
    [one] = recordings(tmp_path / "f.py")
    save_trace(one.trace(), tmp_path / "t.plytrace")
    with zipfile.ZipFile(tmp_path / "t.plytrace") as archive:
        manifest = json.loads(archive.read("manifest.json"))
    assert manifest["version"] == 1
    assert "files" not in manifest["own"]
    assert one.trace().user_code.line_text(2) == 2


def test_an_evaluation_in_another_file_that_calls_back(tmp_path: Path) -> None:
    """A helper that calls itself and never back has recordings of its own; what only begins it all is not in them."""
    folder = written(tmp_path, search=SEARCH, helpers__eval=EVAL)
    (folder / "helpers" / "__init__.py").touch()
    found = recordings(folder / "search.py")
    first = found[0].trace()
    names = {one.name.partition("@")[0] for one in map(first.user_code.function_of, range(len(first)))}
    assert names == {"minimax", "quiet"}
    assert first.user_code.call == "minimax(3)"
    assert {one.function for one in found} == {"minimax", "size"}
    first_lines = [one.first_line for one in first.user_code.files]
    assert [Path(one.path).name for one in first.user_code.files] == ["search.py", "eval.py"]
    assert first_lines == [1, SEARCH.count("\n") + 1]


def test_a_base_class_and_its_overrides_stand_in_one_tree(tmp_path: Path) -> None:
    [one] = recordings(written(tmp_path, tree=TREE, base=BASE) / "tree.py")
    trace = one.trace()
    assert [Path(file.path).name for file in trace.user_code.files] == ["base.py", "tree.py"]
    assert {trace.user_code.function_of(frame).name for frame in range(len(trace))} == {"Node.value", "Tree.of_child"}
    assert trace.user_code.ended.text == "2"


def test_calls_that_the_run_does_not_prove_are_taken_out(tmp_path: Path) -> None:
    """`report` could call `search` again by its text, and never does in this run."""
    a = "import b\ndef search(n):\n    b.report(n)\n    return 1 if n < 1 else search(n - 1) + search(n - 2)\n"
    a += "if __name__ == '__main__':\n    search(4)\n"
    b = "import a\ndef report(n):\n    return a.search(3) if n > 99 else None\n"
    [one] = recordings(written(tmp_path, a=a, b=b) / "a.py")
    trace = one.trace()
    assert len(trace) == 15
    assert trace.user_code.files == ()
    assert trace.user_code.ended.text == "8"
    assert [int(line) for line in trace.user_code.tables.line_number[:2]] == [3, 4]
    check(trace)


def test_what_begins_a_search_and_is_in_no_cycle_is_taken_out(tmp_path: Path) -> None:
    """`AI.move` is called `move` as what `search` calls on boards is, so that the text alone cannot tell."""
    a = "from b import AI\nclass Board:\n    def move(self, n):\n        return n - 1\nAI().choose(Board())\n"
    b = (
        "from c import search\nclass AI:\n    def move(self, board):\n        return search(board, 3)\n"
        "    def choose(self, board):\n        print('thinking')\n        return self.move(board)\n"
    )
    c = "import b\ndef search(board, n):\n    return 0 if n < 1 else search(board, board.move(n)) + 1\n"
    [one] = recordings(written(tmp_path, a=a, b=b, c=c) / "a.py")
    assert one.function == "search"
    assert one.source.path.endswith("c.py")
    assert one.result == "3"
    assert one.frames == 4


def test_what_began_two_searches_and_is_taken_out_leaves_them_its_result(tmp_path: Path) -> None:
    """`Bot.grow` is called `grow` as what moves on boards is, and calls what it searches with twice."""
    b = """class Bot:
    @staticmethod
    def grow(heap):
        def best(heap, turn):
            if heap.left < 1:
                return turn
            return (max if turn else min)(best(one, not turn) for one in heap.after())
        return best(heap, True) + 2 * best(heap, False)
"""
    c = """class Heap:
    def __init__(self, left):
        self.left = left
    def after(self):
        return [Heap(self.left).grow(1), Heap(self.left).grow(2)]
    def grow(self, count):
        self.left -= count
        return self
"""
    folder = written(tmp_path, a="from b import Bot\nfrom c import Heap\nprint(Bot.grow(Heap(4)))\n", b=b, c=c)
    [one] = recordings(folder / "a.py")
    assert (one.function, one.call, one.result) == ("Bot.grow.best", "grow(Heap(left=4))", "2")
    trace = one.trace()
    assert trace.complete
    assert (trace.user_code.has_caller, trace.user_code.result(0)) == (True, "2")
    assert [trace.user_code.result(child) for child in trace.children(0)] == ["False", "True"]
    check(trace)


def test_an_error_is_at_its_line_in_its_file(tmp_path: Path) -> None:
    b = B.replace("return 1", "raise ValueError('here')")
    [one] = recordings(written(tmp_path, a=A, b=b) / "a.py")
    trace = one.trace()
    place = trace.user_code.place(trace.user_code.ended.line)
    assert (place.line, str(place.text)) == (4, "4 of b.py")
    assert "line 4 of b.py" in str(sentence(trace, Steps(trace).at(Steps(trace).count - 1))).lower()


def test_a_call_of_a_file_is_recorded_with_the_other_files(tmp_path: Path) -> None:
    folder = written(tmp_path, a=A, b=B)
    assert needs_session(program_of(str(folder / "a.py"), "best(3)"))
    done = CliRunner().invoke(command_line, ["debug", str(folder / "a.py"), "best(3)", "--json"])
    facts = json.loads(done.stdout)
    assert (facts["call"], facts["result"]) == ("best(3)", "1")
    assert facts["frames"] > 4


@pytest.mark.parametrize(
    "added",
    [
        "import sys, os\nsys.path.insert(0, 'parts')\n",
        "import sys, os\nHERE = os.path.dirname(__file__)\nsys.path.append(os.path.join(HERE, 'parts'))\n",
        "import sys\nfrom pathlib import Path\nsys.path += [str(Path(__file__).parent / 'parts')]\n",
    ],
)
def test_a_module_is_found_where_the_program_puts_it_on_the_path(tmp_path: Path, added: str) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts/deep.py").write_text("def fold(n):\n    return 0 if n < 1 else fold(n - 1)\n")
    path = written(tmp_path, a=added + "from deep import fold\ndef go(n):\n    return fold(n)\n") / "a.py"
    assert needs_session(program_of(str(path), "go(3)"))


def test_a_helper_beside_the_call_hides_no_recursion_of_another_file(tmp_path: Path) -> None:
    a = "from b import fold\ndef helper(n):\n    return 0 if n < 1 else helper(n - 1)\n"
    a += "def go(n):\n    return fold(n)\ndef plain(n):\n    return n\n"
    path = written(tmp_path, a=a, b="def fold(n):\n    return 0 if n < 1 else fold(n - 1)\n") / "a.py"
    assert needs_session(program_of(str(path), "go(3)"))
    assert not needs_session(program_of(str(path), "helper(3)"))
    assert not needs_session(program_of(str(path), "plain(3)")), "it is recorded although nothing of it is recursive"


def test_roles_are_remembered_in_each_file(trace: Trace) -> None:
    names = [one.name for one in trace.user_code.functions if one.line]
    given = {names[0]: {"n": "depth"}, names[1]: {"n": "ignore"}}
    remember_roles(function_keys(trace), given)
    assert remembered_roles(function_keys(trace)) == given
