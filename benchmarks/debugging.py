"""From Enter to the answer of `plyscope debug`, as whole processes in turns with plain Python and with VizTracer.

VizTracer is the usual tracer of Python calls; it writes a file and explains nothing. It is installed by hand (`pip
install viztracer`); without it, its column is left out and said to be missing. A second table has the processor time
of the program's own process alone, with calls and what is recorded beside them, against its plain run; and, of the same
program with what is recorded written into its text by hand, which is the least that a recorder in Python must do.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Hashable, Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import NamedTuple, TypeVar

from interleaved import of_samples, report
from plyscope.operating_system import end_session
from plyscope.tracer.programs import program_of
from plyscope.tracer.starting import Options, StartedProgram
from plyscope.tracer.user_python import OURS

MINIMAX = """
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

def finished(board):
    for a, b, c in LINES:
        if board[a] and board[a] == board[b] == board[c]:
            return board[a]
    return 0 if all(board) else None

def minimax(board, player):
    result = finished(board)
    if result is not None:
        return result
    best = -2 * player
    for square in range(9):
        if not board[square]:
            board[square] = player
            value = minimax(board, -player)
            board[square] = 0
            best = max(best, value) if player == 1 else min(best, value)
    return best
"""
FIB = "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n"
BY_HAND = {
    MINIMAX[MINIMAX.index("def minimax") :]: """
from operator import countOf

events = []
tell, tell_all = events.append, events.extend
CALL, SITE, LEAF, FIRST, LOOP, ITEM, VALUE, BEST, END, RETURN = map(tuple, zip(range(10), range(10)))

def minimax(board, player, move=None):
    tell_all((CALL, board[:] if countOf(map(type, board), int) == len(board) else repr(board), player, move))
    result = finished(board)
    if result is not None:
        tell_all((LEAF, result))
        return result
    best = -2 * player
    tell_all((FIRST, best, LOOP, 9))
    for square in range(9):
        tell(ITEM)
        if not board[square]:
            board[square] = player
            tell(SITE)
            value = minimax(board, -player, square)
            board[square] = 0
            best = max(best, value) if player == 1 else min(best, value)
            tell_all((VALUE, value, BEST, best))
    tell_all((END, RETURN, best))
    return best
""",
    FIB: """
events, CALL = [], (0,)
tell = events.append

def fib(n):
    tell(CALL)
    tell(n if type(n) is int else repr(n))
    result = n if n < 2 else fib(n - 1) + fib(n - 2)
    tell(result if type(result) is int else repr(result))
    return result
""",
}
"""For functions the same with what is recorded of them kept in a list and not written; boards are lists of integers."""
PLAY = """
def move_of(board):
    best, kept = -2, None
    for square in range(9):
        if not board[square]:
            board[square] = 1
            value = minimax(board, -1)
            board[square] = 0
            if value > best:
                best, kept = value, square
    return kept

board = [0] * 9
while not all(board):
    board[int(input("your square: "))] = -1
    square = move_of(board)
    board[square] = 1
    print(square)
    if finished(board) is not None:
        break
"""
MANY = FIB + "for _ in range(60_000):\n    fib(8)\nfib(25)\n"
SMALL, MEDIUM = "minimax([1, 0, 0, 0, -1, 0, 1, 0, -1], 1)", "minimax([1, 0, 0, 0, -1, 0, 0, 0, 0], 1)"


class Case(NamedTuple):
    """A program, and the call of it that is recorded; without one, the program itself is."""

    text: str
    call: str = ""
    typed: bytes = b""


CHESS = """
import chess

def search(board, depth):
    if depth == 0 or board.is_game_over():
        return sum(map(len, (board.pieces(piece, board.turn) for piece in chess.PIECE_TYPES)))
    best = -99
    for move in board.legal_moves:
        board.push(move)
        best = max(best, -search(board, depth - 1))
        board.pop()
    return best
