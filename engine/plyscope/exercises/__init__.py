"""Exercises: a small tree whose leaves are given, and what a student finds out by running the search by hand.

tree       the nodes of an exercise, with their names, and the order in which the search tries them
calls      exercises on calls of user code
exercise   an exercise, its file, and its key: what the recorded search says
answers    what a student hands in: files, and codes of the page
steps      one step of the algorithm from the entries that it rests on
marking    every entry marked as a teacher would, with points and remarks
work       what a student has entered so far, box by box, with undo
hints      hints for a box, level by level, and remarks on what was answered
handed_in  the answers of a class, each with its variant
making     exercises from a position, and from random trees with exactly the requested number of cuts
"""
