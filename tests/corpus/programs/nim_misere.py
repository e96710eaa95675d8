"""Misère nim: who takes the last stone loses."""

import sys

POSITIONS = """
3 1 3 / 1 2 2 / 2 4 / 3 1 2 / 1 2 1 2 / 2 2 3 / 3 1 1 / 2 2 / 4 3 / 2 1 2 / 4 2 1
3 3 / 3 2 / 3 2 1 / 1 1 2 / 2 1 4 / 1 4 2 / 1 3 1 / 2 3 2 / 1 3 3
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]


def options(heaps):
    for i, heap in enumerate(heaps):
        for left in range(heap):
            yield heaps[:i] + (left,) + heaps[i + 1 :]


def wins(heaps):
    if sum(heaps) == 0:
        return True  # leaf
    for option in options(heaps):
        if wins(option) is False:  # own
            return True
    return False


def run(position):
    return wins(tuple(int(heap) for heap in position.split()))


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
