"""A finished game is judged in the loop of the parent; the search is called only where the game goes on."""

import sys

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()
THREES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def makes_row(board, cell):
    mark = board[cell]
    return any(cell in three and all(board[i] == mark for i in three) for three in THREES)


def explore(board, side, alpha, beta):
    best = -2
    for cell in range(9):
        if board[cell] != ".":
            continue
        board[cell] = side
        if makes_row(board, cell):
            value = 1
        elif "." not in board:
            value = 0
        else:
            value = -explore(board, "O" if side == "X" else "X", -beta, -alpha)
        board[cell] = "."  # undo
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:  # cut
            break
    return best


def run(position):
    board = list(position)
    return explore(board, "X" if board.count("X") == board.count("O") else "O", -2, 2)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
