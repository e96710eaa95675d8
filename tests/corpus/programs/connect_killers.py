"""A move that refuted a neighbour is tried first; full columns are passed over with `continue`."""

import sys

POSITIONS = """
03023 021000 30232 332001 01312 12233 310000 101101 003303 211002 2302300 01302 33313
30332 333110 0110021 301233320 1013230 230101331 033202
""".split()


class Grid:
    def __init__(self, played):
        self.columns = [[] for _ in range(4)]
        self.order = []
        for letter in played:
            self.drop(int(letter))

    def drop(self, x):
        self.columns[x].append(len(self.order) % 2)
        self.order.append(x)

    def take_back(self):
        self.columns[self.order.pop()].pop()

    def at(self, x, y):
        return self.columns[x][y] if 0 <= x < 4 and 0 <= y < len(self.columns[x]) else None

    def won(self):
        x = self.order[-1]
        y = len(self.columns[x]) - 1
        who = self.at(x, y)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            run_length = 1
            for sign in (1, -1):
                k = 1
                while self.at(x + sign * k * dx, y + sign * k * dy) == who:
                    run_length, k = run_length + 1, k + 1
            if run_length >= 3:
                return True
        return False


def search(g, depth, ply, alpha, beta, killers):
    if g.won():
        return -100  # leaf
    if len(g.order) == 16:
        return 0  # leaf
    if depth == 0:
        mine = len(g.order) % 2
        return sum(1 if disc == mine else -1 for disc in g.columns[1] + g.columns[2])
    best, pick = -999, None
    for x in sorted(range(4), key=lambda x: x != killers.get(ply)):
        if len(g.columns[x]) == 4:
            continue
        g.drop(x)
        value = -search(g, depth - 1, ply + 1, -beta, -alpha, killers)
        g.take_back()  # undo
        if value > best:
            best, pick = value, x
        alpha = max(alpha, best)
        if alpha >= beta:  # cut
            killers[ply] = pick
            break
    return best


def run(position):
    return search(Grid(position), 5, 0, -999, 999, {})


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
