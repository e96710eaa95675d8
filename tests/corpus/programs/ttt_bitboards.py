"""Two integers of nine bits; `b` is the position, `be` is beta."""

import sys

POSITIONS = """
...XOX.OX X.X.....O .XO.O.X.X X..O..XOX .XOXO...X .X...OXO. X....O..X ..O..O.XX
.X...OXOX ...OX.X.. XOO...X.. OXX...... O..X.XO.. OO..XX.X. XOX.O..X. .OXX.X..O
...OXOX.. OX.O..X.X .O...X..X O.O..X.XX
""".split()
MASKS = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)


class Engine:
    def __init__(self):
        self.nodes = 0

    def negamax(self, b, d, a, be, c):
        self.nodes += 1
        if any(b[1 - c] & mask == mask for mask in MASKS):
            return -1  # leaf
        if d == 0:
            return 0  # leaf
        m = -1000
        for i in range(9):
            bit = 1 << i
            if (b[0] | b[1]) & bit:
                continue
            b[c] |= bit
            v = -self.negamax(b, d - 1, -be, -a, 1 - c)
            b[c] ^= bit  # undo
            m = max(m, v)
            a = max(a, v)
            if a >= be:  # cut
                break
        return m


def run(position):
    b = [sum(1 << i for i, mark in enumerate(position) if mark == side) for side in "XO"]
    return Engine().negamax(b, position.count("."), -1000, 1000, 0 if position.count(".") % 2 else 1)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
