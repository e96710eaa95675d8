"""Where positions come from, and what is wrong with those that cannot be used."""

from __future__ import annotations

import io
import os
import random
from pathlib import Path

import pytest
from plyscope.files import sources
from plyscope.files.sources import (
    AmbiguousGame,
    available_samples,
    find_sample,
    load,
    possible_games,
    read_toml,
    samples,
)
from plyscope.games import available_games, find_game
from plyscope.messages import InputError, OptionError
from plyscope.recording.plan import check_options

from tests.full_traces import Trace, record


def written(folder: Path, name: str, content: str | bytes) -> str:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


def test_a_source_is_a_text_a_file_or_a_sample(tmp_path: Path) -> None:
    assert load("tictactoe:.OO/XXO/.X. o").text == ".OO/XXO/.X. o"
    assert load(".OO/XXO/.X. o", game="tictactoe").text == ".OO/XXO/.X. o"
    assert load("tree:[1,2]").game.name == "tree"
    assert load(written(tmp_path, "b.txt", "X../.../..."), game="tictactoe").text == "X../.../... o"
    assert load(written(tmp_path, "b.txt", "tictactoe: X../.../...")).text == "X../.../... o"
    assert load(written(tmp_path, "t.json", "[[1,2],3]")).text == "[[1,2],3]"
    assert load(written(tmp_path, "t.txt", "[[1,2],3]")).text == "[[1,2],3]"
    assert load(Path(written(tmp_path, "p.toml", 'game = "hexline"\nposition = ".."'))).text == ".. 1"
    assert load("sample:tictactoe/hebrew").max == "o"
    assert load("sample:hebrew").max == "o", "the last part of a sample's name will do"


def test_standard_input_is_a_source(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BytesIO(b"[1,2]")

    monkeypatch.setattr("sys.stdin", Stdin)
    assert load("-").text == "[1,2]"
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(InputError, match="standard input is closed"):
        load("-")


def test_an_empty_source_is_refused_and_a_long_text_is_none_too_long() -> None:
    for game in (None, "tictactoe"):
        with pytest.raises(InputError, match="the source is empty"):
            load("", game=game)
    with pytest.raises(InputError, match="5000 squares"):
        load("." * 5000, game="tictactoe")


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbfX../.../...",
        b"X..\r\n...\r\n...\r\n",
        b"X..\r...\r...",
        b"\xef\xbb\xbfX..\r\n...\r\n... o\r\n",
    ],
)
def test_byte_order_marks_and_any_line_ends_are_accepted(tmp_path: Path, content: bytes) -> None:
    assert load(written(tmp_path, "b.txt", content), game="tictactoe").text == "X../.../... o"


