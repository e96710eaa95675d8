"""The one table of actions. Menus, the toolbar, keys, the shortcut editor and the help sheet are read from it.

A page's modules are loaded by the first command that needs them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import methodcaller

from plyscope.files.lessons import sample_lesson

from plyscope_window.app import canvas_commands as canvas
from plyscope_window.app import opening, why_commands
from plyscope_window.app import requirements as needs
from plyscope_window.app.action import Action, command
from plyscope_window.app.canvas_commands import session_of
from plyscope_window.app.main_window import MainWindow
from plyscope_window.pages.compare import comparisons
from plyscope_window.pages.match import match_commands
from plyscope_window.pages.play import play_commands
from plyscope_window.pages.start.start_page import LESSON, more_lessons
from plyscope_window.pages.usercode import usercode_commands as usercode
from plyscope_window.session.limits import Future, OutsideProof, ShownPart
from plyscope_window.words import tr

Run = Callable[[MainWindow], object]


def cursor(command: str) -> Run:
    """A command of the cursor, by the name of its method."""
    return lambda window: window.stepping.do(methodcaller(command))


def play_label(window: MainWindow) -> str:
    """The label of the action Play at the current step."""
    if window.stepping.direction == 1:
        return tr("Pause")
    return tr("Play again from the start") if needs.step_ahead(window) else tr("Play")


def play_back_label(window: MainWindow) -> str:
    """The label of the action Play backwards at the current step."""
    if window.stepping.direction == -1:
        return tr("Pause")
    return tr("Play backwards again from the end") if needs.step_behind(window) else tr("Play backwards")


def all_ghosts_label(window: MainWindow) -> str:
    """The label of the action that searches all ghosts, or stops that."""
    is_running = window.session is not None and window.session.ghosts.is_running
    return tr("Stop searching ghosts") if is_running else tr("All ghosts of this tree")


def record_again(window: MainWindow) -> None:
    """Open the editor on the position and the search in front, to record it with other options."""
    from plyscope_window.pages.editor import editor_page

    editor_page.edit_root(window, session_of(window))


def record_here(window: MainWindow) -> None:
    """Open the editor on the position of the selected frame."""
    from plyscope_window.pages.editor import editor_page

    editor_page.edit_selected(window, session_of(window))


def show_or_hide_legend(window: MainWindow) -> None:
    """Show the legend below the canvas, or hide it."""
    window.settings.set("legend", not window.settings.truth("legend", True))


def begin_lesson(window: MainWindow, name: str = LESSON) -> None:
    """Begin a lesson, or go on where it was left."""
    window.lessons.begin(sample_lesson(name))


def actions() -> list[Action[MainWindow]]:
    """The table of actions, in the user's language."""
    return [*file_actions(), *view_actions(), *coordinate_actions(), *step_actions(), *run_actions(), *mark_actions(), *tree_actions(), *why_actions(),
            *compare_actions(), *user_code_actions(), *window_actions(), *help_actions()]  # fmt: skip


