import numpy as np
from plyscope.model.judged_values import judged_values
from plyscope.model.user_code_facts import Event, Site, UserCodeFacts, What

FRAMES = 40_002
"""Calls of which the last one is made by the one before it, and the others by the first: more than 2 ** 31 pairs of a
call and a step."""


def event(what: What, name: str, text: str, *, loop: int = -1, from_call: bool = False) -> Event:
    return Event(what, 0, 1, name, loop, -1, "", "", from_call, text, True)


def test_a_value_that_a_late_call_returns_is_none_that_its_loop_has_judged() -> None:
    events = (
        event(What.ITEM, "move", "moves", loop=0),
        event(What.SET, "value", "search(move)", from_call=True),
        event(What.SET, "best", "max(best, value)", from_call=True),
    )
    caller = FRAMES - 2
    entered = {0: 0, caller: 3 * caller - 2}
    back = {0: 3, caller: 3 * (caller + 1) - 4 + 2}
    facts = UserCodeFacts(
        step=np.array([step for one in (0, caller) for step in (entered[one], back[one], back[one])]),
        event=np.array([0, 1, 2] * 2, "<u2"),
        value=np.ones(6),
        frame=np.repeat(np.array([0, caller], "<i4"), 3),
        site=np.where(np.isin(np.arange(FRAMES), (1, FRAMES - 1)), 0, -1).astype("<i2"),
        events=events,
        sites=(Site(0, 1, "search", 1, (), 0, "value", "", False),),
    )
    parent, ply = np.zeros(FRAMES, np.int32), np.ones(FRAMES, np.int32)
    parent[0], parent[-1], ply[0], ply[-1] = -1, caller, 0, 2
    assert not len(judged_values(facts, parent, ply).rows)