def test_a_file_says_all_of_a_search(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        "p.toml",
        'game = "tictactoe"\nposition = "X../.O./..."\nmax = "o"\nalgorithm = "negamax"\ndepth = 2\ncut = ">"\n'
        'fail = "hard"\norder = "random"\nseed = 4\nscore = "linear"\ntitle = "T"\nnotes = "N"\n'
        "[weights]\ncentre = 1.5\n",
    )
    position = load(path)
    assert (position.max, position.title, position.notes) == ("o", "T", "N")
    trace = record(position)
    assert trace.search.name == "negamax"
    assert trace.options["weights"]["centre"] == 1.5
    assert {name: trace.options[name] for name in ("depth", "cut", "fail", "order", "seed", "score")} == {
        "depth": 2, "cut": ">", "fail": "hard", "order": "random", "seed": 4, "score": "linear",
    }  # fmt: skip
    assert record(position, depth=1).options["depth"] == 1, "what is asked for goes before the file"
    other = record(position, "minimax")
    assert "cut" not in other.options, "an option that another search does not read is dropped"
    assert load(path, max="x").max == "x"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "the key game is missing"),
        ("game", "not a TOML file"),
        ('game = "checkers"\nposition = ""', "checkers is not a game"),
        ('game = "tictactoe"', "the key position is missing"),
        ('game = "tictactoe"\nposition = 3', "position has a value of the wrong type"),
        ('game = "tictactoe"\nposition = ""\ndepht = 3', "depht is not a key of a position file"),
        ('game = "tictactoe"\nposition = ""\ndepth = true', "depth has a value of the wrong type"),
        ('game = "tictactoe"\nposition = ""\ndepth = "3"', "depth has a value of the wrong type"),
        ('game = "tictactoe"\nposition = ""\nmax = "q"', "q is no side of tictactoe"),
        ('game = "tictactoe"\nposition = "XXX/OOO/..."', "both X and O"),
        ('game = "tictactoe"\ngame = "tree"', "not a TOML file"),
        ("a = " + "[" * 5000, "not a TOML file"),
    ],
)
def test_a_position_file_that_is_wrong_is_refused_by_name(tmp_path: Path, content: str, complaint: str) -> None:
    path = written(tmp_path, "p.toml", content)
    with pytest.raises(InputError) as error:
        load(path)
    assert complaint in str(error.value)
    assert "p.toml: " in str(error.value) or isinstance(error.value, OptionError)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("X../.../...".encode("utf-16"), "written in UTF-16; save it as UTF-8"),
        ("X../.../...".encode("utf-16-le"), "written in UTF-16"),
        ("X../.../...".encode("utf-16-be"), "written in UTF-16"),
        ("X../.../...".encode("utf-32"), "written in UTF-32; save it as UTF-8"),
        ("X../.../...".encode("utf-32-le"), "written in UTF-32"),
        ("X../.../...".encode("utf-32-be"), "written in UTF-32"),
        (b"X../\xff./...", "byte 4 is not UTF-8"),
        (b"", "the file is empty"),
        (b"X../.../?..", "no game has a position that is written so"),
    ],
)
def test_bytes_that_are_no_board_are_named(tmp_path: Path, content: bytes, complaint: str) -> None:
    path = written(tmp_path, "b.txt", content)
    with pytest.raises(InputError) as error:
        load(path)
    assert complaint in str(error.value)
    assert str(error.value).startswith(path)


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ('algorithm = "nosuch"', "nosuch is not an algorithm"),
        ("depth = -3", "a depth is a whole number"),
        ('max = "q"', "q is no side of tictactoe"),
        ('cut = "<"', "cut is one of"),
        ('fail = "loud"', "fail is one of"),
        ('order = "random"\nseed = 9223372036854775808', "a seed is a whole number"),
        ('order = "up"', "order is one of"),
        ('score = "magic"', "magic is not a scoring"),
        ('score = "hexline-project"', "does not fit tictactoe"),
        ('score = "linear"\n[weights]\ncentre = nan', "the weight of centre is nan"),
        ('score = "linear"\n[weights]\ncentre = ' + "9" * 400, "beyond the range of numbers"),
        ('algorithm = "tutorial-max"', "tutorial-max only plays connectfour"),
        ('algorithm = "notebook"\nmax = "o"', "MAX is always x"),
    ],
)
def test_what_a_file_says_of_the_search_is_its_own_fault(tmp_path: Path, lines: str, complaint: str) -> None:
    """Wrong usage is what is typed; what stands in a file is bad data, whatever is typed beside it."""
    path = written(tmp_path, "p.toml", f'game = "tictactoe"\nposition = ""\n{lines}\n')
    with pytest.raises(InputError) as error:
        load(path, max="x")
    assert not isinstance(error.value, OptionError)
    assert str(error.value).startswith(f"{path}: ")
    assert complaint in str(error.value)


def test_a_position_that_cannot_be_searched_as_its_file_says_can_still_be_looked_at(tmp_path: Path) -> None:
    path = written(tmp_path, "p.toml", 'game = "tree"\nposition = "[[1,2],3]"\ndepth = 1\n')
    with pytest.raises(InputError, match="no value of its own"):
        record(path)
    assert record(load(path), depth=2).value == 3
    path = written(tmp_path, "o.toml", 'game = "connectfour"\nposition = "1212121"\nalgorithm = "tutorial-max"\n')
    assert load(path).is_over


