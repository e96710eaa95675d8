"""Chess: positions in Forsyth-Edwards notation, moves in SAN and UCI. The rules are those of the package `chess`.

The state is one int a square from a1 to h8 (0 empty, 1 to 6 White's pawn, knight, bishop, rook, queen and king, 7 to 12
Black's), then whose turn it is, the rights to castle, plus 1 the square behind a pawn that has just gone two (only
where a pawn stands beside it), the halfmove clock and the number of the move. Behind these stands what `undo` needs,
four ints a move played, which the key leaves out. The clock belongs to the key: a game is drawn at 100. A position that
comes again is no draw here, since the search does not know what was played before its root.

A move is a number that holds all that its name says, so that it can be named without the board. The package is an
extra: what it knows of a position is asked once and kept for a while.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from io import StringIO
from typing import TYPE_CHECKING

from plyscope.games.entry import GameBase, GameEntry, Manner, SampleBoard, require_package
from plyscope.games.grid import MOVES_PIECES, Grid, GridRules, Switch, Tool
from plyscope.messages import InputError, Message
from plyscope.model.position import FIRST, SECOND, Board, Cell, Key, Position, Reading, Rules, State, Walk, dark_squares
from plyscope.model.scoring import Scoring

if TYPE_CHECKING:
    import chess

NAME = "chess"
TURN, CASTLING, EN_PASSANT, CLOCK, NUMBER, KEPT = range(64, 70)
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
LETTERS = ".PNBRQKpnbrqk"
"""The letters of the numbers on squares: an empty one, White's pieces, Black's pieces."""
BLACK = 6
"""The number that a black piece has more than a white one."""
RIGHTS = "KQkq"
DRAWN_AT = 100
"""Halfmoves without a capture or a move of a pawn after which a game is drawn."""

TO, PROMOTED, PIECE, CAPTURES, FILE, RANK, CHECKS, MATES, CASTLES = 6, 12, 15, 18, 19, 20, 21, 22, 23
"""The first bits of the parts of a move in its number, behind the square that it starts from."""
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
SAN, UCI = "SAN", "UCI"
UCI_MOVE = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?", re.ASCII)

KEPT_RIGHTS = [15] * 64
"""The rights to castle that a move from or to a square leaves."""
for _square, _lost in ((0, 2), (4, 3), (7, 1), (56, 8), (60, 12), (63, 4)):
    KEPT_RIGHTS[_square] = 15 - _lost


# The rules


def key(s: Sequence[int]) -> Key:
    return tuple(s[:KEPT])


def moves(s: State) -> Iterator[int]:
    return iter(legal_moves(key(s)))


def noisy(s: State) -> Iterator[int]:
    """Return captures and promotions; in check every move."""
    position = key(s)
    legal = legal_moves(position)
    if is_check(position):
        return iter(legal)
    return iter([move for move in legal if move >> CAPTURES & 1 or move >> PROMOTED & 7])


def play(s: State, move: int) -> None:
    start, end, promoted = move & 63, move >> TO & 63, move >> PROMOTED & 7
    moved, side, passed = s[start], s[TURN], s[EN_PASSANT] - 1
    black = BLACK if side == SECOND else 0
    s += (s[end], s[CASTLING], s[EN_PASSANT], s[CLOCK])
    s[CLOCK] = 0 if s[end] or moved == PAWN + black else s[CLOCK] + 1
    s[start], s[end] = 0, promoted + black if promoted else moved
    s[EN_PASSANT] = 0
    if moved == PAWN + black:
        if end == passed:
            s[(start & 56) + (end & 7)] = 0
        elif abs(end - start) == 16 and can_be_passed(s, end, PAWN + BLACK - black):
            s[EN_PASSANT] = (start + end) // 2 + 1
    elif move >> CASTLES & 1:
        rook_from, rook_to = rook_squares(start, end)
        s[rook_from], s[rook_to] = 0, s[rook_from]
    s[CASTLING] &= KEPT_RIGHTS[start] & KEPT_RIGHTS[end]
    s[NUMBER] += side == SECOND
    s[TURN] = 3 - side


def undo(s: State, move: int) -> None:
    start, end, promoted = move & 63, move >> TO & 63, move >> PROMOTED & 7
    side = s[TURN] = 3 - s[TURN]
    black = BLACK if side == SECOND else 0
    moved = PAWN + black if promoted else s[end]
    s[end], s[CASTLING], s[EN_PASSANT], s[CLOCK] = s[-4:]
    del s[-4:]
    s[start] = moved
    s[NUMBER] -= side == SECOND
    if moved == PAWN + black and end == s[EN_PASSANT] - 1:
        s[(start & 56) + (end & 7)] = PAWN + BLACK - black
    elif move >> CASTLES & 1:
        rook_from, rook_to = rook_squares(start, end)
        s[rook_from], s[rook_to] = s[rook_to], 0


def may_pass(s: State) -> bool:
    """Whether a side may be supposed to pass: not in check, where the king could be taken."""
    return not is_check(key(s))


def pass_turn(s: State) -> None:
    s.append(s[EN_PASSANT])
    s[EN_PASSANT] = 0
    s[TURN] = 3 - s[TURN]


def undo_pass(s: State) -> None:
    s[TURN] = 3 - s[TURN]
    s[EN_PASSANT] = s.pop()


def can_be_passed(s: Sequence[int], square: int, enemy: int) -> bool:
    """Whether an enemy's pawn stands beside a pawn that has gone two squares."""
    file = square & 7
    return (file > 0 and s[square - 1] == enemy) or (file < 7 and s[square + 1] == enemy)


