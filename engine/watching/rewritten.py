"""The code of a function that is there already, made anew from its file so that it tells of its calls by itself.

The file may have been changed since, or somebody may have made the function from something else. So its text is made
into code as it is first; only where that is the very code that the function has, what was rewritten takes its place.
"""

from __future__ import annotations
import __future__

import ast
from types import CodeType

from engine.watching.alive import function_of_code
from engine.watching.inside.placing import place, tells_itself, told_names
from engine.watching.inside.recursion import functions_in
from engine.watching.inside.rewriting import tell
from engine.watching.inside.words import compiled, once_for_each


@once_for_each
def rewritten(
    before: CodeType, text: str, numbers: tuple[tuple[str, int], ...], careful: bool
) -> tuple[CodeType, tuple[str, ...]] | None:
    """Code, with words in it, that tells of the calls of a function in a text and of those that it makes, by their
    names with their numbers; and the names of what is told of its own calls, none where they are told of otherwise.

    It takes care where it has to, or never does. None where nothing of this is to be had.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return None
    functions = functions_in(tree)
    found = function_of_code(functions, before)
    if found is None:
        return None
    inner = dict(numbers)
    number = inner.pop(found.name, -1)
    tells = number >= 0 and tells_itself(found)
    if not tells and not inner:
        return None
    # Nothing but the statement that it stands in need be made into code.
    tree.body = [one for one in tree.body if any(within is found.node for within in ast.walk(one))]
    if made(tree, before) != before:
        return None
    names = told_names(found) if tells else ()
    place(tree, functions, inner)
    if tells:
        tell(found, number, careful=careful)
    code = made(tree, before)
    return None if code is None else (code, names)


def made(tree: ast.Module, before: CodeType) -> CodeType | None:
    """The code of a function among those that a tree is made into."""
    flags = before.co_flags & __future__.annotations.compiler_flag
    waiting = [compiled(tree, before.co_filename, flags)]
    while waiting:
        code = waiting.pop()
        if (code.co_qualname, code.co_firstlineno) == (before.co_qualname, before.co_firstlineno):
            return code
        waiting += [one for one in code.co_consts if isinstance(one, CodeType)]
    return None
