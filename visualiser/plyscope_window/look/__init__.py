"""How everything looks: colours, fonts, icons and shapes, with no knowledge of what is drawn with them.

theme         the two themes: every colour by its meaning, the fonts, and how both get into Qt
call_colours  themes for recursion without a game: equal calls in equal colours, single calls in grey
glyphs        the shapes that stand for frames: triangle up for MAX, down for MIN, square for a leaf
fonts         the bundled fonts, which draw every language and sign that the window writes
icons         the icons, one line drawing each, in the colours of the theme
"""
