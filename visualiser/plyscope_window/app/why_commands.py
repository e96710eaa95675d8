"""The commands that explain a result: proofs, origins of values and bounds, ghosts. All need a recording in front."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from plyscope_window.app.canvas_commands import session_of
from plyscope_window.app.main_window import MainWindow
from plyscope_window.jobs.background import in_background
from plyscope_window.session.limits import DEFAULT_GHOST_SIZE, MAX_GHOSTS_AT_ONCE, OutsideProof, Stub
from plyscope_window.widgets import questions
from plyscope_window.words import count, localized, tr

if TYPE_CHECKING:
    from plyscope.model.trace import Trace

    from plyscope_window.session.session import Session

CONFIRMED_FRAMES = 1_000_000
"""Frames of all ghosts together from which their search has to be confirmed."""


def show_proof(window: MainWindow, outside: OutsideProof) -> None:
    """Dim or hide all that the result does not rest on; called again, show it as usual."""
    session = session_of(window)
    if session.proving.outside is outside:
        outside = OutsideProof.SHOWN
    elif session.proving.proof is None:
        window.say(tr("Looking for what the result rests on …"))
    session.show_proof(outside)


def proof_shown(outside: OutsideProof) -> Callable[[MainWindow], bool]:
    """Whether the proof is shown in one way, as a condition of an action."""
    return lambda window: window.session is not None and window.session.proving.outside is outside


def selected_stub(session: Session) -> Stub | None:
    """The pruned move that is selected, or the first one of the selected frame; None where it has none."""
    if session.pruned_move is not None:
        return session.selected, session.pruned_move
    moves = session.trace.pruned_moves(session.selected) if session.has_pruned(session.selected) else []
    return (session.selected, moves[0]) if moves else None


def search_ghost(window: MainWindow) -> None:
    """Search the ghost of the selected pruned move, and show the panel Why?.

    Of a frame that is selected itself it is the first pruned move, in a small recording all of them.
    """
    from plyscope.layout.whole_tree import MAX_NODES  # not before: it needs numpy, for which no window waits

    session = session_of(window)
    stub = selected_stub(session)
    if stub is not None:
        is_all = session.pruned_move is None and len(session.trace) <= MAX_NODES
        frame, _ = stub
        stubs = [(frame, move) for move in session.trace.pruned_moves(frame)] if is_all else [stub]
        session.select_pruned(*stub)
        session.ghosts.search(stubs)
        if not window.docks.docks["why"].is_seen:
            window.docks.bring_to_front("why")


def search_all(window: MainWindow) -> None:
    """Search all ghosts of a small tree, or those below the selected frame; stop where that is being done.

    Only moves that have been pruned by the cursor's step have ghosts.

    A long search has to be confirmed, with an estimate of its size.
    """
    session = session_of(window)
    if session.ghosts.is_running:
        session.ghosts.stop()
        return
    stubs = session.ghosts.stubs(0, session.has_pruned)
    if len(stubs) > MAX_GHOSTS_AT_ONCE:
        stubs = session.ghosts.stubs(session.selected, session.has_pruned)
    if not stubs:
        window.say(tr("No move was pruned below this frame. Select another one."))
        return
    if len(stubs) > MAX_GHOSTS_AT_ONCE:
        words = tr(
            "More than {most} moves were pruned here. Select a frame with fewer below it.",
            most=MAX_GHOSTS_AT_ONCE,
        )
        window.say(words)
        return
    window.say(tr("Estimating the ghosts …"))

    def begin(frames: float) -> None:
        if frames >= CONFIRMED_FRAMES and not questions.confirm(
            window,
            tr("The ghosts of this tree have about {frames} frames.", frames=count(round(frames))),
            tr(
                "Each is searched up to {limit} frames. This can be stopped at any time.",
                limit=count(DEFAULT_GHOST_SIZE),
            ),
            tr("Search them"),
        ):
            return
        session.ghosts.search(stubs)

    in_background(lambda: ghosts_size(session.trace, stubs), begin, lambda error: window.say(localized(error.message)))


def ghosts_size(trace: Trace, stubs: list[Stub]) -> float:
    """An estimate of the frames of some ghosts, each up to the limit of its search."""
    from plyscope.analysis.ghosts import plan_of_ghost
    from plyscope.recording.estimate import estimated_positions

    frames = 0.0
    for stub in stubs:
        plan = plan_of_ghost(trace, *stub)
        by_ply = estimated_positions(plan.position, plan.depth)
        frames += min(DEFAULT_GHOST_SIZE, sum(by_ply[: int(min(plan.depth, len(by_ply) - 1)) + 1]))
    return frames


def open_ghost(window: MainWindow) -> None:
    """Open the selected ghost as a recording of its own."""
    session = session_of(window)
    stub = selected_stub(session)
    ghost = session.ghosts.found.get(stub) if stub is not None else None
    if ghost is not None:
        session.recording_requested.emit(ghost.trace)


def hide_or_show(window: MainWindow) -> None:
    """Show the ghosts, or hide them."""
    ghosts = session_of(window).ghosts
    ghosts.show(not ghosts.are_shown)


def to_origin(place: int) -> Callable[[MainWindow], None]:
    """The command that goes to where the value (0), the α (1) or the β (2) of the selected frame was set."""

    def follow(window: MainWindow) -> None:
        from plyscope_window.session.origins import follow_origin

        follow_origin(session_of(window), place)

    return follow