def file_actions() -> list[Action[MainWindow]]:
    """The actions of the menu File."""
    return [
        Action("start", tr("&Start page"), "file", ("Ctrl+T",), "new", opening.show_start, group="begin"),
        Action("new", tr("&New position"), "file", ("Ctrl+N",), "edit", opening.show_new, group="begin"),
        Action("open", tr("&Open…"), "file", ("Ctrl+O",), "open", opening.ask_open, group="begin"),
        Action("paste", tr("&Paste a position or code"), "file", ("Ctrl+Shift+V",), "paste", opening.paste, group="begin"),
        Action("play_game", tr("P&lay a game…"), "file", ("Ctrl+Shift+P",), "play", opening.show_play, group="play"),
        Action("match", tr("&Match…"), "file", ("Ctrl+Shift+T",), "compare", match_commands.show_match, group="play"),
        Action("lab", tr("Tutorial la&b"), "file", ("Ctrl+Shift+B",), "", play_commands.show_lab, group="play"),
        Action("record", tr("&Record"), "file", ("Ctrl+Return",), "record", lambda w: w.page.record_or_run(), (needs.recordable,), group="record"),
        Action("record_again", tr("Change and record a&gain…"), "file", ("Ctrl+R",), "record-again", record_again, (needs.known_game,), group="record"),
        Action("growth", tr("Gro&wth…"), "file", ("Ctrl+Shift+G",), "", command("pages.growth.growth_page:show_growth"), (needs.growable,), group="record"),
        Action("make_exercise", tr("Make e&xercise…"), "file", ("Ctrl+Shift+E",), "edit", command("pages.exercise.exercise_commands:make_exercise"), group="exercise"),
        Action("exercise_here", tr("Exerc&ise on this recording"), "file", ("Ctrl+Alt+A",), "edit", command("pages.exercise.exercise_commands:show_exercise_of_recording"), (needs.one_recording,), group="exercise"),
        Action("exercise_results", tr("Exercise res&ults…"), "file", ("Ctrl+Shift+X",), "list", command("pages.exercise.exercise_commands:show_results"), group="exercise"),
        Action("save", tr("Sa&ve"), "file", ("Ctrl+S",), "save", lambda w: w.page.save(), (needs.savable, needs.changes), group="save"),
        Action("save_as", tr("Save &as…"), "file", ("Ctrl+Shift+S",), "save-as", lambda w: w.page.save(to_new_file=True), (needs.savable,), group="save"),
        Action("export", tr("&Export…"), "file", ("Ctrl+E",), "export", canvas.export, (needs.one_recording,), group="save"),
        Action("handout", tr("&Handout of the bookmarked steps…"), "file", ("Ctrl+Alt+E",), "", canvas.write_bookmarks, (needs.one_recording, needs.bookmarks), group="save"),
        Action("settings", tr("Se&ttings…"), "file", ("Ctrl+,",), "settings", command("app.settings_dialog:show_settings"), group="settings"),
        Action("close", tr("&Close tab"), "file", ("Ctrl+W",), "close", lambda w: w.close_tab(), group="close"),
        Action("quit", tr("&Quit"), "file", ("Ctrl+Q",), "", lambda w: w.close(), group="close"),
    ]  # fmt: skip


