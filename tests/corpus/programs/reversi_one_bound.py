"""Only x narrows the window; o's best value so far ends loops, but is not passed on."""

import sys

POSITIONS = """
...x.xx.xxo.ooo. o / ..x.ooooxox...ox x / xo.o.xoxxox.o... x / .ooo.xoo.xoox... x
.....xxx.xoox... o / ...xoox.oxx.ox.. o / ..xo.xo..oxxooo. x / ..o..xox.xxx.xo. o
x..ooxoo.xxo.x.. o / .ox.xxx..ox..... o / ....ooo.oxx.oxxx x / .oooxxox.ox...ox o
...xoox..xx..x.. o / ..xooooo.oxo..x. x / .xx.oxooxox...ox o / ..xo.xxo.ooo.... x
.o...oox.oxo..x. x / .o..xxxx.xooxxx. o / ..x..xx..oxo...x o / ..x.oxx.oxx.o... x
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]
AROUND = (-1, 0, 1)


def play(board, cell, side):
    if board[cell] != ".":
        return None
    turned = set()
    for dx in AROUND:
        for dy in AROUND:
            x, y, line = cell % 4 + dx, cell // 4 + dy, set()
            while 0 <= x < 4 and 0 <= y < 4 and board[4 * y + x] not in (".", side):
                line.add(4 * y + x)
                x, y = x + dx, y + dy
            if 0 <= x < 4 and 0 <= y < 4 and board[4 * y + x] == side:
                turned |= line
    if not turned:
        return None
    return "".join(side if i == cell or i in turned else disc for i, disc in enumerate(board))


def boards_after(board, side):
    return [after for after in (play(board, cell, side) for cell in range(16)) if after]


def minimax(board, depth, alpha, beta, side):
    other = "o" if side == "x" else "x"
    boards = boards_after(board, side)
    if depth == 0 or not (boards or boards_after(board, other)):
        return board.count("x") - board.count("o")
    best = -20 if side == "x" else 20
    for after in boards or [board]:
        value = minimax(after, depth - 1, alpha, beta, other)  # waste narrow
        if side == "x":
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta:  # cut
                break
        else:
            best = min(best, value)
            if best <= alpha:  # cut
                break
    return best


def run(position):
    board, side = position.split()
    return minimax(board, 4, -20, 20, side)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
