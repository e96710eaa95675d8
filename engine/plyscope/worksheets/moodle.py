"""Exercises as questions for Moodle: one cloze question each, with the tree as a picture.

Numbers are NUMERICAL, infinities SHORTANSWER, and what is pruned is one MULTIRESPONSE, in which a move that is pruned
wrongly costs as much as a cut earns. At a cutoff, where books differ, each of both windows is right. Every inner node
has its boxes; those of nodes that the search never calls, and ends that are infinite, weigh nothing. A course marks by
the key alone: it does not know what follows from a student's own answers.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, isinf

from plyscope.exercises.answers import end_json
from plyscope.exercises.exercise import BEST, PRUNED, VALUES, WINDOWS, Exercise, task
from plyscope.exercises.marking import mark, right_answers
from plyscope.messages import has_more_digits
from plyscope.worksheets.pages import PAGE_WIDTH
from plyscope.worksheets.svg import picture
from plyscope.worksheets.worksheet import tree_alone

INFINITIES = {True: ("inf", "∞", "+inf", "+∞", "infinity"), False: ("-inf", "-∞", "−∞", "−inf", "-infinity")}
"""How plus and minus infinity may be written."""
SPECIAL = str.maketrans({letter: f"&#{ord(letter)};" for letter in '\\}{#~/"=%*'})
"""Letters that mean something inside a box. Moodle takes entities back there, but a backslash only before } and #."""
TOLERANCE = 5e-6
"""How far six digits may be from the number, as a share of it."""
LEAST_WEIGHT = 2
"""Of a box, so that whole numbers are near enough to the points."""
CELL = "text-align:center;padding:2px 6px"


def quiz(exercises: Sequence[Exercise]) -> str:
    """Return exercises as a file of questions that Moodle imports."""
    questions = "".join(map(question, exercises))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n{questions}</quiz>\n'


def question(exercise: Exercise) -> str:
    """Return an exercise as a question in Moodle's XML, with the picture of its tree."""
    marks, high = tree_alone(exercise)
    image = b64encode(picture(marks, PAGE_WIDTH, high).encode()).decode()
    title = exercise.heading
    number = f" ({exercise.variant} of {exercise.variants})" if exercise.variant else ""
    text = "".join(body(exercise)).replace("]]>", "]]&gt;")
    return (
        f'<question type="cloze">\n<name><text>{escape(title + number)}</text></name>\n'
        f'<questiontext format="html">\n<text><![CDATA[{text}]]></text>\n'
        f'<file name="tree.svg" path="/" encoding="base64">{image}</file>\n</questiontext>\n'
        f"<idnumber>plyscope-{exercise.id}</idnumber>\n</question>\n"
    )


def body(exercise: Exercise) -> Iterator[str]:
    """Iterate over the text of a question with its boxes."""
    tree, key, asks = exercise.tree, exercise.key, exercise.asks
    weights = box_weights(exercise)
    yield f"<p>{escape(' '.join(map(str, task(exercise))))}</p>"
    if exercise.code:
        yield f"<pre>{escape(exercise.code).replace('{', '&#123;')}</pre>"
    yield '<p><img src="@@PLUGINFILE@@/tree.svg" alt="' + escaped_text(exercise.source) + '"></p>'
    if VALUES in asks or WINDOWS in asks:
        if not exercise.is_of_calls:
            yield "<p>Write numbers without ≤ or ≥, and inf or -inf for the infinities. "
            yield "Write - into the boxes of a node that the search never calls. "
            yield "Every answer is marked by the key alone, not by what follows from your other answers.</p>"
        yield "<table><tr><th>node</th>" + "<th>call</th>" * exercise.is_of_calls
        yield "<th>returns</th>" * (VALUES in asks)
        yield "<th>called with α</th><th>and β</th><th>returns with α</th><th>and β</th>" * (WINDOWS in asks)
        yield "</tr>"
        for node, inner in enumerate(tree.nodes):
            if inner.given is not None:
                continue
            yield f"<tr><td><b>{escaped_text(tree.nodes[node].name)}</b></td>"
            if exercise.is_of_calls:
                yield f"<td><code>{escaped_text(tree.nodes[node].label)}</code></td>"
            values, windows = answers_at(exercise, node)
            cells = [number_box(values, weights[VALUES])] if VALUES in asks else []
            cells += [number_box(ends, weights[WINDOWS]) for ends in windows] if WINDOWS in asks else []
            yield "".join(f'<td style="{CELL}">{cell}</td>' for cell in cells) + "</tr>"
        yield "</table>"
    if PRUNED in asks:
        choices = "~".join(f"%{share:.5f}%{name}" for name, share in pruned_choices(exercise))
        yield f"<p>Which moves are pruned? {{{weights[PRUNED]}:MULTIRESPONSE_H:{choices}}}</p>"
    # A choice needs two answers at least, else the whole question is refused.
    if BEST in asks and len(tree.nodes[0].children) > 1:
        names = [
            ("=" if child == key.best else "") + escaped_choice(tree.nodes[child].name)
            for child in tree.nodes[0].children
        ]
        box = f"{{{weights[BEST]}:MULTICHOICE:{'~'.join(names)}}}"
        yield f"<p>The best move of {escaped_text(tree.nodes[0].name)}: {box}</p>"


