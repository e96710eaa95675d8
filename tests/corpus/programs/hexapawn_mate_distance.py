"""A sooner win is better; no win that is already too late is looked for (mate-distance pruning)."""

import sys

POSITIONS = """
b.b.ww.w. b / bbbw...ww b / .bbb.www. w / b.b.bwww. w / bbb...www w / bbb.w.w.w b
bb..wbw.w w / bb..bww.. b / bb..b.w.w w / bb.wwb..w b / bbb..www. b / b.bb...ww w
.bbbwww.. b / bb.w.b.ww w / .bb.b.w.w w / .bbbw.w.w w / .bbw.ww.. b / b.bwb..ww w
b.bww..w. b / b.b..bww. w
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]
WIN = 100


def play(board, a, z):
    cells = list(board)
    cells[z], cells[a] = cells[a], 0
    return tuple(cells)


def moves(board, side):
    for a, pawn in enumerate(board):
        if pawn == side:
            row, column = divmod(a, 3)
            for c in (column - 1, column, column + 1):
                z = 3 * (row - side) + c
                if 0 <= c < 3 and board[z] == (0 if c == column else -side):
                    yield a, z


def search(board, side, ply, alpha, beta):
    if -side in (board[0:3] if side == -1 else board[6:9]):
        return -(WIN - ply)  # leaf
    alpha = max(alpha, -(WIN - ply))
    beta = min(beta, WIN - ply - 1)
    if alpha >= beta:  # early
        return alpha
    best = -(WIN - ply)
    for a, z in moves(board, side):
        best = max(best, -search(play(board, a, z), -side, ply + 1, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:  # cut
            break
    return best


def run(position):
    cells, side = position.split()
    board = tuple({"w": 1, "b": -1, ".": 0}[cell] for cell in cells)
    return search(board, 1 if side == "w" else -1, 0, -WIN, WIN)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
