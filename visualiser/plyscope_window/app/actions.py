"""The one table of actions. Menus, the toolbar, keys, the shortcut editor and the help sheet are read from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import methodcaller
from typing import TYPE_CHECKING

from plyscope.games import EDITED_FIRST

from plyscope_window.app import folding_commands as folding
from plyscope_window.app import why_commands as asking
from plyscope_window.app import why_not
from plyscope_window.pages.match import match_commands as matching
from plyscope_window.pages.pages import as_comparison
from plyscope_window.pages.play import play_commands as playing
from plyscope_window.pages.usercode import usercode_commands
from plyscope_window.session.limits import Rest
from plyscope_window.words import tr

if TYPE_CHECKING:
    from plyscope_window.app.main_window import MainWindow

Run = Callable[["MainWindow"], object]
Why = Callable[["MainWindow"], str]


@dataclass(frozen=True)
class Action:
    """One line of the table."""

    key: str
    text: str
    menu: str
    keys: tuple[str, ...]
    icon: str
    run: Run
    why_not: Why = why_not.always
    """Why it cannot act now; empty where it can."""
    is_on: Callable[[MainWindow], bool] | None = None
    """Of an action that is on or off: which it is."""
    just_now: Callable[[MainWindow], str] | None = None
    """What it does where the cursor is, if that is not the same everywhere."""

    def words(self, window: MainWindow) -> str:
        """What it does, for people who point at it."""
        return self.just_now(window) if self.just_now is not None else self.text.replace("&", "")


def menus() -> dict[str, str]:
    """The menus, in order, by what they are called."""
    return {
        "file": tr("&File"), "view": tr("&View"), "step": tr("&Step"), "run": tr("&Run"), "mark": tr("&Marks"),
        "tree": tr("&Tree"), "why": tr("Wh&y"), "compare": tr("&Compare"), "own": tr("&Own code"),
        "window": tr("&Window"), "help": tr("&Help"),
    }  # fmt: skip


def cursor(command: str) -> Run:
    """A command of the cursor, by its name."""
    return lambda window: window.stepping.do(methodcaller(command))


def what_play_does(window: MainWindow) -> str:
    if window.stepping.direction == 1:
        return tr("Pause")
    return tr("Play again from the start") if why_not.forwards(window) else tr("Play")


def what_playing_back_does(window: MainWindow) -> str:
    if window.stepping.direction == -1:
        return tr("Pause")
    return tr("Play backwards again from the end") if why_not.backwards(window) else tr("Play backwards")


def what_all_ghosts_does(window: MainWindow) -> str:
    is_running = window.session is not None and window.session.ghosts.is_running
    return tr("Search no more ghosts") if is_running else tr("All ghosts of this tree")


def show_growth(window: MainWindow) -> None:
    from plyscope_window.pages.growth import growth_page

    growth_page.show_growth(window)


def show_sizes(window: MainWindow) -> None:
    from plyscope_window.pages.growth import size_page

    size_page.show_sizes(window)


def show_listening(window: MainWindow) -> None:
    from plyscope_window.pages.usercode import listening_page

    listening_page.show_listening(window)


def export(window: MainWindow) -> None:
    from plyscope_window.export.export_dialog import show_export

    assert window.canvas is not None
    show_export(window, window.canvas, window.settings)


def copies(form: str) -> Run:
    """A command that copies the visible part of the tree in one format."""

    def copy(window: MainWindow) -> None:
        from plyscope_window.export import clipboard

        assert window.canvas is not None
        window.say(clipboard.copy(window.canvas, form))

    return copy


def actions() -> list[Action]:
    """The table, in the words of the person's language."""
    return [*file_actions(), *view_actions(), *step_actions(), *run_actions(), *mark_actions(), *tree_actions(), *why_actions(),
            *compare_actions(), *own_code_actions(), *window_actions(), *help_actions()]  # fmt: skip


