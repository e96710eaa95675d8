"""Kalah with three houses: who ends in the own store moves again, so the sign of a reply is 1 or -1."""

import sys

POSITIONS = """
3 2 0 1 0 0 4 2 A / 1 0 4 1 0 3 1 2 B / 2 2 2 0 2 2 2 0 A / 1 3 0 1 0 4 1 2 B
0 1 4 1 2 0 3 1 B / 1 2 4 1 2 0 0 2 A / 2 0 3 1 2 2 2 0 A / 0 1 4 1 0 1 4 1 A
2 0 0 2 3 3 2 0 B / 0 1 4 1 0 3 3 0 A / 2 2 0 1 3 2 2 0 B / 0 3 3 0 2 2 2 0 B
0 0 5 1 0 3 3 0 B / 0 1 1 3 3 3 0 1 A / 3 3 1 1 0 1 0 3 A / 0 3 3 0 2 0 3 1 B
3 0 1 2 3 2 0 1 A / 1 1 4 1 2 2 0 1 A / 0 3 0 1 1 2 4 1 B / 1 3 3 0 2 2 0 1 A
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]


def sow(seeds, who, house):
    seeds = list(seeds)
    hand, seeds[house] = seeds[house], 0
    place, skipped = house, 7 if who == 0 else 3
    while hand:
        place = (place + 1) % 8
        if place != skipped:
            seeds[place] += 1
            hand -= 1
    if place // 4 == who and place % 4 < 3 and seeds[place] == 1 and seeds[6 - place]:
        seeds[4 * who + 3] += seeds[6 - place] + 1
        seeds[place] = seeds[6 - place] = 0
    return seeds, place == 4 * who + 3


def search(seeds, who, depth, alpha, beta):
    if not any(seeds[0:3]) or not any(seeds[4:7]):
        lead = sum(seeds[0:4]) - sum(seeds[4:8])
        return lead if who == 0 else -lead
    if depth == 0:
        return seeds[4 * who + 3] - seeds[3 if who else 7]
    best = -100
    for house in range(4 * who, 4 * who + 3):
        if not seeds[house]:
            continue
        after, again = sow(seeds, who, house)
        g = 1 if again else -1
        low, high = (alpha, beta) if again else (-beta, -alpha)
        value = g * search(after, who if again else 1 - who, depth - 1, low, high)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:  # cut
            break
    return best


def run(position):
    *seeds, side = position.split()
    return search([int(number) for number in seeds], "AB".index(side), 5, -100, 100)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
