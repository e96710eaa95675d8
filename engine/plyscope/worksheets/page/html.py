"""The page of an exercise. It loads nothing: its policy allows its own script and style only, by their checksums.

The page has no key in it: its script runs the search by hand, as the student does.
"""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files
from math import isinf
from string import Template
from typing import Any

from plyscope.exercises.exercise import Exercise, rule_of, task
from plyscope.model.declaration import MAX

SCRIPTS = ("marking.js", "hand_in.js", "page.js")


def page(exercise: Exercise) -> str:
    """The page as a text."""
    folder = files("plyscope.worksheets.page")
    style = folder.joinpath("exercise.css").read_text(encoding="utf-8")
    parts = [folder.joinpath(name).read_text(encoding="utf-8") for name in SCRIPTS]
    script = '"use strict";\n{\n' + "\n".join(parts) + "}\n"
    variant = f"Variant {exercise.variant} of {exercise.variants}" if exercise.variant else ""
    return Template(folder.joinpath("exercise.html").read_text(encoding="utf-8")).substitute(
        title=escape(exercise.title or ("Alpha-beta" if exercise.cut else "Minimax")),
        variant=variant,
        task=escape(" ".join(map(str, task(exercise)))),
        rule=escape(rule_of(exercise)),
        id=exercise.id,
        exercise=data(exercise),
        style=style,
        script=script,
        style_sum=checksum(style),
        script_sum=checksum(script),
    )


def checksum(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def data(exercise: Exercise) -> str:
    """What the script needs to know, safe inside the page."""
    return json.dumps(contents(exercise), ensure_ascii=False).replace("</", "<\\/").replace("<!--", "<\\!--")


def contents(exercise: Exercise) -> dict[str, Any]:
    extremes = [None if isinf(end) else end for end in exercise.trace.plan.extremes]
    return {
        "id": exercise.id,
        "cut": exercise.cut,
        "fail": exercise.trace.options.get("fail", "soft"),
        "asks": list(exercise.asks),
        "extremes": extremes,
        "nodes": [
            {
                "name": node.name,
                "parent": node.parent,
                "ply": node.ply,
                "max": node.kind == MAX,
                "given": node.given,
                "children": node.children,
                "tried": node.tried,
            }
            for node in exercise.tree.nodes
        ],
    }
