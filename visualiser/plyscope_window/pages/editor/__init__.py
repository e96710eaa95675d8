"""The editor of positions: boards to click on, trees to draw, and the search that is to be recorded.

bars                the bars over the board and the tree: size, tools, side to move, MAX, nodes
edited_position     what is edited: a game, the text of a position, who is MAX; and its history
editor_page         the page: the position on one side, the search to record on the other
position_editor     the left half: the game and its size, the board or the tree, its text, and what is wrong
random_tree_dialog  a random tree: its seed, its shape and its cuts, shown before it is drawn
search_form         which search to record, with those options only that it reads
tree_draft          a tree that is being drawn: its nodes in preorder, and what can be done to them
tree_editor         the drawn tree: nodes are selected, added, deleted, renamed and given values
"""
