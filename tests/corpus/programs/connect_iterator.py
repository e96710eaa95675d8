"""Moves come from a generator and are taken with `next`; a position is the text of the columns played."""

import sys
from functools import cache

POSITIONS = """
03023 021000 30232 332001 01312 12233 310000 101101 003303 211002 2302300 01302 33313
30332 333110 0110021 301233320 1013230 230101331 033202
""".split()


@cache
def cells(played):
    board = {}
    for number, letter in enumerate(played):
        x = int(letter)
        board[x, played[:number].count(letter)] = "ab"[number % 2]
    return board


def three(played):
    board = cells(played)
    return any(
        board.get((x + dx, y + dy)) == who == board.get((x + 2 * dx, y + 2 * dy))
        for (x, y), who in board.items()
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


def moves(played):
    for letter in "1203":
        if played.count(letter) < 4:
            yield played + letter


def middle(played):
    return sum(1 if who == "a" else -1 for (x, _), who in cells(played).items() if x in (1, 2))


def clipped(value, lo, hi):
    return min(max(value, lo), hi)


def top(played, depth, lo, hi):
    if three(played):
        return clipped(-100, lo, hi)
    if len(played) == 16 or depth == 0:
        return clipped(0 if len(played) == 16 else middle(played), lo, hi)
    it = moves(played)
    while True:
        following = next(it, None)
        if following is None:  # own
            break
        value = bottom(following, depth - 1, lo, hi)
        if value >= hi:  # cut
            return hi
        lo = max(lo, value)
    return lo


def bottom(played, depth, lo, hi):
    if three(played):
        return clipped(100, lo, hi)
    if len(played) == 16 or depth == 0:
        return clipped(0 if len(played) == 16 else middle(played), lo, hi)
    it = moves(played)
    while True:
        following = next(it, None)
        if following is None:  # own
            break
        value = top(following, depth - 1, lo, hi)
        if value <= lo:  # cut
            return lo
        hi = min(hi, value)
    return hi


def run(position):
    return (bottom if len(position) % 2 else top)(position, 4, -1000, 1000)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
