"""Data and arithmetic: positions, the columns of a recording, its steps, and what follows from them.

board_texts         boards among the arguments of user code: the rows of cells in the text of a value
breakpoints         at which steps breakpoints stop
columns             the columns of a recording: their names and types, and what the codes in them mean
conditions          a small language that selects frames, such as `cutoff and ply >= 3`
cursor              a step of a trace, and the ways to go to another one
declaration         what a search declares of itself, so that it can be recorded and read without special cases
distinct_numbers    the different numbers of a column, and the next one
distinct_positions  the distinct positions of a trace, found without playing every move
executed_lines      the executed lines of user code with all local variables, and its printed text
facts               whole columns that follow from a recording, found when first asked for
facts_by_step       which of the facts of user code are told at a step
folding             how a frame makes its value from those of its children, and how α and β change with each
further_facts       what another engine adds to its calls, such as a static evaluation or a table hit
fractions           the fractions that floats stand for
frames              the frozen columns of a recording, and what one row says
imported            the search of an imported recording and of user code: what its columns show
intervals           what a recording proves of the true value of each frame, at its end and at each step
means               the mean of a frame in which chance moves, and the windows of Star1
judged_values       values that a loop of user code has judged without a call, as rows among its calls
leaf_ends           why a search has stopped at its leaves: the game is over, or no depth was left
marks               the marks of a user: breakpoints, bookmarks, collapsed and hidden frames
no_collection       keeping the collector of cycles away while very many objects are made
origin              where a recording comes from: a search of ours, another program, or user code
plan                a search that is ready to run on a position
position            a position, and what a game must offer so that everything else can use it
preorder            what follows from the sizes of subtrees, in whole columns at once
recorded_game       the game of an imported recording whose game is unknown: the recorded moves alone
recorded_bounds     α, β and the best value of user code as the program set them, and its cutoffs
roles               what parameters and results of user code mean
scoring             what a scoring declares: the function that values a position, and its name
shared_objects      arguments of user code that are the same object as in a call above
shuffle             repeatable random orders, from a seed and a position
simulations         the tree that simulations grow, with visits, means and upper bounds at a step
source_lines        which line of a search's text a step belongs to
stack               the open frames at a step, each with its local variables
steps               the moments of a recording, numbered by arithmetic on its columns
trace               one finished recording, with what every frame made of its children
traced_game         the game of a recording of user code: calls, with the boards or texts of what they were given
user_code           what a recording of user code holds beside its columns
user_code_facts     what ran in user code beside its calls: values of names, tests, and how loops were left
user_code_lines     which line of the user's text a step belongs to
"""
