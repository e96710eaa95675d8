"""Exercises as questions for Moodle: one cloze question each, with the tree as a picture.

Numbers are NUMERICAL, infinities SHORTANSWER, and what is pruned MULTICHOICE. At a cutoff, where books differ, each of
both windows is right. Only nodes that the search calls are asked about; a course cannot mark what follows from a
student's own answers.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape
from math import isinf

from plyscope.exercises.answers import end_json
from plyscope.exercises.exercise import BEST, PRUNED, VALUES, WINDOWS, Exercise, task
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
    yield f"<p>{escape(' '.join(map(str, task(exercise))))}</p>"
    if exercise.code:
        yield f"<pre>{escape(exercise.code).replace('{', '&#123;')}</pre>"
    yield '<p><img src="@@PLUGINFILE@@/tree.svg" alt="' + escaped_text(exercise.source) + '"></p>'
    if VALUES in asks or WINDOWS in asks:
        if not exercise.is_of_calls:
            yield "<p>Write numbers without ≤ or ≥, and inf or -inf for the infinities.</p>"
        yield "<table><tr><th>node</th>" + "<th>call</th>" * exercise.is_of_calls
        yield "<th>returns</th>" * (VALUES in asks)
        yield "<th>called with α</th><th>and β</th><th>returns with α</th><th>and β</th>" * (WINDOWS in asks)
        yield "</tr>"
        for node in sorted(key.values):
            yield f"<tr><td><b>{escaped_text(tree.nodes[node].name)}</b></td>"
            if exercise.is_of_calls:
                yield f"<td><code>{escaped_text(tree.nodes[node].label)}</code></td>"
            cells = [number_box([key.values[node]])] if VALUES in asks else []
            if WINDOWS in asks:
                cells += [number_box([end]) for end in key.windows_in[node]]
                cells += [number_box(list(dict.fromkeys(ends))) for ends in zip(*key.windows_out[node], strict=True)]
            yield "".join(f'<td style="{CELL}">{cell}</td>' for cell in cells) + "</tr>"
        yield "</table>"
    if PRUNED in asks:
        yield "<p>Which moves are pruned?</p><p>"
        for number in sorted(key.visited | set(tree.tops_of(set(key.pruned)))):
            if number:
                choices = "=pruned~searched" if number in key.pruned else "pruned~=searched"
                yield f"{escaped_text(tree.nodes[number].name)} {{1:MULTICHOICE:{choices}}} "
        yield "</p>"
    # A choice needs two answers at least, else the whole question is refused.
    if BEST in asks and len(tree.nodes[0].children) > 1:
        names = [
            ("=" if child == key.best else "") + escaped_choice(tree.nodes[child].name)
            for child in tree.nodes[0].children
        ]
        yield f"<p>The best move of {escaped_text(tree.nodes[0].name)}: {{1:MULTICHOICE:{'~'.join(names)}}}</p>"


def escaped_text(text: str) -> str:
    """Return a text outside the boxes, escaped so that it begins none."""
    return escape(text, quote=True).replace("{", "&#123;")


def escaped_choice(name: str) -> str:
    """Return a name as a choice, escaped twice since its entities are resolved once before."""
    return escape(escape(name, quote=False), quote=False).translate(SPECIAL)


def tolerance(number: float) -> str:
    """Return how far off an answer may be: nothing, unless fewer digits are shown than the number has."""
    return f"{abs(number) * TOLERANCE:.1g}" if has_more_digits(number) else "0"


def number_box(numbers: Sequence[float]) -> str:
    """Return a box for which each of some numbers is right."""
    if not any(map(isinf, numbers)):
        return "{1:NUMERICAL:" + "~".join(f"={end_json(number)}:{tolerance(number)}" for number in numbers) + "}"
    texts = [
        text for number in numbers for text in (INFINITIES[number > 0] if isinf(number) else [str(end_json(number))])
    ]
    return "{1:SHORTANSWER:" + "~".join(f"={text}" for text in texts) + "}"
