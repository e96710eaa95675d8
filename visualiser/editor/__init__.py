"""The editor of positions: boards to click on, trees to draw, and the search that is to be recorded.

The text of a position is what is edited. A board or a drawn tree shows the text, and an edit of either writes it
anew, so that the two are always in step; undo and redo go through the texts. A text need not be a possible position
while it is being edited: what is wrong with it is said in the engine's own words.

document            what is edited, and its history
grid                a board that may be impossible: its cells as the text has them
tree_draft          a tree that is being drawn: its nodes, and what can be done to them
board_editor        the board to click on
tree_editor         the drawn tree, with its keys and its field for numbers and names
tree_painting       how it is drawn
text_field          the field for the text of the position
tools               what is placed on a board by a click or a key
bars                the bars over the board
tree_bar            the bar over a drawn tree
notice              a sentence in a box: what is wrong, or how things stand
asking              questions answered in the background, of which the last one counts
position_editor     board or tree, text and what is wrong, side by side with the game and its size
random_tree_dialog  asks for a random tree, and shows it before it is taken
weights_field       weights as text, or from a file
search_form         which search is to be recorded, and how
size_estimate       how large it will be, found out while one goes on editing
page                all of it together
"""
