"""A comparison of two recordings in a tab.

badges          how each node of the merged tree stands in the two recordings: signs, and their legend
colour_scale    the one colour scale of two recordings, as an entry of the legend
compare_dialog  what to compare a recording with: one that is open, a file, or a search to record
compare_page    the page: side by side, merged into one tree or counted, and the bar that switches
comparisons     the commands for comparing; the other search is recorded first where needed
head            the headline: what one search saved beside the other, with bars and facts
merged          the canvas of both recordings as one tree
merged_tree     the painting of a small merged tree that is shown whole
side            one of the two side by side: its canvas, its title, and a line that says where it is
"""
