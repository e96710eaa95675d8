"""The moves at the root, each searched in its own thread; and threads that start threads."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor


def count(n, columns=()):
    """The ways to put queens on the rows that are left."""
    row = len(columns)
    if row == n:
        return 1
    time.sleep(0.0005)  # so that threads take turns
    found = 0
    for column in range(n):
        if all(column != other and abs(column - other) != row - y for y, other in enumerate(columns)):
            found += count(n, (*columns, column))
    return found


def split(n):
    with ThreadPoolExecutor(4) as pool:
        return sum(pool.map(lambda column: count(n, (column,)), range(n)))


def total(tree):
    if isinstance(tree, int):
        return tree
    found = []
    threads = [threading.Thread(target=lambda one=one: found.append(total(one))) for one in tree]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(found)


POOL = ThreadPoolExecutor(20)


def handed_on(tree):
    """What is handed to a pool belongs to who has handed it on, whichever thread does it."""
    if isinstance(tree, int):
        return tree
    return sum(one.result() for one in [POOL.submit(handed_on, one) for one in tree])
