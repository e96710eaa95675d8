"""Nim by negamax with a window from -1 to 1: a win ends the loop."""

import sys

POSITIONS = """
3 1 3 / 1 2 2 / 2 4 / 3 1 2 / 1 2 1 2 / 2 2 3 / 3 1 1 / 2 2 / 4 3 / 2 1 2 / 4 2 1
3 3 / 3 2 / 3 2 1 / 1 1 2 / 2 1 4 / 1 4 2 / 1 3 1 / 2 3 2 / 1 3 3
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]


def negamax(heaps, alpha, beta):
    if not any(heaps):
        return -1, None  # leaf
    kept = None
    for i in range(len(heaps)):
        before = heaps[i]
        for number in range(1, before + 1):
            heaps[i] = before - number
            value = -negamax(heaps, -beta, -alpha)[0]
            heaps[i] = before  # undo
            if value > alpha or kept is None:
                alpha = max(alpha, value)
                kept = (i, number)
            if alpha >= beta:  # cut
                return alpha, kept
    return alpha, kept


def run(position):
    return negamax([int(heap) for heap in position.split()], -1, 1)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