def view_actions() -> list[Action[MainWindow]]:
    """The actions of the menu View."""

    def shows(mode: str) -> Callable[[MainWindow], bool]:
        return lambda w: w.canvas is not None and w.canvas.mode == mode and not canvas.is_folded(w)

    def option(name: str) -> Callable[[MainWindow], bool]:
        return lambda w: w.canvas is not None and bool(getattr(w.canvas, name))

    def future(shown: Future) -> Callable[[MainWindow], bool]:
        return lambda w: w.canvas is not None and w.canvas.future is shown

    return [
        Action("focus", tr("&Focus"), "view", ("1",), "focus-view", canvas.set_mode("focus"), (needs.recording,), shows("focus"), group="view"),
        Action("tree", tr("&Tree"), "view", ("2",), "tree-view", canvas.set_mode("tree"), (needs.recording,), shows("tree"), group="view"),
        Action("icicle", tr("&Icicle"), "view", ("3",), "icicle-view", canvas.set_mode("icicle"), (needs.recording,), shows("icicle"), group="view"),
        Action("fold", tr("Fold e&qual calls"), "view", ("Q",), "", canvas.fold_or_unfold, (needs.equal_calls,), canvas.is_folded, group="view"),
        Action("fit", tr("Fit &all"), "view", ("Z",), "fit", lambda w: canvas.view_in_front(w).fit(), (needs.recording,), group="zoom"),
        Action("centre", tr("&Centre on the cursor"), "view", ("M",), "centre", canvas.centre, (needs.recording,), group="zoom"),
        Action("root", tr("Go to the &root"), "view", ("R",), "max", canvas.select_root, (needs.recording,), group="zoom"),
        Action("zoom_in", tr("Zoom &in"), "view", ("Ctrl++", "Ctrl+=", "+"), "zoom-in", lambda w: canvas.view_in_front(w).zoom(1.25), (needs.recording,), group="zoom"),
        Action("zoom_out", tr("Zoom &out"), "view", ("Ctrl+-", "-"), "zoom-out", lambda w: canvas.view_in_front(w).zoom(0.8), (needs.recording,), group="zoom"),
        Action("labels", tr("&Labels"), "view", ("L",), "labels", canvas.toggle("labels"), (needs.recording,), option("labels"), group="marks"),
        Action("follow", tr("Follo&w the cursor"), "view", ("Ctrl+L",), "follow", canvas.toggle("follow"), (needs.recording,), option("follow"), group="marks"),
        Action("legend", tr("Le&gend below the canvas"), "view", ("Shift+L",), "", show_or_hide_legend, (), lambda w: w.settings.truth("legend", True), group="marks"),
        Action("outline_future", tr("Future: &outlines"), "view", ("Shift+V",), "", canvas.show_future(Future.OUTLINES), (needs.recording,), future(Future.OUTLINES), group="future"),
        Action("hide_future", tr("Future: &hidden"), "view", ("V",), "hide-future", canvas.hide_or_outline_future, (needs.recording,), future(Future.HIDDEN), group="future"),
        Action("whole_run", tr("Future: &whole run"), "view", ("Ctrl+Shift+W",), "", canvas.show_future(Future.WHOLE), (needs.recording,), future(Future.WHOLE), group="future"),
        Action("presentation", tr("&Presentation"), "view", ("F4",), "presentation", lambda w: w.present_or_not(), (needs.to_present,), lambda w: w.is_presenting, group="window"),
        Action("theme", tr("&Dark or light"), "view", ("Ctrl+Shift+D",), "theme", lambda w: w.change_theme(), group="window"),
        Action("larger", tr("Lar&ger text"), "view", ("Ctrl+Alt++", "Ctrl+Alt+="), "", lambda w: w.scale_text(1.1), group="text size"),
        Action("smaller", tr("S&maller text"), "view", ("Ctrl+Alt+-",), "", lambda w: w.scale_text(1 / 1.1), group="text size"),
        Action("usual_size", tr("Us&ual text size"), "view", ("Ctrl+Alt+0",), "", lambda w: w.scale_text(None), group="text size"),
    ]  # fmt: skip


def coordinate_actions() -> list[Action[MainWindow]]:
    """The actions that choose the notation of moves."""

    def chosen(name: str) -> Callable[[MainWindow], bool]:
        return lambda w: w.coordinates == name

    def choose(name: str) -> Run:
        return lambda w: w.choose_coordinates(name)

    names = {"": tr("As the source has &them"), "a3": tr("&File and rank: a3"), "number": tr("Square &number: 1"),
             "[x,y]": tr("&Column and row from 0: [x,y]"), "row,column": tr("&Row and column from 0: row,column")}  # fmt: skip
    return [
        Action(
            f"coordinates {name}".strip(), words, "view", (), "", choose(name), (), chosen(name), group="coordinates"
        )
        for name, words in names.items()
    ]


