"""The commands for exercises: `exercise make` and `exercise check`."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyscope.cli.group import command_line, force_option, json_option
from plyscope.messages import InputError, OptionError, shortened, shown

if TYPE_CHECKING:
    from plyscope.exercises.exercise import Exercise
    from plyscope.exercises.handed_in import Marked

RANGE = re.compile(r"(-?\d+)(?:(?:-|\.\.)(-?\d+))?")


def read_range(context: click.Context, parameter: click.Parameter, text: str | None) -> tuple[int, int] | None:
    """Return a number or a range as two numbers: 3, 2-4, -9..9."""
    if text is None:
        return None
    match = RANGE.fullmatch(text.strip())
    if match is None:
        raise click.BadParameter(f"{text} is no range; a range is 3, 2-4 or -9..9", context, parameter)
    low, high = match.groups()
    return int(low), int(low if high is None else high)


@command_line.group(no_args_is_help=True)
def exercise() -> None:
    """Make exercises of small trees, and mark what students hand in."""


@exercise.command()
@click.argument("source", metavar="SOURCE", required=False)
@click.option("--random", "is_random", is_flag=True, help="draw trees instead of taking a SOURCE")
@click.option("--depth", callback=read_range, metavar="A-B", help="plies of random trees, or of the search on a SOURCE")
@click.option("--branching", callback=read_range, metavar="A-B", help="children of each inner node; default: 3")
@click.option("--values", callback=read_range, metavar="A..B", help="numbers of the leaves; default: 0..20")
@click.option("--prunes", type=click.IntRange(min=0), metavar="N", help="exactly so many moves are pruned")
@click.option("--cutoffs", type=click.IntRange(min=0), metavar="N", help="the cut test fires exactly so often")
@click.option(
    "--deep-cutoff", is_flag=True, default=None, help="a move is pruned by a bound from three plies above or more"
)
@click.option("--distinct", is_flag=True, default=None, help="no two leaves have the same number")
@click.option("--seed", type=int, metavar="N", help="where the random numbers begin; default: 1")
@click.option("--variants", type=click.IntRange(1, 500), metavar="N", help="so many different exercises")
@click.option("--game", metavar="NAME", help="the game, if the source does not name it")
@click.option("--algorithm", metavar="NAME", help="minimax, alphabeta or negamax; default: alphabeta")
@click.option("--max", "max_", metavar="SIDE", help="who is MAX: a side, first, second or mover")
@click.option("--cut", metavar="RULE", help="cut on '>=' or only on '>'; any: both are right")
@click.option("--fail", metavar="MODE", help="soft or hard; any: both are right")
@click.option("--order", metavar="NAME", help="given (left to right) or reverse (right to left)")
@click.option("--score", metavar="NAME", help="the scoring of positions where the search stops")
@click.option("--coordinates", metavar="NAME", help="how squares are shown")
@click.option("--ask", "asks", metavar="LIST", help="of values,windows,pruned,best; default: all that there is")
@click.option(
    "--feedback", type=click.Choice(["once", "end", "never"]),
    help="when it is marked for the student: never makes it a test; default: the student chooses",
)  # fmt: skip
@click.option("--points", metavar="LIST", help="of values=20,windows=30,pruned=40,best=10: what each question weighs")
@click.option("--title", default="", metavar="TEXT", help="the heading")
@click.option("--as", "forms", default="json", metavar="LIST", help="of json,html,pdf,tex,moodle; default: json")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), metavar="FOLDER")
@force_option
def make(source: str | None, is_random: bool, forms: str, output: Path, force: bool, **given: Any) -> int:
    """Make an exercise of a SOURCE, or exercises on random trees, and write them into a folder.

    The key is written into files of its own.
    """
    from plyscope.worksheets.forms import write_exercises

    if (source is None) != is_random:
        raise OptionError("an exercise is made of a SOURCE or of --random trees: give one of them")
    about = {"asks": names_in(given["asks"] or ""), "title": given["title"], "feedback": given["feedback"] or ""}
    about["points"] = points_in(given["points"] or "")
    about["any"] = tuple(rule for rule in ("cut", "fail") if given[rule] == "any")
    given |= dict.fromkeys(about["any"])
    made = random_exercises(given, about) if source is None else [from_source(source, given, about)]
    for path in write_exercises(made, output, names_in(forms), force=force):
        print(path)
    return 0


def names_in(text: str) -> list[str]:
    """Return the names in a list with commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def points_in(text: str) -> dict[str, float]:
    """Return what the questions weigh, from a list such as values=20,pruned=60."""
    from plyscope.exercises.exercise import points_from

    try:
        points = {name.strip(): float(number) for name, number in (item.split("=") for item in names_in(text))}
    except ValueError:
        raise OptionError("--points is a list such as values=20,pruned=60") from None
    return points_from({"points": points})


