"""The command play: a game in the terminal, between any two players."""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plyscope.cli.group import command_line, force_option
from plyscope.cli.running import interruptible_progress, remark
from plyscope.messages import InputError, Message, OptionError

if TYPE_CHECKING:
    from plyscope.model.position import Position
    from plyscope.play.decision import Decision
    from plyscope.play.game_session import Play

SHOWN_IN: dict[str, Callable[[Play, Path | None], int]] = {}
"""Functions that show a game outside the terminal; the window registers one under `window`."""
MACHINE_OPTIONS = ("depth", "cut", "fail", "order", "score", "weights")

HELP = """\
a move        as the prompt says; or one of
moves         the legal moves
back, undo    takes back your last move and the reply to it
again         replays what was taken back
hint          the move that alpha-beta would play, or expectimax where chance moves
values        the values of the moves in the machine's last search
trace FILE    its last search as a recording (.plytrace), for plyscope open, trace, stats, why
save FILE     saves the game; plyscope play FILE continues it
resign        resigns
quit          leaves the game, as do the end of the input and Ctrl+C
While the machine thinks, Ctrl+C makes it move at once; a second Ctrl+C leaves the game."""


@command_line.command()
@click.argument("game", metavar="GAME|SOURCE|FILE.plygame")
@click.option("--first", metavar="WHO", help="the first side: human, a search, a brain, weights, a Python file")
@click.option("--second", metavar="WHO", help="the second side")
@click.option("--algorithm", metavar="NAME", help="the machine, if no WHO names it")
@click.option("--depth", type=int, metavar="N", help="plies below the root")
@click.option("--cut", metavar="RULE", help="cut on '>=' or only on '>'")
@click.option("--fail", metavar="MODE", help="soft or hard")
@click.option("--order", metavar="NAME", help="given, center, reverse, random, best, killer or history")
@click.option("--score", metavar="NAME", help="the scoring of positions where the search stops")
@click.option("--weights", metavar="FILE|NAME=N,…", help="for the scoring linear")
@click.option("--seed", type=int, metavar="N", help="seed of all random choices; default: a different one every time")
@click.option("--coordinates", metavar="NAME", help="how squares are shown: a3, number, [x,y] or row,column")
@click.option("--time", "seconds", type=click.FloatRange(0.01, 86_400), metavar="SECONDS",
              help="time limit of the machine per move")  # fmt: skip
@click.option("--save", type=click.Path(path_type=Path), metavar="FILE", help="save the game here when you leave it")
@click.option("--window", "in_window", is_flag=True, help="play in the window, not in the terminal")
@force_option
def play(
    game: str, first: str | None, second: str | None, algorithm: str | None, seed: int | None,
    coordinates: str | None, seconds: float | None, save: Path | None, in_window: bool, force: bool, **options: Any,
) -> int:  # fmt: skip
    """Play a game in the terminal, or in the window.

    Without a WHO you play against the brain whose game it is: the notebook of tic-tac-toe, which is X, the last
    chapter of the connect four tutorial, which is Y, the hexline project, which is player 2. A search without a
    depth deepens up to 600,000 frames per depth. Count is the number of calls of a search, without its root.
    """
    from plyscope.files.atomic import check_writable
    from plyscope.play.game_file import ENDING, saved_game
    from plyscope.play.game_text import greeting

    machine = read_machine(algorithm, options)
    if in_window:
        return show_in_window(game, open_game(game, first, second, machine, seed, coordinates), seconds, save)
    check_writable(save, force=force)
    table = open_game(game, first, second, machine, seed, coordinates)
    print(greeting(table.position, table.persons))
    if first is None and second is None and not game.endswith(ENDING) and asks_who_starts(table):
        table = ask_who_starts(table)
    with table:
        try:
            return Terminal(table, seconds).play()
        finally:
            if save is not None:
                save_as(saved_game(table), save, force)


def read_machine(algorithm: str | None, options: dict[str, Any]) -> tuple[str | None, str]:
    """Return the machine that the options request: its name, if given, and its options as in a WHO."""
    given = [f"{name}={options[name]}" for name in MACHINE_OPTIONS if options[name] is not None]
    return algorithm, ",".join(given)


def open_game(
    game: str,
    first: str | None,
    second: str | None,
    machine_options: tuple[str | None, str],
    seed: int | None,
    coordinates: str | None = None,
) -> Play:
    """Continue a saved game or start a new one.

    `coordinates` is the notation in which moves are shown; None for the one that the prompt asks for.
    """
    from plyscope.cli.match import start_of
    from plyscope.model.shuffle import checked_seed
    from plyscope.play.game_file import ENDING, load_game
    from plyscope.play.game_session import Play
    from plyscope.play.players import refuse_numbers

    if game.endswith(ENDING):
        if any(machine_options) or seed is not None:
            raise OptionError("the game's file names the players; only --first and --second can replace them")
        play = load_game(Path(game)).play(first, second)
        if coordinates is not None:
            play.game.choose_coordinates(coordinates)
        return play
    if seed is not None:
        checked_seed(seed)
    try:
        start: Position = start_of(game)
    except InputError as error:
        raise error.in_notation(coordinates or "") from error.__cause__
    refuse_numbers(start)
    start = start if coordinates is None else start.with_coordinates(coordinates)
    names = players(start, first, second, machine_options)
    return Play(next(start.walked()), *names, seed=seed, moves=start.walked_moves())