def step_actions() -> list[Action[MainWindow]]:
    """The actions of the menu Step."""
    return [
        Action("into", tr("&Into"), "step", ("F11", "N"), "step-into", cursor("into"), (needs.step_ahead,), group="forwards"),
        Action("over", tr("&Over"), "step", ("F10", "Shift+N"), "step-over", cursor("over"), (needs.step_ahead,), group="forwards"),
        Action("out", tr("O&ut"), "step", ("Shift+F11", "^"), "step-out", cursor("out"), (needs.step_ahead,), group="forwards"),
        Action("back", tr("&Back"), "step", ("Ctrl+F11", "P"), "back-into", cursor("back"), (needs.step_behind,), group="backwards"),
        Action("back_over", tr("Back o&ver"), "step", ("Ctrl+F10", "Shift+P"), "back-over", cursor("back_over"), (needs.step_behind,), group="backwards"),
        Action("back_out", tr("Back ou&t"), "step", ("Ctrl+Shift+F11",), "back-out", cursor("back_out"), (needs.step_behind,), group="backwards"),
        Action("next_line", tr("&Next line of this call"), "step", ("F12",), "step-over", cursor("next_line"), (needs.step_ahead, needs.executed_lines), group="lines"),
        Action("line_before", tr("Pr&evious line of this call"), "step", ("Ctrl+F12",), "back-over", cursor("previous_line"), (needs.step_behind, needs.executed_lines), group="lines"),
        Action("first", tr("&First step"), "step", ("Home", "<"), "first", cursor("first"), (needs.step_behind,), group="ends"),
        Action("last", tr("&Last step"), "step", ("End", ">"), "last", cursor("last"), (needs.step_ahead,), group="ends"),
        Action("go_to", tr("&Go to step…"), "step", ("Ctrl+G",), "go-to-step", canvas.ask_step, (needs.recording,), group="ends"),
        Action("play", tr("&Play or pause"), "step", ("F6", "Space"), "play", lambda w: w.stepping.play(1), (needs.recording,), lambda w: w.stepping.direction == 1, play_label, group="playing"),
        Action("play_back", tr("Play back&wards"), "step", ("Ctrl+F6", "Shift+Space"), "play-back", lambda w: w.stepping.play(-1), (needs.recording,), lambda w: w.stepping.direction == -1, play_back_label, group="playing"),
        Action("undo_way", tr("Bac&k to the previous place"), "step", ("Alt+Left",), "undo", cursor("undo"), (needs.earlier_place,), group="way"),
        Action("redo_way", tr("Forwar&d to the next place"), "step", ("Alt+Right",), "redo", cursor("redo"), (needs.later_place,), group="way"),
        Action("caller", tr("Look at the &caller"), "step", ("Alt+Up",), "stack", canvas.inspect(-1), (needs.caller,), group="stack"),
        Action("called", tr("Look &at the called"), "step", ("Alt+Down",), "stack", canvas.inspect(1), (needs.called,), group="stack"),
    ]  # fmt: skip


def run_actions() -> list[Action[MainWindow]]:
    """The actions of the menu Run."""
    return [
        Action("run", tr("Next &breakpoint"), "run", ("F5", "C"), "run", lambda w: w.stepping.run(forwards=True), (needs.step_ahead, needs.breakpoints), group="breakpoints"),
        Action("run_back", tr("Previous b&reakpoint"), "run", ("Ctrl+F5", "Shift+C"), "run-back", lambda w: w.stepping.run(forwards=False), (needs.step_behind, needs.breakpoints), group="breakpoints"),
        Action("next_cut", tr("Next &cutoff"), "run", ("X",), "next-cut", lambda w: w.stepping.to_cut(forwards=True), (needs.step_ahead, needs.cutoffs), group="events"),
        Action("previous_cut", tr("Previous cutoff"), "run", ("Shift+X",), "previous-cut", lambda w: w.stepping.to_cut(forwards=False), (needs.step_behind, needs.cutoffs), group="events"),
        Action("next_best", tr("Next ne&w best"), "run", ("B",), "next-best", lambda w: w.stepping.to_new_best(forwards=True), (needs.step_ahead, needs.best_moves), group="events"),
        Action("previous_best", tr("Previous new best"), "run", ("Shift+B",), "previous-best", lambda w: w.stepping.to_new_best(forwards=False), (needs.step_behind, needs.best_moves), group="events"),
        Action("next_change", tr("Next change of &α or β"), "run", ("A",), "next-change", lambda w: w.stepping.to_change(forwards=True), (needs.step_ahead, needs.windows), group="events"),
        Action("previous_change", tr("Previous change of α or β"), "run", ("Shift+A",), "previous-change", lambda w: w.stepping.to_change(forwards=False), (needs.step_behind, needs.windows), group="events"),
        Action("to_return", tr("&To return of this frame"), "run", ("Ctrl+Shift+R",), "to-return", lambda w: w.stepping.to_return(), (needs.returning,), group="position"),
        Action("same_position", tr("Next time in this &position"), "run", ("S",), "same-position", lambda w: w.stepping.to_same_position(forwards=True), (needs.step_ahead, needs.position_ahead), group="position"),
        Action("same_position_before", tr("Previous time in this position"), "run", ("Shift+S",), "same-position-before", lambda w: w.stepping.to_same_position(forwards=False), (needs.step_behind, needs.position_behind), group="position"),
        Action("run_to", tr("Run to the &selected frame"), "run", ("G",), "go-to-step", canvas.run_to_selected, (needs.recording,), group="position"),
        Action("find", tr("&Find…"), "run", ("Ctrl+F", "/"), "find", canvas.focus_find, (needs.findable,), group="find"),
        Action("next_hit", tr("&Next match"), "run", ("F3",), "find-next", lambda w: w.stepping.to_hit(forwards=True), (needs.matches, needs.match_ahead), group="find"),
        Action("previous_hit", tr("Pre&vious match"), "run", ("Shift+F3",), "find-previous", lambda w: w.stepping.to_hit(forwards=False), (needs.matches, needs.match_behind), group="find"),
    ]  # fmt: skip


