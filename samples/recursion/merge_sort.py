"""Merge sort: halves are sorted and then merged.

Try:  plyscope debug merge_sort.py 'merge_sort([5, 2, 4, 7, 1, 3, 2, 6])'
"""


def merge_sort(items):
    if len(items) <= 1:
        return items
    middle = len(items) // 2
    left = merge_sort(items[:middle])
    right = merge_sort(items[middle:])
    merged = []
    while left and right:
        merged.append(left.pop(0) if left[0] <= right[0] else right.pop(0))
    return merged + left + right
