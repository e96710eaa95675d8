"""The towers of Hanoi: to move a tower, move all but its largest disc out of the way first.

Try:  plyscope debug hanoi.py 'hanoi(3)'

What is printed is kept with the step at which it was printed; n discs take 2^n - 1 moves.
"""


def hanoi(discs, source="A", target="C", spare="B"):
    if discs == 0:
        return 0
    before = hanoi(discs - 1, source, spare, target)
    print(f"disc {discs}: {source} to {target}")
    return before + 1 + hanoi(discs - 1, spare, target, source)
