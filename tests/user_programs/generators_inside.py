def partitions(n, largest=None):
    """The ways to write n as a sum, yielded one by one by a generator that runs itself."""
    if largest is None:
        largest = n
    if n == 0:
        yield ()
        return
    for part in range(min(n, largest), 0, -1):
        yield from ((part, *rest) for rest in partitions(n - part, part))


def first(n):
    for one in partitions(n):
        if len(one) == 2:
            return one
    return None
