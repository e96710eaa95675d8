"""The move as the caller has it: what the loop around a recursive call holds, or what was pushed before it.

The function that calls leaves the move with the log when it has evaluated the arguments, and the function that is
called takes it as one more thing to record of its call:

    for move in board.moves():              for move in board.moves():
        board.push(move)                        board.push(move)
        value = search(board, 1)                value = search(board, 'PUT'('search', search, move, board) or 1)

It is taken only by a call that the very same frame makes; a call without a move leaves None. To look at frames takes as
long as a small search itself. So once a call has been seen to be one of the very function that is recorded, nothing
stands between the caller and that function, and the move waits in a place of its own, see `rewriting.mark_moves`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Union

from .rewritable import can_rewrite, is_saved
from .syntax import SCOPES, last_of, walk

MOVE = "the caller's move"
"""Stands last among what is recorded of a call, where the move is; it is no name that a variable can have."""
PUSHING = re.compile(r"^(push|make|do|play|apply|drop|place|put)_?(move|piece|mark)?$", re.IGNORECASE)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
Loop = Union[ast.For, ast.While, ast.comprehension]
Source = tuple[ast.Call, str, bool]
"""A recursive call, the expression of its move, empty if it has none, and whether it stands in a comprehension."""


def note_moves(functions: Mapping[str, Any]) -> None:
    """Note for groups that call themselves in loops, and can be rewritten, that they take moves."""
    groups: dict[int, list[Any]] = {}
    for one in functions.values():
        if one.is_recursive:
            groups.setdefault(one.group, []).append(one)
    for members in groups.values():
        names = frozenset(name for member in members for name in member.names_in_calls)
        is_plain = all(can_rewrite(member.node) and not is_saved(member.node) for member in members)
        if is_plain and any(
            move for member in members for _, move, _ in sources(member.node, member.parameters, names)
        ):
            for one in members:
                one.takes_move, one.calling = members[0].name, names


def sources(node: ast.AST, parameters: Sequence[str], names: frozenset[str]) -> Iterator[Source]:
    """Iterate over the recursive calls of a function, each with its move's expression, empty without one."""
    for call, loops in calls_in_loops(node, names, ()):
        move = ""
        if loops:
            move = pushed(call, loops[-1], parameters) or looped(call, loops, parameters, factors_of(call, node))
        yield call, move, any(isinstance(loop, ast.comprehension) for loop in loops)


def calls_in_loops(
    node: ast.AST, names: frozenset[str], loops: tuple[Loop, ...]
) -> Iterator[tuple[ast.Call, tuple[Loop, ...]]]:
    """Iterate over the recursive calls below a node, each with the loops around it, outermost first."""
    for field, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, SCOPES):
                continue
            inside = loops
            if isinstance(node, (ast.For, ast.While)) and field == "body":
                inside = (*loops, node)
            elif isinstance(node, COMPREHENSIONS) and field != "generators":
                inside = (*loops, *node.generators)
            if isinstance(child, ast.Call) and called_name(child) in names:
                yield child, inside
            yield from calls_in_loops(child, names, inside)


def called_name(call: ast.Call) -> str:
    """Return the name of a called function, without what is before the dot."""
    return last_of(call.func)


