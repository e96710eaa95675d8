from __future__ import annotations

import plyscope
import pytest
from plyscope.files.sources import available_samples
from plyscope.games import available_games
from plyscope_window.pages.editor.edited_position import Document, History, document_of, read_pasted, starting_document


@pytest.mark.parametrize("game", [entry.name for entry in available_games()])
def test_the_start_of_every_game_is_a_position(game: str) -> None:
    document = starting_document(game)
    assert document.position().game.name == game
    assert not document.position().is_over
    assert "random" not in document.text


@pytest.mark.parametrize("name", available_samples())
def test_every_sample_survives_being_a_document(name: str) -> None:
    position = plyscope.load(f"sample:{name}")
    again = document_of(position).position()
    assert (again.state, again.max_side, again.text) == (position.state, position.max_side, position.text)


def test_the_side_to_move_is_left_out_only_where_it_follows_from_the_board() -> None:
    assert document_of(plyscope.load("tictactoe:X../.../... o")).text == "X../.../..."
    assert document_of(plyscope.load("tictactoe:XO./.../... o")).text == "XO./.../... o"
    assert document_of(plyscope.load("tictactoe:XO./.../... x")).text == "XO./.../..."


@pytest.mark.parametrize(
    ("text", "game", "expected"),
    [
        ("hexline:../.. 2", "hexline", "../.. 2"),
        ("[[1,2],3]", "tree", "[[1,2],3]"),
        (' {"children":[1,2]}', "tree", ' {"children":[1,2]}'),
        ("X../.../...", "tictactoe", "X../.../..."),
        ("nonsense:1", "tictactoe", "nonsense:1"),
        ('game = "connectfour"\nposition = "44"', "connectfour", "44"),
    ],
)
def test_what_is_pasted_may_say_its_game(text: str, game: str, expected: str) -> None:
    document = read_pasted(text, Document("tictactoe", ""))
    assert (document.game, document.text) == (game, expected)


def test_undo_and_redo_go_through_the_edits() -> None:
    texts: list[str] = []
    documents = [Document("tree", str(number)) for number in range(4)]
    history = History(documents[0], lambda: texts.append(history.document.text))
    for document in documents[1:]:
        history.edit(document)
    assert history.undo()
    assert history.undo()
    assert history.redo()
    assert texts == ["1", "2", "3", "2", "1", "2"]
    history.edit(Document("tree", "9"))
    assert not history.redo()
    assert [history.undo(), history.undo(), history.undo(), history.undo()] == [True, True, True, False]


def test_typing_in_one_go_is_one_edit() -> None:
    history = History(Document("tree", ""))
    for text in ("1", "12", "123"):
        history.edit(Document("tree", text), typing=True)
    history.pause()
    history.edit(Document("tree", "1234"), typing=True)
    history.undo()
    assert history.document.text == "123"
    history.undo()
    assert history.document.text == ""
