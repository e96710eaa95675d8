"""Alpha-beta on a row that is taken apart and put together again; the lead so far is passed along."""

import sys
from collections import deque

POSITIONS = """
13 9 5 16 9 20 9 17 / 6 11 16 11 18 17 17 17 14 / 3 14 8 8 6 7 / 15 3 11 10 4 8 17
20 15 17 7 18 20 11 13 / 17 3 9 4 13 9 6 12 / 15 12 8 12 13 17 20 8 4 / 20 3 13 14 11 16 8 14
4 11 13 20 1 2 12 / 3 18 14 19 10 13 7 15 13 / 16 4 3 2 14 5 2 / 9 12 10 12 7 8 20 8
19 12 6 17 7 12 / 11 11 17 18 18 8 1 17 / 20 16 17 1 3 5 / 18 6 18 17 5 16 20 13 9
6 8 11 10 9 2 17 16 7 / 19 9 14 9 14 5 / 12 17 3 19 5 5 / 19 14 10 15 4 8
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]


def search(row, lead, is_first, alpha, beta):
    if not row:
        return lead
    best = -(10**9) if is_first else 10**9
    for take, put in ((row.popleft, row.appendleft), (row.pop, row.append)) if len(row) > 1 else ((row.pop, row.append),):
        coin = take()
        if is_first:
            best = max(best, search(row, lead + coin, False, alpha, beta))
            alpha = max(alpha, best)
        else:
            best = min(best, search(row, lead - coin, True, alpha, beta))
            beta = min(beta, best)
        put(coin)  # undo
        if alpha >= beta:  # cut
            break
    return best


def run(position):
    return search(deque(int(coin) for coin in position.split()), 0, True, -(10**9), 10**9)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
