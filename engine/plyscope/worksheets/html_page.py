"""The page of an exercise.

The page has no key in it: its script runs the search by hand, as the student does. Of a program's calls the key cannot
be found so; there the page has what they return. A page for a test has neither, and none of the script that marks.
"""

from __future__ import annotations

import json
from html import escape
from math import isinf
from string import Template
from typing import Any

from plyscope.exercises.calls import FOLDS
from plyscope.exercises.exercise import BEST, PRUNED, Exercise, rule_of, task
from plyscope.export.page.boards import BoardColumns
from plyscope.model.declaration import MAX
from plyscope.model.position import Board
from plyscope.web.document import document, read, script
from plyscope.worksheets.node_boards import caption_of, discs_of, has_board


def page(exercise: Exercise) -> str:
    """Return the HTML page of an exercise."""
    variant = f"Variant {exercise.variant} of {exercise.variants}" if exercise.variant else ""
    title = escape(exercise.heading)
    body = Template(read("exercise.html")).substitute(
        title=title,
        variant=variant,
        task=escape(" ".join(map(str, task(exercise)))),
        rule=escape(rule_of(exercise) and f"{rule_of(exercise)} ·"),
        sides="" if exercise.is_of_calls else "<b>△</b> is MAX, <b>▽</b> is MIN.",
        to_do=instruction(exercise),
        program=f'<pre id="program" tabindex="0">{escape(exercise.code)}</pre>\n' if exercise.code else "",
        how_to_type="Type a number." if exercise.is_of_calls else HOW_TO_TYPE,
        id=exercise.id,
        exercise=page_json(exercise),
    )
    return document(title, body, style=read("base.css") + read("exercise.css"), script=script(start_script(exercise)))


def start_script(exercise: Exercise) -> str:
    """Return the script module that begins the page; that of a test knows nothing of what is right."""
    parts = {"Feedback": exercise.is_marked_here, "Boards": has_board(exercise)}
    needed = [name for name, is_needed in parts.items() if is_needed]
    imports = [f'import {{ {name} }} from "./{name.lower()}.mjs";\n' for name in needed]
    begins = f"new ExercisePage({{ {', '.join(needed)} }});\n"
    return "".join(['import { ExercisePage } from "./exercise.mjs";\n', *imports, begins])


HOW_TO_TYPE = "Type a number; <b>≤2</b> or <b>&lt;=2</b>, <b>inf</b> for ∞."


def instruction(exercise: Exercise) -> str:
    """Return a sentence that says what is to be done."""
    parts = ["fill in the boxes"] if set(exercise.asks) - {PRUNED, BEST} else []
    parts += ["click the edges that are pruned"] if PRUNED in exercise.asks else []
    parts += ["choose the best move"] if BEST in exercise.asks else []
    text = " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))
    return f"{text[0].upper()}{text[1:]}."


def page_json(exercise: Exercise) -> str:
    """Return what the script needs to know as JSON that is safe in a page."""
    return json.dumps(page_facts(exercise), ensure_ascii=False).replace("</", "<\\/").replace("<!--", "<\\!--")


def page_facts(exercise: Exercise) -> dict[str, Any]:
    """Return what the script needs to know."""
    # The moves of a tree are its names; those of a game say more.
    has_labels = exercise.is_of_game
    return {
        "id": exercise.id,
        "asks": list(exercise.asks),
        "feedback": exercise.feedback,
        "marked": exercise.is_marked_here,
        "points": exercise.weights,
        "any": list(exercise.any),
        "cut": exercise.cut,
        **(about_calls(exercise) if exercise.is_of_calls else about_search(exercise)),
        **about_boards(exercise),
        "nodes": [
            {
                "name": node.name,
                "parent": node.parent,
                "ply": node.ply,
                "max": node.kind == MAX,
                "given": node.given,
                "children": node.children,
                "tried": node.tried,
                **({"call": node.label} if exercise.is_of_calls else {}),
                **({"label": node.label} if node.label and has_labels else {}),
            }
            for node in exercise.tree.nodes
        ],
    }


def about_boards(exercise: Exercise) -> dict[str, Any]:
    """Return the boards of all nodes, and their captions; empty without boards."""
    if not has_board(exercise):
        return {}
    boards, found = BoardColumns(exercise.position, exercise.position.coordinates), list[Board]()
    for node, position in zip(exercise.tree.nodes, exercise.positions, strict=True):
        found.append(boards.add(position.state, found[node.parent] if found else None))
    captions = [filter(None, (caption_of(exercise, number), discs_of(exercise))) for number in range(len(found))]
    return {
        "board": boards.head(),
        **boards.columns,
        "captions": [". ".join(map(str, caption)) for caption in captions],
    }


def about_search(exercise: Exercise) -> dict[str, Any]:
    """Return the search's fail mode and extreme values."""
    extremes = [None if isinf(end) else end for end in exercise.trace.plan.extremes]
    return {"fail": exercise.trace.options.get("fail", "soft"), "extremes": extremes}


def about_calls(exercise: Exercise) -> dict[str, Any]:
    """Return what the page knows of a program's calls; the key only where it marks them."""
    if not exercise.is_marked_here:
        return {"calls": True}
    folds = [name for name, fold in FOLDS.items() if fold in exercise.folds]
    return {"calls": True, "fail": "soft", "results": dict(exercise.results or {}), "folds": folds}
