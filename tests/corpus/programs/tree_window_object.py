"""The window is an object that cannot change; it is replaced and turned round."""

import sys
from dataclasses import dataclass, replace

POSITIONS = list(range(20))


@dataclass(frozen=True)
class Window:
    alpha: float = float("-inf")
    beta: float = float("inf")

    def turned(self):
        return Window(-self.beta, -self.alpha)

    def is_closed(self):
        return self.alpha >= self.beta


def search(seed, node, depth, sign, window):
    if depth == 0:
        return sign * ((node * node * 31 + node * (seed * 37 + 11)) % 41 - 20)
    best = float("-inf")
    for i in range(3):
        value = -search(seed, 3 * node + 1 + i, depth - 1, -sign, window.turned())
        best = max(best, value)
        if best > window.alpha:
            window = replace(window, alpha=best)
        if window.is_closed():  # cut
            break
    return best


def run(position):
    return search(position, 0, 5, 1, Window())


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
