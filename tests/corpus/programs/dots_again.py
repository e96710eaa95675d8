"""Dots and boxes with two boxes: who closes a box draws again."""

import sys

POSITIONS = """
0 4 / 1 2 / 6 / 0 1 / 0 5 6 / 0 2 / 0 4 5 / 3 6 / 0 1 5 / 2 3 / 1 4 / 4 / 0 1 6 / 3 4 / 0
0 6 / 2 3 4 / 2 5 / 0 1 2 / 2
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]
BOXES = ({0, 2, 3, 5}, {1, 3, 4, 6})


def closed_by(line, drawn):
    return sum(1 for box in BOXES if line in box and box <= drawn)


def lead(drawn):
    values = []
    for line in sorted(set(range(7)) - drawn):
        after = drawn | {line}
        boxes = closed_by(line, after)
        if boxes:
            values.append(boxes + lead(after))
        else:
            values.append(-lead(after))
    return max(values, default=0)


def run(position):
    return lead({int(line) for line in position.split()})


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
