from plyscope.model.marks import Bookmark, Breakpoint, Marks, On


def test_toggling_twice_leaves_things_as_they_were() -> None:
    marks = Marks()
    assert marks.toggle_bookmark(5, "here", "a note")
    assert marks.bookmarks == {5: Bookmark(5, "here", "a note")}
    assert not marks.toggle_bookmark(5)
    assert marks.toggle_breakpoint(Breakpoint(On.PLY, "2"))
    assert marks.toggle_breakpoint(Breakpoint(On.PLY, "2", passes=1)), "another one"
    assert not marks.toggle_breakpoint(Breakpoint(On.PLY, "2"))
    assert not marks.toggle_breakpoint(Breakpoint(On.PLY, "2", passes=1))
    assert marks == Marks()


def test_equal_marks_have_equal_texts() -> None:
    there, back = Marks(), Marks()
    for step in (3, 1, 2):
        there.toggle_bookmark(step, "ת")
    for step in (2, 3, 1):
        back.toggle_bookmark(step, "ת")
    there.hidden, back.hidden = {1, 70_000, 5}, {5, 1, 70_000}
    assert there.text == back.text
    assert "ת" in there.text, "readable as it stands"


def test_no_marks_have_no_text() -> None:
    assert Marks().text == ""
    assert Marks(step=1).text != ""
