"""A check is answered one ply deeper; `b` is the board, `be` is beta."""

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


class Engine:
    worth = {1: 1, 2: 3, 3: 3, 4: 5, 5: 9, 6: 0}

    def material(self, b):
        return sum(self.worth[p.piece_type] * (1 if p.color == b.turn else -1) for p in b.piece_map().values())

    def negamax(self, b, d, a, be, c):
        if not any(b.legal_moves):
            return -1000 if b.is_check() else 0
        if d == 0:
            return self.material(b)
        m = -10000
        for move in list(b.legal_moves):
            b.push(move)
            longer = 1 if b.is_check() and c < 2 else 0
            v = -self.negamax(b, d - 1 + longer, -be, -a, c + longer)
            b.pop()  # undo
            m = max(m, v)
            a = max(a, v)
            if a >= be:  # cut
                break
        return m


def run(position):
    return Engine().negamax(chess.Board(position), 1, -10000, 10000, 0)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