def rook_squares(start: int, end: int) -> tuple[int, int]:
    """Return the squares from which and to which the rook goes when a king castles."""
    return (end + 1, end - 1) if end > start else (end - 2, end + 1)


def is_over(s: State) -> bool:
    return ending(key(s))[0]


def outcome(s: State) -> float:
    return ending(key(s))[1]


def to_move(s: State) -> int:
    return s[TURN]


def longest(s: State) -> None:
    """Return None: how long a game can be is not known."""


# What the package knows


def on_board(position: Key) -> chess.Board:
    """Return the board of the package `chess` with this position."""
    import chess

    masks = [0] * 13
    for square, piece in enumerate(position[:64]):
        masks[piece] |= 1 << square
    board = chess.Board(None)
    board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = (
        masks[piece] | masks[piece + BLACK] for piece in range(PAWN, KING + 1)
    )
    board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK] = sum(masks[1:7]), sum(masks[7:])
    board.occupied = sum(masks[1:])
    board.turn = position[TURN] == FIRST
    board.castling_rights = sum(1 << (7, 0, 63, 56)[right] for right in range(4) if position[CASTLING] >> right & 1)
    board.ep_square = position[EN_PASSANT] - 1 if position[EN_PASSANT] else None
    board.halfmove_clock, board.fullmove_number = position[CLOCK], position[NUMBER]
    return board


@lru_cache(maxsize=1 << 14)
def ending(position: Key) -> tuple[bool, float]:
    """Return whether the game is over, and its outcome."""
    board = on_board(position)
    if not any(board.generate_legal_moves()):
        return True, 0.0 if not board.is_check() else -1.0 if board.turn else 1.0
    return board.halfmove_clock >= DRAWN_AT or board.is_insufficient_material(), 0.0


@lru_cache(maxsize=1 << 14)
def is_check(position: Key) -> bool:
    """Whether the side to move is in check."""
    return on_board(position).is_check()


@lru_cache(maxsize=1 << 14)
def legal_moves(position: Key) -> tuple[int, ...]:
    """Return the legal moves from a1 to h8, then by where they go; of promotions the queen first."""
    board = on_board(position)
    found = sorted(
        board.generate_legal_moves(), key=lambda move: (move.from_square, move.to_square, -(move.promotion or 0))
    )
    gives_check = checks(board)
    by_target: dict[tuple[int, int], list[int]] = {}
    for move in found:
        of_piece = by_target.setdefault(((position[move.from_square] - 1) % BLACK + 1, move.to_square), [])
        if move.from_square not in of_piece:
            of_piece.append(move.from_square)
    numbers = []
    for move in found:
        start, end = move.from_square, move.to_square
        piece = (position[start] - 1) % BLACK + 1
        passes = piece == PAWN and end == board.ep_square
        others = [square for square in by_target[piece, end] if square != start] if piece not in (PAWN, KING) else []
        by_file = bool(others) and all(square & 7 != start & 7 for square in others)
        by_rank = bool(others) and not by_file
        both = by_rank and any(square >> 3 == start >> 3 for square in others)
        checking = gives_check(move)
        numbers.append(
            start
            | end << TO
            | (move.promotion or 0) << PROMOTED
            | piece << PIECE
            | bool(position[end] or passes) << CAPTURES
            | (by_file or both) << FILE
            | by_rank << RANK
            | checking << CHECKS
            | (checking and mates(board, move)) << MATES
            | (piece == KING and abs(end - start) == 2) << CASTLES
        )
    return tuple(numbers)


