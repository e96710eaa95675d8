"""Lessons are read, and what is wrong in one is named with its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.files.lessons import is_lesson_file, lesson_names, own_lesson, read_lesson, sample_lesson
from plyscope.files.sources import load, matching, program_paths
from plyscope.messages import InputError

from tests.full_traces import Cursor, record

GOOD = 'title = "T"\nsource = "tree:[1,2]"\n[[prompt]]\ntitle = "Step"\ntext = "Now {keys}."\naction = "into"\n'


def test_the_lessons_that_come_with_the_program_are_about_steps_that_there_are() -> None:
    assert "one-cutoff" in lesson_names()
    for name in lesson_names():
        lesson = sample_lesson(name)
        assert 1 < len(lesson.prompts) < 10
        last: dict[str, int] = {}
        for place, prompt in enumerate(lesson.prompts):
            source = lesson.source_at(place)
            if prompt.step is not None and not is_sample_program(source):
                last.setdefault(source, Cursor(record(load(source))).last_step)
                assert prompt.step <= last[source]
            assert prompt.text.count("{keys}") == (1 if prompt.action else 0)
            assert len(prompt.text) < 260, "it is read in the window in three lines"


def is_sample_program(source: str) -> bool:
    return matching(source.removeprefix("sample:"), program_paths()) is not None


def test_the_first_lesson_is_at_a_cut_where_it_speaks_of_one() -> None:
    lesson = sample_lesson("one-cutoff")
    cursor = Cursor(record(load(lesson.source)))
    assert {prompt.step for prompt in lesson.prompts[2:]} == {16}
    cursor.go(16)
    assert str(cursor.sentence).startswith("Cut at C.")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("title = ", "not a TOML file"),
        ('title = "T"\nsource = "tree:1"\n', "the key prompt is missing"),
        ('title = "T"\nsource = "tree:1"\nprompt = []\n', "the lesson has no prompt"),
        ('title = "T"\nsource = "tree:1"\nprompt = [1]\n', "prompt 1: this is no table"),
        (f"colour = 1\n{GOOD}", "colour is not a key of a lesson"),
        (GOOD.replace('"T"', "5"), "title has a value of the wrong type: 5"),
        (GOOD.replace('action = "into"', ""), "prompt 1: it has neither an action nor a state"),
        (f'{GOOD}state = "asleep"', "prompt 1: asleep is not a state; the states are recorded"),
        (f"{GOOD}step = -1", "prompt 1: the step is less than 0"),
        (f"{GOOD}step = true", "prompt 1: step has a value of the wrong type"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "lesson.toml"
    path.write_text(text)
    with pytest.raises(InputError) as found:
        read_lesson(path)
    assert complaint in str(found.value)
    assert str(path) in str(found.value)


def test_a_lesson_is_read_as_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'{GOOD}state = "panel:why"\nstep = 3\n')
    lesson = read_lesson(path)
    [prompt] = lesson.prompts
    assert (lesson.name, lesson.title, lesson.source, lesson.end) == ("mine", "T", "tree:[1,2]", "")
    assert (prompt.action, prompt.state, prompt.step, prompt.text) == ("into", "panel:why", 3, "Now {keys}.")
    with pytest.raises(InputError, match="cannot be read"):
        read_lesson(tmp_path / "none.toml")


def test_files_beside_a_lesson_of_ones_own_are_found(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.toml").write_text(GOOD.replace("tree:[1,2]", "homework.txt"))
    (tmp_path / "one" / "homework.txt").write_text("[1,2]")
    one, two = (own_lesson(tmp_path / folder / "mine.toml") for folder in ("one", "two"))
    assert (one.source, two.source) == (str(tmp_path / "one" / "homework.txt"), "homework.txt")
    assert one.name != two.name, "each is resumed for itself"


def test_a_lesson_is_known_by_its_prompts(tmp_path: Path) -> None:
    texts = {"lesson.toml": GOOD, "position.toml": 'game = "tree"\nposition = "[1,2]"\n', "bad.toml": "prompt = ["}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    assert [name for name in texts if is_lesson_file(tmp_path / name)] == ["lesson.toml"]
    assert not is_lesson_file(tmp_path / "none.toml")
