"""What a coin is worth is added to the reply's value, so the window is shifted by it."""

import sys

POSITIONS = """
13 9 5 16 9 20 9 17 / 6 11 16 11 18 17 17 17 14 / 3 14 8 8 6 7 / 15 3 11 10 4 8 17
20 15 17 7 18 20 11 13 / 17 3 9 4 13 9 6 12 / 15 12 8 12 13 17 20 8 4 / 20 3 13 14 11 16 8 14
4 11 13 20 1 2 12 / 3 18 14 19 10 13 7 15 13 / 16 4 3 2 14 5 2 / 9 12 10 12 7 8 20 8
19 12 6 17 7 12 / 11 11 17 18 18 8 1 17 / 20 16 17 1 3 5 / 18 6 18 17 5 16 20 13 9
6 8 11 10 9 2 17 16 7 / 19 9 14 9 14 5 / 12 17 3 19 5 5 / 19 14 10 15 4 8
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]


def lead(coins, alpha, beta):
    if not coins:
        return 0
    best = -10**6
    for coin, rest in ((coins[0], coins[1:]), (coins[-1], coins[:-1])):
        best = max(best, coin - lead(rest, coin - beta, coin - alpha))
        alpha = max(alpha, best)
        if alpha >= beta:  # cut
            break
    return best


def run(position):
    return lead(tuple(map(int, position.split())), -10**6, 10**6)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
