"""Learned evaluation: the weights of the linear scoring, fitted instead of guessed.

solving        what positions are really worth
counting       the features of a position as numbers
gathering      positions with their results, from self-play or solved
fitting        logistic regression, and how good it is on positions that it has not seen
course         gathering, fitting, and a match against the weights by hand, in one resumable file
weights_file   what comes of it
"""
