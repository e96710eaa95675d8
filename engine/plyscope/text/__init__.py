"""ROOM

call_narration           a sentence for every step of a recording of which nothing is known but calls
explanation              what `why` has found out, in plain words and as facts
inline_values            inline values: what a step means for the lines of the search's text, as one writes it
listing                  the nested listing of calls: the run of a search written out, as one would trace it by
narration                one sentence in plain words for every step. It depends on the step alone, never on how
user_code_inline_values  inline values for somebody's own text: what its variables hold, and what the line
"""
