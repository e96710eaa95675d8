"""A sooner win is worth more: a win counts one and the cells that are still empty."""

import sys

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()
WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def score(state, left):
    for i, j, k in WINS:
        if state[i] == state[j] == state[k] != ".":
            return (left + 1) if state[i] == "X" else -(left + 1)
    return 0 if left == 0 else None


def minimax(state, left, player, alpha, beta):
    leaf = score(state, left)
    if leaf is not None:
        return leaf, None
    best_move = None
    best_value = -99 if player == "X" else 99
    for cell in [i for i in range(9) if state[i] == "."]:
        state[cell] = player
        found, _ = minimax(state, left - 1, "O" if player == "X" else "X", alpha, beta)
        state[cell] = "."  # undo
        if player == "X":
            if found > best_value:
                best_value, best_move = found, cell
            alpha = max(alpha, best_value)
        else:
            if found < best_value:
                best_value, best_move = found, cell
            beta = min(beta, best_value)
        if alpha >= beta:  # cut
            break
    return best_value, best_move


def run(position):
    state = list(position)
    left = state.count(".")
    return minimax(state, left, "X" if left % 2 else "O", -100, 100)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
