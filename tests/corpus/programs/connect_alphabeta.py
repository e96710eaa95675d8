"""Three in a row on four columns of four; the board is a list of columns, the depth is limited."""

import sys

POSITIONS = """
03023 021000 30232 332001 01312 12233 310000 101101 003303 211002 2302300 01302 33313
30332 333110 0110021 301233320 1013230 230101331 033202
""".split()
WIDTH, HEIGHT = 4, 4


def get(board, x, y):
    return board[x][y] if 0 <= x < WIDTH and 0 <= y < len(board[x]) else 0


def three_at(board, x):
    y = len(board[x]) - 1
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for shift in (-2, -1, 0):
            cells = [get(board, x + (shift + k) * dx, y + (shift + k) * dy) for k in range(3)]
            if cells[0] and cells[0] == cells[1] == cells[2]:
                return True
    return False


def evaluate(board):
    return sum(board[1]) + sum(board[2])


def minimax(board, depth, alpha, beta, is_first, last):
    if last is not None and three_at(board, last):
        return -100 if is_first else 100  # leaf
    free = [x for x in (1, 2, 0, 3) if len(board[x]) < HEIGHT]
    if not free:
        return 0  # leaf
    if depth == 0:
        return evaluate(board)
    value = -1000 if is_first else 1000
    for x in free:
        board[x].append(1 if is_first else -1)
        reply = minimax(board, depth - 1, alpha, beta, not is_first, x)
        board[x].pop()  # undo
        if is_first:
            value = max(value, reply)
            alpha = max(alpha, value)
        else:
            value = min(value, reply)
            beta = min(beta, value)
        if beta <= alpha:  # cut
            break
    return value


def run(position):
    board = [[], [], [], []]
    for number, letter in enumerate(position):
        board[int(letter)].append(-1 if number % 2 else 1)
    return minimax(board, 5, -1000, 1000, len(position) % 2 == 0, None)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