def refuse_given(given: dict[str, Any], names: Sequence[str], reason: str) -> None:
    """Raise OptionError for options that were given and make no sense together with others."""
    for name in names:
        if given[name] is not None:
            raise OptionError(reason, name=name.strip("_").replace("_", "-"))


def random_exercises(given: dict[str, Any], about: dict[str, Any]) -> list[Exercise]:
    """Return the random exercises that the options request."""
    from plyscope.exercises.making import Request, variants
    from plyscope.games.random_trees import Constraints

    of_source = ("game", "max_", "score", "coordinates")
    refuse_given(given, of_source, "--{name} is for a SOURCE, not for --random trees")
    branching, values = given["branching"] or (3, 3), given["values"] or (0, 20)
    shape = Constraints(given["depth"] or (2, 2), branching, values, distinct=bool(given["distinct"]))
    chosen = {name: given[name] for name in ("algorithm", "cut", "fail", "order") if given[name] is not None}
    request = Request(shape, given["prunes"], given["cutoffs"], bool(given["deep_cutoff"]), **chosen)
    seed = 1 if given["seed"] is None else given["seed"]
    return variants(request, seed, given["variants"] or 1, **about)


def from_source(source: str, given: dict[str, Any], about: dict[str, Any]) -> Exercise:
    """Return the exercise on a position or recording."""
    from plyscope.cli.options import is_trace
    from plyscope.exercises.exercise import exercise_of
    from plyscope.files.sources import load

    of_random = ("branching", "values", "prunes", "cutoffs", "deep_cutoff", "distinct", "seed", "variants")
    refuse_given(given, of_random, "--{name} is for --random trees, not for a SOURCE")
    depth = given["depth"]
    if depth is not None and depth[0] != depth[1]:
        raise OptionError("--depth of a SOURCE is one number")
    if is_trace(source):
        return from_recording(source, given, about)
    position = load(source, given["game"], given["max_"], given["coordinates"])
    names = ("algorithm", "cut", "fail", "order", "score")
    options = {"depth": None if depth is None else depth[0], **{name: given[name] for name in names}}
    return exercise_of(position, options, **{**about, "title": given["title"] or position.title})


def from_recording(source: str, given: dict[str, Any], about: dict[str, Any]) -> Exercise:
    """Return the exercise on a recorded search, or on the calls of a recorded program."""
    from plyscope.cli.options import open_recording
    from plyscope.exercises.exercise import exercise_of_recording

    of_search = ("depth", "game", "algorithm", "max_", "cut", "fail", "order", "score", "coordinates")
    refuse_given(given, of_search, "--{name} is not for a recording, which is taken as it is")
    trace = open_recording(source, verify=False)
    try:
        return exercise_of_recording(trace, **about)
    except InputError as error:
        raise error.inside(source) from None


@exercise.command()
@click.argument("exercises", type=click.Path(path_type=Path), metavar="EXERCISE.json|FOLDER")
@click.argument("answers", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="ANSWERS|FOLDER...")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="MARKS.csv", help="also as a table")
@force_option
@json_option
def check(exercises: Path, answers: tuple[Path, ...], output: Path | None, force: bool, as_json: bool) -> int:
    """Mark what was handed in: files of answers, or texts with the code of the page.

    Answers find their variant by its id. What cannot be read is named, and the rest is marked.
    """
    from plyscope.cli.running import complain
    from plyscope.cli.tables import print_json, print_table
    from plyscope.exercises.handed_in import known_exercises, marked_files

    known = known_exercises(exercises)
    is_one = len(answers) == 1 and not answers[0].is_dir()
    marked: list[Marked] = []
    faults = 0
    for result in marked_files(known, answers):
        if isinstance(result, InputError):
            complain(result.message, 1)
            faults += 1
        else:
            marked.append(result)
    if not marked and not faults:
        raise InputError("{path}: there are no answers here", path=", ".join(map(str, answers)))
    if as_json:
        found = [student.marks.json for student in marked]
        print_json(found[0] if is_one and found else found)
    elif marked:
        with_groups = any(student.group for student in marked)
        headings = (HEADINGS[0], "group", *HEADINGS[1:]) if with_groups else HEADINGS
        print_table(None, headings, [marks_row(student, with_groups=with_groups) for student in marked])
        for title, names, rows in findings(marked, slips=is_one):
            print_table(title, names, rows)
    if output is not None:
        write_table(marked, output, force)
    return 1 if faults else 0


