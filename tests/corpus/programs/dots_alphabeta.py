"""Dots and boxes: the same side may move again, and then the window is not turned round."""

import sys

POSITIONS = """
0 4 / 1 2 / 6 / 0 1 / 0 5 6 / 0 2 / 0 4 5 / 3 6 / 0 1 5 / 2 3 / 1 4 / 4 / 0 1 6 / 3 4 / 0
0 6 / 2 3 4 / 2 5 / 0 1 2 / 2
"""
POSITIONS = [text.strip() for text in POSITIONS.replace("\n", "/").split("/") if text.strip()]
BOX_LINES = (0b0101101, 0b1011010)


def search(drawn, lead, player, alpha, beta):
    if drawn == 0b1111111:
        return lead
    best = -3 * player
    for i in range(7):
        bit = 1 << i
        if drawn & bit:
            continue
        after = drawn | bit
        boxes = sum(1 for box in BOX_LINES if box & bit and after & box == box)
        nobody_scores = boxes == 0
        value = search(after, lead + player * boxes, -player if nobody_scores else player, alpha, beta)
        if player == 1:
            best = max(best, value)
            if best >= beta:  # cut
                return best
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            if best <= alpha:  # cut
                return best
            beta = min(beta, best)
    return best


def run(position):
    return search(sum(1 << int(line) for line in position.split()), 0, 1, -3, 3)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
