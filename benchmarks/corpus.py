"""What Plyscope says of the programs of tests/corpus, held against the truth about them.

Of correct programs: bugs and waste that are none, roles that are wrong or not known, cutoffs other than those that the
corpus's own instrument counts. Of planted mistakes: whether the right law is named at the right line, and what else
is named. Each call is recorded in a process of its own and read as `plyscope debug` does.

    corpus.py                                            # all of it
    corpus.py --programs 25 --positions 2 --mistakes 60  # a sample, spread evenly
    corpus.py --programs tree_next ttt_hebrew --mistakes window_is_swapped
    corpus.py --json before.json                         # and after a change:
    corpus.py --json after.json --against before.json    # what got better, and what worse
"""

from __future__ import annotations

import argparse
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from plyscope.messages import InputError
from plyscope.model.roles import BOARD, KEPT, MOVE, Proposal
from plyscope.tracer import running, target_process
from plyscope.usercode.findings import BUG, REMARK, WASTE, findings
from plyscope.usercode.reading import read_as_search

from tests.corpus.catalogue import Program, programs
from tests.corpus.instrument import observe
from tests.corpus.mistakes import KINDS, POSITIONS, Mistake, first_change, planted

LIMITS = running.Limits(seconds=60, frames=6_000)
"""More than any run of the corpus needs, but for mistakes that make it run on."""
OUTCOMES = NAMED, SILENT, NAMED_BESIDE, REMARKED, MISSED, OTHER_LAW, OTHER_LINE = (
    *("named", "rightly silent", "named, others too", "in a remark", "missed", "other law", "other line"),
)
"""What became of a mistake, from the best to the worst: what is wrong is worse than nothing.

Nothing is to be said of a mistake that breaks no law.
"""


# Recording


FORKING = target_process.START_CODE.replace(", request = sys.argv", " = sys.argv").replace(" request,", "")
FORKING = FORKING.replace(
    "main(request)",
    """
import os
for request in sys.stdin:
    child = os.fork()
    if not child:
        os.setsid()
        for stream, nothing in enumerate([os.open(os.devnull, os.O_RDWR)] * 3):
            os.dup2(nothing, stream)
        main(request.strip())
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
""",
)
"""A target process that forks for each request: a run then takes a third of the time, and records the same."""


