"""A recursion that awaits itself, one call after the other and several at a time."""

import asyncio


async def total(tree):
    if isinstance(tree, int):
        await asyncio.sleep(0)
        return tree
    result = 0
    for one in tree:
        result += await total(one)
    return result


async def together(tree):
    if isinstance(tree, int):
        await asyncio.sleep(0)
        return tree
    return sum(await asyncio.gather(*(together(one) for one in tree)))


def run(tree):
    return asyncio.run(total(tree))


def run_together(tree):
    return asyncio.run(together(tree))
