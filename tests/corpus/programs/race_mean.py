"""Negamax over means: `roll` averages what the other side can reach afterwards."""

import sys
from statistics import mean

POSITIONS = """
0 5 / 4 5 / 5 3 / 0 6 / 0 4 / 2 5 / 0 2 / 2 0 / 6 4 / 3 5 / 0 0 / 3 2 / 1 4 / 4 2 / 6 3
2 3 / 3 0 / 6 0 / 5 6 / 5 4
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]
STEADY, WILD = (1, 3), (0, 4)


def choose(own, other, depth):
    if other >= 8:
        return -16
    if depth == 0:
        return own - other
    best = -100
    for die in (STEADY, WILD):
        best = max(best, roll(own, other, die, depth))
    return best


def roll(own, other, die, depth):
    return mean(-choose(other, own + pips, depth - 1) for pips in die)


def run(position):
    own, other = (int(number) for number in position.split())
    return choose(own, other, 3)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