def test_files_that_cannot_be_read_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="this is a directory"):
        load(str(tmp_path))
    with pytest.raises(InputError, match="there is no such file"):
        load(str(tmp_path / "missing.toml"))
    with pytest.raises(InputError, match="there is no such file"):
        load("checkers:e4")
    with pytest.raises(InputError, match=r"a\\x00b: "):
        load("a\0b")
    with pytest.raises(InputError, match="there is no sample nothing"):
        load("sample:nothing")
    monkeypatch.setattr(sources, "MAX_FILE_BYTES", 100)
    with pytest.raises(InputError, match="larger than 100 bytes"):
        load(written(tmp_path, "b.txt", "X" * 101), game="tictactoe")


def test_a_file_without_permission_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path, "b.txt", "X")

    def refuse(*arguments: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(InputError, match="Permission denied"):
        load(path, game="tictactoe")


def test_a_game_that_contradicts_the_source_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="tictactoe: is a position of tictactoe, not of tree"):
        load("tictactoe:", game="tree")
    with pytest.raises(OptionError, match="not of tree"):
        load(written(tmp_path, "p.toml", 'game = "hexline"\nposition = ".."'), game="tree")
    with pytest.raises(OptionError, match="checkers is not a game"):
        load("x", game="checkers")


def test_max_is_a_side_or_the_side_to_move() -> None:
    assert [load("tictactoe:X../.../...", max=side).max for side in ("x", "O", "first", "second", "mover")] == [
        "x", "o", "x", "o", "o",
    ]  # fmt: skip
    assert load("connectfour:1").max == "r"
    assert load("tree:[1]", max="second").max == "second"


def test_moves_are_played_by_their_names() -> None:
    position = load("tictactoe:")
    assert position.moves() == ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
    after = position.play("b2", "1")
    assert after.text == "O../.X./... x"
    assert (after.to_move, after.is_over) == ("x", False)
    with pytest.raises(InputError, match="b2 is not a legal move here; legal are b3 c3"):
        after.play("b2")
    with pytest.raises(InputError, match="the game is over"):
        load("tictactoe:XXX/OO./...").play("c2")
    assert load("tictactoe:XXX/OO./...").moves() == []


def test_every_sample_is_read_and_has_notes() -> None:
    found = samples()
    assert [sample.name for sample in found] == available_samples()
    games = {sample.position.game.name for sample in found}
    assert games - {"openspiel"} == {"tree", "tictactoe", "connectfour", "hexline", "kalah", "pig", "chess"}
    for sample in found:
        assert sample.position.title, sample.name
        assert len(sample.position.notes) > 60, sample.name
        assert find_sample(sample.name).parent.name == sample.position.game.name


def test_moves_that_were_played_are_kept_as_they_were_written() -> None:
    played = load("connectfour:5,4,4 33")
    assert played.fullest_text == "5,4,4 33"
    assert load(f"connectfour:{played.fullest_text}").state == played.state
    assert played.text == "5,4,4 ...../...../..Y../..R.."
    assert played.play("1").fullest_text == played.play("1").text, "of other positions it is not true any more"
    assert load(str(played)).fullest_text == played.text


@pytest.mark.parametrize("content", [b"", b" \n\n"])
def test_an_empty_board_file_is_an_error_and_an_empty_text_is_the_start(tmp_path: Path, content: bytes) -> None:
    path = written(tmp_path, "b.txt", content)
    with pytest.raises(InputError, match="the file is empty"):
        load(path, game="tictactoe")
    assert load("tictactoe:").moves()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
