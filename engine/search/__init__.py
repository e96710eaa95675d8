"""The searches: one file each, one line in the table.

A search file holds the textbook's recursion and nothing else. It is the text that runs, and the text that
people read while they step through it; how it is recorded follows from what its line declares.

minimax        every move of both sides
maxmin         the same as two functions that call each other and return a score and a square
alphabeta      minimax that skips what cannot matter
negamax        alpha-beta written once for both sides
pvs            alpha-beta that only asks whether later moves beat the first
accumulate     adds up what is below, as one of the tutorials does
names          the free names that a search may call
declaration    what a line of the table says
"""

from __future__ import annotations

from engine.messages import Message
from engine.search.declaration import MAX, MIN, Calls, Fold, Search, Value, Windows

EVERY_SEARCH_READS = frozenset({"depth", "order", "seed", "score", "weights"})
_WITH_WINDOW = EVERY_SEARCH_READS | {"cut", "fail"}
_STRICT = {("cut", ">"): ("if alpha >= beta:", "if alpha > beta:")}
_HARD = {("fail", "hard"): ("return best", "return min(alpha, beta)")}
_HARD_BY_SIDE = {("fail", "hard"): ("return best", "return min(alpha, beta) if maximizing else max(alpha, beta)")}

SEARCHES = {
    search.name: search
    for search in (
        Search(
            "alphabeta",
            "engine.search:alphabeta.py",
            (Calls("alphabeta", side="maximizing"),),
            Message("leaves a node as soon as its value can no longer matter"),
            reads=_WITH_WINDOW,
            windows=Windows.WHOLE,
            variants=_STRICT | _HARD_BY_SIDE,
        ),
        Search(
            "minimax",
            "engine.search:minimax.py",
            (Calls("minimax", side="maximizing"),),
            Message("tries every move of both sides"),
            reads=EVERY_SEARCH_READS,
            repeats=True,
        ),
        Search(
            "maxmin",
            "engine.search:maxmin.py",
            (
                Calls("max", MAX, value=Value.FIRST_ITEM, start="lowest", best="score", best_move="square"),
                Calls("min", MIN, value=Value.FIRST_ITEM, start="highest", best="score", best_move="square"),
            ),
            Message("minimax as two functions that return a score and a square"),
            reads=EVERY_SEARCH_READS,
            repeats=True,
        ),
        Search(
            "negamax",
            "engine.search:negamax.py",
            (Calls("negamax", side="side", value=Value.NEGATED),),
            Message("alpha-beta written once for both sides, with changing signs"),
            reads=_WITH_WINDOW,
            windows=Windows.WHOLE,
            variants=_STRICT | _HARD,
        ),
        Search(
            "pvs",
            "engine.search:pvs.py",
            (Calls("pvs", side="side", value=Value.NEGATED),),
            Message("searches the first move in full and asks of the others whether they beat it"),
            reads=_WITH_WINDOW,
            windows=Windows.PROBE,
            variants=_STRICT | _HARD,
        ),
        Search(
            "accumulate",
            "engine.search:accumulate.py",
            (Calls("accumulate", side="maximizing", fold=Fold.SUM, best="total"),),
            Message("adds up what is below instead of choosing, as a tutorial tries"),
            reads=EVERY_SEARCH_READS,
            repeats=True,
        ),
    )
}