def file_actions() -> list[Action]:
    return [
        Action("start", tr("&Start page"), "file", ("Ctrl+T",), "new", lambda w: w.documents.show_start()),
        Action("new", tr("&New position"), "file", ("Ctrl+N",), "edit", lambda w: w.documents.new(EDITED_FIRST)),
        Action("play_game", tr("P&lay a game…"), "file", ("Ctrl+Shift+P",), "play", lambda w: playing.show_play(w)),
        Action("match", tr("&Match…"), "file", ("Ctrl+Shift+T",), "compare", lambda w: matching.show_match(w)),
        Action("open", tr("&Open…"), "file", ("Ctrl+O",), "open", lambda w: w.documents.ask_open()),
        Action("paste", tr("&Paste a position"), "file", ("Ctrl+Shift+V",), "paste", lambda w: w.documents.paste()),
        Action("save", tr("Sa&ve"), "file", ("Ctrl+S",), "save", playing.save, why_not.unsaved),
        Action("save_as", tr("Save &as…"), "file", ("Ctrl+Shift+S",), "save-as", playing.save_as, why_not.game_or_recording),
        Action("record", tr("&Record"), "file", ("Ctrl+Return",), "record", lambda w: w.documents.record_or_run_to(), why_not.position),
        Action("record_again", tr("Change and record a&gain…"), "file", ("Ctrl+R",), "record-again", lambda w: w.documents.record_again(), why_not.known_game),
        Action("export", tr("&Export…"), "file", ("Ctrl+E",), "export", export, why_not.one_recording),
        Action("growth", tr("Gro&wth…"), "file", ("Ctrl+Shift+G",), "", show_growth, why_not.growable),
        Action("lab", tr("Tutorial la&b"), "file", ("Ctrl+Shift+B",), "", lambda w: playing.show_lab(w)),
        Action("close", tr("&Close tab"), "file", ("Ctrl+W",), "close", lambda w: w.close_tab()),
        Action("quit", tr("&Quit"), "file", ("Ctrl+Q",), "", lambda w: w.close()),
    ]  # fmt: skip


def view_actions() -> list[Action]:
    def shows(mode: str) -> Callable[[MainWindow], bool]:
        return lambda w: w.canvas is not None and w.canvas.mode == mode and not folding.is_folded(w)

    def option(name: str) -> Callable[[MainWindow], bool]:
        return lambda w: w.canvas is not None and bool(getattr(w.canvas, name))

    return [
        Action("focus", tr("&Focus"), "view", ("1",), "focus-view", lambda w: w.set_mode("focus"), why_not.recording, shows("focus")),
        Action("tree", tr("&Tree"), "view", ("2",), "tree-view", lambda w: w.set_mode("tree"), why_not.recording, shows("tree")),
        Action("icicle", tr("&Icicle"), "view", ("3",), "icicle-view", lambda w: w.set_mode("icicle"), why_not.recording, shows("icicle")),
        Action("fold", tr("Fold e&qual calls"), "view", ("Q",), "", folding.fold_or_unfold, folding.no_equal_calls, folding.is_folded),
        Action("fit", tr("Fit &all"), "view", ("Z",), "fit", lambda w: w.on_canvas("fit"), why_not.recording),
        Action("centre", tr("&Centre on the cursor"), "view", ("M",), "centre", lambda w: w.centre(), why_not.recording),
        Action("root", tr("Go to the &root"), "view", ("R",), "max", lambda w: w.select_root(), why_not.recording),
        Action("zoom_in", tr("Zoom &in"), "view", ("Ctrl++", "Ctrl+=", "+"), "zoom-in", lambda w: w.zoom(1.25), why_not.recording),
        Action("zoom_out", tr("Zoom &out"), "view", ("Ctrl+-", "-"), "zoom-out", lambda w: w.zoom(0.8), why_not.recording),
        Action("labels", tr("&Labels"), "view", ("L",), "labels", lambda w: w.toggle("labels"), why_not.recording, option("labels")),
        Action("follow", tr("Follow the c&ursor"), "view", ("Ctrl+L",), "follow", lambda w: w.toggle("follow"), why_not.recording, option("follow")),
        Action("hide_future", tr("&Hide the future"), "view", ("V",), "hide-future", lambda w: w.toggle("hide_future"), why_not.recording, option("hide_future")),
        Action("presentation", tr("&Presentation"), "view", ("F4",), "presentation", lambda w: w.present_or_not(), why_not.to_present, lambda w: w.is_presenting),
        Action("theme", tr("&Dark or light"), "view", ("Ctrl+Shift+D",), "theme", lambda w: w.change_theme()),
        Action("larger", tr("Lar&ger text"), "view", ("Ctrl+Alt++", "Ctrl+Alt+="), "", lambda w: w.scale_text(1.1)),
        Action("smaller", tr("S&maller text"), "view", ("Ctrl+Alt+-",), "", lambda w: w.scale_text(1 / 1.1)),
        Action("usual_size", tr("Us&ual text size"), "view", ("Ctrl+Alt+0",), "", lambda w: w.scale_text(None)),
    ]  # fmt: skip