def mark_actions() -> list[Action[MainWindow]]:
    """The actions of the menu Marks."""
    return [
        Action("breakpoint", tr("&Breakpoint on this line"), "mark", ("F9",), "breakpoint", canvas.break_at_line, (needs.recording,), group="breakpoint"),
        Action("breakpoint_frame", tr("Breakpoint on this &frame"), "mark", ("Shift+F9",), "breakpoint", canvas.break_at_frame, (needs.recording,), group="breakpoint"),
        Action("bookmark", tr("Book&mark"), "mark", ("Ctrl+D",), "bookmark-add", canvas.bookmark, (needs.recording,), group="bookmark"),
        Action("next_bookmark", tr("&Next bookmark"), "mark", ("F2",), "next-bookmark", cursor("next_bookmark"), (needs.bookmarks,), group="bookmark"),
        Action("previous_bookmark", tr("Previous b&ookmark"), "mark", ("Shift+F2",), "previous-bookmark", cursor("previous_bookmark"), (needs.bookmarks,), group="bookmark"),
    ]  # fmt: skip


def tree_actions() -> list[Action[MainWindow]]:
    """The actions of the menu Tree."""
    return [
        Action("zoom_subtree", tr("Zoom to this &subtree"), "tree", ("Shift+Z",), "zoom-in", canvas.zoom_to_subtree, (needs.recording,), group="subtree"),
        Action("collapse", tr("&Collapse or expand"), "tree", ("K",), "collapse", canvas.collapse, (needs.children,), group="subtree"),
        Action("hide", tr("&Hide"), "tree", ("H",), "hide", canvas.hide, (needs.below_root,), group="subtree"),
        Action("unhide", tr("&Unhide all"), "tree", ("U",), "unhide", canvas.unhide, (needs.hidden_frames,), group="subtree"),
        Action("copy_position", tr("C&opy the position"), "tree", ("Ctrl+Shift+C",), "copy", canvas.copy_position, (needs.recording,), group="copy"),
        Action("copy_picture", tr("Copy the &picture"), "tree", ("Ctrl+Alt+C",), "copy", canvas.copy_picture, (needs.recording,), group="copy"),
        Action("copy_explanation", tr("Copy the &explanation"), "tree", ("Ctrl+Alt+Y",), "copy", canvas.copy_explanation, (needs.recording,), group="copy"),
        Action("copy_svg", tr("Copy as S&VG"), "tree", ("Ctrl+Alt+V",), "copy", canvas.copy_as("svg"), (needs.one_recording,), group="copy"),
        Action("copy_tikz", tr("Copy as Ti&kZ"), "tree", ("Ctrl+Alt+X",), "copy", canvas.copy_as("tikz"), (needs.one_recording,), group="copy"),
        Action("copy_text", tr("Copy as te&xt"), "tree", ("Ctrl+Alt+T",), "copy", canvas.copy_as("txt"), (needs.one_recording,), group="copy"),
        Action("record_here", tr("Record from he&re…"), "tree", ("Ctrl+Shift+N",), "record", record_here, (needs.known_game,), group="again"),
    ]  # fmt: skip


