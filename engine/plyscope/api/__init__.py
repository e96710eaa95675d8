"""What `import plyscope` promises, each part a thin layer over the rooms that do the work.

cursor    a cursor that says in a sentence what happens at its step
trace     a trace that can be saved and opened, and `record`, which makes one from a position
watching  `watch`, which traces functions in the caller's own process
"""
