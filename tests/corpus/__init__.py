"""A corpus of game-tree searches: programs as people write them, and independent truth about each.

`programs/` holds the programs, which are data. Each stands for itself and ends in the same way:

- `POSITIONS` holds 20 positions, and `run(position)` makes the search call and returns its result;
- `python NAME.py 7` prints `run(POSITIONS[7])`.

A search makes no more than 3,000 calls, and `run` begins afresh: it leaves nothing that a later one reads.

`truth.toml` has a table for each program:

- `game`: the game of oracle.py that it plays; `depth`: plies, where it does not play to the end; `fold`: `sum` where
  nobody chooses; `discount`: what a ply takes of the value;
- `returns`: what `run` gives: `value` for the first side, `mover` for the side to move, `bool` (the side to move
  wins), `move`, or two of these in this order;
- `exact`: false where reductions, extensions or forward pruning change the value of some position;
- `bound`: what a search with a window returns: `soft` values (best, wherever it lies), `hard` ones (within the
  window), or `mixed`; no key where there is no window;
- `roles`: for each function that searches the expressions for its `board`, `depth`, `side`, `alpha`, `beta`, `best`
  and `move`; a role that is not named is none. Its `fold` is `mean` at a chance node.

Comments in the programs mark lines:

- `cut`: a guard that reads a bound and ends a loop with recursive calls;
- `early`: another exit by a bound: standing pat, a null move, a table's bound, mate distance, a return without a loop;
- `own`: a guard that ends such a loop for a reason of its own;
- `waste`, with a law: work that cannot matter, and that the program really does;
- `aside`: a call whose value is not folded: a null move, internal deepening;
- `undo`, `leaf`, `hit`, `hit kind`, `store`, `null`, `research`: places where mistakes.py plants mistakes.

catalogue.py runs a program, instrument.py watches it by `sys.settrace`, mistakes.py plants mistakes by machine, and
oracle.py has the games a second time. None of them reads anything of Plyscope. To hold something against them:

    for program in programs():
        for number in POSITIONS:
            observe(program, number).count(program, "cut")  # what ran, of which so many cutoffs
        for mistake in planted(program):
            if (number := first_change(mistake)) is not None:
                mistake.text, mistake.lines, mistake.laws, mistake.is_waste  # run(POSITIONS[number]) shows it

A mistake whose `laws` are empty changes the run and breaks no law: nothing is to be named, least of all another line.
"""