def step_actions() -> list[Action]:
    return [
        Action("into", tr("&Into"), "step", ("F11", "N"), "step-into", cursor("into"), why_not.forwards),
        Action("over", tr("&Over"), "step", ("F10", "Shift+N"), "step-over", cursor("over"), why_not.forwards),
        Action("out", tr("O&ut"), "step", ("Shift+F11", "^"), "step-out", cursor("out"), why_not.forwards),
        Action("back", tr("&Back"), "step", ("Ctrl+F11", "P"), "back-into", cursor("back"), why_not.backwards),
        Action("back_over", tr("Back o&ver"), "step", ("Ctrl+F10", "Shift+P"), "back-over", cursor("back_over"), why_not.backwards),
        Action("back_out", tr("Back ou&t"), "step", ("Ctrl+Shift+F11",), "back-out", cursor("back_out"), why_not.backwards),
        Action("next_line", tr("To the next l&ine of this call"), "step", ("F12",), "step-over", cursor("next_line"), why_not.line_ahead),
        Action("line_before", tr("To the line &before in this call"), "step", ("Ctrl+F12",), "back-over", cursor("line_before"), why_not.line_behind),
        Action("first", tr("&First step"), "step", ("Home", "<"), "first", cursor("first"), why_not.backwards),
        Action("last", tr("&Last step"), "step", ("End", ">"), "last", cursor("last"), why_not.forwards),
        Action("go_to", tr("&Go to step…"), "step", ("Ctrl+G",), "go-to-step", lambda w: w.ask_step(), why_not.recording),
        Action("play", tr("&Play or pause"), "step", ("F6", "Space"), "play", lambda w: w.stepping.play(1), why_not.recording, lambda w: w.stepping.direction == 1, what_play_does),
        Action("play_back", tr("Play back&wards"), "step", ("Ctrl+F6", "Shift+Space"), "play-back", lambda w: w.stepping.play(-1), why_not.recording, lambda w: w.stepping.direction == -1, what_playing_back_does),
        Action("undo_way", tr("Where I &was"), "step", ("Alt+Left",), "undo", cursor("undo"), why_not.been),
        Action("redo_way", tr("Where I went &next"), "step", ("Alt+Right",), "redo", cursor("redo"), why_not.undone),
        Action("caller", tr("Look at the &caller"), "step", ("Alt+Up",), "stack", lambda w: w.inspect(-1), why_not.caller),
        Action("called", tr("Look at the ca&lled"), "step", ("Alt+Down",), "stack", lambda w: w.inspect(1), why_not.called),
    ]  # fmt: skip


def run_actions() -> list[Action]:
    return [
        Action("run", tr("To the next &breakpoint"), "run", ("F5", "C"), "run", lambda w: w.stepping.run(forwards=True), why_not.breakpoint_ahead),
        Action("run_back", tr("To the breakpoint be&fore"), "run", ("Ctrl+F5", "Shift+C"), "run-back", lambda w: w.stepping.run(forwards=False), why_not.breakpoint_behind),
        Action("next_cut", tr("To next &cut"), "run", ("X",), "next-cut", lambda w: w.stepping.to_cut(forwards=True), why_not.cut_ahead),
        Action("previous_cut", tr("To the cut before"), "run", ("Shift+X",), "next-cut", lambda w: w.stepping.to_cut(forwards=False), why_not.cut_behind),
        Action("next_best", tr("To new &best"), "run", ("B",), "next-best", lambda w: w.stepping.to_new_best(forwards=True), why_not.forwards),
        Action("previous_best", tr("To the new best before"), "run", ("Shift+B",), "next-best", lambda w: w.stepping.to_new_best(forwards=False), why_not.backwards),
        Action("next_change", tr("To next change of &α or β"), "run", ("A",), "next-change", lambda w: w.stepping.to_change(forwards=True), why_not.change_ahead),
        Action("previous_change", tr("To the change of α or β before"), "run", ("Shift+A",), "next-change", lambda w: w.stepping.to_change(forwards=False), why_not.change_behind),
        Action("to_return", tr("To &return of this frame"), "run", ("Ctrl+Shift+R",), "to-return", lambda w: w.stepping.to_return(), why_not.returning),
        Action("same_position", tr("To next time in this &position"), "run", ("S",), "same-position", lambda w: w.stepping.to_same_position(forwards=True), why_not.position_ahead),
        Action("same_position_before", tr("To the time before in this position"), "run", ("Shift+S",), "same-position", lambda w: w.stepping.to_same_position(forwards=False), why_not.position_behind),
        Action("run_to", tr("Run to the &selected frame"), "run", ("G",), "go-to-step", lambda w: w.run_to_selected(), why_not.recording),
        Action("find", tr("&Find…"), "run", ("Ctrl+F", "/"), "find", lambda w: w.focus_find(), why_not.recording),
        Action("next_hit", tr("&Next hit"), "run", ("F3",), "find-next", lambda w: w.stepping.to_hit(forwards=True), why_not.hit_ahead),
        Action("previous_hit", tr("Hit be&fore"), "run", ("Shift+F3",), "find-previous", lambda w: w.stepping.to_hit(forwards=False), why_not.hit_behind),
    ]  # fmt: skip


