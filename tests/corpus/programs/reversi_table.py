"""Two tables, one for lower and one for upper bounds, kept from depth to depth."""

import sys
from typing import NamedTuple

POSITIONS = """
...x.xx.xxo.ooo. o / ..x.ooooxox...ox x / xo.o.xoxxox.o... x / .ooo.xoo.xoox... x
.....xxx.xoox... o / ...xoox.oxx.ox.. o / ..xo.xo..oxxooo. x / ..o..xox.xxx.xo. o
x..ooxoo.xxo.x.. o / .ox.xxx..ox..... o / ....ooo.oxx.oxxx x / .oooxxox.ox...ox o
...xoox..xx..x.. o / ..xooooo.oxo..x. x / .xx.oxooxox...ox o / ..xo.xxo.ooo.... x
.o...oox.oxo..x. x / .o..xxxx.xooxxx. o / ..x..xx..oxo...x o / ..x.oxx.oxx.o... x
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]
OTHER = {"x": "o", "o": "x"}


class Entry(NamedTuple):
    depth: int
    flag: str
    value: int


def placed(cells, at, side):
    after = list(cells)
    for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)):
        x, y, line = at % 4 + dx, at // 4 + dy, []
        while 0 <= x < 4 and 0 <= y < 4 and cells[x + 4 * y] == OTHER[side]:
            line.append(x + 4 * y)
            x, y = x + dx, y + dy
        if line and 0 <= x < 4 and 0 <= y < 4 and cells[x + 4 * y] == side:
            for disc in line:
                after[disc] = side
    if after == list(cells):
        return None
    after[at] = side
    return "".join(after)


def replies(cells, side):
    boards = [placed(cells, at, side) for at in range(16) if cells[at] == "."]
    return [board for board in boards if board]


def search(cells, side, depth, lower, upper, table):
    boards = replies(cells, side)
    if depth == 0 or (not boards and not replies(cells, OTHER[side])):
        return cells.count(side) - cells.count(OTHER[side])
    entry = table.get((cells, side))
    if entry is not None and entry.depth == depth:  # hit
        if entry.flag == "exact":  # hit kind
            return entry.value
        if entry.flag == "at least" and entry.value >= upper:  # early
            return entry.value
        if entry.flag == "at most" and entry.value <= lower:  # early
            return entry.value
    best, alpha = -20, lower
    for board in boards or [cells]:
        value = -search(board, OTHER[side], depth - 1, -upper, -alpha, table)
        best = max(best, value)
        alpha = max(alpha, best)
        if best >= upper:  # cut
            break
    flag = "at least" if best >= upper else "at most" if best <= lower else "exact"  # store
    table[cells, side] = Entry(depth, flag, best)
    return best


def run(position):
    cells, side = position.split()
    table = {}
    value = 0
    for depth in range(1, 5):
        for low, high in ((value - 2, value + 2), (-20, 20)):
            found = search(cells, side, depth, low, high, table)
            if low < found < high:
                break
        value = found
    return value


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