def factors_of(call: ast.Call, function: ast.AST) -> set[str]:
    """Return the names with which the result of a call is multiplied, as with the probability of a throw."""
    results, products = set[str](), list[ast.BinOp]()
    for node in walk(function):
        if isinstance(node, ast.Assign) and any(part is call for part in walk(node.value)):
            results.update(target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            products.append(node)
    found = set[str]()
    for product in products:
        for one, other in ((product.left, product.right), (product.right, product.left)):
            is_result = other is call or (isinstance(other, ast.Name) and other.id in results)
            if isinstance(one, ast.Name) and is_result:
                found.add(one.id)
    return found


def looped(call: ast.Call, loops: Sequence[Loop], parameters: Sequence[str], factors: Collection[str]) -> str:
    """Return the move as the variables of the innermost loop, of two loops for a cell; empty without any.

    A factor of the result is no move.
    """
    found: list[str] = []
    for loop in reversed(loops):
        mine = [] if counts_items(call, loop, parameters) else variables(call, loop, factors)
        if not found:
            found = mine
        elif len(found) == len(mine) == 1 and are_indices(loop, {*mine, *found}):
            found = [*mine, *found]
            break
        else:
            break
    return found[0] if len(found) == 1 else f"({', '.join(found)})" if found else ""


def variables(call: ast.Call, loop: Loop, factors: Collection[str]) -> list[str]:
    """Return the variables of a loop, without counters and the next state passed beside a move."""
    if isinstance(loop, ast.While):
        return []
    target: ast.expr = loop.target
    counts = isinstance(loop.iter, ast.Call) and called_name(loop.iter) == "enumerate"
    if counts and isinstance(target, ast.Tuple) and len(target.elts) == 2:
        target = target.elts[1]
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    names = [part.id for part in parts if isinstance(part, ast.Name) and part.id != "_"]
    if len(names) != len(parts):
        return []
    names = [name for name in names if name not in factors] or names
    passed = {argument.id for argument in call.args if isinstance(argument, ast.Name)}
    return [name for name in names if name not in passed] or names if len(names) > 1 else names


def counts_items(call: ast.Call, loop: Loop, parameters: Sequence[str]) -> bool:
    """Whether a loop counts through a list and passes its items, so that its number is no move.

    The items are the next states, or those of a list of the function's own. A state that is a list has numbered parts.
    """
    if isinstance(loop, ast.While) or not isinstance(loop.target, ast.Name):
        return False
    counted = re.match(r"range\(len\(([\w.]+)\)\)$", ast.unparse(loop.iter))
    if counted is None or counted[1] in parameters:
        return False
    item = f"{counted[1]}[{loop.target.id}]"
    handed_on, states = list[ast.AST](), {item}
    for node in (*walk(loop), *walk(call)):
        if isinstance(node, ast.Assign):
            texts = [ast.unparse(target) for target in node.targets]
            if item in texts:
                return False
            states.update(texts if ast.unparse(node.value) == item else ())
        if isinstance(node, (ast.Attribute, ast.Assign)):
            handed_on.append(node.value)
        elif isinstance(node, ast.Call):
            handed_on += node.args
    is_own = "." not in counted[1] and item in [
        ast.unparse(argument) for argument in handed_on if isinstance(argument, ast.Subscript)
    ]
    return is_own or not states.isdisjoint(map(ast.unparse, call.args))


def are_indices(loop: Loop, names: set[str]) -> bool:
    """Whether two variables are the indices of one cell in a loop."""
    for node in walk(loop):
        parts: list[ast.expr] = []
        if isinstance(node, ast.Tuple):
            parts = node.elts
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Subscript):
            parts = [node.value.slice, node.slice]
        if len(parts) == 2 and {getattr(part, "id", "") for part in parts} == names:
            return True
    return False


def pushed(call: ast.Call, loop: Loop, parameters: Sequence[str]) -> str:
    """Return the variable passed to push, make_move or the like before the call; empty without one.

    Where the loop's variables stand among the arguments, as in `make_move(list(cells), int(column), piece)`, they are
    the move, and the other name is the piece; so is a constant, or a name that stays while others there change.
    """
    if isinstance(loop, ast.comprehension):
        return ""
    held = set() if isinstance(loop, ast.While) else names_in(loop.target)
    changing = {part.id for part in walk(loop) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    for node in walk(loop):
        if not isinstance(node, ast.Call) or not PUSHING.match(called_name(node)) or node.lineno > call.lineno:
            continue
        read = {name for part in (*node.args, *node.keywords) for name in names_in(part)}
        names = {argument.id for argument in node.args if isinstance(argument, ast.Name)}
        others = [name for name in names.difference(parameters) if name in changing or not name.isupper()]
        if len(others) != 1 or held & read:
            continue
        if others[0] in changing or not changing & read.difference(parameters):
            return others[0]
    return ""


def names_in(node: ast.AST) -> set[str]:
    """Return the names of variables in an expression."""
    return {part.id for part in walk(node) if isinstance(part, ast.Name)}
