"""The page that walks through a recording in a browser.

boards         boards, in columns
contents       the part of a recording that a page holds, in columns
html           the page with that part, around the stepper of `plyscope.web`
packing        pools of equal items, and columns deflated into one block of letters
"""
