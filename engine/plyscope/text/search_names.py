"""How searches are called, and the rules that they follow, in the words of the textbooks."""

from __future__ import annotations

from functools import reduce

from plyscope.analysis.rounds import Round
from plyscope.messages import Message
from plyscope.model.declaration import Windows
from plyscope.model.trace import Trace
from plyscope.text.narration import cut_sign
from plyscope.text.references import round_name

FAIL_MODES = {"soft": Message("soft"), "hard": Message("hard")}
ORDERS_OF_TREE = {"given": Message("left to right"), "reverse": Message("right to left")}
"""Orders of moves where the whole tree is given, and so has a left and a right."""
ORDERS = {
    "given": Message("moves as the game lists them"),
    "reverse": Message("moves from the end of the game’s list"),
    "center": Message("moves in the middle first"),
    "random": Message("moves in random order"),
    "best": Message("moves with the best static score first"),
    "killer": Message("moves first that last pruned others at the same ply"),
    "history": Message("moves first that have pruned most so far"),
}


def names_of(a: Trace, b: Trace) -> tuple[Message, Message]:
    """Return a name for each of two recordings: its search, and the options in which they differ.

    Where that is the same, they are the first and the second.
    """
    differing = [name for name in a.options if name in b.options and a.options[name] != b.options[name]]
    first, second = (name_beside(trace, differing) for trace in (a, b))
    if str(first) == str(second):
        return Message("first {name}", name=first), Message("second {name}", name=second)
    return first, second


def name_beside(trace: Trace, differing: list[str]) -> Message:
    """Return the name of a search with its choices for some options."""
    words = [option_words(name, trace.options[name]) for name in differing if name != "weights"]
    if isinstance(trace, Round):
        words.append(round_name(trace.whole, trace.whole.rounds[trace.number - 1]))
    if not trace.complete:
        words.append(Message("cut short"))
    name = Message("{name}", name=trace.search.title)
    return reduce(lambda before, word: Message("{name} · {word}", name=before, word=word), words, name)


def option_words(name: str, value: object) -> Message:
    """Return an option in words: `depth 3`, `to the end`."""
    if name == "depth":
        return Message("to the end") if value is None else Message("depth {depth}", depth=value)
    return Message("{option} {value}", option=name, value=value)


def rules_of(trace: Trace) -> Message | None:
    """Return how a search cuts, what it returns then, and its order of moves; None without windows."""
    if trace.search.windows is Windows.NONE or (trace.recorded_bounds is not None and "cut" not in trace.options):
        return None
    rule = Message("Cut rule α {sign} β", sign=cut_sign(trace))
    if (fail := FAIL_MODES.get(str(trace.options.get("fail")))) is not None:
        rule = Message("{rule}, {fail}", rule=rule, fail=fail)
    orders = {**ORDERS, **ORDERS_OF_TREE} if trace.position.game.is_given else ORDERS
    order = orders.get(str(trace.options.get("order")))
    if trace.search.orders_moves:
        order = Message("moves in an order of its own")
    return rule if order is None else Message("{rule} · {order}", rule=rule, order=order)
