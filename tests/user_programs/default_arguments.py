def change(amount, coins=(50, 20, 10, 5, 2, 1), /, used=None, *, most=6, trace=[]):  # noqa: B006
    """The fewest coins for an amount; remembers what it looked at, in a list that all calls share."""
    trace.append(amount)
    used = used or ()
    if amount == 0:
        return used
    if len(used) == most or not coins:
        return None
    best = None
    for i, coin in enumerate(coins):
        if coin <= amount:
            found = change(amount - coin, coins[i:], (*used, coin), most=most)
            if found is not None and (best is None or len(found) < len(best)):
                best = found
    return best
