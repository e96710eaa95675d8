"""Asynchronous generators, tasks that are started and awaited later, and time-outs."""

import asyncio


async def leaves(tree):
    if isinstance(tree, int):
        await asyncio.sleep(0)
        yield tree
        return
    for one in tree:
        async for leaf in leaves(one):
            yield leaf


async def collected(tree):
    return [leaf async for leaf in leaves(tree)]


def all_leaves(tree):
    return asyncio.run(collected(tree))


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


async def work(n):
    if n == 0:
        await asyncio.sleep(0.001)
        return fib(3)
    later = asyncio.create_task(work(n - 1))
    await asyncio.sleep(0)
    return await work(n - 1) + await later


def run_tasks(n):
    return asyncio.run(work(n))


async def too_late(n):
    if n == 0:
        await asyncio.sleep(10)
    try:
        # Only the innermost call is too late, however busy the machine is.
        return await asyncio.wait_for(too_late(n - 1), 0.01 if n == 1 else 600)
    except TimeoutError:
        return n


def run_too_late(n):
    return asyncio.run(too_late(n))


async def in_threads(n):
    if n == 0:
        return 1
    return sum(await asyncio.gather(*(asyncio.to_thread(fib, n) for _ in range(2)), in_threads(n - 1)))


def run_in_threads(n):
    return asyncio.run(in_threads(n))
