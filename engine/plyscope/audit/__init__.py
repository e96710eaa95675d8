"""The audit: recorded facts held against the laws of the search, of whatever origin a recording is.

deviation  one law broken: where first, what was recorded there, what is due by the law, and how often
effect     the window that was in effect at each call, and what each frame makes of its children
laws       the table of laws, and the audit that holds a recording against them
own_code   the laws held against the facts of a user's program: windows, folds, exits, answers
simulated  simulations verified: every move is chosen or drawn again
verification  whether a recording is sound: everything but moves, sizes and leaf values is derived again
"""
