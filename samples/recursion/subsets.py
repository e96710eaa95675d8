"""All subsets: each without the first item, and with it.

Try:  plyscope debug subsets.py 'subsets("abc")'
"""


def subsets(items):
    if not items:
        return [[]]
    without = subsets(items[1:])
    return without + [[items[0], *rest] for rest in without]
