"""An exercise as one page that needs nothing but a browser: done, marked and handed in there.

html  the page, its script and its style; marking.js, hand_in.js and page.js are its scripts
"""
