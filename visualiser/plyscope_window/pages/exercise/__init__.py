"""An exercise in the window: a small tree to work through by hand, marked as a teacher would.

exercise_page      the page: the tree, the panel beside it, and what happens between them
answer_tree        the tree to fill in, by mouse and by keyboard
tree_layout        where its nodes and boxes are
tree_painter       how they are painted
side_panel         the task, the points and their parts, the hint, the legend of marks, the buttons
remark_cards       remarks as cards below the tree
kept_answers       what students have entered, and their results, in the state folder
exercise_commands  opening and making exercises, watching the search, handing in
make_dialog        what an exercise is made of
results_dialog     the results of all exercises done here
"""
