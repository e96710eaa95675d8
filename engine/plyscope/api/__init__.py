"""What `import plyscope` promises, each part a thin layer over the rooms that do the work.

cursor    a cursor that says in a sentence what happens at its step
display   how a trace shows itself in a notebook: as the stepping page, as a drawing, or in one line
notebook  recording in a notebook: magics that record a line or a cell
trace     a trace that can be saved and opened, and `record`, which makes one from a position
watching  `watch`, which traces functions in the caller's own process
"""
