"""Kalah as an object that knows who is to move; the same side may maximize twice."""

import sys

POSITIONS = """
3 2 0 1 0 0 4 2 A / 1 0 4 1 0 3 1 2 B / 2 2 2 0 2 2 2 0 A / 1 3 0 1 0 4 1 2 B
0 1 4 1 2 0 3 1 B / 1 2 4 1 2 0 0 2 A / 2 0 3 1 2 2 2 0 A / 0 1 4 1 0 1 4 1 A
2 0 0 2 3 3 2 0 B / 0 1 4 1 0 3 3 0 A / 2 2 0 1 3 2 2 0 B / 0 3 3 0 2 2 2 0 B
0 0 5 1 0 3 3 0 B / 0 1 1 3 3 3 0 1 A / 3 3 1 1 0 1 0 3 A / 0 3 3 0 2 0 3 1 B
3 0 1 2 3 2 0 1 A / 1 1 4 1 2 2 0 1 A / 0 3 0 1 1 2 4 1 B / 1 3 3 0 2 2 0 1 A
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]


class Kalah:
    def __init__(self, seeds, turn):
        self.seeds = tuple(seeds)
        self.turn = turn

    def over(self):
        return sum(self.seeds[0:3]) == 0 or sum(self.seeds[4:7]) == 0

    def score(self):
        if self.over():
            return sum(self.seeds[:4]) - sum(self.seeds[4:])
        return self.seeds[3] - self.seeds[7]

    def houses(self):
        own = (0, 1, 2) if self.turn == "A" else (4, 5, 6)
        return [house for house in own if self.seeds[house] > 0]

    def moved(self, house):
        seeds = list(self.seeds)
        path = [0, 1, 2, 3, 4, 5, 6] if self.turn == "A" else [4, 5, 6, 7, 0, 1, 2]
        at = path.index(house)
        count, seeds[house] = seeds[house], 0
        for _ in range(count):
            at = (at + 1) % 7
            seeds[path[at]] += 1
        last, store = path[at], path[3]
        if at < 3 and seeds[last] == 1 and seeds[6 - last]:
            seeds[store] += 1 + seeds[6 - last]
            seeds[last] = seeds[6 - last] = 0
        other = "B" if self.turn == "A" else "A"
        return Kalah(seeds, self.turn if last == store else other)


def minimax(game, depth, alpha, beta):
    if depth == 0 or game.over():
        return game.score(), None
    chosen = None
    value = float("-inf") if game.turn == "A" else float("inf")
    for house in game.houses():
        reply, _ = minimax(game.moved(house), depth - 1, alpha, beta)
        if game.turn == "A":
            if reply > value:
                value, chosen = reply, house
            if value >= beta:  # cut
                break
            alpha = max(alpha, value)
        else:
            if reply < value:
                value, chosen = reply, house
            if value <= alpha:  # cut
                break
            beta = min(beta, value)
    return value, chosen


def run(position):
    *seeds, side = position.split()
    return minimax(Kalah(map(int, seeds), side), 5, float("-inf"), float("inf"))


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