def mark_actions() -> list[Action]:
    return [
        Action("breakpoint", tr("&Breakpoint on this line"), "mark", ("F9",), "breakpoint", lambda w: w.break_at_line(), why_not.recording),
        Action("breakpoint_frame", tr("Breakpoint on this &frame"), "mark", ("Shift+F9",), "breakpoint", lambda w: w.break_at_frame(), why_not.recording),
        Action("bookmark", tr("Book&mark"), "mark", ("Ctrl+D",), "bookmark-add", lambda w: w.bookmark(), why_not.recording),
        Action("next_bookmark", tr("&Next bookmark"), "mark", ("F2",), "bookmark", cursor("next_bookmark"), why_not.bookmarks),
        Action("previous_bookmark", tr("Bookmark be&fore"), "mark", ("Shift+F2",), "bookmark", cursor("previous_bookmark"), why_not.bookmarks),
    ]  # fmt: skip


def tree_actions() -> list[Action]:
    return [
        Action("zoom_subtree", tr("Zoom to this &subtree"), "tree", ("Shift+Z",), "zoom-in", lambda w: w.zoom_to_subtree(), why_not.recording),
        Action("collapse", tr("&Collapse or expand"), "tree", ("K",), "collapse", lambda w: w.collapse(), why_not.with_children),
        Action("hide", tr("&Hide"), "tree", ("H",), "hide", lambda w: w.hide_selected(), why_not.not_root),
        Action("unhide", tr("&Unhide all"), "tree", ("U",), "unhide", lambda w: w.unhide(), why_not.something_hidden),
        Action("copy_position", tr("C&opy the position"), "tree", ("Ctrl+Shift+C",), "copy", lambda w: w.copy_position(), why_not.recording),
        Action("copy_picture", tr("Copy the &picture"), "tree", ("Ctrl+Alt+C",), "copy", lambda w: w.copy_picture(), why_not.recording),
        Action("copy_svg", tr("Copy as S&VG"), "tree", ("Ctrl+Alt+V",), "copy", copies("svg"), why_not.one_recording),
        Action("copy_tikz", tr("Copy as Ti&kZ"), "tree", ("Ctrl+Alt+X",), "copy", copies("tikz"), why_not.one_recording),
        Action("copy_text", tr("Copy as te&xt"), "tree", ("Ctrl+Alt+T",), "copy", copies("txt"), why_not.one_recording),
        Action("record_here", tr("Record from he&re…"), "tree", ("Ctrl+Shift+N",), "record", lambda w: w.documents.record_from_here(), why_not.known_game),
    ]  # fmt: skip


def compare_actions() -> list[Action]:
    def looks(look: str) -> Callable[[MainWindow], bool]:
        return lambda w: (page := as_comparison(w.page)) is not None and page.look == look

    def differences_only(window: MainWindow) -> bool:
        page = as_comparison(window.page)
        return page is not None and page.pair.shows_differences_only

    return [
        Action("compare_full", tr("Compare with full &minimax"), "compare", ("Ctrl+M",), "compare", lambda w: w.comparisons.compare_with_full(), why_not.full, just_now=lambda w: w.comparisons.words_for_full()),
        Action("compare_with", tr("Compare &with…"), "compare", ("Ctrl+Shift+M",), "compare", lambda w: w.comparisons.compare_with(), why_not.recording),
        Action("side_by_side", tr("&Side by side"), "compare", ("4",), "", lambda w: w.comparisons.show_side_by_side(), why_not.comparison, looks("side by side")),
        Action("merged", tr("&Merged into one tree"), "compare", ("5",), "", lambda w: w.comparisons.show_merged(), why_not.comparison, looks("merged")),
        Action("compared_statistics", tr("S&tatistics of both"), "compare", ("6",), "", lambda w: w.comparisons.show_statistics(), why_not.comparison, looks("statistics")),
        Action("differences_only", tr("&Differences only"), "compare", ("D",), "", lambda w: w.comparisons.toggle_differences_only(), why_not.comparison, differences_only),
        Action("other_side", tr("To the &other side"), "compare", ("O",), "", lambda w: w.comparisons.lead_other(), why_not.comparison),
        Action("first_divergence", tr("Go to the first di&vergence"), "compare", ("J",), "first", lambda w: w.comparisons.to_first_divergence(), why_not.divergence),
        Action("next_difference", tr("&Next difference"), "compare", (".",), "find-next", lambda w: w.comparisons.to_difference(forwards=True), why_not.difference),
        Action("previous_difference", tr("Difference be&fore"), "compare", (",",), "find-previous", lambda w: w.comparisons.to_difference(forwards=False), why_not.difference),
    ]  # fmt: skip


