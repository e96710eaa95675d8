"""The page that walks through a recording in a browser.

contents       the part of a recording that a page holds, in columns
html           the page as one file that stands alone
packing        pools of equal items, and columns deflated into one block of letters

What works in the page is JavaScript. `html` puts the files into one script, in this order:

elements.js    helpers for elements and colours
unpacking.js   the recording from its block of letters
recording.js   steps, stacks and values of a recording by arithmetic
layout.js      where nodes lie
strips.js      one ply from afar
view.js        which part of the tree is in sight, and at which scale
nodes.js       how a node is drawn
tree.js        how the tree is drawn
pointing.js    mouse and fingers on the tree
boards.js      boards, large and small
panels.js      what is happening now: sentence, board, code, stack
timeline.js    the whole run as one strip
controls.js    buttons and keys
start.js       the page as a whole

page.html      the page around it
page.css       how it looks
"""
