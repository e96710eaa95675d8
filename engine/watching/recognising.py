"""x"""
from engine.trace import Trace
from engine.watching.proposal import Proposal
def recognise(trace: Trace) -> Proposal | None:
    return None
