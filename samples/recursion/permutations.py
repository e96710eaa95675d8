"""All orders of some things, one after the other: a function that calls itself and yields.

Try:  plyscope debug permutations.py 'list(permutations([1, 2, 3]))'
"""


def permutations(things):
    if not things:
        yield []
    for place, thing in enumerate(things):
        for rest in permutations(things[:place] + things[place + 1 :]):
            yield [thing, *rest]
