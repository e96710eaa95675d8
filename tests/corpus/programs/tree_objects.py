"""Each node is an object that holds its own window; a child is made with its parent's."""

import sys

POSITIONS = list(range(20))


class Node:
    seed = 0

    def __init__(self, number, ply, alpha, beta):
        self.number = number
        self.ply = ply
        self.alpha = alpha
        self.beta = beta
        self.best = None

    def leaf(self):
        return (self.number * self.number * 31 + self.number * (Node.seed * 37 + 11)) % 41 - 20

    def search(self):
        if self.ply == 5:
            return self.leaf()
        is_max = self.ply % 2 == 0
        for i in range(1, 4):
            child = Node(3 * self.number + i, self.ply + 1, self.alpha, self.beta)
            value = child.search()
            if is_max:
                if self.best is None or value > self.best:
                    self.best = value
                self.alpha = max(self.alpha, value)
            else:
                if self.best is None or value < self.best:
                    self.best = value
                self.beta = min(self.beta, value)
            if self.alpha >= self.beta:  # cut
                break
        return self.best


def run(position):
    Node.seed = position
    return Node(0, 0, float("-inf"), float("inf")).search()


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
