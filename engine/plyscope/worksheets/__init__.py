"""Exercises and recordings on paper, in a browser and in courses: worksheets, handouts, pages, questions for Moodle.

pages      sheets of paper with their marks
worksheet  an exercise as pages, blank with boxes to fill in, or with its key
handout    chosen steps of a recording as pages: the code of each call beside its board, or the tree
tree_marks  the tree at a step as marks, which survive a photocopier
board_marks  a board on a page, with the names of its columns and rows
node_boards  the moves and small boards in the tree of an exercise on a game
tex        pages as LaTeX
svg        marks as a picture, and pages for a browser
moodle     exercises as questions for Moodle
html_page  an exercise as a page that needs nothing but a browser
forms      what exercises are written as, and the folder for them
"""
