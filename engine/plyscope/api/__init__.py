"""What `import plyscope` promises, each part a thin layer over the rooms that do the work.

cursor    a cursor that says in a sentence what happens at its step
exporting  `export`, which writes a trace in another form
frame     one call of a recording
display   how a trace shows itself in a notebook: as the stepping page, as a drawing, or in one line
notebook  recording in a notebook: magics that record a line or a cell
trace     a trace, which is a sequence of frames; `record` makes one from a position, `compare` holds two together
watching  `watch`, which traces functions in the caller's own process
"""
