"""The searches: one file each, one line in the table.

accumulate      the values below are added up, for both sides
alphabeta       minimax that leaves a node as soon as its value can no longer matter (Knuth and Moore, 1975)
binding         running a search's text with the functions of a position in place of the names it imports
deepening       alpha-beta to depth 1, 2, 3 and so on, the line found last first
expectimax      the mean where chance moves, and minimax elsewhere (Michie, 1966)
learned_orders  orders of moves that are learned while a search runs
maxmin          two functions that call each other, max() for MAX and min() for MIN
mcts            Monte Carlo tree search by UCT (Kocsis and Szepesvári, 2006)
mtdf            alpha-beta with a table, asked until the bounds of the value have met
minimax         MAX takes the largest of the values below, MIN the smallest (von Neumann, 1928)
names           the names a search may call without defining them, with their types
negamax         alpha-beta written once for both sides
ordering        the order in which a search tries moves: a pure function of position, order and seed
pvs             principal variation search: the first move in full, the others with an empty window first
quiescence      alpha-beta that goes on with noisy moves until the position is quiet (Harris, 1975)
quiescence_minimax  the same without a window
rounds          what searches in rounds ask next
scoring         what a position is worth to MAX where the search stops: finished games, and the horizon
star_one        expectimax with cuts, at chance too (Ballard, 1983)
table           alpha-beta with a transposition table
transpositions  the table: what the last search of each position has shown
"""

from __future__ import annotations

from plyscope.messages import Message
from plyscope.model.declaration import CHANCE, MAX, MIN, Calls, Fold, Place, Rounds, Search, Value, Windows
from plyscope.search.rounds import closing_in, deepening, repeating

EVERY_SEARCH_READS = frozenset({"depth", "order", "seed", "score", "weights"})
_WITH_WINDOW = EVERY_SEARCH_READS | {"cut", "fail"}
_ASKING = (("moves, play", "max_to_move, moves, play"), ("not maximizing", "max_to_move(s)"))
_ASKING_NOISY = (("is_over, moves", "is_over, max_to_move, moves"), _ASKING[1])
_STRICT = {("cut", ">"): ("if alpha >= beta:", "if alpha > beta:")}
_HARD = {("fail", "hard"): ("return best", "return min(alpha, beta)")}
_HARD_BY_SIDE = {("fail", "hard"): ("return best", "return min(alpha, beta) if maximizing else max(alpha, beta)")}

_STAR1 = Search(
    "expectimax",
    "plyscope.search:star_one.py",
    (Calls("expectimax", CHANCE, fold=Fold.MEAN, best="total"), Calls("expectimax", side="maximizing")),
    Message("takes the mean where chance moves"),
    reads=EVERY_SEARCH_READS | {"star1"},
    windows=Windows.STAR1,
    repeats=True,
    unpruned="expectimax",
)

