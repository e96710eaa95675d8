"""Star1: values lie between -16 and 16, so a roll can be left when the others no longer matter."""

import sys

POSITIONS = """
0 5 / 4 5 / 5 3 / 0 6 / 0 4 / 2 5 / 0 2 / 2 0 / 6 4 / 3 5 / 0 0 / 3 2 / 1 4 / 4 2 / 6 3
2 3 / 3 0 / 6 0 / 5 6 / 5 4
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]
LOW, HIGH = -16, 16
DICE = ((1, 3), (0, 4))


def choice(own, other, depth, alpha, beta):
    if other >= 8:
        return LOW
    if depth == 0:
        return own - other
    best = LOW - 1
    for die in DICE:
        value = chance(own, other, die, depth, alpha, beta)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:  # cut
            break
    return best


def chance(own, other, die, depth, alpha, beta):
    n = len(die)
    known = 0
    for i, pips in enumerate(die):
        rest = n - i - 1
        low = n * alpha - known - HIGH * rest
        high = n * beta - known - LOW * rest
        value = -choice(other, own + pips, depth - 1, -min(HIGH, high), -max(LOW, low))
        known += value
        if value <= low:  # cut
            return (known + HIGH * rest) / n
        if value >= high:  # cut
            return (known + LOW * rest) / n
    return known / n


def run(position):
    own, other = map(int, position.split())
    return choice(own, other, 3, LOW, HIGH)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
