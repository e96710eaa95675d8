"""The canvas: one recording drawn in three ways, from eight frames to millions.

canvas   the widget: what is looked at, pointer and keys
colours  from shades and coverage to pixels
atlas    ready-made glyphs to be stamped by the thousand
strips   bands of mean values, a pixel at a time
tree     the tree view: frames one by one above, bands below
near     what is drawn beside frames when they are close: boards, windows, moves
overlay  what changes with every step: the veil over the future, the path
gutter   the plies by name, and the axis of time
icicle   the icicle view: every frame a block under its caller
focus    the focus view: where the path, its siblings and their lanterns go
hover    all that is known of one frame, on a card
"""