def checks(board: chess.Board) -> Callable[[chess.Move], bool]:
    """Return the test whether a move gives check: by the squares that attack the king, or by playing it."""
    import chess

    king = board.king(not board.turn)
    assert king is not None
    diagonal = chess.BB_DIAG_ATTACKS[king][chess.BB_DIAG_MASKS[king] & board.occupied]
    straight = (
        chess.BB_RANK_ATTACKS[king][chess.BB_RANK_MASKS[king] & board.occupied]
        | chess.BB_FILE_ATTACKS[king][chess.BB_FILE_MASKS[king] & board.occupied]
    )
    attacked_from = {
        PAWN: chess.BB_PAWN_ATTACKS[not board.turn][king],
        KNIGHT: chess.BB_KNIGHT_ATTACKS[king],
        BISHOP: diagonal,
        ROOK: straight,
        QUEEN: diagonal | straight,
        KING: 0,
    }
    on_lines = diagonal | straight

    def gives_check(move: chess.Move) -> bool:
        piece = board.piece_type_at(move.from_square)
        assert piece is not None
        if move.promotion is None and attacked_from[piece] >> move.to_square & 1:
            return True
        is_rare = move.promotion or piece == KING or (piece == PAWN and move.to_square == board.ep_square)
        return bool(is_rare or on_lines >> move.from_square & 1) and board.gives_check(move)

    return gives_check


def mates(board: chess.Board, move: chess.Move) -> bool:
    """Whether a move that gives check ends the game."""
    board.push(move)
    is_mate = not any(board.generate_legal_moves())
    board.pop()
    return is_mate


# Names


@lru_cache(maxsize=1 << 12)
def san(move: int) -> str:
    """Return a move in standard algebraic notation."""
    start, end, piece = move & 63, move >> TO & 63, move >> PIECE & 7
    if move >> CASTLES & 1:
        text = "O-O" if end > start else "O-O-O"
    else:
        text = LETTERS[piece] if piece != PAWN else ""
        takes = move >> CAPTURES & 1
        if move >> FILE & 1 or (piece == PAWN and takes):
            text += square_name(start)[0]
        if move >> RANK & 1:
            text += square_name(start)[1]
        text += ("x" if takes else "") + square_name(end)
        if move >> PROMOTED & 7:
            text += "=" + LETTERS[move >> PROMOTED & 7]
    return text + ("#" if move >> MATES & 1 else "+" if move >> CHECKS & 1 else "")


def uci(move: int) -> str:
    """Return a move as engines write it: from where to where, and what a pawn becomes."""
    promoted = move >> PROMOTED & 7
    return square_name(move & 63) + square_name(move >> TO & 63) + (LETTERS[promoted].lower() if promoted else "")


def square_name(square: int) -> str:
    """Return a square as chess names it: e4."""
    return f"{'abcdefgh'[square & 7]}{(square >> 3) + 1}"


def cell_of(square: int) -> Cell:
    """Return the column and row of a square on the drawn board, whose rows count from the top."""
    return square & 7, 7 - (square >> 3)


def fen(s: Sequence[int]) -> str:
    """Return a position in Forsyth-Edwards notation."""
    rows = []
    for rank in range(7, -1, -1):
        row = "".join(LETTERS[piece] for piece in s[8 * rank : 8 * rank + 8])
        rows.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), row))
    rights = "".join(letter for place, letter in enumerate(RIGHTS) if s[CASTLING] >> place & 1) or "-"
    passed = square_name(s[EN_PASSANT] - 1) if s[EN_PASSANT] else "-"
    return f"{'/'.join(rows)} {'wb'[s[TURN] - 1]} {rights} {passed} {s[CLOCK]} {s[NUMBER]}"


