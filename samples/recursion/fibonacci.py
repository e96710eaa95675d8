"""The Fibonacci numbers as their definition has them.

Try:  plyscope debug fibonacci.py 'fib(10)'

Watch how often the same call is made: F(n) takes 2·F(n+1) - 1 calls, 177 for n = 10 and 21,891 for n = 20, and only
n + 1 of them are different.
"""


def fib(n):
    if n == 0:
        return 0
    if n == 1:
        return 1
    return fib(n - 1) + fib(n - 2)
