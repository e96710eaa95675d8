"""A comparison of two recordings in a tab.

badges          what each node of the merged tree is in the two recordings: a badge with a sign
compare_dialog  what to compare a recording with: one that is open, a file, or a search to record
compare_page    the page: side by side, merged into one tree or counted, and the bar that switches
comparisons     the commands for comparing; the other search is recorded first where needed
legend          what the signs at the nodes mean, and how many nodes have each
merged          the canvas of both recordings as one tree
side            one of the two side by side: its canvas, its title, and what it never calls
"""
