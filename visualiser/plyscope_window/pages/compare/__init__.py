"""ROOM

badges          what each node of the merged tree is in the two recordings: a small badge with a sign, and with
compare_dialog  what a recording is to be compared with: one that is open, a file, or a search that is recorded
compare_page    a comparison in a tab: two recordings side by side, merged into one tree or counted, and the
comparisons     the window's commands for comparing: what is compared with what, and recorded where there is no
legend          what the signs at the nodes mean, and how many nodes have each: a line below the merged tree
merged          the canvas of both recordings as one tree: the usual three ways to draw it, with a badge at
pair            two recordings that go together. One of them leads: the docks show it and the commands move it
searches        which search stands against which, what it is asked for, and what the two are called beside
side            one of two recordings side by side: its canvas, its title, and what it never calls
"""
