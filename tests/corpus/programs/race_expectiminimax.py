"""A race with dice: a steady die shows 1 or 3, a wild one 0 or 4. One function for max, min and chance."""

import sys

POSITIONS = """
0 5 / 4 5 / 5 3 / 0 6 / 0 4 / 2 5 / 0 2 / 2 0 / 6 4 / 3 5 / 0 0 / 3 2 / 1 4 / 4 2 / 6 3
2 3 / 3 0 / 6 0 / 5 6 / 5 4
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]
DICE = [(1, 3), (0, 4)]
GOAL = 8


def score(a, b):
    if a >= GOAL:
        return 16
    if b >= GOAL:
        return -16
    return a - b


def expectiminimax(a, b, kind, depth, die=None):
    if a >= GOAL or b >= GOAL or (depth == 0 and kind != "chance of max" and kind != "chance of min"):
        return score(a, b)
    if kind == "max":
        return max(expectiminimax(a, b, "chance of max", depth - 1, die) for die in DICE)
    if kind == "min":
        return min(expectiminimax(a, b, "chance of min", depth - 1, die) for die in DICE)
    total = 0
    for pips in die:
        if kind == "chance of max":
            total += expectiminimax(a + pips, b, "min", depth) / 2
        else:
            total += expectiminimax(a, b + pips, "max", depth) / 2
    return total


def run(position):
    a, b = map(int, position.split())
    return expectiminimax(a, b, "max", 3)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
