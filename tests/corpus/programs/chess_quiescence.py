"""Captures are searched to their end by a function of their own, which may stand pat."""

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
WORTH = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9, "K": 0}


def count(board):
    if not any(board.legal_moves):
        return -1000 if board.is_check() else 0
    score = 0
    for piece in board.piece_map().values():
        worth = WORTH[piece.symbol().upper()]
        score += worth if piece.color == board.turn else -worth
    return score


def quiesce(board, alpha, beta):
    stand_pat = count(board)
    if stand_pat >= beta:  # early
        return beta
    if alpha < stand_pat:
        alpha = stand_pat
    for move in list(board.generate_legal_captures()):
        board.push(move)
        score = -quiesce(board, -beta, -alpha)
        board.pop()  # undo
        if score >= beta:  # cut
            return beta
        if score > alpha:
            alpha = score
    return alpha


def alpha_beta(board, depth, alpha, beta):
    if depth == 0:
        return quiesce(board, alpha, beta)
    moves = list(board.legal_moves)
    if not moves:
        return max(alpha, min(beta, count(board)))
    for move in moves:
        board.push(move)
        score = -alpha_beta(board, depth - 1, -beta, -alpha)
        board.pop()  # undo
        if score >= beta:  # cut
            return beta
        if score > alpha:
            alpha = score
    return alpha


def run(position):
    return alpha_beta(chess.Board(position), 1, -2000, 2000)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