"""
INSIDE = {
    "a game at the terminal": (Case(MINIMAX, PLAY, b"4\n1\n8\n3\n"), 3),
    "a minimax on lists": (Case(MINIMAX, "minimax([1, 0, 0, 0, 0, 0, 0, 0, 0], -1)"), 3),
    "a minimax on python-chess": (Case(CHESS, "search(chess.Board(), 3)"), 2),
    "fib(27)": (Case(FIB, "fib(27)"), 5),
}
"""Programs with a call, and how many times as long as plain they may take inside."""
SECONDS = 0.6
"""What an answer may take where VizTracer takes less than half of that."""
ROUNDS = 9
Key = TypeVar("Key", bound=Hashable)
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
DEBUG = "import sys; sys.argv[0] = 'plyscope'; from plyscope.cli.main import main; main()"


CASES = {
    "a small minimax, 174 calls": Case(MINIMAX, SMALL),
    "one of 10 ms, 7,332 calls": Case(MINIMAX, MEDIUM),
    "fib(20), 21,891 calls": Case(FIB, "fib(20)"),
    "a game at the terminal, 61,330 calls": Case(MINIMAX + PLAY, typed=b"4\n1\n8\n3\n"),
    "60,001 calls of fib, 4,262,785 in all": Case(MANY),
}


def commands(case: Case, folder: Path) -> dict[str, list[str]]:
    """The command lines of the rivals; the plain program makes the same call."""
    plain, debugged = folder / "plain.py", folder / "debugged.py"
    plain.write_text(f"{case.text}\n{case.call}\n", encoding="utf-8")
    debugged.write_text(case.text, encoding="utf-8")
    call = [case.call] if case.call else []
    found = {"plain": [sys.executable, str(plain)]}
    if find_spec("viztracer") is not None:
        options = ["-m", "viztracer", "--quiet", "--output_file", str(folder / "trace.json"), "--tracer_entries"]
        found["VizTracer"] = [sys.executable, *options, "10000000", str(plain)]
    return found | {"plyscope debug": [sys.executable, "-c", DEBUG, "debug", str(debugged), *call]}


def processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def medians(rivals: Mapping[Key, Callable[[], object]], rounds: int = ROUNDS) -> dict[Key, tuple[float, float]]:
    """The median seconds of each rival, by the clock and of the processor, over rounds in which all of them run."""
    clock: dict[Key, list[float]] = {name: [] for name in rivals}
    processor: dict[Key, list[float]] = {name: [] for name in rivals}
    for turn in range(rounds + 1):
        for name, run in rivals.items():
            began, before = perf_counter(), processor_seconds()
            run()
            if turn:
                clock[name].append(perf_counter() - began)
                processor[name].append(processor_seconds() - before)
    return {name: (of_samples(clock[name]).median, of_samples(processor[name]).median) for name in rivals}


def run_command(command: list[str], typed: bytes) -> None:
    subprocess.run(command, input=typed, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def run_inside(path: Path, typed: bytes, lines: bool | None) -> None:
    """The program's own process alone, its log written and not read."""
    streams = (subprocess.PIPE, subprocess.DEVNULL, subprocess.DEVNULL)
    started = StartedProgram(program_of(str(path)), OURS, Options(lines=lines, streams=streams))
    started.process.communicate(typed)
    end_session(started.process)
    started.folder.remove()


def whole_processes(folder: Path) -> None:
    for name, case in CASES.items():
        runs = {rival: partial(run_command, command, case.typed) for rival, command in commands(case, folder).items()}
        found = medians(runs)
        clock = {rival: seconds for rival, (seconds, _) in found.items()}
        ours, viztracer = clock["plyscope debug"], clock.get("VizTracer")
        lines: dict[str, object] = {
            rival: f"{seconds:.3f} s by the clock, {processor:.3f} s of the processor"
            for rival, (seconds, processor) in found.items()
        }
        lines["times as long as plain"] = f"{ours / clock['plain']:.1f}"
        lines["times as long as VizTracer"] = "it is not installed" if viztracer is None else f"{ours / viztracer:.2f}"
        may_take = SECONDS if viztracer is None else max(SECONDS, 2 * viztracer)
        report(f"{name}: twice VizTracer, or {SECONDS} s where that is more", lines, ours <= may_take)


def inside(folder: Path) -> None:
    """What recording costs the program itself, beyond its start: the same text without the call is taken off."""
    path, empty = folder / "inside.py", folder / "empty.py"
    for name, (case, most) in INSIDE.items():
        path.write_text(f"{case.text}\n{case.call}\n", encoding="utf-8")
        empty.write_text(case.text, encoding="utf-8")
        function = next((one for one in BY_HAND if one in case.text), "")
        runs: dict[tuple[str, str], Callable[[], object]] = {}
        for which in (path, empty):
            runs["plain", which.stem] = partial(run_command, [sys.executable, str(which)], case.typed)
            if function:
                text, other = which.read_text(encoding="utf-8"), folder / f"{which.stem}_by_hand.py"
                other.write_text(text.replace(function, BY_HAND[function]), encoding="utf-8")
                runs["by hand", which.stem] = partial(run_command, [sys.executable, str(other)], case.typed)
            runs["calls and facts", which.stem] = partial(run_inside, which, case.typed, False)
            runs["with the first lines", which.stem] = partial(run_inside, which, case.typed, None)
        found = {key: processor for key, (_, processor) in medians(runs).items()}
        taken = {kind: found[kind, path.stem] - found[kind, empty.stem] for kind, stem in runs if stem == path.stem}
        ratios = {kind: seconds / taken["plain"] for kind, seconds in taken.items()}
        starts = f"{found['plain', 'empty']:.3f} s; {found['calls and facts', 'empty']:.3f} s"
        report(
            f"inside {name}: {most} times plain",
            {
                **{kind: f"{seconds:.3f} s of the processor" for kind, seconds in taken.items()},
                **{f"times as long, {kind}": f"{ratio:.2f}" for kind, ratio in ratios.items() if kind != "plain"},
                "to start it, plain and recorded": starts,
            },
            ratios["calls and facts"] <= most,
        )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        inside(Path(place))
        whole_processes(Path(place))
