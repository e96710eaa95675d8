"""One method searches moves and, below depth 0, captures alone; there the side may stand pat."""

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
POINTS = dict(zip("pnbrqk", (1, 3, 3, 5, 9, 0), strict=True))


class Engine:
    def __init__(self, fen):
        self.board = chess.Board(fen)
        self.nodes = 0

    def static(self):
        if not any(self.board.legal_moves):
            return -1000 if self.board.is_check() else 0
        text = self.board.board_fen()
        lead = sum(points * (text.count(p.upper()) - text.count(p)) for p, points in POINTS.items())
        return lead if self.board.turn else -lead

    def search(self, depth, alpha, beta):
        self.nodes += 1
        is_quiet = depth <= 0
        best = -5000
        if is_quiet:
            best = self.static()
            if best >= beta:  # early
                return best
            alpha = max(alpha, best)
        elif not any(self.board.legal_moves):
            return self.static()
        for move in list(self.board.legal_moves):
            if is_quiet and not self.board.is_capture(move):
                continue
            self.board.push(move)
            score = -self.search(depth - 1, -beta, -alpha)
            self.board.pop()  # undo
            best = max(best, score)
            alpha = max(alpha, best)
            if alpha >= beta:  # cut
                break
        return best


def run(position):
    engine = Engine(position)
    value = engine.search(1, -5000, 5000)
    return value if engine.board.turn else -value


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
