"""Programs as they are and by `plyscope debug`: what they print and how they end has to be the same.

The programs are those of tests/corpus, some of them with planted mistakes, and unusual ones that would notice an
attribute that is read, a line that moves, or an object that lives longer. Files that are named run instead of these.
`sys.gettrace()` alone differs where executed lines are recorded, as under any debugger.

    behaviour.py                  # all of it: 220 programs
    behaviour.py --mistakes 0 own.py other.py
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from corpus import spread

from tests.corpus.catalogue import programs
from tests.corpus.mistakes import planted

SECONDS = 20
"""What a program may take by itself; one that runs on is passed over, as a mistake may make it."""
SECONDS_OF_DEBUG = 300
UNUSUAL = {
    "metaclass that counts what is read of its classes": """
class Meta(type):
    reads = 0
    def __getattribute__(cls, name):
        if not name.startswith("__"):
            type.__setattr__(Meta, "reads", Meta.reads + 1)
        return super().__getattribute__(name)

class Node(metaclass=Meta):
    size = 1
    def count(self, depth):
        return self.size + sum(self.count(depth - 1) for _ in range(depth))

print(Node().count(4), Meta.reads)
""",
    "objects that print when they are compared, hashed, written or asked for their truth": """
class Loud:
    def __init__(self, value): self.value = value
    def __eq__(self, other): print("eq"); return self.value == other.value
    def __hash__(self): print("hash"); return 1
    def __repr__(self): print("repr"); return "Loud"
    def __bool__(self): print("bool"); return self.value > 0
    def __len__(self): print("len"); return 1
    def __lt__(self, other): print("lt"); return self.value < other.value

def search(node, alpha, beta, maximizing):
    if isinstance(node, int):
        return Loud(node)
    best = None
    for child in node:
        value = search(child, alpha, beta, not maximizing)
        if best is None or (best < value) == maximizing:
            best = value
    return best

print(search([[3, 12], [2, 4]], Loud(-9), Loud(99), True).value)
""",
    "attributes that are made when they are asked for": """
class Lazy:
    def __getattr__(self, name):
        print("made", name)
        return 0

def walk(lazy, depth):
    return depth and walk(lazy, depth - 1) + lazy.step

print(walk(Lazy(), 3))
""",
    "threads": """
import threading
found = []
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
def work(n): found.append(fib(n))
threads = [threading.Thread(target=work, args=(n,)) for n in (9, 10, 11)]
for one in threads: one.start()
for one in threads: one.join()
print(sorted(found), threading.active_count())
""",
    "tasks": """
import asyncio
async def fib(n):
    await asyncio.sleep(0)
    return n if n < 2 else sum(await asyncio.gather(fib(n - 1), fib(n - 2)))
print(asyncio.run(fib(9)))
""",
    "generators": """
def leaves(tree):
    try:
        for one in tree:
            if isinstance(one, list):
                sent = yield from leaves(one)
            else:
                sent = yield one
                print("sent", sent)
        return len(tree)
    finally:
        print("closed")

running = leaves([1, [2, [3]], 4])
print(next(running), running.send("a"), running.send("b"))
running.close()
print(list(leaves([[5], 6])))
""",
    "objects that say when they go": """
import gc, weakref
class Board:
    def __init__(self, name): self.name = name
    def __del__(self): print("gone", self.name)

def play(board, depth):
    if depth:
        play(Board(f"{board.name}{depth}"), depth - 1)
    print("back", board.name)

play(Board("b"), 3)
print(gc.isenabled(), len(gc.callbacks))
""",
    "lines, names and texts of its own functions": """
import inspect, sys, traceback
def down(n):
    if not n:
        raise ValueError("bottom")
    return down(n - 1)

try:
    down(2)
except ValueError as error:
    print([(one.lineno, one.name, one.line) for one in traceback.extract_tb(error.__traceback__)])
print(inspect.getsource(down), inspect.signature(down), down.__name__, down.__qualname__, down.__code__.co_firstlineno)
print(sys._getframe().f_lineno, sorted(name for name in globals() if not name.startswith("__")), __name__)
""",
    "the limit of recursion": """
