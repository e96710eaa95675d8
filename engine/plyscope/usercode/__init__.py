"""ROOM

boards            boards among the arguments of somebody's own code: what a text of a value shows as rows of
bugs              the slips that people make in searches, named where a recording shows them
chosen_search     which of several searches a call has chosen by its result: their caller is not watched, and
facts             the facts of a recording of somebody's own code, as `plyscope debug --json` prints them
matching_games    which game of ours the boards of somebody's own code may be, tried one reading after the
nested_lists      trees that somebody writes as lists in lists, and searches by handing on their items: the
pruned_moves      moves that somebody's own search never tried because of a cutoff, where its text allows to
reading           a recording of somebody's own code, read as what a proposal says: sides, windows, values
reference_check   somebody's own search against the reference on the same position: same value, same move, and
result_values     numbers in the results of somebody's own calls, in whole columns, and how they follow from
role_recognition  what somebody's parameters are taken for: told by their names and by their values along the
roles             what the parameters of somebody's search mean: proposed by `recognising`, and free to be
win_values        what a win is worth in somebody's own search, and the same recording with wins counted as one
"""
