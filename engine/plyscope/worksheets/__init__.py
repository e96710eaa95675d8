"""Exercises on paper and in courses: worksheets with their keys, and questions for Moodle.

pages      sheets of paper in plain numbers: texts, strokes, boxes and shapes
worksheet  an exercise as pages, blank with boxes to fill in, or with its key
painter    which module paints pages as PDF
tex        pages as LaTeX
svg        marks as a picture
moodle     exercises as questions for Moodle
forms      what exercises are written as, and the folder for them
"""