def test_weights_in_a_position_file_are_a_regular_file_beside_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "w.toml").write_text("[weights]\ncentre = 3\n", encoding="utf-8")
    (tmp_path / "deeper").mkdir()
    text = 'game = "tictactoe"\nposition = ""\nalgorithm = "alphabeta"\nscore = "linear"\ndepth = 1\nweights = '
    for place in ("fifo", "/dev/zero", "../w.toml", "deeper/w.toml", str(tmp_path / "w.toml"), "missing.toml"):
        path = written(tmp_path, "p.toml", (text + f'"{place}"').encode())
        with pytest.raises(InputError, match="is no file beside the position file"):
            load(path)
    path = written(tmp_path, "p.toml", (text + '"w.toml"').encode())
    assert load(path).options["weights"] == str(tmp_path / "w.toml")


def test_a_file_of_weights_is_read_when_the_position_is_searched(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    (tmp_path / "w.toml").write_text("[weights]\nmiddle = 3\n", encoding="utf-8")
    text = 'game = "tictactoe"\nposition = ""\nalgorithm = "alphabeta"\nscore = "linear"\ndepth = 1\nweights = "w.toml"'
    path.write_text(text, encoding="utf-8")
    position = load(path)
    with pytest.raises(InputError, match="middle is not a feature"):
        record(position)
    os.mkfifo(tmp_path / "fifo")
    check_options(position, {"depth": 2})
    with pytest.raises(InputError, match="no file"):
        check_options(position, {"weights": str(tmp_path / "fifo")})


def test_a_pasted_position_reads_no_file_of_weights() -> None:
    text = 'game = "tictactoe"\nposition = ""\nscore = "linear"\ndepth = 1\nweights = "/dev/zero"'
    assert read_toml(text, None).options["weights"] == {}


def test_a_position_file_names_its_coordinates(tmp_path: Path) -> None:
    text = 'game = "tictactoe"\nposition = ""\ncoordinates = {}\n'
    for typed, name in (("[x,y]", "[x,y]"), ("x, y", "[x,y]"), ("Number", "number"), ("a3", "a3")):
        assert load(written(tmp_path, "p.toml", text.format(f'"{typed}"'))).coordinates == name
    with pytest.raises(InputError, match=r"p\.toml: coordinates: yx is not a notation of tictactoe; .* a3 number"):
        load(written(tmp_path, "p.toml", text.format('"yx"')))
    with pytest.raises(InputError, match="coordinates: connectfour has one notation"):
        load(written(tmp_path, "p.toml", 'game = "connectfour"\nposition = ""\ncoordinates = "a3"'))
    with pytest.raises(OptionError, match="yx is not a notation"):
        load("tictactoe:", coordinates="yx")
    assert load(written(tmp_path, "p.toml", text.format('"a3"')), coordinates="number").coordinates == "number"


LISTED_BOARD = "[0,-1,-1,1,1,-1,0,1,0]"


def test_a_list_that_is_a_board_and_a_tree_is_asked_about(tmp_path: Path) -> None:
    for name in ("b.txt", "b.json"):
        path = written(tmp_path, name, LISTED_BOARD)
        with pytest.raises(AmbiguousGame, match=f"{name}: the text is a position of tree and tictactoe") as refused:
            load(path)
        assert refused.value.choices == ("tree", "tictactoe")
        assert load(path, game="tictactoe").text == ".OO/XXO/.X. x"
        assert load(path, game="tree").text == LISTED_BOARD
    assert load(f"tictactoe:{LISTED_BOARD}").text == ".OO/XXO/.X. x"
    assert load(f"tree:{LISTED_BOARD}").game.name == "tree"
    assert load(written(tmp_path, "t.txt", "[1,1,1,1,1,0,0,0,-1]")).game.name == "tree", "no game leads to that board"
    assert possible_games("[3,1,2]") == ("tree",)


@pytest.mark.parametrize(
    ("name", "content"), [("hw.json", "[[1,2],[3,4]]"), ("week 3.toml", 'game = "tree"\nposition = "[1,2]"\n')]
)
def test_a_file_without_a_title_has_its_name_as_one(tmp_path: Path, name: str, content: str) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    assert load(path).title == path.stem
    trace = record(load(path))
    trace.save(tmp_path / "x.plytrace")
    assert Trace.open(tmp_path / "x.plytrace").position.title == path.stem
    assert load("tree:[1,2]").title == ""


MATE = "8/8/8/8/8/5k2/6q1/6K1 w - - 0 1"
TEXTS = {
    MATE: ("chess",),
    "8/8/8/8/8/5k2/6q1/6K1 w - -": ("chess",),
    "8/8/8/8/8/5k2/6q1/6K1 w - - 0 1 bm Kh1;": ("chess",),
    "startpos": ("chess",),
    "position startpos moves e2e4 e7e5": ("chess",),
    f"position fen {MATE}": ("chess",),
    "e4 e5 Nf3": ("chess",),
    "1. e4 e5 2. Nf3?! {a comment} 1-0": ("chess",),
    '[White "A"]\n\n1. e4 e5 *\n': ("chess",),
    "[[1,2],3]": ("tree",),
    "[[1,2": ("tree",),
    "(a:1,b:2);": ("tree",),
    'EFG 2 R "game" { "A" "B" }': ("tree",),
    "[1,0,-1]": ("tree",),
    LISTED_BOARD: ("tree", "tictactoe"),
    "4453": ("tree", "connectfour"),
    "20": ("tree", "pig"),
    "X../.../...": ("tictactoe",),
    "X..\n.O.\n...\n": ("tictactoe",),
    ".../.../...": ("tictactoe", "hexline"),
    "4,3,3 ..../.X../....": ("tictactoe",),
    "5,4,4 33": ("connectfour",),
    "..#/.1./#.. 2": ("hexline",),
    "random 14 5": ("hexline",),
    "4,3": ("kalah",),
    "0 4 4 4/4 4 4 0 south": ("kalah",),
    "100 34:51 +12 first": ("pig",),
    "8/8/8 w - - 0 1": (),
    "solvee": (),
    "games.fen": (),
    "Hello, world": (),
    "": (),
}
"""A text -> the games that it can be a position of."""


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_is_a_position_of_the_games_whose_form_it_has(text: str) -> None:
    known = {name for names in TEXTS.values() for name in names}  # plug-ins may read a text, too
    assert tuple(name for name in possible_games(text) if name in known) == TEXTS[text]


@pytest.mark.parametrize("game", [entry.name for entry in available_games()])
def test_no_text_of_a_game_is_taken_for_that_of_another_alone(game: str) -> None:
    draw = random.Random(8)
    for board in find_game(game).offered_boards:
        start = load(f"{game}:{board.text}{' 1' if board.is_random else ''}")
        for _ in range(4):
            position = start
            for _ in range(draw.randrange(12)):
                moves = position.legal_moves()
                position = position.after(draw.choice(moves)) if moves else position
            assert game in possible_games(position.text)


def test_a_text_is_read_alike_wherever_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "..#/.1./#.. 2"
    monkeypatch.setattr("sys.stdin", type("Stdin", (), {"buffer": io.BytesIO(text.encode())}))
    for source in (text, written(tmp_path, "b.txt", text), "-"):
        assert str(load(source)) == f"hexline:{text}"
    toml = f'game = "hexline"\nposition = "{text}"\n'
    monkeypatch.setattr("sys.stdin", type("Stdin", (), {"buffer": io.BytesIO(toml.encode())}))
    assert str(load("-")) == f"hexline:{text}", "a position file, too"
    with pytest.raises(InputError, match="no such file, and no game has a position that is written so"):
        load("..#/.1./#.. 3")
    with pytest.raises(AmbiguousGame, match="say which with --game tree or --game connectfour"):
        load("4453")
    assert str(load("4453", game="connectfour")).startswith("connectfour:")