def show_in_window(game: str, play: Play, seconds: float | None, save: Path | None) -> int:
    """Show the game in the window; return the exit status."""
    from plyscope.play.game_file import ENDING

    if seconds is not None or save is not None:
        raise OptionError("--time and --save are for the terminal; the window has buttons for that")
    if "window" not in SHOWN_IN:
        raise InputError("there is no window here")
    return SHOWN_IN["window"](play, Path(game) if game.endswith(ENDING) else None)


def players(
    start: Position, first: str | None, second: str | None, machine_options: tuple[str | None, str]
) -> tuple[str, str]:
    """Return the two players as texts, with defaults for those not named; the options go to a machine not named."""
    from plyscope.play.game_session import usual_players

    has_chance = start.game.rules.chance is not None
    usual = usual_players(start.game.name, has_chance=has_chance, to_move=start.side_to_move)
    name, rest = machine_options
    typed = [first, second]
    if any(machine_options) and all(typed):
        raise OptionError("both players are named; write options with the name, such as alphabeta:depth=4")
    usual_machine = next(who for who in usual if who != "human")
    opponent = name or usual_machine
    opponent = f"{opponent}:{rest}" if rest else opponent
    if first is None and second is None:
        return ("human", opponent) if usual[0] == "human" else (opponent, "human")
    other = opponent if "human" in typed or any(machine_options) else "human"
    return first or other, second or other


def asks_who_starts(play: Play) -> bool:
    """Whether to ask who starts: on an empty board, for a person against a machine."""
    from plyscope.play.game_text import manner_of

    may_ask = manner_of(play.position).asks_who_starts and len(play.persons) == 1
    return may_ask and not any(play.position.board().owners.values())


def ask_who_starts(play: Play) -> Play:
    """Ask whether the person starts (Y) or the computer; return the game with the side to move that was chosen."""
    from dataclasses import replace

    from plyscope.play.game_session import Play

    position = play.position
    person = play.persons[0]
    answer = read_yes_or_no("Play first (Y/N) :")
    if answer is None:
        return play
    starts = person if answer else 3 - person
    states = position.game.find_states(position.game.diagram(position.state), position.state)
    state = next(one for one in states if position.game.rules.to_move(list(one)) == starts)
    names = (version.text for version in play.versions.values())
    return Play(replace(position, state=tuple(state), as_played=""), *names, seed=play.seed)


def read_line(question: str) -> str | None:
    """Return the line that a person types; None at the end of input."""
    if sys.stdin is None:
        return None
    try:
        return input(question).strip()
    except EOFError:
        print()
        return None


def read_yes_or_no(question: str) -> bool | None:
    """Return a person's answer, asked again until it is yes or no; None at the end of input."""
    while (answer := read_line(question)) is not None:
        if answer.lower() in ("y", "yes", "n", "no"):
            return answer.lower().startswith("y")
    return None


