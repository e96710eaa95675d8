import functools
import time

counts = {}


def counted(name):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            counts[name] = counts.get(name, 0) + 1
            return function(*args, **kwargs)

        return wrapper

    return decorate


def timed(function):
    def inner(*args):
        began = time.perf_counter()
        try:
            return function(*args)
        finally:
            inner.seconds += time.perf_counter() - began

    inner.seconds = 0.0
    return inner


@counted("ackermann")
@timed
def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))
