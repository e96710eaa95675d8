"""The HTML application: what works in the pages that Plyscope writes, and how it becomes one file that stands alone.

document       a page with its style and its script, which loads nothing

The JavaScript is modules that import one another; a script is a module with all that it needs.

elements.mjs   helpers for elements
colours.mjs    colours of the style sheet, for canvases

unpacking.mjs  a recording from its block of letters
recording.mjs  steps, stacks and values of a recording by arithmetic
layout.mjs     where nodes lie
strips.mjs     one ply from afar
view.mjs       which part of the tree is in sight, and at which scale
nodes.mjs      how a node is drawn
tree.mjs       how the tree is drawn
pointing.mjs   mouse and fingers on the tree
boards.mjs     boards, large and small
panels.mjs     what is happening now: sentence, board, code, stack
timeline.mjs   the whole run as one strip
controls.mjs   buttons and keys
stepper.mjs    the stepper as a whole

entries.mjs    how numbers are read and shown
hand_in.mjs    answers as a file or a code
marking.mjs    the search by hand and its marks
work.mjs       what a student has filled in, and which boxes are open
hints.mjs      hints, and why an answer is wrong
exercise_tree.mjs  the tree of an exercise as it is drawn
exercise.mjs   the page of an exercise as a whole
feedback.mjs   marks and hints in that page

page.html      what every page begins and ends with
stepper.html, exercise.html  what is in the pages besides
base.css       the colours, letters and boxes of all pages
stepper.css, exercise.css    how each looks besides
"""
