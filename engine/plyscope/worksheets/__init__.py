"""Exercises and recordings on paper, in a browser and in courses: worksheets, handouts, pages, questions for Moodle.

pages      sheets of paper in plain numbers: texts, strokes, boxes and shapes
worksheet  an exercise as pages, blank with boxes to fill in, or with its key
handout    chosen steps of a recording as pages: the code of each call beside its board
board_marks  a board as marks on a page
painter    which module paints pages as PDF
tex        pages as LaTeX
svg        marks as a picture, and pages for a browser
moodle     exercises as questions for Moodle
page       an exercise as a page that needs nothing but a browser
forms      what exercises are written as, and the folder for them
"""
