"""Names that are rebound to another function, or to one of two functions."""

import sys


def f(n):
    return 0 if n == 0 else f(n - 1)


def f(n):  # noqa: F811
    return 1 if n == 0 else 1 + f(n - 1)


if sys.maxsize > 1 << 20:

    def g(n):
        return 0 if n == 0 else 1 + g(n - 1)
else:

    def g(n):
        return None


def k(n):
    return 0 if n == 0 else 1 + k(n - 1)


old_k = k


def k(n):
    return old_k(n) if n > 2 else n
