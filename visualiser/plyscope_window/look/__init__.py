"""ROOM

call_colours  the themes of recordings of recursion without a game: equal calls in equal colours, calls made
glyphs        the shapes that stand for frames: a triangle up for MAX, down for MIN, a square where the search
motion        whether things may move on the screen: not where the system asks for less motion
rims          the outermost pixels of widgets that paint all of themselves, and before which nothing else is
theme         the two themes: every colour by what it means, the fonts, and how both get into Qt
fonts         the fonts that come with the window, so that no language and no sign that it writes turns to
icons         the icons: one drawing in lines for each, on a grid of 24, and how they come into Qt in the
"""
