import sys


def is_even(n):
    if n == 0:
        return True
    return is_odd(abs(n) - 1)


def is_odd(n):
    if n == 0:
        return False
    return is_even(n - 1)


def main():
    print(is_even(int(sys.argv[1])))


if __name__ == "__main__":
    main()