def compare_actions() -> list[Action[MainWindow]]:
    """The actions of the menu Compare."""

    def look(name: str) -> Run:
        return lambda w: comparisons.in_front(w).set_look(name)

    def looks(name: str) -> Callable[[MainWindow], bool]:
        return lambda w: (page := comparisons.comparison_in(w.page)) is not None and page.look == name

    def toggle(shown: ShownPart) -> Run:
        def show(window: MainWindow) -> None:
            pair = comparisons.in_front(window).pair
            pair.show(ShownPart.ALL if pair.shown is shown else shown)

        return show

    def shows(shown: ShownPart) -> Callable[[MainWindow], bool]:
        return lambda w: w.page.pair is not None and w.page.pair.shown is shown

    return [
        Action("compare_full", tr("Compare with full &minimax"), "compare", ("Ctrl+M",), "compare", lambda w: comparisons.compare_with_full(w, session_of(w)), (needs.known_game, needs.full_search), now=lambda w: comparisons.full_action_text(w.session), group="compare"),
        Action("compare_with", tr("Compare &with…"), "compare", ("Ctrl+Shift+M",), "compare", lambda w: comparisons.compare_with(w, session_of(w)), (needs.recording,), group="compare"),
        Action("side_by_side", tr("&Side by side"), "compare", ("4",), "", look("side by side"), (needs.comparison,), looks("side by side"), group="look"),
        Action("merged", tr("Merged &into one tree"), "compare", ("5",), "", look("merged"), (needs.comparison,), looks("merged"), group="look"),
        Action("compared_statistics", tr("S&tatistics of both"), "compare", ("6",), "", look("statistics"), (needs.comparison,), looks("statistics"), group="look"),
        Action("differences_only", tr("&Differences only"), "compare", ("D",), "", toggle(ShownPart.DIFFERENCES), (needs.comparison,), shows(ShownPart.DIFFERENCES), group="look"),
        Action("pruned_only", tr("Only what was pr&uned"), "compare", ("Shift+D",), "", toggle(ShownPart.PRUNED), (needs.pruned_moves,), shows(ShownPart.PRUNED), group="look"),
        Action("other_side", tr("Switch to the &other side"), "compare", ("O",), "", lambda w: comparisons.in_front(w).lead_other(), (needs.comparison,), group="difference"),
        Action("first_divergence", tr("Go to the first di&vergence"), "compare", ("J",), "first", comparisons.to_first_divergence, (needs.divergence,), group="difference"),
        Action("next_difference", tr("&Next difference"), "compare", (".",), "find-next", lambda w: comparisons.to_difference(w, forwards=True), (needs.differences,), group="difference"),
        Action("previous_difference", tr("&Previous difference"), "compare", (",",), "find-previous", lambda w: comparisons.to_difference(w, forwards=False), (needs.differences,), group="difference"),
    ]  # fmt: skip


def why_actions() -> list[Action[MainWindow]]:
    """The actions of the menu Why."""
    return [
        Action("show_why", tr("Show &why a frame was cut"), "why", ("Shift+W",), "", canvas.toggle("shows_why"), (needs.recording,), lambda w: w.canvas is not None and w.canvas.shows_why, group="proof"),
        Action("proof", tr("What the &result rests on, dim the rest"), "why", ("E",), "", lambda w: why_commands.show_proof(w, OutsideProof.DIMMED), (needs.result,), why_commands.proof_shown(OutsideProof.DIMMED), group="proof"),
        Action("proof_only", tr("What the result rests on, &hide the rest"), "why", ("Shift+E",), "", lambda w: why_commands.show_proof(w, OutsideProof.HIDDEN), (needs.result,), why_commands.proof_shown(OutsideProof.HIDDEN), group="proof"),
        Action("why_value", tr("Go to where its &value came from"), "why", ("=",), "", why_commands.to_origin(0), (needs.recording,), group="origin"),
        Action("why_alpha", tr("Go to where its &α was set"), "why", ("[",), "", why_commands.to_origin(1), (needs.bounds,), group="origin"),
        Action("why_beta", tr("Go to where its &β was set"), "why", ("]",), "", why_commands.to_origin(2), (needs.bounds,), group="origin"),
        Action("way_back", tr("Bac&k to the selection before"), "why", ("\\",), "", lambda w: session_of(w).go_back(), (needs.followed_reason,), group="origin"),
        Action("ghost", tr("What would have &been here"), "why", ("Shift+G",), "", why_commands.search_ghost, (needs.pruned_here, needs.known_game), group="ghost"),
        Action("all_ghosts", tr("&All ghosts of this tree"), "why", ("Ctrl+Alt+G",), "", why_commands.search_all, (needs.pruned_anywhere, needs.known_game), None, all_ghosts_label, group="ghost"),
        Action("open_ghost", tr("O&pen this ghost"), "why", ("Alt+G",), "", why_commands.open_ghost, (needs.ghost_here,), group="ghost"),
        Action("show_ghosts", tr("Show &ghosts"), "why", ("Y",), "", why_commands.hide_or_show, (needs.ghosts,), lambda w: w.session is not None and w.session.ghosts.are_shown, group="ghost"),
    ]  # fmt: skip