def answers_at(exercise: Exercise, number: int) -> tuple[list[float], list[list[float]]]:
    """Return the right values of a node, and for each end of its windows the right numbers; none where it is pruned."""
    key = exercise.key
    if number in key.pruned:
        return [], [[]] * 4
    windows_in = [[end] for end in key.windows_in.get(number, ())]
    windows_out = [list(dict.fromkeys(ends)) for ends in zip(*key.windows_out.get(number, ()), strict=True)]
    return [key.values[number]], windows_in + windows_out


def box_weights(exercise: Exercise) -> dict[str, int]:
    """Return what a box of each question weighs, in whole numbers, as Moodle takes them."""
    parts = mark(exercise, right_answers(exercise)).parts
    each = {ask: part.out_of if ask == PRUNED else part.each for ask, part in parts.items()}
    scale = ceil(LEAST_WEIGHT / min(each.values()))
    return {ask: round(scale * points) for ask, points in each.items()}


def pruned_choices(exercise: Exercise) -> Iterator[tuple[str, float]]:
    """Iterate over all moves, and none, each with its share of the points for what is pruned, in per cent.

    The moves of one cut share what it earns. What lies below a pruned move adds nothing.
    """
    tree, key = exercise.tree, exercise.key
    tops = tree.tops_of(set(key.pruned))
    cuts = Counter(tree.nodes[top].parent for top in tops)
    each = 100 / max(1, len(cuts))
    for number, node in enumerate(tree.nodes[1:], 1):
        share = each / cuts[node.parent] if number in tops else 0.0 if number in key.pruned else -each
        yield escaped_choice(node.name), share
    yield "none", -each if cuts else each


def escaped_text(text: str) -> str:
    """Return a text outside the boxes, escaped so that it begins none."""
    return escape(text, quote=True).replace("{", "&#123;")


def escaped_choice(name: str) -> str:
    """Return a name as a choice, escaped twice since its entities are resolved once before."""
    return escape(escape(name, quote=False), quote=False).translate(SPECIAL)


def tolerance(number: float) -> str:
    """Return how far off an answer may be: nothing, unless fewer digits are shown than the number has."""
    return f"{abs(number) * TOLERANCE:.1g}" if has_more_digits(number) else "0"


def number_box(numbers: Sequence[float], weighs: int) -> str:
    """Return a box for which each of some numbers is right; without any, or for an infinity, it weighs nothing."""
    if not numbers:
        return "{0:SHORTANSWER:=-}"
    if not any(map(isinf, numbers)):
        return (
            f"{{{weighs}:NUMERICAL:" + "~".join(f"={end_json(number)}:{tolerance(number)}" for number in numbers) + "}"
        )
    texts = [
        text for number in numbers for text in (INFINITIES[number > 0] if isinf(number) else [str(end_json(number))])
    ]
    return f"{{{0 if isinf(numbers[0]) else weighs}:SHORTANSWER:" + "~".join(f"={text}" for text in texts) + "}"
