"""x"""
from engine.trace import Trace
from engine.watching.proposal import Proposal
def applied(trace: Trace, proposal: Proposal) -> Trace:
    return trace
