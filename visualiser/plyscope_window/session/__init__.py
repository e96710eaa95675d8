"""One open recording: its cursor, and what has been found out about it.

session   the recording, its cursor, its selection and its proof: the one bridge between the cursor and Qt
pair      two sessions that go together in a comparison
stepping  playing, and running to the next place of a kind
origins   going to the frame that set a value, an α or a β
ghosts    what would have been under pruned moves, searched on request
prediction  predicting the next decision: the open question and the tally
limits    limits and choices of ghosts and proofs that menus need without loading numpy
"""
