"""A chess player of two plies that counts pieces."""

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
VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}


def evaluate(board):
    if board.is_checkmate():
        return -1000 if board.turn else 1000
    if board.is_stalemate():
        return 0
    total = 0
    for piece, worth in VALUES.items():
        total += worth * (len(board.pieces(piece, chess.WHITE)) - len(board.pieces(piece, chess.BLACK)))
    return total


def search(board, depth, alpha, beta):
    if depth == 0 or not any(board.legal_moves):
        return evaluate(board)
    best = -9999 if board.turn else 9999
    for move in list(board.legal_moves):
        board.push(move)
        value = search(board, depth - 1, alpha, beta)
        board.pop()  # undo
        if board.turn == chess.WHITE:
            best = max(best, value)
            alpha = max(alpha, value)
        else:
            best = min(best, value)
            beta = min(beta, value)
        if alpha >= beta:  # cut
            break
    return best


def choose(board, depth):
    best_move, alpha, beta = None, -9999, 9999
    for move in list(board.legal_moves):
        board.push(move)
        value = search(board, depth - 1, alpha, beta)
        board.pop()
        if board.turn and value > alpha:
            best_move, alpha = move, value
        elif not board.turn and value < beta:
            best_move, beta = move, value
    return best_move.uci()


def run(position):
    return choose(chess.Board(position), 2)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