def user_code_actions() -> list[Action[MainWindow]]:
    """The actions of the menu User code."""
    return [
        Action("own_code", tr("User &code…"), "own", ("Ctrl+Shift+O",), "code", usercode.show_user_code, group="code"),
        Action("own_program", tr("Run a &program…"), "own", ("Ctrl+Alt+O",), "run", usercode.show_program, group="code"),
        Action("run_own", tr("&Run it again"), "own", ("F7",), "run", usercode.run_again, (needs.program,), group="run"),
        Action("run_raised", tr("Run it with a higher &limit"), "own", ("Shift+F7",), "run", usercode.run_raised, (needs.program, needs.higher_limit), now=usercode.raised_action_text, group="run"),
        Action("own_lines", tr("Record the li&nes of this call"), "own", ("Ctrl+F7",), "", usercode.record_lines, (needs.user_code, needs.own_tab), group="run"),
        Action("own_sizes", tr("C&alls against n…"), "own", ("Ctrl+Alt+N",), "", command("pages.growth.size_page:show_sizes"), group="others"),
        Action("listen", tr("Connect an &engine…"), "own", ("Ctrl+Alt+L",), "", command("pages.usercode.listening_page:show_listening"), group="others"),
        Action("own_meaning", tr("Say what things &mean"), "own", ("Ctrl+Alt+M",), "", usercode.show_reading, (needs.user_code, needs.own_tab), group="reading"),
        Action("own_reference", tr("Compare with the re&ference"), "own", ("Ctrl+Alt+R",), "compare", usercode.compare_with_reference, (needs.user_code, needs.own_tab, needs.boards), group="reading"),
    ]  # fmt: skip


def window_actions() -> list[Action[MainWindow]]:
    """The actions of the menu Window."""
    return [
        Action("next_tab", tr("&Next tab"), "window", ("Ctrl+Tab", "Ctrl+PgDown"), "", lambda w: w.next_tab(1), group="tab"),
        Action("previous_tab", tr("&Previous tab"), "window", ("Ctrl+Shift+Tab", "Ctrl+PgUp"), "", lambda w: w.next_tab(-1), group="tab"),
        Action("next_part", tr("Next p&art of the window"), "window", ("F8",), "", canvas.next_part, (needs.recording,), group="place"),
        Action("restore", tr("&Restore the layout"), "window", ("Ctrl+Shift+L",), "", lambda w: w.restore_layout(), group="place"),
    ]  # fmt: skip


def help_actions() -> list[Action[MainWindow]]:
    """The actions of the menu Help."""
    return [
        Action("lesson", tr("&One cutoff in two minutes"), "help", ("Ctrl+F1",), "", begin_lesson, group="lesson"),
        *(
            Action(f"lesson_{name}", tr(sample_lesson(name).title), "help", (), "", partial(begin_lesson, name=name), group="lessons")
            for name in more_lessons()
        ),
        Action("help", tr("&Keys and words"), "help", ("F1", "?"), "help", command("app.help:show_help"), group="help"),
        Action("shortcuts", tr("&Change the keys…"), "help", ("Ctrl+K",), "keyboard", command("app.settings_dialog:edit_keys"), group="help"),
        Action("about", tr("&About Plyscope"), "help", ("Shift+F1",), "info", command("app.help:show_about"), group="about"),
    ]  # fmt: skip