def why_actions() -> list[Action]:
    return [
        Action("show_why", tr("Show &why a frame was cut"), "why", ("Shift+W",), "", lambda w: w.toggle("shows_why"), why_not.recording, lambda w: w.canvas is not None and w.canvas.shows_why),
        Action("proof", tr("What the &result rests on, all else pale"), "why", ("E",), "", lambda w: asking.show_proof(w, Rest.PALE), asking.no_result, asking.proof_shown(Rest.PALE)),
        Action("proof_only", tr("&Only what the result rests on"), "why", ("Shift+E",), "", lambda w: asking.show_proof(w, Rest.LEFT_AWAY), asking.no_result, asking.proof_shown(Rest.LEFT_AWAY)),
        Action("why_value", tr("To where its &value came from"), "why", ("=",), "", asking.to_origin(0), why_not.recording),
        Action("why_alpha", tr("To whoever &set its α"), "why", ("[",), "", asking.to_origin(1), asking.no_window),
        Action("why_beta", tr("To whoever se&t its β"), "why", ("]",), "", asking.to_origin(2), asking.no_window),
        Action("way_back", tr("Bac&k to where I asked"), "why", ("\\",), "", lambda w: asking.session_of(w).go_back(), asking.no_way_back),
        Action("ghost", tr("What would have &been here"), "why", ("Shift+G",), "", asking.search_ghost, asking.nothing_pruned),
        Action("all_ghosts", tr("&All ghosts of this tree"), "why", ("Ctrl+Alt+G",), "", asking.search_all, asking.nothing_pruned_anywhere, None, what_all_ghosts_does),
        Action("open_ghost", tr("O&pen this ghost"), "why", ("Alt+G",), "", asking.open_ghost, asking.no_ghost_here),
        Action("show_ghosts", tr("Show &ghosts"), "why", ("Y",), "", asking.hide_or_show, asking.no_ghosts, lambda w: w.session is not None and w.session.ghosts.are_shown),
    ]  # fmt: skip


def own_code_actions() -> list[Action]:
    return [
        Action("own_code", tr("Your own &code…"), "own", ("Ctrl+Shift+O",), "code", lambda w: usercode_commands.show_user_code(w)),
        Action("run_own", tr("&Run it again"), "own", ("F7",), "run", usercode_commands.run_again, usercode_commands.no_user_code),
        Action("run_raised", tr("Run it with a higher &limit"), "own", ("Shift+F7",), "run", usercode_commands.run_raised, usercode_commands.no_more, just_now=usercode_commands.words),
        Action("own_sizes", tr("Calls against &n…"), "own", ("Ctrl+Alt+N",), "", show_sizes),
        Action("listen", tr("An &engine of yours, live…"), "own", ("Ctrl+Alt+L",), "", show_listening),
        Action("own_meaning", tr("What the parameters &mean…"), "own", ("Ctrl+Alt+M",), "", usercode_commands.show_reading, usercode_commands.no_reading),
        Action("own_reference", tr("Compare with the re&ference"), "own", ("Ctrl+Alt+R",), "compare", usercode_commands.compare_with_reference, usercode_commands.no_reference),
    ]  # fmt: skip


def window_actions() -> list[Action]:
    return [
        Action("next_tab", tr("&Next tab"), "window", ("Ctrl+Tab", "Ctrl+PgDown"), "", lambda w: w.next_tab(1)),
        Action("previous_tab", tr("Tab be&fore"), "window", ("Ctrl+Shift+Tab", "Ctrl+PgUp"), "", lambda w: w.next_tab(-1)),
        Action("next_part", tr("Next &part of the window"), "window", ("F8",), "", lambda w: w.next_part(1), why_not.recording),
        Action("restore", tr("&Restore the layout"), "window", ("Ctrl+Shift+L",), "", lambda w: w.restore_layout()),
    ]  # fmt: skip


def help_actions() -> list[Action]:
    return [
        Action("help", tr("&Keys and words"), "help", ("F1", "?"), "help", lambda w: w.show_help()),
        Action("shortcuts", tr("&Change the keys…"), "help", ("Ctrl+K",), "keyboard", lambda w: w.edit_keys()),
        Action("about", tr("&About Plyscope"), "help", ("Shift+F1",), "info", lambda w: w.show_about()),
    ]  # fmt: skip
