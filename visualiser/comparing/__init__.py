"""Two recordings of one position, compared in a tab: side by side, or merged into one tree.

comparisons   the window's commands: what is compared with what, recorded where it has to be
searches      which search stands against which, and what it is asked for
dialog        what to compare with: an open recording, a file, a search
pair          two recordings that go together: linked cursors, and who leads
page          the tab: three ways to look, and the bar above
side          one of two recordings side by side: its canvas, its title, what it never calls
linked_views  what is seen of the one, shown of the other
merged        the canvas of both as one tree
badges        what each node is in the two, as a sign and a word
difference_lines  how much of a ply differs, where its nodes are too small for badges
legend        what the signs mean
"""
