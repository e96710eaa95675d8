"""The commands for comparing: what is compared with what, recorded first where there is no recording of it yet.

A comparison keeps nothing of the tabs that it came from: either may be closed, and the comparison stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyscope.messages import InputError, Message

from plyscope_window.jobs.background import in_background
from plyscope_window.jobs.recording_job import Recording
from plyscope_window.pages.page import Host, Page
from plyscope_window.pages.record.recording_page import RecordingPage, hold_back
from plyscope_window.pages.searches import (
    comparison_titles,
    full_or_pruning,
    is_full,
    is_recording_of,
    position_for,
    request_for,
    search_request,
)
from plyscope_window.widgets import questions
from plyscope_window.words import localized, tr

if TYPE_CHECKING:
    from plyscope.model.trace import Trace

    from plyscope_window.jobs.recovery import Kept
    from plyscope_window.pages.compare.compare_page import ComparisonPage
    from plyscope_window.session.pair import Prepared
    from plyscope_window.session.session import Session

MAX_FRAMES_AT_ONCE = 60_000
"""The largest number of frames of both together that are aligned in the interface thread."""
Recorded = tuple["Trace", "Kept | None"]
"""A trace that was recorded to be compared, and the file in which recovery keeps it."""


def comparison_in(page: Page) -> ComparisonPage | None:
    """Return a page as a comparison; None where it is none."""
    if page.pair is None:
        return None
    from plyscope_window.pages.compare.compare_page import ComparisonPage

    assert isinstance(page, ComparisonPage)
    return page


def in_front(host: Host) -> ComparisonPage:
    """Return the comparison in front; called only where there is one."""
    page = comparison_in(host.page)
    assert page is not None
    return page


# What is compared with what


def compare_with_full(host: Host, session: Session) -> None:
    """Compare a recording with full minimax; full minimax itself with the search that prunes."""
    trace = session.trace
    compare_with_search(host, trace, request_for(trace, {"algorithm": full_or_pruning(trace)}))


def full_action_text(session: Session | None) -> str:
    """Return the text of the action that compares with full minimax, or full minimax with alpha-beta."""
    if session is not None and is_full(session.trace):
        return tr("Compare with alpha-beta: this is full minimax")
    return tr("Compare with full minimax")


def compare_with_search(host: Host, trace: Trace, request: Mapping[str, Any]) -> None:
    """Compare with another search of the same root. A comparison that is already open comes to the front.

    From the comparison in front it is the way back to the recording.
    """
    page = page_comparing(host, trace, request)
    if page is None:
        record(host, trace, request)
    elif page is host.page:
        alone = page_alone(host, trace)
        if alone is None:
            host.say(tr("This comparison is already in front."))
        else:
            host.show_page(alone)
    else:
        host.show_page(page)


def page_alone(host: Host, trace: Trace) -> Page | None:
    """Return the page that shows a recording alone; None for none."""
    alone = (page for page in host.pages if page.pair is None and page.session is not None)
    return next((page for page in alone if page.session is not None and page.session.trace is trace), None)


def page_comparing(host: Host, trace: Trace, request: Mapping[str, Any]) -> Page | None:
    """Return the open comparison of a recording with such a search; None for none."""
    for page in host.pages:
        sides = [] if page.pair is None else [side.trace for side in page.pair.sides.values()]
        if any(side is trace for side in sides) and any(
            is_recording_of(side, request) for side in sides if side is not trace
        ):
            return page
    return None


def compare_with(host: Host, session: Session) -> None:
    """Compare with what the user chooses in a dialog."""
    from plyscope_window.pages.compare.compare_dialog import ask

    chosen = ask(host, session, comparable_sessions(host, session), host.settings.folder)
    if chosen is None:
        return
    if chosen.session is not None:
        compare(host, session.trace, chosen.session.trace)
    elif chosen.path is not None:
        compare_with_file(host, session.trace, chosen.path)
    elif chosen.request is not None:
        record(host, session.trace, chosen.request)


def comparable_sessions(host: Host, session: Session) -> list[Session]:
    """Return the recordings in other tabs that begin with the same position."""
    root = session.trace.position
    return [
        other_session
        for page in host.pages
        if page.pair is None
        and (other_session := page.session) is not None
        and other_session.trace is not session.trace
        and str(other_session.trace.position) == str(root)
        and other_session.trace.position.max_side == root.max_side
    ]


def compare_with_file(host: Host, trace: Trace, path: Path) -> None:
    """Compare with the recording in a file, which is read in the background."""
    from plyscope.files.opening import open_trace

    in_background(lambda: open_trace(path), lambda found: compare(host, trace, found), partial(show_refusal, host))


def show_refusal(host: Host, error: InputError) -> None:
    """Show why two recordings cannot be compared."""
    questions.warn(host, tr("These cannot be compared."), localized(error.message))


# Recording the other one


def record(host: Host, trace: Trace, request: Mapping[str, Any], *, then: Recorded | None = None) -> None:
    """Record another search of the same root, unless that is under way; compare it with the trace, or with `then`."""
    try:
        position = position_for(trace, request)
    except InputError as error:
        show_refusal(host, error)
        return
    for begun in host.pages:
        if isinstance(begun, RecordingPage) and begun.begun_from is host.page and begun.request == request:
            # Asked for once more while it is held back: now it is waited for.
            host.show_page(begun)
            return
    recording = Recording(host.recovery, host)
    search, name = str(request["algorithm"]), position.title or position.game.name
    subject = tr("To be compared: {search}", search=search)
    page = RecordingPage(recording, subject, tr("{name} · {search}", name=name, search=search))
    page.request = request

    def fail(message: Message) -> None:
        host.remove_page(page)
        recording.deleteLater()
        show_refusal(host, InputError(message.pattern, **message.values))

    hold_back(host, page)
    page.discard_requested.connect(lambda: host.close_page(page))
    recording.finished.connect(lambda found, _: compare_recorded(host, page, trace, found, then))
    recording.failed.connect(fail)
    recording.record(position, {})


def compare_recorded(host: Host, page: RecordingPage, trace: Trace, new_trace: Trace, then: Recorded | None) -> None:
    """Compare the new trace; if it could only be recorded at less depth, record the other again at that depth."""
    recording = page.recording
    recorded = (new_trace, recording.kept)
    recording.deleteLater()
    if then is not None:
        compare(host, new_trace, then[0], instead_of=page, recorded=(recorded, then))
    elif recording.remark is not None and is_shallower(new_trace, trace):
        # The other search is too large at full depth, so both are searched to the smaller depth.
        host.say(localized(recording.remark))
        host.remove_page(page)
        record(host, trace, {**search_request(trace), "depth": new_trace.options["depth"]}, then=recorded)
    else:
        compare(host, trace, new_trace, instead_of=page, recorded=(recorded,))


def is_shallower(new_trace: Trace, trace: Trace) -> bool:
    """Whether a new trace stopped at another depth than a recording, which can be recorded again at that depth."""
    return new_trace.options.get("depth") != trace.options.get("depth") and not trace.search.is_imported


# The page


def compare(
    host: Host, a: Trace, b: Trace, instead_of: Page | None = None, recorded: tuple[Recorded, ...] = ()
) -> None:
    """Compare two recordings in a new tab, or in that of `instead_of`; on failure drop what was `recorded` for it."""
    from plyscope_window.session.pair import Prepared

    def fail(error: InputError) -> None:
        for _, kept in recorded:
            if kept is not None:
                host.recovery.drop(kept)
        if instead_of is not None:
            host.remove_page(instead_of)
        show_refusal(host, error)

    if len(a) + len(b) > MAX_FRAMES_AT_ONCE:
        in_background(lambda: Prepared.of(a, b), lambda found: show_comparison(host, found, instead_of, recorded), fail)
        return
    try:
        prepared = Prepared.of(a, b)
    except InputError as error:
        fail(error)
    else:
        show_comparison(host, prepared, instead_of, recorded)


def show_comparison(host: Host, prepared: Prepared, instead_of: Page | None, recorded: tuple[Recorded, ...]) -> None:
    """Show a comparison in a tab, at the step of an open recording of the two; nothing if `instead_of` was closed."""
    from plyscope_window.pages.compare.compare_page import MERGED, ComparisonPage
    from plyscope_window.pages.trace_page import connect_session

    if instead_of is not None and instead_of not in host.pages:
        return
    page = ComparisonPage(prepared, comparison_titles(prepared.comparison.a, prepared.comparison.b), host)
    page.menu_requested.connect(host.show_frame_menu)
    page.entered.connect(host.stepping.run_to)
    page.mode_changed.connect(host.present_actions)
    page.turned.connect(host.show_front)
    for session in page.pair.sides.values():
        for trace, kept in recorded:
            if trace is session.trace and kept is not None:
                host.recovery.adopt(session, kept)
        connect_session(host, session)
    origin = page_of_either(host, prepared)
    if origin is not None and origin.session is not None and origin.canvas is not None:
        page.begin_at(origin.session, origin.canvas.mode)
    elif page.pair.is_small:
        page.set_look(MERGED)
    host.add_page(page, instead_of=instead_of)


def page_of_either(host: Host, prepared: Prepared) -> Page | None:
    """Return the page of one of two recordings that are compared, the one in front first; None for none."""
    traces = (prepared.comparison.a, prepared.comparison.b)
    for page in (host.page, *host.pages):
        if page.pair is None and page.session is not None and any(page.session.trace is trace for trace in traces):
            return page
    return None


# The comparison in front


def to_first_divergence(host: Host) -> None:
    """Go to the first step at which the two differ, and say how."""
    host.stepping.stop()
    pair = in_front(host).pair
    if pair.go_to_first_divergence():
        host.say(" ".join(localized(half.sentence) for half in pair.first_difference))


def to_difference(host: Host, *, forwards: bool) -> None:
    """Go to the next or the previous difference, or say that there is none."""
    host.stepping.stop()
    if not in_front(host).pair.go_to_next_difference(forwards=forwards):
        host.say(tr("No difference after this.") if forwards else tr("No difference before this."))
