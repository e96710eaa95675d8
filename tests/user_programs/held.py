"""Functions stored in tables, partially applied, behind decorators, or chosen by the type of an argument."""

import functools
from functools import cache, partial, partialmethod, singledispatch, singledispatchmethod


def add(tree):
    return evaluate(tree[1]) + evaluate(tree[2])


def mul(tree):
    return evaluate(tree[1]) * evaluate(tree[2])


OPERATORS = {"+": add, "*": mul, "neg": lambda tree: -evaluate(tree[1])}


def evaluate(tree):
    return tree if isinstance(tree, int) else OPERATORS[tree[0]](tree)


def go(by, n):
    return n if n < 2 else step(n - 1) + by * step(n - 2)


step = partial(go, 1)


class Walker:
    def walk(self, by, n):
        return 0 if n <= 0 else by + self.walk_two(n - 1)

    walk_two = partialmethod(walk, 2)


def plain(n):
    return n if n < 2 else quick(n - 1) + quick(n - 2)


quick = cache(plain)


class Counted:
    def __init__(self, function):
        functools.update_wrapper(self, function)
        self.function = function
        self.count = 0

    def __call__(self, *args):
        self.count += 1
        return self.function(*args)


@Counted
def climb(n):
    return 1 if n <= 1 else climb(n - 1) + climb(n - 2)


@singledispatch
def size(tree):
    return 1


@size.register
def _(tree: list):
    return sum(size(one) for one in tree)


@size.register(dict)
def _(tree):
    return sum(size(one) for one in tree.values())


class Depth:
    @singledispatchmethod
    def of(self, tree):
        return 0

    @of.register
    def _(self, tree: list):
        return 1 + max((self.of(one) for one in tree), default=0)
