"""No window: a loop ends as soon as it has found a win, for nothing is better."""

import sys

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()
WIN, DRAW, LOSS = 1, 0, -1
ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")


def row(board, mark):
    return any("".join(board[int(i)] for i in r) == mark * 3 for r in ROWS)


def play_x(board):
    if row(board, "O"):
        return LOSS  # leaf
    if "." not in board:
        return DRAW  # leaf
    best = LOSS
    for i in (4, 0, 2, 6, 8, 1, 3, 5, 7):
        if board[i] == ".":
            board[i] = "X"
            v = play_o(board)
            board[i] = "."  # undo
            best = max(best, v)
            if v == WIN:  # own
                break
    return best


def play_o(board):
    if row(board, "X"):
        return WIN  # leaf
    if "." not in board:
        return DRAW  # leaf
    best = WIN
    for i in (4, 0, 2, 6, 8, 1, 3, 5, 7):
        if board[i] == ".":
            board[i] = "O"
            v = play_x(board)
            board[i] = "."  # undo
            best = min(best, v)
            if v == LOSS:  # own
                break
    return best


def run(position):
    board = list(position)
    return play_x(board) if board.count("X") == board.count("O") else play_o(board)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
