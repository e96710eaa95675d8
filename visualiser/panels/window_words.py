"""What the window of a frame means, in words: which values still matter, and who is sure of its bounds."""

from __future__ import annotations

from math import inf, nextafter
from typing import NamedTuple

from engine.columns import HORIZON, TERMINAL
from engine.open_frames import StackFrame
from engine.search.declaration import MAX, Fold, Windows
from engine.trace import Trace
from engine.why import Side
from visualiser.session import Session
from visualiser.words import number, tr


class Meaning(NamedTuple):
    """A sentence to read first, and for each bound that somebody has set, one that says who."""

    headline: str
    reasons: dict[Side, str]


def meaning(session: Session, here: StackFrame) -> Meaning:
    """What the window of an open frame means at the cursor's step."""
    trace = session.trace
    if trace.search.windows is Windows.NONE:
        return without_window(trace, here)
    if trace.statuses[here.frame] in (TERMINAL, HORIZON):
        headline = tr("The search stops here, and the value counts as it is, whatever the window.")
        return Meaning(headline, {})
    return Meaning(headline_of(session, here), reasons_of(session, here))


def without_window(trace: Trace, here: StackFrame) -> Meaning:
    name = trace.search.name if trace.own is None else trace.own.function_of(here.frame).name
    if trace.calls(here.frame).fold is Fold.SUM:
        return Meaning(tr("{search} has no window here: it adds up every move.", search=name), {})
    return Meaning(tr("{search} has no window: it tries every move, whatever the others gave.", search=name), {})


def is_strict(trace: Trace) -> bool:
    return trace.options.get("cut") == ">"


def is_closed(trace: Trace, here: StackFrame) -> bool:
    """Whether no value fits between the bounds any more, as the search's own rule has it."""
    if trace.search.windows is Windows.NONE:
        return False
    return here.alpha > here.beta if is_strict(trace) else here.alpha >= here.beta


def is_probe(here: StackFrame) -> bool:
    """Whether the window holds no number between its bounds."""
    return here.alpha < here.beta <= nextafter(here.alpha, inf)


def headline_of(session: Session, here: StackFrame) -> str:
    trace = session.trace
    values = {"alpha": number(here.alpha), "beta": number(here.beta)}
    if is_closed(trace, here):
        return closed_words(trace, here)
    if here.alpha == here.beta:
        return tr("α = β, and the search goes on: it cuts only where α > β.")
    if is_probe(here):
        above = session.stack[here.ply - 1] if here.ply else here
        if above.kind == MAX:
            return tr("A probe: the only question is whether the value is more than {alpha}.", **values)
        return tr("A probe: the only question is whether the value is less than {beta}.", **values)
    if here.alpha == -inf and here.beta == inf:
        return tr("Open to everything: no value is ruled out yet.")
    if here.beta == inf:
        return tr("Only values above {alpha} matter.", **values)
    if here.alpha == -inf:
        return tr("Only values below {beta} matter.", **values)
    return tr("Only values between {alpha} and {beta} matter.", **values)


def closed_words(trace: Trace, here: StackFrame) -> str:
    sign = ">" if is_strict(trace) else "≥"
    if not here.left:
        return tr("α {sign} β: closed, but no move was left.", sign=sign)
    if len(here.left) == 1:
        return tr("α {sign} β: closed. The move left, {move}, cannot matter.", sign=sign, move=here.left[0])
    if len(here.left) <= 6:
        return tr("α {sign} β: closed. The moves left, {moves}, cannot matter.", sign=sign, moves=" ".join(here.left))
    return tr("α {sign} β: closed. The {count} moves left cannot matter.", sign=sign, count=len(here.left))


def reasons_of(session: Session, here: StackFrame) -> dict[Side, str]:
    """For each finite bound, the frame that owns it and the move that set it."""
    bounds = ((Side.ALPHA, MAX, here.alpha), (Side.BETA, 1 - MAX, here.beta))
    said = {side: owner_words(session, here, kind, value) for side, kind, value in bounds if abs(value) != inf}
    return {side: sentence for side, sentence in said.items() if sentence}


def owner_of(session: Session, here: StackFrame, is_max: bool) -> StackFrame | None:
    """The lowest open frame that moved the bound since it was called: from there on it was only handed down."""
    trace = session.trace
    for above in session.stack[here.ply :: -1]:
        moved = above.alpha > trace.alphas[above.frame] if is_max else above.beta < trace.betas[above.frame]
        if moved:
            return above
    return None


def owner_words(session: Session, here: StackFrame, kind: int, value: float) -> str:
    owner = owner_of(session, here, kind == MAX)
    if owner is None or owner.best_move is None:
        return ""
    values = {"value": number(value), "move": owner.best_move, "ply": owner.ply}
    if owner.frame == here.frame:
        if kind == MAX:
            return tr("MAX has {value} here, with {move}.", **values)
        return tr("MIN has {value} here, with {move}.", **values)
    if kind == MAX:
        return tr("MAX is sure of {value} at ply {ply}, with {move}.", **values)
    return tr("MIN is sure of {value} at ply {ply}, with {move}.", **values)
