"""A recording of user code read as a search of a game: roles of parameters, possible bugs, the reference check.

boards            the boards that calls were given, for all frames at once, and moves named by changed cells
bugs              possible bugs, each with a frame of the run that shows it; `CHECKS` lists the checks
chosen_search     which of several searches an untraced caller has chosen, read from the caller's result
matching_games    which known game the boards may be, or a tree written as nested lists
reading           the recording with the sides, windows, values and pruned moves that a proposal names
reference_check   the user's search beside a reference search: value, move, first divergence
result_values     the values in arguments and results, and how they follow from those below: evidence for roles
role_recognition  the roles of parameters and results, by names and by values in the run
win_values        the value of a win, and the same recording with wins valued as one of our scorings does

The roles themselves are `plyscope.model.roles`, which trace files and boards need too.
"""
