"""The bundled fonts: every character that the window may write is drawn by one of them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files

import pytest
from plyscope_window.look import fonts, theme
from PySide6.QtGui import QFont, QFontMetricsF, QRawFont, QTextLayout

from tests.places import ROOT

pytestmark = pytest.mark.qt


SAMPLES = {
    "English": "The quick brown fox – “jumps” over 13 lazy dogs’ tails; naïve façade, 50 % & more… €5 @home #1",
    "German": "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. GRÖẞE, „Anführung“",
    "Polish": "Pchnąć w tę łódź jeża lub ośm skrzyń fig",
    "Turkish": "Pijamalı hasta yağız şoföre çabucak güvendi. İstanbul",
    "Hebrew": "ההפעלה של מינימקס: הגיע הזמן לקצץ ענפים, אם אלפא ≥ בטא. דג סקרן שט בים מאוכזב ולפתע מצא חברה",
    "Hebrew with points": "שָׁלוֹם עוֹלָם",
    "Simplified Chinese": "极小化极大 算法：剪枝、叶节点、博弈树、递归调用栈、帧、断点；“撤销”《打开》……（共 3 步）",
    "Traditional Chinese": "極小化極大 演算法：剪枝、葉節點、賽局樹、遞迴呼叫堆疊；「復原」《開啟》…（共 3 步）",
    "mathematics": "αβ ≤ ≥ ∞ − → · ← ↑ ↓ ≠ ± × ÷ … ⁺ ⁻ ⌈⌉ ⌊⌋ Δ ½ ² √ ≈ ∅ ▲ △ ▼ ▽ ■ □ ● ○",
    "keys": "⌘ ⌥ ⇧ ⌃ ← ↵ Ctrl+Shift+F11",
}


@pytest.fixture(autouse=True)
def _loaded(qapp: object) -> None:
    fonts.load()


def drawn_by(text: str, font: QFont) -> Iterator[tuple[QRawFont, list[int]]]:
    """The fonts that Qt really draws a text with, and the numbers of their glyphs; 0 is the box."""
    layout = QTextLayout(text, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    for run in layout.glyphRuns():
        yield run.rawFont(), run.glyphIndexes()


@pytest.mark.parametrize("fixed", [False, True], ids=["text", "code"])
@pytest.mark.parametrize("bold", [False, True], ids=["regular", "bold"])
@pytest.mark.parametrize("sample", SAMPLES)
def test_every_character_is_drawn_by_a_bundled_font(sample: str, bold: bool, fixed: bool) -> None:
    ours = set(fonts.FILES.values())
    for raw, glyphs in drawn_by(SAMPLES[sample], theme.font(13, bold, fixed)):
        assert raw.familyName() in ours, sample
        assert 0 not in glyphs, sample


@pytest.mark.parametrize(
    ("family", "encoding", "least"),
    [("Noto Sans SC", "gb2312", 6763), ("Noto Sans TC", "big5", 5401), ("Noto Sans Hebrew", "iso8859-8", 27)],
)
def test_a_whole_character_set_is_covered(family: str, encoding: str, least: int) -> None:
    raw = QRawFont.fromFont(QFont(family))
    assert raw.familyName() == family
    letters = [chr(code) for code in (*range(0x5D0, 0x5EB), *range(0x4E00, 0xA000))]
    there = [letter for letter in letters if letter.encode(encoding, "ignore") and raw.supportsCharacter(ord(letter))]
    assert len(there) >= least


def test_the_characters_of_our_own_words_are_there() -> None:
    """Whatever stands in the engine's and the window's files can be written."""
    letters = set()
    for package in ("engine", "visualiser"):
        for path in (ROOT / package).rglob("*.py"):
            if (ROOT / "engine" / "plyscope" / "export") in path.parents:
                # What is escaped for other programs is not shown.
                continue
            letters |= set(path.read_text(encoding="utf-8"))
    for face in (theme.font(13), theme.font(13, fixed=True)):
        for raw, glyphs in drawn_by("".join(sorted(filter(str.isprintable, letters))), face):
            assert raw.familyName() in set(fonts.FILES.values())
            assert 0 not in glyphs


def test_the_faces_of_the_theme_are_the_bundled_ones() -> None:
    assert set(fonts.FILES.values()) <= set(theme.TEXT_FACES)
    assert set(fonts.FILES.values()) <= set(theme.FIXED_FACES)
    assert next(drawn_by("abc", theme.font(13)))[0].familyName() == "Inter"
    assert next(drawn_by("abc", theme.font(13, fixed=True)))[0].familyName() == "JetBrains Mono"


def weight_in_file(font: QFont) -> int:
    """The weight of the file that Qt took, from its table of that name; Qt itself answers with the one asked for."""
    table = next(drawn_by("abc", font))[0].fontTable("OS/2").data()
    return int.from_bytes(table[4:6], "big")


def test_bold_is_a_drawn_weight_and_not_a_smeared_one() -> None:
    assert [weight_in_file(theme.font(13, bold)) for bold in (False, True)] == [400, 600]
    assert [weight_in_file(theme.font(13, bold, fixed=True)) for bold in (False, True)] == [400, 700]


@pytest.mark.parametrize("fixed", [False, True])
def test_figures_are_all_equally_wide(fixed: bool) -> None:
    metrics = QFontMetricsF(theme.font(40, fixed=fixed))
    assert len({metrics.horizontalAdvance(figure * 10) for figure in "0123456789"}) == 1


def test_code_is_shown_as_it_is_typed() -> None:
    """No ligature makes one sign of two."""
    for operator in (">=", "!=", "->", "==", "<="):
        glyphs = [number for _, run in drawn_by(operator, theme.font(13, fixed=True)) for number in run]
        alone = [number for sign in operator for _, run in drawn_by(sign, theme.font(13, fixed=True)) for number in run]
        assert glyphs == alone


def test_the_files_are_listed_licensed_and_small() -> None:
    folder = files("plyscope_window.look.fonts")
    names = {entry.name for entry in folder.iterdir()}
    assert {name for name in names if name.endswith((".otf", ".ttf"))} == set(fonts.FILES)
    assert sum(len(folder.joinpath(name).read_bytes()) for name in fonts.FILES) < 4_000_000
    for name in fonts.FILES:
        licence = "OFL-" + name.partition("-")[0].replace("SansSC", "SansCJK").replace("SansTC", "SansCJK") + ".txt"
        text = folder.joinpath(licence).read_text(encoding="utf-8")
        assert text.startswith("Copyright")
        assert "SIL OPEN FONT LICENSE Version 1.1" in text
        assert "DISCLAIMER" in text


def test_loading_is_quick() -> None:
    """It takes a tenth of what starting Python and Qt takes, on any machine; reading every outline would take more."""
    script = (
        "import time; from PySide6.QtGui import QGuiApplication; from plyscope_window.look import fonts\n"
        "application = QGuiApplication([]); started = time.process_time(); fonts.load()\n"
        "print((time.process_time() - started) / started)"
    )
    surroundings = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=surroundings, check=True)
    assert float(ended.stdout) < 0.5
    assert ended.stderr == ""
