"""The editor of positions: boards to click on, trees to draw, and the search that is to be recorded.

bars                the bars over the board: its size, what a click places, whose move it is and who is MAX
edited_position     what the editor edits: a game, the text of a position and who is MAX; and the history of
editor_page         the editor as a page of the window: the position on one side, the search to record on the
position_editor     the left half of the editor: the game and its size, the board or the tree, its text, and
random_tree_dialog  asks for a random tree: its seed, its shape and its cuts, with the tree shown before it is
search_form         which search is to be recorded, and how. Only what the chosen search reads can be seen
size_estimate       how large a search will be, found out off the interface thread while one goes on editing
tree_bar            the buttons over a drawn tree: what its keys do, and a random tree
tree_draft          a tree that is being drawn: its nodes in preorder, what can be done to them, and how it is
tree_editor         the drawn tree: nodes are chosen by mouse or arrows, added, deleted, renamed, and given
"""
