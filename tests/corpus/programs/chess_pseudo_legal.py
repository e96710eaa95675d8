"""Moves are tried without asking whether they are legal; one that leaves the own king in check is passed over."""

import sys

import chess

POSITIONS = """
6k1/5p1p/6p1/8/8/8/5PPP/4R1K1 w - - 0 1
8/k7/3Q4/2K5/8/8/8/8 w - - 0 1
8/8/2pp4/1P5r/1K3p1k/8/4P1P1/1R6 b - - 0 1
8/2p5/3p4/KP5r/3R1pk1/8/4P1P1/8 w - - 0 1
6k1/5pp1/7p/8/8/5P2/6PP/3R2K1 w - - 0 1
6k1/6pp/5p2/8/8/8/3R1PPP/6K1 w - - 0 1
5k2/8/8/3pp3/2P2P2/8/4P3/3K4 b - - 0 1
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1
k7/2Q5/8/2K5/8/8/8/8 w - - 0 1
4k3/8/8/8/8/2n5/1P2P3/R3K3 b - - 0 1
4k3/8/8/3p4/2P1pP2/8/4P3/3K4 b - - 0 1
4k3/8/8/3pp3/2p2P2/3P4/4P3/4K3 w - - 0 1
8/5k2/8/3r4/4B3/5K2/3P4/8 w - - 0 1
5k2/8/8/3pP3/2P5/8/4P3/4K3 b - - 0 1
6k1/5ppp/8/8/8/8/5PPP/5RK1 b - - 0 1
8/8/4k3/r7/4B3/4K3/3P4/8 b - - 0 1
4k3/8/8/3ppP2/2p5/3P4/4P3/4K3 b - - 0 1
4k3/8/8/8/8/8/1P2n3/3RK3 b - - 0 1
8/2p5/3p4/KP2r3/4Rp1k/8/4P1P1/8 b - - 0 1
8/3r4/4k3/8/4B3/3P1K2/8/8 b - - 0 1
""".strip().splitlines()
SYMBOLS = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9, "K": 0, "p": -1, "n": -3, "b": -3, "r": -5, "q": -9, "k": 0}


def material(board):
    score = sum(SYMBOLS.get(letter, 0) for letter in board.board_fen())
    return score if board.turn == chess.WHITE else -score


def leaf(board):
    if any(board.generate_legal_moves()):
        return material(board)
    return -1000 if board.is_check() else 0


def search(board, depth, alpha, beta):
    if depth == 0:
        return max(alpha, min(beta, leaf(board)))
    legal = 0
    for move in list(board.generate_pseudo_legal_moves()):
        if board.is_castling(move) and not board.is_legal(move):
            continue
        board.push(move)
        if board.was_into_check():
            board.pop()
            continue
        legal += 1
        value = -search(board, depth - 1, -beta, -alpha)
        board.pop()  # undo
        if value >= beta:  # cut
            return beta
        alpha = max(alpha, value)
    if legal == 0:
        return max(alpha, min(beta, leaf(board)))
    return alpha


def run(position):
    return search(chess.Board(position), 2, -1000, 1000)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