SEARCHES: dict[str, Search] = {
    search.name: search
    for search in (
        Search(
            "alphabeta",
            "plyscope.search:alphabeta.py",
            (Calls("alphabeta", side="maximizing"),),
            Message("leaves a node as soon as its value can no longer matter"),
            reads=_WITH_WINDOW,
            spoken="alpha-beta",
            windows=Windows.WHOLE,
            variants=_STRICT | _HARD_BY_SIDE,
            repeats=True,
            asking=_ASKING,
        ),
        Search(
            "minimax",
            "plyscope.search:minimax.py",
            (Calls("minimax", side="maximizing"),),
            Message("tries every move of both sides"),
            reads=EVERY_SEARCH_READS,
            repeats=True,
            asking=_ASKING,
        ),
        Search(
            "maxmin",
            "plyscope.search:maxmin.py",
            (
                Calls("max", MAX, value=Value.FIRST_ITEM, start="lowest", best="score", best_move="square"),
                Calls("min", MIN, value=Value.FIRST_ITEM, start="highest", best="score", best_move="square"),
            ),
            Message("minimax as two functions that return a score and a square"),
            reads=EVERY_SEARCH_READS,
            repeats=True,
            coordinates="[x,y]",
        ),
        Search(
            "negamax",
            "plyscope.search:negamax.py",
            (Calls("negamax", side="side", value=Value.NEGATED),),
            Message("alpha-beta written once for both sides, with changing signs"),
            reads=_WITH_WINDOW,
            windows=Windows.WHOLE,
            variants=_STRICT | _HARD,
            repeats=True,
        ),
        Search(
            "pvs",
            "plyscope.search:pvs.py",
            (Calls("pvs", side="side", value=Value.NEGATED),),
            Message("searches the first move in full and asks of the others whether they beat it"),
            reads=_WITH_WINDOW,
            spoken="PVS",
            windows=Windows.PROBE,
            variants=_STRICT | _HARD,
            repeats=True,
        ),
        Search(
            "table",
            "plyscope.search:table.py",
            (Calls("table", side="maximizing"),),
            Message("alpha-beta that looks up what was searched before at the same depth"),
            reads=EVERY_SEARCH_READS | {"cut", "table_size"},
            windows=Windows.WHOLE,
            variants=_STRICT,
            asking=_ASKING,
            has_table=True,
        ),
        Search(
            "expectimax",
            "plyscope.search:expectimax.py",
            _STAR1.calls,
            Message("takes the mean where chance moves; the other positions as minimax"),
            reads=_STAR1.reads,
            repeats=True,
            instead={"star1": _STAR1},
            unpruned="expectimax",
        ),
        Search(
            "deepening",
            "plyscope.search:deepening.py",
            (
                Calls(
                    "deepening",
                    side="maximizing",
                    place=Place.ROOT,
                    value=Value.FIRST_ITEM,
                    fold=Fold.LAST,
                    best="value",
                    rounds=Rounds(
                        Message("depth {depth}"),
                        Message("Depth {depth}"),
                        Message("The position is searched to depth {depth}."),
                        deepening,
                    ),
                ),
                Calls("alphabeta", side="maximizing", place=Place.BELOW, value=Value.FIRST_ITEM),
            ),
            Message("searches to depth 1, 2, 3 and so on, and tries the line found last first"),
            reads=EVERY_SEARCH_READS | {"cut"},
            windows=Windows.WHOLE,
            variants=_STRICT,
            asking=(("moves_from, play", "max_to_move, moves_from, play"), _ASKING[1]),
        ),
        Search(
            "mtdf",
            "plyscope.search:mtdf.py",
            (
                Calls(
                    "mtdf",
                    side="maximizing",
                    place=Place.ROOT,
                    fold=Fold.LAST,
                    best="value",
                    rounds=Rounds(
                        Message("probe {number}"),
                        Message("Probe {number}"),
                        Message("A probe asks whether the value is at least {beta}."),
                        closing_in,
                    ),
                ),
                Calls("table", side="maximizing", place=Place.BELOW),
            ),
            Message("asks a search with a table whether the value is at least some number, until it is known"),
            reads=EVERY_SEARCH_READS | {"cut", "table_size"},
            spoken="MTD(f)",
            windows=Windows.WHOLE,
            variants=_STRICT,
            asking=_ASKING,
            has_table=True,
        ),
        Search(
            "mcts",
            "plyscope.search:mcts.py",
            (
                Calls(
                    "mcts",
                    side="maximizing",
                    place=Place.ROOT,
                    fold=Fold.AVERAGE,
                    best="root.total / root.visits",
                    rounds=Rounds(
                        Message("simulation {number}"),
                        Message("Simulation {number}"),
                        Message("Simulation {number} goes down from the root."),
                        repeating,
                        simulates=True,
                    ),
                ),
                Calls("simulate", CHANCE, place=Place.BELOW, fold=Fold.ONLY, best="value"),
                Calls("simulate", side="maximizing", place=Place.BELOW, fold=Fold.ONLY, best="value"),
            ),
            Message("plays out many games, and grows a tree where they go well"),
            reads=EVERY_SEARCH_READS | {"simulations", "exploration"},
            spoken="MCTS",
        ),
        Search(
            "quiescence",
            "plyscope.search:quiescence.py",
            (Calls("quiescence", side="maximizing"),),
            Message("alpha-beta that goes on with noisy moves until the position is quiet"),
            reads=EVERY_SEARCH_READS | {"cut"},
            windows=Windows.WHOLE,
            variants=_STRICT,
            repeats=True,
            asking=_ASKING_NOISY,
            unpruned="quiescence-minimax",
            stands_pat=True,
        ),
        Search(
            "quiescence-minimax",
            "plyscope.search:quiescence_minimax.py",
            (Calls("minimax", side="maximizing"),),
            Message("the same without a window: tries every noisy move"),
            reads=EVERY_SEARCH_READS,
            repeats=True,
            asking=_ASKING_NOISY,
            unpruned="quiescence-minimax",
            stands_pat=True,
        ),
        Search(
            "accumulate",
            "plyscope.search:accumulate.py",
            (Calls("accumulate", side="maximizing", fold=Fold.SUM, best="total"),),
            Message("adds up what is below instead of choosing, as a tutorial tries"),
            reads=EVERY_SEARCH_READS,
            repeats=True,
        ),
    )
}
