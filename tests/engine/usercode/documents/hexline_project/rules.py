import numpy as np

SIZE = 12
EVEN = {1: (-1, -1), 2: (0, -1), 3: (-1, 0), 4: (1, 0), 5: (-1, 1), 6: (0, 1)}
ODD = {1: (0, -1), 2: (1, -1), 3: (-1, 0), 4: (1, 0), 5: (0, 1), 6: (1, 1)}


def next_node(x, y, direction):
    dx, dy = (ODD if y % 2 else EVEN)[direction]
    return x + dx, y + dy


def is_over(mapStat):
    return np.sum(mapStat == 0) == 0


def legal_moves(mapStat):
    moves = []
    free = np.where(mapStat == 0)
    for i in range(len(free[0])):
        x, y = int(free[0][i]), int(free[1][i])
        moves.append([(x, y), 1, 1])
        for direction in (4, 5, 6):
            cells = [(x, y)]
            for length in (2, 3):
                x2, y2 = next_node(*cells[-1], direction)
                if not (0 <= x2 < SIZE and 0 <= y2 < SIZE) or mapStat[x2][y2] != 0:
                    break
                cells.append((x2, y2))
                moves.append([(x, y), length, direction])
    return moves


def apply_move(mapStat, move, player):
    made = np.array(mapStat)
    (x, y), length, direction = move
    for _ in range(length):
        made[x][y] = player
        x, y = next_node(x, y, direction)
    return made