PARTS = ("values", "windows", "pruned", "best")
HEADINGS = ("student", "variant", "score", *PARTS, "slips", "review")
COLUMNS = (
    "student", "group", "exercise", "variant", "score", "out_of",
    *(column for part in PARTS for column in (part, f"{part}_out_of")),
    "slips", "misconception", "review", "pruned_too_much", "pruned_too_little", "file",
)  # fmt: skip
"""Of the table for spreadsheets."""
MAX_NAME_CHARS = 40
"""Characters of a student's name in the table."""


def name_of(one: Marked) -> str:
    """Return the name of a student as tables show it, or that of the file."""
    return shortened(one.marks.student or one.path.name, MAX_NAME_CHARS)


def marks_row(one: Marked, *, with_groups: bool) -> list[object]:
    """Return the cells of a student in the table."""
    from plyscope.exercises.marking import rounded

    marks = one.marks
    parts = [marks.parts.get(ask) for ask in PARTS]
    return [
        name_of(one),
        *([one.group] if with_groups else []),
        one.exercise.variant or marks.exercise,
        marks.score,
        *("" if part is None else f"{rounded(part.points):g} of {rounded(part.out_of):g}" for part in parts),
        len(marks.slips),
        "review" if marks.needs_review else "",
    ]


def findings(marked: Sequence[Marked], *, slips: bool) -> Iterator[tuple[str, tuple[str, ...], list[list[object]]]]:
    """Iterate over the tables below the marks, as far as they have rows: slips, misconceptions, and what to review."""
    from plyscope.exercises.marking import LAW_SENTENCES, MISCONCEPTIONS, rounded

    if slips:
        rows = [
            [slip.node, slip.law, str(LAW_SENTENCES[slip.law]), rounded(slip.points)]
            for one in marked
            for slip in one.marks.slips
        ]
        if rows:
            yield "Slips", ("node", "law", "what is wrong there", "points"), rows
    named = [(kind, [name_of(one) for one in marked if one.marks.misconception is kind]) for kind in MISCONCEPTIONS]
    if any(names for _, names in named):
        rows = [[str(kind.text), len(names), ", ".join(names)] for kind, names in named if names]
        yield "Misconceptions", ("what", "students", "who"), rows
    doubtful = [[name_of(one), one.marks.score, str(one.path)] for one in marked if one.marks.needs_review]
    if doubtful:
        yield "To be looked at", ("student", "score", "file"), doubtful


def write_table(marked: Sequence[Marked], path: Path, force: bool) -> None:
    """Write the marks as CSV, a row for each student."""
    from plyscope.exercises.marking import rounded
    from plyscope.export.csv_table import cell
    from plyscope.files.atomic import write_file

    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for student in marked:
        marks = student.marks
        line: list[str | float] = [shown(marks.student), student.group, marks.exercise, student.exercise.variant or ""]
        line += [marks.score, marks.out_of]
        for part in (marks.parts.get(ask) for ask in PARTS):
            line += [0, 0] if part is None else [rounded(part.points), rounded(part.out_of)]
        line += [" ".join(f"{slip.node}:{slip.law}" for slip in marks.slips)]
        line += ["" if marks.misconception is None else marks.misconception.name, int(marks.needs_review)]
        line += [" ".join(marks.pruned_too_much), " ".join(marks.pruned_too_little), shown(str(student.path))]
        writer.writerow([cell(item) for item in line])
    # Without the mark at its beginning, some spreadsheets take letters of other alphabets for those of their own.
    encoding = "utf-8" if text.getvalue().isascii() else "utf-8-sig"
    write_file(path, text.getvalue().encode(encoding), force=force)
