"""Reversi by minimax, with the legal moves in a dictionary."""

import sys

POSITIONS = """
...x.xx.xxo.ooo. o / ..x.ooooxox...ox x / xo.o.xoxxox.o... x / .ooo.xoo.xoox... x
.....xxx.xoox... o / ...xoox.oxx.ox.. o / ..xo.xo..oxxooo. x / ..o..xox.xxx.xo. o
x..ooxoo.xxo.x.. o / .ox.xxx..ox..... o / ....ooo.oxx.oxxx x / .oooxxox.ox...ox o
...xoox..xx..x.. o / ..xooooo.oxo..x. x / .xx.oxooxox...ox o / ..xo.xxo.ooo.... x
.o...oox.oxo..x. x / .o..xxxx.xooxxx. o / ..x..xx..oxo...x o / ..x.oxx.oxx.o... x
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]


def legal(board, player):
    moves = {}
    enemy = "xo".replace(player, "")
    for spot in range(16):
        if board[spot] != ".":
            continue
        turned = set()
        for step_x in (-1, 0, 1):
            for step_y in (-1, 0, 1):
                seen = []
                x, y = spot % 4 + step_x, spot // 4 + step_y
                while 0 <= x <= 3 and 0 <= y <= 3 and board[x + 4 * y] == enemy:
                    seen.append(x + 4 * y)
                    x += step_x
                    y += step_y
                if 0 <= x <= 3 and 0 <= y <= 3 and board[x + 4 * y] == player:
                    turned.update(seen)
        if turned:
            moves[spot] = turned
    return moves


def minimax(board, depth, player):
    enemy = "xo".replace(player, "")
    moves = legal(board, player)
    if depth == 0 or (not moves and not legal(board, enemy)):
        return board.count("x") - board.count("o")
    if not moves:
        return minimax(board, depth - 1, enemy)
    best = None
    for spot, turned in moves.items():
        after = "".join(player if i == spot or i in turned else c for i, c in enumerate(board))
        value = minimax(after, depth - 1, enemy)
        if best is None or (player == "x" and value > best) or (player == "o" and value < best):
            best = value
    return best


def run(position):
    board, player = position.split()
    return minimax(board, 3, player)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
