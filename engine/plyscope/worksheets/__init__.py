"""Exercises on paper, in a browser and in courses: worksheets with their keys, pages, and questions for Moodle.

pages      sheets of paper in plain numbers: texts, strokes, boxes and shapes
worksheet  an exercise as pages, blank with boxes to fill in, or with its key
painter    which module paints pages as PDF
tex        pages as LaTeX
svg        marks as a picture
moodle     exercises as questions for Moodle
page       an exercise as a page that needs nothing but a browser
forms      what exercises are written as, and the folder for them
"""
