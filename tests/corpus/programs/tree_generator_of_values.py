"""The loop's children come from a generator that is closed when the loop is left."""

import sys
from contextlib import closing

POSITIONS = list(range(20))


class Tree:
    def __init__(self, seed):
        self.seed = seed

    def below(self, node):
        for i in (1, 2, 3):
            yield 3 * node + i

    def number(self, node):
        return (node * node * 31 + node * (self.seed * 37 + 11)) % 41 - 20


def value_of(tree, node, depth, alpha, beta, sign):
    if depth == 0:
        return sign * tree.number(node)
    best = float("-inf")
    with closing(tree.below(node)) as children:
        for child in children:
            value = -value_of(tree, child, depth - 1, -beta, -alpha, -sign)
            if value <= best:
                continue
            best = value
            if best > alpha:
                alpha = best
                if alpha >= beta:  # cut
                    break
    return best


def run(position):
    return value_of(Tree(position), 0, 5, float("-inf"), float("inf"), 1)


if __name__ == "__main__":
    print(run(POSITIONS[int(sys.argv[1])]))
