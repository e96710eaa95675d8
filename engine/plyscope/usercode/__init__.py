"""A recording of user code read as a search of a game: roles of parameters, findings, the reference check.

added_results     calls whose values are sums or means of results, so that no side chooses
board_forms       how the boards of a program are written: its columns, its first row, its cells
boards            the boards that calls were given, for all frames at once, and moves named by changed cells
chess_boards      boards of the package chess: their positions, and the moves between them
chosen_search     which of several searches an untraced caller has chosen, read from the caller's result
depth_tests       which returns stand below a test of the depth, and with what it compares
ending_findings   findings about the ends of games of lines: a line, and a full board
evidence          what a finding is, and a recording as evidence for findings
findings          where what ran and a law part: bugs, waste and remarks, each with its line and a witness
function_facts    what the text of one function does with bounds and values: calls, assignments, exits, folds,
                  which part of results it compares, and which tests choose between larger and smaller values
given_roles       the roles that the user gives, remembered for the text of each function
judged_leaves     values that a loop judges without a call, as leaves of the recording
leaf_sides        whose turn it is at leaves, where plies alone say whose it is above them
marks_not_undone  marks that earlier calls left on the boards of later ones
matching_games    which known game the boards may be, or a tree written as nested lists
move_findings     findings about moves: boards not undone, sides, the depth
move_names        which calls are of one move where no game is known, and what the moves are called
other_rules       leaves that speak against the rules of the game that the boards look like
parameter_roles   the roles of parameters: the depth, the board and the side beside α and β
reading           the recording with the sides, windows, values and pruned moves that a proposal names
reference_check   the user's search beside a reference search: value, move, first divergence
result_values     the values in arguments and results, and how they follow from those below: evidence for roles
returned_numbers  what a number that an untraced caller returns may be: a move, a value, or neither, as a count
role_recognition  the roles of parameters and results, by names and by values in the run
stored_results    where a search may return what an earlier call has found
table_findings    findings about tables: what was stored suits the window and the depth
value_findings    findings about values that are seen without a window: leaves, a missing minus, the root
value_place       which part of a result is the value, as it is compared or by the fold law, or that it is not known
win_values        the value of a win, and the same recording with wins valued as one of our scorings does
window_places     where each function has α, β, its best value and the move that it keeps

The roles themselves are `plyscope.model.roles`, which trace files and boards need too.
"""