class Terminal:
    """A game in the terminal."""

    def __init__(self, play: Play, seconds: float | None = None) -> None:
        self.game = play
        self.seconds = seconds
        """The time limit of a machine for a move; None without one."""
        self.is_left = False
        self.printed = 0
        """How many moves were made when those of chance were last printed."""

    def play(self) -> int:
        """Play until the game ends or the person leaves; return the exit status."""
        from plyscope.play.game_text import ending_text

        self.show_board()
        while self.game.ending is None and not self.is_left:
            if self.game.is_persons_turn:
                self.ask_person()
            else:
                self.ask_machine()
        if self.game.ending is not None:
            print(ending_text(self.game.ending, self.game.position, self.game.persons))
        return 0

    def show_board(self) -> None:
        """Print the board, after the moves that chance has made since it was last printed."""
        from plyscope.play.game_text import manner_of

        game = self.game.game
        for number in range(self.printed, len(game.moves)):
            if game.mover(number) == 0:
                print(Message("chance: {move}", move=self.shown(game.moves[number])))
        self.printed = len(game.moves)
        print()
        print(manner_of(self.game.position).board(self.game.position))
        print()

    def ask_machine(self) -> None:
        """Have the machine move, and print its move."""
        from plyscope.play.players import PlayerFailed

        mark = self.game.position.game.marks[self.game.game.side_to_move - 1]
        try:
            decision = self.wait_for(self.game.think, self.game.poll)
        except PlayerFailed as failure:
            remark(Message("{who} has failed: {reason}", who=self.game.to_move.text, reason=failure.reason))
            print(Message("{side} plays {move} at random", side=mark, move=self.shown(self.game.move_randomly())))
        else:
            number = self.game.game.written_number(len(self.game.game.moves) - 1)
            move = f"{number} {self.shown(decision.move)}".strip()
            print(Message("{side} plays {move}", side=mark, move=move))
            if decision.remark is not None:
                print(decision.remark)
            if decision.count is not None:
                print(Message("Count: {count}", count=decision.count))
        self.show_board()

    def wait_for(self, begin: Any, poll: Any) -> Decision:
        """Return a decision; after the time limit or the first Ctrl+C the machine must move at once."""
        time_limit = inf if self.seconds is None else self.seconds
        is_ordered = False
        with interruptible_progress() as progress:
            begin()
            while True:
                found: Decision | None = poll(min(0.1, time_limit))
                if found is not None:
                    return found
                has_time = progress(self.game.progress[1]) and progress.seconds < time_limit
                if not has_time and not is_ordered:
                    self.game.move_now()
                    is_ordered = True

    def ask_person(self) -> None:
        """Read a move or a command of the person."""
        from plyscope.play.game_text import prompt

        answer = read_line(str(prompt(self.game.position)))
        if answer is None:
            self.is_left = True
            return
        word, _, rest = answer.partition(" ")
        command = COMMANDS.get(word.lower())
        try:
            if command is not None:
                command(self, rest.strip())
            elif answer:
                self.game.move(answer)
                self.show_board()
        except InputError as error:
            refused = Message("Illegal Move! {reason}. Type help for the commands.", reason=error.message)
            print(error.message if command is not None else refused)

    def shown(self, move: str) -> str:
        """Return a move in the notation shown."""
        return self.game.game.shown(move)

    # Commands that a person can type instead of a move

    def help(self, rest: str) -> None:
        """Print the commands."""
        print(HELP)

    def legal(self, rest: str) -> None:
        """Print the legal moves."""
        print(" ".join(map(self.shown, self.game.game.legal_moves)))

    def back(self, rest: str) -> None:
        """Take moves back to the person's last choice."""
        if self.game.take_back() == 0:
            print(Message("there is nothing to take back"))
        self.show_board()

    def again(self, rest: str) -> None:
        """Replay moves until it is a person's turn."""
        if self.game.replay() is None:
            print(Message("there is nothing to replay"))
        while self.game.ending is None and not self.game.is_persons_turn and self.game.replay() is not None:
            pass
        self.show_board()

    def hint(self, rest: str) -> None:
        """Print the move that a search recommends."""
        found = self.wait_for(self.game.ask_hint, self.game.poll_hint)
        value = next((value for move, value, *_ in found.values if move == found.move), None)
        unit = self.game.hint_unit
        worth = value if unit is None else Message("{value} {unit}", value=value, unit=unit)
        values = {
            "move": self.shown(found.move),
            "depth": found.depth,
            "value": Message("not known") if value is None else worth,
        }
        if self.game.position.game.rules.chance is None:
            print(Message("{move} is what alpha-beta would play, at depth {depth}: value {value}", **values))
        else:
            print(Message("{move} is what expectimax would play, at depth {depth}: value {value}", **values))

    def values(self, rest: str) -> None:
        """Print the values of the last decision's moves."""
        from plyscope.cli.tables import print_table
        from plyscope.messages import written

        decision = self.last_decision()
        rows = [
            (self.shown(move), "" if value is None else written(value), bound or "not finished", frames)
            for move, value, bound, frames in decision.values
        ]
        print_table(None, ("move", "value", "bound", "frames"), rows)

    def trace(self, rest: str) -> None:
        """Save the recording of the last decision, as move.plytrace unless a name is given, and print the name."""
        from plyscope.files.trace_file import save_trace

        trace = self.last_decision().trace
        if trace is None:
            raise InputError("that move was not recorded")
        save_trace(trace, rest or "move.plytrace", force=False)
        print(rest or "move.plytrace")

    def last_decision(self) -> Decision:
        """Return the decision of the machine's last move; raise InputError before its first."""
        made = [number for number in self.game.decisions if number < len(self.game.game.moves)]
        if not made:
            raise InputError("no machine has moved yet")
        return self.game.decisions[max(made)]

    def save(self, rest: str) -> None:
        """Save the game to a file."""
        from plyscope.play.game_file import saved_game

        save_as(saved_game(self.game), Path(rest or "game.plygame"), False)

    def resign(self, rest: str) -> None:
        """Resign for the person, once that is confirmed."""
        if read_yes_or_no("Resign (Y/N) :"):
            self.game.resign()

    def quit(self, rest: str) -> None:
        """Leave the game."""
        self.is_left = True


COMMANDS = {
    "help": Terminal.help,
    "?": Terminal.help,
    "moves": Terminal.legal,
    "back": Terminal.back,
    "undo": Terminal.back,
    "again": Terminal.again,
    "hint": Terminal.hint,
    "values": Terminal.values,
    "trace": Terminal.trace,
    "save": Terminal.save,
    "resign": Terminal.resign,
    "quit": Terminal.quit,
    "exit": Terminal.quit,
}


def save_as(game: Any, path: Path, force: bool) -> None:
    """Save a game, and print where; refuse a name without the ending of games."""
    from plyscope.play.game_file import ENDING, save_game

    if path.suffix != ENDING:
        raise InputError("{file}: the name of a game's file ends in {ending}", file=str(path), ending=ENDING)
    save_game(game, path, force=force)
    print(path)
