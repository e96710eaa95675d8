"""Nim by minimax; heaps are sorted so that equal positions are searched once at each node."""

import sys

POSITIONS = """
3 1 3 / 1 2 2 / 2 4 / 3 1 2 / 1 2 1 2 / 2 2 3 / 3 1 1 / 2 2 / 4 3 / 2 1 2 / 4 2 1
3 3 / 3 2 / 3 2 1 / 1 1 2 / 2 1 4 / 1 4 2 / 1 3 1 / 2 3 2 / 1 3 3
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]


def children(heaps):
    found = set()
    for i, heap in enumerate(heaps):
        for left in range(heap):
            found.add(tuple(sorted((*heaps[:i], left, *heaps[i + 1 :]))))
    return sorted(found)


def minimax(heaps, maximizing):
    if not any(heaps):
        return -1 if maximizing else 1  # leaf
    scores = [minimax(child, not maximizing) for child in children(heaps)]
    if maximizing:
        return max(scores)
    return min(scores)


def run(position):
    return minimax(tuple(sorted(int(heap) for heap in position.split())), True)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
