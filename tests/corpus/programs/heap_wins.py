"""Take one, two or three; who takes the last one wins."""

import sys

POSITIONS = list(range(1, 11)) * 2


def is_win(stones):
    for take in (1, 2, 3):
        if take > stones:
            break
        if not is_win(stones - take):  # own
            return True
    return False


def run(position):
    return is_win(position)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
