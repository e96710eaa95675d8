"""A player that looks at the clock in every loop."""

import sys
import time

POSITIONS = """
b.b.ww.w. b / bbbw...ww b / .bbb.www. w / b.b.bwww. w / bbb...www w / bbb.w.w.w b
bb..wbw.w w / bb..bww.. b / bb..b.w.w w / bb.wwb..w b / bbb..www. b / b.bb...ww w
.bbbwww.. b / bb.w.b.ww w / .bb.b.w.w w / .bbbw.w.w w / .bbw.ww.. b / b.bwb..ww w
b.bww..w. b / b.b..bww. w
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]


class Player:
    def __init__(self, cells, seconds):
        self.board = list(cells)
        self.deadline = time.monotonic() + seconds

    def moves(self, side):
        forward = -3 if side == "w" else 3
        foe = "b" if side == "w" else "w"
        for a in [i for i in range(9) if self.board[i] == side]:
            for shift in (0, -1, 1):
                z = a + forward + shift
                if 0 <= z < 9 and 0 <= a % 3 + shift < 3 and self.board[z] == (foe if shift else "."):
                    yield a, z

    def best_value(self, side, depth, alpha, beta):
        if "w" in self.board[:3] or "b" in self.board[6:]:
            return 1 if "w" in self.board[:3] else -1
        best = None
        for a, z in list(self.moves(side)):
            if time.monotonic() > self.deadline:  # own
                break
            captured = self.board[z]
            self.board[a], self.board[z] = ".", side
            value = self.best_value("b" if side == "w" else "w", depth + 1, alpha, beta)
            self.board[a], self.board[z] = side, captured  # undo
            if side == "w":
                best = value if best is None else max(best, value)
                alpha = max(alpha, best)
            else:
                best = value if best is None else min(best, value)
                beta = min(beta, best)
            if alpha >= beta:  # cut
                break
        if best is None:
            return -1 if side == "w" else 1
        return best


def run(position):
    cells, side = position.split()
    return Player(cells, 3600).best_value(side, 0, -2, 2)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
