from functools import partial, reduce
from operator import add

depth = lambda tree: 1 + max(map(depth, tree), default=0) if isinstance(tree, list) else 0  # noqa: E731


def flatten(tree):
    return reduce(add, map(flatten, tree), []) if isinstance(tree, list) else [tree]


def scaled(by, tree):
    return [*map(partial(scaled, by), tree)] if isinstance(tree, list) else by * tree


def total(tree):
    return sum([total(one) for one in tree]) if isinstance(tree, list) else tree