@cache
def forking_process() -> subprocess.Popen[bytes]:
    folder = str(Path(target_process.__file__).parents[1])
    return subprocess.Popen(
        [sys.executable, "-X", "utf8", "-c", FORKING, target_process.PACKAGE, folder, "program"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        bufsize=0,
    )


class ForkedTarget:
    """The process of one run, with as much of `Popen` as the tracer uses."""

    def __init__(self, module: str, request: Path, python: str) -> None:
        maker = forking_process()
        assert maker.stdin is not None
        assert maker.stdout is not None
        self.answers = maker.stdout
        maker.stdin.write(f"{request.absolute()}\n".encode())
        self.pid = int(self.answers.readline())
        self.returncode: int | None = None

    def wait(self, timeout: float | None = None) -> int | None:
        if self.returncode is None and select.select([self.answers], [], [], timeout)[0]:
            self.returncode = int(self.answers.readline())
        return self.returncode

    def poll(self) -> int | None:
        return self.wait(0)

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Said(NamedTuple):
    """What is said of one run."""

    found: list[tuple[str, str, int, str]]
    """The weight, law, line and sentence of each finding."""
    wrong_roles: list[str]
    unknown_roles: list[str]
    cutoffs: int | None
    """None where the run is not read as a search, or where nothing is said of them."""


def said_of(program: Program, path: Path, number: int) -> Said:
    try:
        trace = read_as_search(running.debug(path, f"run(POSITIONS[{number}])", limits=LIMITS), {})
        proposal = Proposal.of(trace)
        found = [(finding.kind, finding.name, finding.line, str(finding.sentence)) for finding in findings(trace)]
    except Exception as error:  # a traceback is what must never come of it, and is reported
        kind = "refused" if isinstance(error, InputError) else "traceback"
        return Said([(BUG, kind, 0, f"{type(error).__name__}: {error}")], [], [], None)
    if proposal is None:
        return Said(found, [], [], None)
    return Said(found, *compared_roles(program, proposal), trace.cutoffs)


def compared_roles(program: Program, proposal: Proposal) -> tuple[list[str], list[str]]:
    """The roles that are said and wrong, and those of which none is said."""
    wrong, unknown = [], []
    for name, places in proposal.places.items():
        plain = name.partition("@")[0].rpartition(".")[2]
        true = {role: text.replace(" ", "") for role, text in program.roles.get(plain, {}).items() if role != "fold"}
        said = {MOVE if role == KEPT else role: place.replace(" ", "") for role, place in places.items()}
        for role, place in said.items() if true else ():
            # A parameter may hold the board, as self holds self.cells.
            if true.get(role) != place and not (role == BOARD and true.get(role, "").startswith(f"{place}.")):
                wrong.append(f"{plain}: {role} is {true.get(role, 'nothing')}, not {place}")
        unknown += [f"{plain}: {role} is {text}" for role, text in true.items() if role not in said]
    return wrong, unknown


# Correct programs


def of_program(name: str, positions: Sequence[int]) -> dict[str, Any]:
    """What is said of a correct program on each position, and how many exits by a bound ran, in loops and elsewhere."""
    program = named(name)
    found = {}
    for number in positions:
        said, ran = said_of(program, program.path, number), observe(program, number)
        found[str(number)] = {
            "said": [one for one in said.found if one[0] != REMARK and not is_own_waste(program, *one[1:3])],
            "wrong roles": said.wrong_roles,
            "roles not known": said.unknown_roles,
            "cutoffs": [said.cutoffs, *(ran.count(program, kind) for kind in ("cut", "early"))],
        }
    return found


def is_own_waste(program: Program, law: str, line: int) -> bool:
    """Whether a line really does work that cannot matter by this law."""
    return f"waste {law}" in program.markers.get(line, ())


@cache
def named(name: str) -> Program:
    return next(program for program in programs() if program.name == name)


# Planted mistakes


def of_mistake(mistake: Mistake) -> dict[str, Any] | None:
    """What is said of a mistake at the first position on which it counts; None where it counts nowhere."""
    number = first_change(mistake)
    if number is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{mistake.program.name}.py"
        path.write_text(mistake.text, encoding="utf-8")
        found = said_of(mistake.program, path, number).found
    found = [one for one in found if not is_own_waste(mistake.program, *one[1:3])]
    return {
        "kind": mistake.kind,
        "position": number,
        "lines": mistake.lines,
        "laws": mistake.laws,
        "text": mistake.text.splitlines()[mistake.lines[0] - 1].strip(),
        "outcome": outcome(mistake, found),
        "wrong weight": any(
            one[0] != REMARK and is_right(mistake, one) and (one[0] == WASTE) != mistake.is_waste for one in found
        ),
        "said": found,
    }


def is_right(mistake: Mistake, found: tuple[str, str, int, str]) -> bool:
    return found[1] in mistake.laws and found[2] in mistake.lines


def outcome(mistake: Mistake, said: list[tuple[str, str, int, str]]) -> str:
    found = [one for one in said if one[0] != REMARK]
    if not found:
        is_remarked = any(is_right(mistake, one) for one in said)
        return SILENT if not mistake.laws else REMARKED if is_remarked else MISSED
    right = [is_right(mistake, one) for one in found]
    if any(right):
        return NAMED if all(right) else NAMED_BESIDE
    return OTHER_LAW if mistake.laws and all(one[2] in mistake.lines for one in found) else OTHER_LINE


# Running


class Task(NamedTuple):
    """What one program has to show: positions of the program itself, and mistakes by their places among its own."""

    program: str
    positions: Sequence[int]
    mistakes: Sequence[int]


def result_of(task: Task) -> dict[str, Any]:
    vars(running)["start_target"] = ForkedTarget
    all_mistakes = list(planted(named(task.program))) if task.mistakes else []
    mistakes = ((number, of_mistake(all_mistakes[number])) for number in task.mistakes)
    return {
        "program": of_program(task.program, task.positions),
        "mistakes": {f"{task.program} {number}": found for number, found in mistakes if found is not None},
    }


def spread(items: Sequence[Any], count: int) -> list[Any]:
    """So many of them, spread evenly."""
    count = min(count, len(items))
    return [items[number * len(items) // count] for number in range(count)]


def tasks(chosen: Sequence[str], positions: int, mistakes: Sequence[str]) -> list[Task]:
    """What is run: programs by their names or their number, and mistakes by their kinds or their number."""
    names = [program.name for program in programs()]
    names = spread(names, int(chosen[0])) if chosen[:1] and chosen[0].isdecimal() else [*chosen] or names
    is_counted = mistakes[:1] and mistakes[0].isdecimal()
    kinds = {*mistakes} if mistakes and not is_counted else {kind.name for kind in KINDS}
    places = [
        (name, number) for name in names for number, mistake in enumerate(planted(named(name))) if mistake.kind in kinds
    ]
    places = spread(places, int(mistakes[0])) if is_counted else places
    own = spread(POSITIONS, positions)
    return [Task(name, own, [number for owner, number in places if owner == name]) for name in names]


def run(todo: list[Task], processes: int) -> dict[str, Any]:
    found: dict[str, Any] = {"programs": {}, "mistakes": {}}
    todo = sorted(todo, key=lambda task: -len(task.mistakes))
    with ProcessPoolExecutor(processes) as pool:
        for number, (task, result) in enumerate(zip(todo, pool.map(result_of, todo), strict=True), 1):
            if task.positions:
                found["programs"][task.program] = result["program"]
            found["mistakes"] |= result["mistakes"]
            print(f"\r{number} of {len(todo)} programs", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return json.loads(json.dumps(found))


# Printed


def lines_of(found: dict[str, Any], *, with_details: bool) -> Iterable[str]:
    if found["programs"]:
        yield from lines_of_programs(found["programs"], with_details=with_details)
    if found["mistakes"]:
        yield from lines_of_mistakes(found["mistakes"].values())
    for name, one in found["mistakes"].items() if with_details else ():
        yield f"{name}, {one['kind']}: {one['outcome']}"
        yield f"  position {one['position']}, line {one['lines'][0]}: {one['text']}"
        yield f"  due: {' or '.join(one['laws']) or 'nothing'}, line {', '.join(map(str, one['lines']))}"
        yield from (f"  said: {weight}, {law}, line {line}: {text}" for weight, law, line, text in one["said"])


def lines_of_programs(found: dict[str, Any], *, with_details: bool) -> Iterable[str]:
    runs = [run for runs in found.values() for run in runs.values()]
    yield f"{len(found)} correct programs, {len(runs)} runs"
    accused = {(name, weight, law) for name, runs in found.items() for weight, law, _ in said_at(runs)}
    yield f"  nothing false is said of {len(found) - len({name for name, _, _ in accused})} programs; of others:"
    yield f"    {counted(f'{weight} of {law}' for _, weight, law in accused)}"
    cutoffs = Counter("unsaid" if run["cutoffs"][0] is None else is_right_count(run) for run in runs)
    yield f"  cutoffs: {cutoffs[True]} runs equal, {cutoffs[False]} other, {cutoffs['unsaid']} of which nothing is said"
    wrong = sum(any(run["wrong roles"] for run in one.values()) for one in found.values())
    yield f"  programs with a wrong role: {wrong}"
    unknown = {
        (name, text.split()[1])
        for name, one in found.items()
        for run in one.values()
        for text in run["roles not known"]
    }
    yield "  programs with a role that is not known: " + counted(role for _, role in unknown)
    for name, one in sorted(found.items()):
        yield from (f"  {name}: {line}" for line in details(one, with_unknown=with_details))


def counted(names: Iterable[str]) -> str:
    """How often there is each name, the most frequent first."""
    return ", ".join(f"{name} {count}" for name, count in Counter(names).most_common()) or "none"


def said_at(runs: dict[str, Any]) -> dict[tuple[str, str, int], list[tuple[str, str]]]:
    """The positions and sentences of each bug and waste, by weight, law and line."""
    found = defaultdict[tuple[str, str, int], list[tuple[str, str]]](list)
    for number, run in runs.items():
        for weight, law, line, sentence in run["said"]:
            found[weight, law, line].append((number, sentence))
    return found


def details(runs: dict[str, Any], *, with_unknown: bool) -> Iterable[str]:
    for (weight, law, line), said in said_at(runs).items():
        number, sentence = said[0]
        yield f"{weight}, {law}, line {line}, in {len(said)} of {len(runs)}, first {number}: {sentence}"
    for key in ("wrong roles", "roles not known") if with_unknown else ("wrong roles",):
        for text, count in Counter(text for run in runs.values() for text in run[key]).items():
            yield f"{key}: {text}, in {count} of {len(runs)}"
    other = [(number, *run["cutoffs"]) for number, run in runs.items() if not is_right_count(run)]
    if other:
        number, said, ran, early = other[0]
        yield (
            f"cutoffs differ in {len(other)} of {len(runs)}, first {number}: {said} said, {ran} ran in loops and "
            f"{early} elsewhere"
        )


def is_right_count(run: dict[str, Any]) -> bool:
    """Whether the cutoffs are those that ran, or nothing is said of them. Guards outside of loops may be cutoffs: of
    unrolled moves and null moves, but not of a table or of a static score."""
    said, ran, early = run["cutoffs"]
    return said is None or ran <= said <= ran + early


def lines_of_mistakes(found: Iterable[dict[str, Any]]) -> Iterable[str]:
    found = list(found)
    yield f"{len(found)} planted mistakes"
    columns = [*OUTCOMES, "wrong weight"]
    yield "  " + "  ".join([f"{'kind':<41}", "in all", *columns])
    for kind in [*(entry.name for entry in KINDS), "all"]:
        mine = [one for one in found if kind in (one["kind"], "all")]
        if mine:
            counts = Counter(one["outcome"] for one in mine)
            counts["wrong weight"] = sum(one["wrong weight"] for one in mine)
            cells = [f"{counts[column] or '':>{len(column)}}" for column in columns]
            yield "  " + "  ".join([f"{kind.replace('_', ' '):<41}", f"{len(mine):>6}", *cells])


def lines_against(before: dict[str, Any], after: dict[str, Any]) -> Iterable[str]:
    """What differs, of that which both have run."""
    better, worse = list[str](), list[str]()
    for name in before["programs"].keys() & after["programs"].keys():
        old, new = before["programs"][name], after["programs"][name]
        both = sorted(old.keys() & new.keys(), key=int)
        lines = [[*lines_to_compare({number: runs[number] for number in both})] for runs in (old, new)]
        better += [f"{name}: no more {line}" for line in lines[0] if line not in lines[1]]
        worse += [f"{name}: {line}" for line in lines[1] if line not in lines[0]]
    for name in before["mistakes"].keys() & after["mistakes"].keys():
        old, new = before["mistakes"][name], after["mistakes"][name]
        if old["text"] == new["text"] and old["outcome"] != new["outcome"]:
            text = f"{name}, {new['kind']}, line {new['lines'][0]}: {old['outcome']} before, {new['outcome']} now"
            is_better = OUTCOMES.index(new["outcome"]) < OUTCOMES.index(old["outcome"])
            (better if is_better else worse).append(text)
    for word, texts in (("better", better), ("worse", worse)):
        yield f"{word}: {len(texts)}"
        yield from (f"  {text}" for text in sorted(texts))


def lines_to_compare(runs: dict[str, Any]) -> Iterable[str]:
    """What is wrong with a program, without numbers of positions: less often is neither gone nor new."""
    yield from (f"{weight}, {law}, line {line}" for weight, law, line in said_at(runs))
    yield from {
        f"{key}: {text}" for run in runs.values() for key in ("wrong roles", "roles not known") for text in run[key]
    }
    if not all(map(is_right_count, runs.values())):
        yield "other cutoffs"
    if any(run["cutoffs"][0] is None for run in runs.values()):
        yield "run that is not read as a search"


def is_right_throughout(found: dict[str, Any]) -> bool:
    runs = [run for runs in found["programs"].values() for run in runs.values()]
    return all(not run["said"] and not run["wrong roles"] and is_right_count(run) for run in runs) and all(
        one["outcome"] in (NAMED, SILENT) and not one["wrong weight"] for one in found["mistakes"].values()
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", nargs="+", default=[], help="how many, or which")
    parser.add_argument("--positions", type=int, default=len(POSITIONS), help="how many of each correct program")
    parser.add_argument("--mistakes", nargs="+", default=[], help="how many, or of which kinds")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--json", type=Path, help="write what was found to this file")
    parser.add_argument("--against", type=Path, help="say what got better and what worse than in this file")
    parser.add_argument(
        "--details", action="store_true", help="print roles that are not known, and what is said of each mistake"
    )
    options = parser.parse_args()
    began = perf_counter()
    found = run(tasks(options.programs, options.positions, options.mistakes), options.processes)
    print("\n".join(lines_of(found, with_details=options.details)))
    if options.json:
        options.json.write_text(json.dumps(found, ensure_ascii=False, indent=1, sort_keys=True), encoding="utf-8")
    if options.against:
        before = json.loads(options.against.read_text(encoding="utf-8"))
        print("\n".join(lines_against(before, found)))
    print(f"{perf_counter() - began:.0f} s; nothing wrong: {'yes' if is_right_throughout(found) else 'NO'}")