class Chess(GameBase):
    """Chess: its texts, names and drawing."""

    name = NAME
    sides = ("w", "b")
    marks = ("White", "Black")
    coordinates = (SAN, UCI)

    def text(self, state: Sequence[int]) -> str:
        return fen(state)

    def move_text(self, move: int) -> str:
        return san(move)

    def shown_move(self, move: int, coordinates: str) -> str:
        return uci(move) if coordinates == UCI else san(move)

    def move_number(self, state: Sequence[int]) -> str:
        return f"{state[NUMBER]}{'.' if state[TURN] == FIRST else '…'}"

    def edge_names(self, coordinates: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return tuple("abcdefgh"), tuple("87654321")

    def read_move(self, text: str, state: Sequence[int]) -> int | None:
        """Return the legal move of a text in SAN or UCI, or None; signs of check and comments may be missing."""
        position = key(state)
        if ending(position)[0]:
            return None
        legal = legal_moves(position)
        typed = text.strip()
        for move in legal:
            if typed in (san(move), uci(move)):
                return move
        try:
            board = on_board(position)
            meant = board.parse_uci(typed) if UCI_MOVE.fullmatch(typed) else board.parse_san(typed)
        except ValueError:
            return None
        return next((move for move in legal if uci(move) == meant.uci()), None)

    def find_states(self, text: str, root: Sequence[int]) -> list[Key]:
        return [key(read(text).state)]

    def board(self, state: Sequence[int], last: int | None = None) -> Board:
        over, won = ending(key(state))
        lost = PIECE_OF_LOSER.get(won) if over else None
        return Board(
            shape="square",
            columns=8,
            rows=8,
            owners={cell_of(square): (state[square] + 5) // BLACK for square in range(64)},
            labels={cell_of(square): LETTERS[state[square]].upper() for square in range(64) if state[square]},
            last_move=frozenset() if last is None else frozenset(map(cell_of, (last & 63, last >> TO & 63))),
            winning_line=() if lost is None else (cell_of(list(state[:64]).index(lost)),),
            pieces="chess",
            shaded=DARK_SQUARES,
        )

    def distance_from_centre(self, move: int) -> float:
        column, row = cell_of(move >> TO & 63)
        return max(abs(column - 3.5), abs(row - 3.5))


DARK_SQUARES = dark_squares(8, 8)
MAX_NUMBER = 1_000_000
"""The largest number of moves that a FEN may count, which no game comes near."""
PIECE_OF_LOSER = {1.0: KING + BLACK, -1.0: KING}
"""Outcome -> the king that is mated."""


# Reading


RANKS = r"[1-8KQRBNPkqrbnp]+(?:/[1-8KQRBNPkqrbnp]+){7}"
FEN = re.compile(rf"(?:position\s+)?(?:fen\s+)?{RANKS}(?=\s+[wb]\b|\s*$)", re.ASCII)
"""How a position in Forsyth-Edwards notation begins, also as engines are told it."""
OPERATIONS = re.compile(r"(\S+\s+[wb]\s+\S+\s+\S+)((?:\s+[0-9]+){2})?\s+([A-Za-z].*)", re.ASCII | re.DOTALL)
"""A position with what is said of it behind it (EPD): its four fields, perhaps two counts, and operations."""
TAG = re.compile(r'\s*(?:%.*\s+)*\[\w+\s+"')
"""How a game with headers begins in PGN."""
OF_GAMES = re.compile(r"[{(;$!?]|(?:1-0|0-1|1/2-1/2|\*)\s*$")
"""What stands in PGN, and in no list of moves: comments, variations, marks, results."""
MOVE = re.compile(
    r"[0-9]+\.*|(?:[0-9]+\.+)?(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=?[QRBNqrbn])?|[O0]-[O0](?:-[O0])?)[+#]?[!?]*"
    r"|\$[0-9]+|1-0|0-1|1/2-1/2|\*",
    re.ASCII,
)
"""A word of a list of moves: the number of a move, a move, a mark, or a result."""
STARTS = ("position", "fen", "startpos", "moves")
"""The words with which engines are told moves from the start."""


def has_form(text: str) -> bool:
    """Whether a text is a FEN, with or without what EPD adds; moves from the start; or a game in PGN."""
    if TAG.match(text) or FEN.match(text.strip()):
        return True
    if text.lstrip()[:1] in ("", "[", "{", "("):
        return False
    words = without_notes(text).split()
    return all(word in STARTS or MOVE.fullmatch(word) for word in words) and any(map(str.isalpha, "".join(words)))


def read(text: str) -> Reading:
    """Return the position in a text: FEN or EPD, moves from there or from the start, or a game in PGN."""
    require_package(NAME, ENTRY.package, ENTRY.extra)
    if TAG.match(text) or (OF_GAMES.search(text) and not FEN.match(text.strip())):
        return read_game(text)
    before, _, after = text.partition("moves")
    words = [word for word in before.split() if word not in STARTS]
    moves_after = after.split()
    if words and "/" not in words[0]:
        words, moves_after = [], [*words, *moves_after]
    if found := OPERATIONS.fullmatch(" ".join(words)):
        return read_operations(*found.groups())
    start = read_fen(" ".join(words) or START)
    if not moves_after:
        return Reading(Chess(RULES), start)
    state, _ = after_moves(start, moves_after)
    return Reading(Chess(RULES), list(state), as_played=" ".join(text.split()))


def read_operations(fields: str, counts: str | None, operations: str) -> Reading:
    """Return a position with its operations: its name as title, and all of them as notes."""
    import chess

    board = chess.Board()
    try:
        found = board.set_epd(f"{fields} {operations}")
        best = found.get("bm") or ()
        moves_best = tuple(map(board.san, best if isinstance(best, list) else ()))
    except ValueError as error:
        raise InputError("what is said of this position of chess cannot be read: {reason}", reason=str(error)) from None
    state = read_fen(fields + (counts or f" {board.halfmove_clock} {board.fullmove_number}"))
    return Reading(Chess(RULES), state, title=str(found.get("id") or ""), notes=operations.strip(), best=moves_best)


def read_fen(text: str) -> State:
    """Return the state of a position in FEN, of which all behind the board may be missing."""
    import chess

    try:
        board = chess.Board(text)
    except ValueError as error:
        raise InputError("this is no position of chess: {reason}", reason=str(error)) from None
    if max(board.halfmove_clock, board.fullmove_number) > MAX_NUMBER:
        raise InputError("this is no position of chess: it counts more than {count} moves", count=MAX_NUMBER)
    refuse_impossible(board)
    pieces = [board.piece_at(square) for square in range(64)]
    state = [0 if piece is None else piece.piece_type + (0 if piece.color else BLACK) for piece in pieces]
    rights = sum(1 << place for place, rook in enumerate((7, 0, 63, 56)) if board.castling_rights >> rook & 1)
    passed = board.ep_square
    if passed is not None:
        gone, taker = (passed - 8, PAWN) if board.turn else (passed + 8, PAWN + BLACK)
        passed = passed if can_be_passed(state, gone, taker) else None
    state += [FIRST if board.turn else SECOND, rights, 0 if passed is None else passed + 1]
    return [*state, board.halfmove_clock, board.fullmove_number]


def after_moves(start: Sequence[int], words: Sequence[str]) -> tuple[Key, tuple[int, ...]]:
    """Return the position after moves in SAN or UCI, and the moves; their numbers may be missing."""
    game, state, made = Chess(RULES), list(start), list[int]()
    for number, word in enumerate(words):
        typed = NUMBERED.sub("", word)
        if not typed:
            continue
        move = game.read_move(typed, state)
        if move is None:
            legal = "" if is_over(state) else " ".join(map(san, legal_moves(key(state))))
            raise InputError(
                "word {number}, {move}, is no legal move of chess, nor the board of a FEN; legal are {legal}",
                number=number + 1,
                move=word[:20],
                legal=legal or "none",
            )
        play(state, move)
        made.append(move)
    return key(state), tuple(made)


NUMBERED = re.compile(r"^\d+\.+", re.ASCII)
"""The number in front of a move, as in `1.e4`."""
NO_MOVES = re.compile(r"\{[^}]*\}|;.*|^[%\[].*", re.MULTILINE)
"""The comments and headers in a file of games, which are no moves."""
VARIATION = re.compile(r"\([^()]*\)")
LIKE_A_MOVE = re.compile(r"[KQRBNa-h][a-z]*\d", re.ASCII)


def without_notes(text: str) -> str:
    """Return the text of a game without headers, comments and variations."""
    text, more = NO_MOVES.sub(" ", text), 1
    while more:
        text, more = VARIATION.subn(" ", text)
    return text


def split(text: str) -> list[tuple[str, str]]:
    """Return the positions in a text, each with what tells it from others: games in PGN, or lines with a FEN."""
    lines = [line for line in text.splitlines() if line.strip()]
    if all(FEN.match(line.strip()) for line in lines):
        return [(line.strip(), line) for line in lines]
    if not TAG.match(text):
        return [("", text)]
    require_package(NAME, ENTRY.package, ENTRY.extra)
    import chess.pgn

    file, found, start = StringIO(text), list[tuple[str, str]](), 0
    while (headers := chess.pgn.read_headers(file)) is not None:
        found.append((players_in(headers) or headers.get("FEN", ""), text[start : file.tell()]))
        start = file.tell()
    return found


def players_in(headers: Mapping[str, str]) -> str:
    """Return who plays a game in PGN, White first."""
    return " – ".join(headers[side] for side in ("White", "Black") if headers.get(side, "").strip("?. "))


def read_game(text: str) -> Reading:
    """Return the last position of a game in PGN, with the moves that led there, and its players as title."""
    import logging

    import chess.pgn

    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)  # what is wrong is said below
    game = chess.pgn.read_game(StringIO(text))
    if game is None:
        raise InputError("the text has no game")
    if game.errors:
        raise InputError("{reason}", reason=str(game.errors[0]))
    refuse_words(text)
    try:
        start = game.board()
        refuse_impossible(start)
    except ValueError as error:
        raise InputError("{reason}", reason=str(error)) from None
    before = read_fen(start.fen(en_passant="fen"))
    state, made = after_moves(before, [move.uci() for move in game.mainline_moves()])
    names = " ".join(map(san, made))
    begins = "" if fen(before) == START else f"{fen(before)} moves "
    known = {name: value for name, value in game.headers.items() if value.strip("?.* ")}
    return Reading(
        Chess(RULES),
        list(state),
        as_played=begins + names if made else "",
        title=players_in(game.headers),
        notes=", ".join(known[name] for name in ("Event", "Site", "Date", "Round", "Result") if name in known),
        walk=Walk(key(before), made),
    )


def refuse_words(game: str) -> None:
    """Raise InputError for a word that is meant as a move and names no square: the package would ignore it."""
    import chess.pgn

    for word in without_notes(game).split():
        move = NUMBERED.sub("", word)
        if LIKE_A_MOVE.match(move) and not chess.pgn.MOVETEXT_REGEX.search(move):
            raise InputError("{move} is no move of chess", move=move[:20])


REASONS = {
    "NO_WHITE_KING": Message("White has no king"),
    "NO_BLACK_KING": Message("Black has no king"),
    "TOO_MANY_KINGS": Message("a side has more than one king"),
    "TOO_MANY_WHITE_PAWNS": Message("White has more than eight pawns"),
    "TOO_MANY_BLACK_PAWNS": Message("Black has more than eight pawns"),
    "PAWNS_ON_BACKRANK": Message("a pawn stands on the first or the last rank"),
    "TOO_MANY_WHITE_PIECES": Message("White has more than sixteen pieces"),
    "TOO_MANY_BLACK_PIECES": Message("Black has more than sixteen pieces"),
    "BAD_CASTLING_RIGHTS": Message("a right to castle is named, but king or rook is not on its square"),
    "INVALID_EP_SQUARE": Message("no pawn can have gone two squares past the square named for taking en passant"),
    "OPPOSITE_CHECK": Message("the side that is not to move is in check"),
    "EMPTY": Message("there are no pieces on the board"),
    "TOO_MANY_CHECKERS": Message("more pieces give check than one move can bring about"),
    "IMPOSSIBLE_CHECK": Message("no move can have brought about this check"),
}
"""The package's name for a fault of a position -> why the position is impossible."""


def refuse_impossible(board: chess.Board) -> None:
    """Raise InputError for a position that cannot arise, with the cells at fault."""
    status = {one.name for one in board.status()}
    found = [name for name in REASONS if name in status]
    if status:
        name = "EMPTY" if "EMPTY" in status else found[0] if found else None
        reason = REASONS[name] if name else Message("its pieces")
        raise InputError("this position of chess cannot be: {reason}", reason=reason).at(cells_at_fault(board, name))


def cells_at_fault(board: chess.Board, name: str | None) -> list[Cell]:
    """Return the squares of the pieces that a fault is about, by the package's name for it."""
    import chess

    found = 0
    if name == "TOO_MANY_KINGS":
        of_sides = [board.kings & side for side in board.occupied_co]
        found = sum(kings for kings in of_sides if kings.bit_count() > 1)
    elif name == "PAWNS_ON_BACKRANK":
        found = board.pawns & chess.BB_BACKRANKS
    elif name == "OPPOSITE_CHECK":
        found = board.kings & board.occupied_co[not board.turn]
    elif name in ("TOO_MANY_CHECKERS", "IMPOSSIBLE_CHECK"):
        found = board.checkers_mask()
    return [cell_of(square) for square in chess.scan_forward(found)]


# Scores

WON = 10_000
VALUES = (0, 1, 3, 3, 5, 9, 0)
"""The worth of each piece in pawns."""


def material(s: State, depth: float) -> float:
    """Return the pieces of MAX less those of MIN, in pawns; a win is worth more the sooner it comes, a draw 0."""
    won = outcome(s)
    if won:
        return SIGN * won * (WON + depth)
    if is_over(s):
        return 0
    return SIGN * sum([WORTH[piece] for piece in s[:64]])


def tables(s: State, depth: float) -> float:
    """Return the pieces with their squares, MAX's less MIN's, in hundredths of a pawn; ends as `material` has them."""
    won = outcome(s)
    if won:
        return SIGN * won * (WON + depth)
    if is_over(s):
        return 0
    total = 0
    for square in range(64):
        if s[square]:
            total += PLACED[s[square]][square]
    return SIGN * total


SIGN = 1
WORTH = (*VALUES, *(-value for value in VALUES[1:]))
"""The number of a piece -> its worth for White."""


def worth_on_square(piece: int, column: int, row: int) -> int:
    """Return the worth of a white piece on a square, in hundredths of a pawn; White's own row is 0."""
    from_side, from_centre = min(column, 7 - column), max(abs(2 * column - 7), abs(2 * row - 7)) // 2
    forward = min(row, 7 - row)
    value = 100 * VALUES[piece]
    if piece == PAWN:
        return value + 5 * (row - 1) + (10 if from_side == 3 and row > 2 else 0) + (20 if row == 6 else 0)
    if piece == KNIGHT:
        return value + 20 - 15 * from_centre
    if piece == BISHOP:
        return value + 15 - 5 * from_centre - (10 if row == 0 else 0)
    if piece == ROOK:
        return value + (20 if row == 6 else 0) + 2 * from_side
    if piece == QUEEN:
        return value + 5 - 2 * from_centre
    return -10 * min(row, 4) + (20 if from_side <= 2 and row == 0 and column != 2 else 0) - 5 * (forward > 1)


PLACED = (
    (0,) * 64,
    *(
        tuple(worth_on_square(piece, square & 7, square >> 3) for square in range(64))
        for piece in range(PAWN, KING + 1)
    ),
    *(
        tuple(-worth_on_square(piece, square & 7, 7 - (square >> 3)) for square in range(64))
        for piece in range(PAWN, KING + 1)
    ),
)

RULES = Rules(
    moves=moves,
    play=play,
    undo=undo,
    is_over=is_over,
    outcome=outcome,
    to_move=to_move,
    longest=longest,
    tables={"WON": WON, "WORTH": WORTH, "PLACED": PLACED},
    key=key,
    noisy=noisy,
    may_pass=may_pass,
    pass_turn=pass_turn,
    undo_pass=undo_pass,
)


# The editor's board

NAMES = (
    Message("empty"),
    *(Message("white pawn"), Message("white knight"), Message("white bishop")),
    *(Message("white rook"), Message("white queen"), Message("white king")),
    *(Message("black pawn"), Message("black knight"), Message("black bishop")),
    *(Message("black rook"), Message("black queen"), Message("black king")),
)
TRAY = (KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN)
"""The pieces of a side in the order in which the editor offers them."""


def read_grid(text: str) -> Grid:
    """Return the squares of a text, whether or not the position can arise; what a FEN leaves out is filled in."""
    words = text.split() or START.split()
    if "/" not in words[0] or len(words) > len(START.split()):
        words = fen(read(text).state).split()
    rows = [re.sub("[1-8]", lambda empty: "." * int(empty[0]), row) for row in words[0].split("/")]
    if [len(row) for row in rows] != [8] * 8 or not set("".join(rows)) <= set(LETTERS):
        raise InputError("a board of chess has eight rows of eight squares, with the pieces KQRBNP and kqrbnp")
    cells = tuple(LETTERS.index(letter) for letter in "".join(rows))
    turn = SECOND if words[1:2] == ["b"] else FIRST
    return Grid(GRID, 8, 8, 0, cells, turn, (*words[2:6], *("-", "-", "0", "1")[len(words[2:6]) :]))


def write_grid(grid: Grid) -> str:
    """Return the FEN of a grid, with the rights to castle and the square behind a pawn that its pieces allow."""
    rows = "".join(LETTERS[piece] for piece in grid.cells)
    board = "/".join(re.sub(r"\.+", lambda empty: str(len(empty[0])), rows[at : at + 8]) for at in range(0, 64, 8))
    _, passed, *counts = grid.behind
    rights = "".join(right for right in RIGHTS if has_right(grid, right)) or "-"
    passed = passed if can_have_passed(grid, passed) else "-"
    return " ".join((board, "wb"[(grid.turn or FIRST) - 1], rights, passed, *counts))


def has_right(grid: Grid, right: str) -> bool:
    """Whether a grid has a right to castle that its pieces allow."""
    return right in grid.behind[0] and may_have_right(grid, right)


def may_have_right(grid: Grid, right: str) -> bool:
    """Whether king and rook stand where they began."""
    row, rook = 7 if right.isupper() else 0, 7 if right.upper() == "K" else 0
    black = 0 if right.isupper() else BLACK
    return grid.owner((4, row)) == KING + black and grid.owner((rook, row)) == ROOK + black


def with_right(grid: Grid, right: str, is_on: bool) -> Grid:
    """Return the grid with a right to castle switched on or off."""
    rights = "".join(one for one in RIGHTS if (is_on if one == right else has_right(grid, one))) or "-"
    return replace(grid, behind=(rights, *grid.behind[1:]))


def can_have_passed(grid: Grid, square: str) -> bool:
    """Whether a pawn of the side that is not to move can just have gone two squares over a square."""
    row, forward, pawn = (2, 1, PAWN + BLACK) if grid.turn == FIRST else (5, -1, PAWN)
    if not re.fullmatch(f"[a-h]{8 - row}", square):
        return False
    column = "abcdefgh".index(square[0])
    return [grid.owner((column, row + step)) for step in (-forward, 0, forward)] == [0, 0, pawn]


def piece_tool(piece: int) -> Tool:
    """Return the editor's tool that places a piece."""
    return Tool(
        piece,
        NAMES[piece],
        Message("Drag it onto the board, or click squares to place it. Key: {key}", key=LETTERS[piece]),
    )


def right_switch(right: str, label: Message) -> Switch:
    """Return the editor's switch for a right to castle."""
    return Switch(
        label,
        Message("Whether this side may still castle so; king and rook must stand where they began"),
        is_on=lambda grid: has_right(grid, right),
        is_possible=lambda grid: may_have_right(grid, right),
        turned=lambda grid, is_on: with_right(grid, right, is_on),
    )


GRID = GridRules(
    read_grid,
    shape="square",
    pieces="chess",
    symbols=LETTERS,
    min_size=(8, 8),
    max_size=(8, 8),
    turns="wb",
    counts_tell_turn=False,
    edge_names=lambda grid, coordinates: (tuple("abcdefgh"), tuple("87654321")),
    tools=(
        Tool(
            MOVES_PIECES,
            Message("Move"),
            Message("Drag a piece to another square, or off the board; or click it, and then the square where it goes"),
        ),
        *(piece_tool(piece) for piece in TRAY),
        *(piece_tool(piece + BLACK) for piece in TRAY),
        Tool(0, Message("Empty"), Message("Click a square to empty it. Key: Delete, or the right mouse button")),
    ),
    holds=NAMES,
    kinds=((0, ""), *((FIRST, letter) for letter in "PNBRQK"), *((SECOND, letter) for letter in "PNBRQK")),
    keys={letter: number for number, letter in enumerate(LETTERS)},
    write=write_grid,
    switches=(
        right_switch("K", Message("White O-O")),
        right_switch("Q", Message("White O-O-O")),
        right_switch("k", Message("Black O-O")),
        right_switch("q", Message("Black O-O-O")),
    ),
)


def board_text(position: Position) -> str:
    """Return the board for the terminal, with White's pieces as capitals."""
    state = position.state
    rows = [
        f"{rank + 1}  " + " ".join(LETTERS[piece] for piece in state[8 * rank : 8 * rank + 8])
        for rank in range(7, -1, -1)
    ]
    return "\n".join([*rows, "", "   a b c d e f g h"])


ENTRY = GameEntry(
    NAME,
    title=Message("Chess"),
    about=Message("chess, with the rules of the package chess"),
    notation=Message(
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3 (FEN or EPD), moves: e4 e5 Nf3 Nc6, or PGN"
    ),
    read=read,
    start=START,
    sides=(Message("White"), Message("Black")),
    boards=(
        SampleBoard(Message("the start"), START),
        SampleBoard(Message("king and rook against king"), "8/8/8/3k4/8/8/8/R3K3 w - - 0 1"),
        SampleBoard(Message("king and pawns"), "8/2p3k1/3p4/8/8/4P3/5PK1/8 w - - 0 1"),
    ),
    manner=Manner(
        board_text,
        Message("{side}, your move (e4, Nf3 or e2e4): "),
        how=Message("Drag a piece to where it goes, or type the move: e4, Nf3, O-O or e2e4."),
        opponent="alphabeta:depth=2,score=tables",
        adviser="alphabeta:depth=3,score=tables",
        opponents=("alphabeta:depth=2,score=tables", "alphabeta:depth=1,score=material"),
        scoring="material",
    ),
    sit_opposite=True,
    grid=GRID,
    scorings=(
        Scoring(
            "material",
            material,
            Message("chess: pieces of MAX less those of MIN in pawns; ±10000 and the depth left for mate"),
            needs="WORTH",
            reads_depth=True,
            unit=Message("pawns"),
        ),
        Scoring(
            "tables",
            tables,
            Message("chess: the same in hundredths of a pawn, with what the squares add"),
            needs="PLACED",
            reads_depth=True,
            unit=Message("hundredths of a pawn"),
        ),
    ),
    form=has_form,
    files=(".fen", ".epd", ".pgn"),
    split=split,
    package="chess",
    extra="chess",
)
