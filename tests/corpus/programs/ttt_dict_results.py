"""Each call returns a dictionary with a score and an index; all results of a node are collected first."""

import sys

HUMAN, COMPUTER = "O", "X"
POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()


def winning(board, player):
    wins = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
    return any(all(board[i] == player for i in win) for win in wins)


def minimax(board, player):
    available = [i for i in range(9) if board[i] not in (HUMAN, COMPUTER)]
    if winning(board, HUMAN):
        return {"score": -1}
    elif winning(board, COMPUTER):
        return {"score": 1}
    elif len(available) == 0:
        return {"score": 0}

    moves = []
    for spot in available:
        move = {"index": spot}
        board[spot] = player
        if player == COMPUTER:
            result = minimax(board, HUMAN)
        else:
            result = minimax(board, COMPUTER)
        move["score"] = result["score"]
        board[spot] = "."  # undo
        moves.append(move)

    chosen = None
    if player == COMPUTER:
        top = -10000
        for i, move in enumerate(moves):
            if move["score"] > top:
                top = move["score"]
                chosen = i
    else:
        top = 10000
        for i, move in enumerate(moves):
            if move["score"] < top:
                top = move["score"]
                chosen = i
    return moves[chosen]


def run(position):
    board = list(position)
    result = minimax(board, COMPUTER if board.count("X") == board.count("O") else HUMAN)
    return result["score"], result["index"]


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
