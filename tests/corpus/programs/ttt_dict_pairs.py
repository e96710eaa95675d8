"""The board is a dictionary of (row, column); value and move are returned together."""

import sys

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()
WAYS = [[(r, c) for c in range(3)] for r in range(3)] + [[(r, c) for r in range(3)] for c in range(3)]
WAYS += [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]


def result(board):
    for way in WAYS:
        marks = {board.get(square) for square in way}
        if marks == {"X"}:
            return 1
        if marks == {"O"}:
            return -1
    return 0 if len(board) == 9 else None


def best_move(board, player):
    outcome = result(board)
    if outcome is not None:
        return None, outcome
    choice, best = None, None
    for row in range(3):
        for column in range(3):
            if (row, column) in board:
                continue
            board[row, column] = player
            _, value = best_move(board, "O" if player == "X" else "X")
            del board[row, column]  # undo
            if best is None or (value > best if player == "X" else value < best):
                choice, best = (row, column), value
    return choice, best


def run(position):
    board = {divmod(i, 3): mark for i, mark in enumerate(position) if mark != "."}
    (row, column), value = best_move(board, "X" if len(board) % 2 == 0 else "O")
    return 3 * row + column, value


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