import sys
print(sys.getrecursionlimit(), sys.getprofile())
def deep(n): return deep(n + 1)
try:
    deep(0)
except RecursionError as error:
    print(type(error).__name__)
""",
    "an exit within the recursion": """
import atexit, sys
atexit.register(print, "at the end")
def down(n):
    try:
        if not n: sys.exit(3)
        down(n - 1)
    finally:
        print("finally", n)
down(3)
""",
    "an error that nothing catches": """
def down(n):
    return 1 / n + down(n - 1)
print("before")
down(3)
""",
    "contexts, exceptions and their causes": """
from contextlib import contextmanager, suppress
@contextmanager
def level(n):
    print("in", n)
    try: yield n
    except KeyError as error: raise LookupError(n) from error
    finally: print("out", n)

def down(n):
    with level(n):
        if not n: raise KeyError("end")
        down(n - 1)

with suppress(LookupError):
    down(2)
try: down(1)
except LookupError as error: print(repr(error), repr(error.__cause__))
""",
}


class Run(NamedTuple):
    """How a program ran."""

    printed: str
    complained: str
    status: int


def main() -> None:
    options = read_options()
    with tempfile.TemporaryDirectory() as folder:
        files = options.files or [*files_written(Path(folder), options.mistakes)]
        with ThreadPoolExecutor(options.processes) as pool:
            found = list(pool.map(compared, files))
    for path, differs in zip(files, found, strict=True):
        if differs not in ("same", "it runs on"):
            print(f"{path.stem}: {differs}")
    print(", ".join(f"{count} {what}" for what, count in Counter(found).most_common()))


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--mistakes", type=int, default=104, help="how many programs with a mistake")
    parser.add_argument("--processes", type=int, default=2)
    return parser.parse_args()


def files_written(folder: Path, mistakes: int) -> Iterator[Path]:
    """The files of all programs: those of the corpus, some with a mistake, and the unusual ones."""
    wrong = spread([one for program in programs() for one in planted(program)], mistakes)
    texts = [(one.name, one.text) for one in programs()]
    texts += [(f"{one.program.name}, {one.kind} {number}", one.text) for number, one in enumerate(wrong)]
    for name, text in (*texts, *UNUSUAL.items()):
        path = folder / f"{name}.py"
        path.write_text(text, encoding="utf-8")
        yield path


def compared(path: Path) -> str:
    """What differs between a plain run of a program and one that is recorded; "same" where nothing does."""
    plain = run([sys.executable, str(path), "0"], path, SECONDS)
    if plain is None:
        return "it runs on"
    debug = [sys.executable, "-m", "plyscope", "debug", str(path)]
    shown, as_json = (run([*debug, *more, "--", "0"], path, SECONDS_OF_DEBUG) for more in ((), ("--json",)))
    if shown is None or as_json is None:
        return "it takes too long"
    if not shown.printed.startswith(plain.printed):
        return "it prints something else"
    ended = json.loads(as_json.printed)["ended"] if as_json.status == 0 else {"how": "", "text": as_json.complained}
    if plain.status == 0:
        own = [line for line in plain.complained.splitlines() if line not in shown.complained]
        return "same" if ended["how"] == "returned" and not own else f"it ends otherwise: {ended['text'][:80]}"
    last = plain.complained.strip().rpartition("\n")[2]
    if last.startswith("RecursionError"):  # where the stack ends, other words may follow
        last = ended["text"] if ended["text"].startswith("RecursionError") else last
    due = ("exception", last) if last else ("exit", f"SystemExit: {plain.status}")
    return "same" if (ended["how"], ended["text"]) == due else f"it ends otherwise: {ended['text'][:80]}, not {due[1]}"


def run(command: Sequence[str], path: Path, seconds: float) -> Run | None:
    """Run a command; None where it takes longer."""
    environment = os.environ | {"PYTHONHASHSEED": "0", "COLUMNS": "80", "PYTHONUTF8": "1"}
    try:
        done = subprocess.run(
            command, cwd=path.absolute().parent, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, timeout=seconds, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return None
    return Run(*(re.sub("0x[0-9a-f]{6,}", "0x…", text) for text in (done.stdout, done.stderr)), done.returncode)


if __name__ == "__main__":
    main()
