"""Reversi on sixteen cells; a side without a move passes, which is a call of its own."""

import sys

POSITIONS = """
...x.xx.xxo.ooo. o / ..x.ooooxox...ox x / xo.o.xoxxox.o... x / .ooo.xoo.xoox... x
.....xxx.xoox... o / ...xoox.oxx.ox.. o / ..xo.xo..oxxooo. x / ..o..xox.xxx.xo. o
x..ooxoo.xxo.x.. o / .ox.xxx..ox..... o / ....ooo.oxx.oxxx x / .oooxxox.ox...ox o
...xoox..xx..x.. o / ..xooooo.oxo..x. x / .xx.oxooxox...ox o / ..xo.xxo.ooo.... x
.o...oox.oxo..x. x / .o..xxxx.xooxxx. o / ..x..xx..oxo...x o / ..x.oxx.oxx.o... x
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def flips(board, cell, me):
    if board[cell] != ".":
        return []
    found = []
    for dx, dy in DIRECTIONS:
        x, y = cell % 4 + dx, cell // 4 + dy
        line = []
        while 0 <= x < 4 and 0 <= y < 4 and board[4 * y + x] not in (me, "."):
            line.append(4 * y + x)
            x, y = x + dx, y + dy
        if line and 0 <= x < 4 and 0 <= y < 4 and board[4 * y + x] == me:
            found.extend(line)
    return found


def negamax(board, me, you, depth, alpha, beta):
    options = [(cell, flips(board, cell, me)) for cell in range(16)]
    options = [(cell, discs) for cell, discs in options if discs]
    if not options and not any(flips(board, cell, you) for cell in range(16)):
        return board.count(me) - board.count(you)
    if depth == 0:
        return board.count(me) - board.count(you)
    if not options:
        return -negamax(board, you, me, depth - 1, -beta, -alpha)
    best = -17
    for cell, discs in options:
        for disc in (cell, *discs):
            board[disc] = me
        score = -negamax(board, you, me, depth - 1, -beta, -alpha)
        for disc in discs:
            board[disc] = you
        board[cell] = "."
        if score > best:
            best = score
        if best >= beta:  # cut
            return best
        if best > alpha:
            alpha = best
    return best


def run(position):
    cells, me = position.split()
    return negamax(list(cells), me, "o" if me == "x" else "x", 4, -17, 17)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
