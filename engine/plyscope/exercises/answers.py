"""What a student hands in: a file of answers, or the code that the page of an exercise shows."""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from email import message_from_string
from email.message import Message
from math import inf
from pathlib import Path
from typing import Any

from plyscope.exercises.exercise import MAX_FILE_BYTES, json_value, small_text
from plyscope.exercises.steps import Ends
from plyscope.files.json_values import read_number, read_text, refuse_unknown_keys
from plyscope.messages import InputError, shortened, shortest, shown

CODE_START, LETTERS = "PLY1.", re.compile(r"[A-Za-z0-9_-]+")
"""A code to hand in: the answers as JSON, compressed, in the letters of a web address."""
CODE_BREAKS = re.compile(r"=\r?\n|[\s>|]+")
"""What mail programs put into a code: breaks of lines, and marks of quotations."""
NUMBER = re.compile(r"([≤≥])?\s*([-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[-+]?\d+)?|[-+]?(?:inf|∞))")
TYPED_SIGNS = (
    {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    | dict.fromkeys("−–\u2012—\ufe63", "-") | {"\u3000": " "}
    | dict.fromkeys("\u2266\u2a7d", "≤") | dict.fromkeys("\u2267\u2a7e", "≥")
    | {chr(code): "" for low, high in ((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x2069), (0xFEFF, 0xFEFF))
       for code in range(low, high + 1)}
)  # fmt: skip
"""Letters of full width, other signs, and marks that are not seen, by what they mean in a number."""
MAIL_SUFFIX, HTML_TAG = ".eml", re.compile(r"<[^<>]*>")
MAX_ENTRY_CHARS = 40
"""Characters of an entry."""
MAX_ENTRIES = 1000


@dataclass(frozen=True)
class Entry:
    """A number that a student writes, with its sign: 2, ≤2, <=2, −∞."""

    number: float
    sign: str = ""
    """≤ or ≥, or nothing."""


@dataclass(frozen=True)
class Answers:
    """The answers of one student by the names of nodes; those not given are missing, or None."""

    exercise: str
    student: str = ""
    values: Mapping[str, Entry] = field(default_factory=dict)
    windows_in: Mapping[str, Ends] = field(default_factory=dict)
    windows_out: Mapping[str, Ends] = field(default_factory=dict)
    pruned: Sequence[str] | None = None
    best: str | None = None

    @property
    def json(self) -> dict[str, Any]:
        """The answers as their file has them."""
        return {
            "exercise": self.exercise,
            "student": self.student,
            "values": {name: entry_json(entry) for name, entry in self.values.items()},
            "windows_in": {name: list(map(end_json, ends)) for name, ends in self.windows_in.items()},
            "windows_out": {name: list(map(end_json, ends)) for name, ends in self.windows_out.items()},
            "pruned": None if self.pruned is None else list(self.pruned),
            "best": self.best,
        }


def entry_json(entry: Entry) -> Any:
    """Return an entry as JSON has it."""
    number = end_json(entry.number)
    return f"{entry.sign}{shortest(entry.number)}" if entry.sign else number


def end_json(end: float | None) -> Any:
    """Return an end of a window as JSON has it, infinities as texts."""
    if end is None:
        return None
    if abs(end) == inf:
        return "inf" if end > 0 else "-inf"
    return int(end) if end == int(end) and abs(end) < 2**53 else end


def ascii_entry(text: str) -> str:
    """Return typed text in ASCII, but for ≤, ≥ and ∞: keyboards have other digits, signs and spaces."""
    text = "".join(TYPED_SIGNS.get(letter, letter) for letter in text)
    return text.replace("=<", "≤").replace("=>", "≥").replace("<=", "≤").replace(">=", "≥").strip()


def read_entry(text: str) -> Entry | None:
    """Return the number that a student typed; None where the text is none."""
    found = ascii_entry(text).lower().replace("infinity", "inf") if len(text) <= MAX_ENTRY_CHARS else ""
    match = NUMBER.fullmatch(found)
    if match is None:
        return None
    sign, digits = match.groups()
    digits = digits.replace("∞", "inf").replace(",", ".")
    number = float(digits) + 0.0
    if abs(number) == inf and not digits.endswith("inf"):
        return None
    return Entry(number, sign or "")


# Files and codes


def read_answers(path: Path) -> Iterator[Answers | InputError]:
    """Iterate over the answers in a file of JSON, or of each code in a text; or its errors.

    A mail is a text, and the files of answers that are attached to it.
    """
    try:
        text = small_text(path)
        if path.suffix.lower() == MAIL_SUFFIX:
            yield from read_mail(text, path)
            return
        try:
            found, unreadable_because = json_value(text), None
        except InputError as error:
            found, unreadable_because = None, error
        codes = codes_in(text) if not isinstance(found, dict) else []
        if not codes:
            if unreadable_because is not None:
                raise unreadable_because if path.suffix.lower() == ".json" else no_answers()
            yield answers_from(found)
    except InputError as error:
        yield error.inside(str(path))
        return
    yield from read_codes(codes, path)


def read_codes(codes: Sequence[str], path: Path) -> Iterator[Answers | InputError]:
    """Iterate over the answers of codes; or their errors, with the file."""
    for code in codes:
        try:
            yield read_code(code)
        except InputError as error:
            yield error.inside(str(path))


def read_mail(text: str, path: Path) -> Iterator[Answers | InputError]:
    """Iterate over the answers of codes in a mail's text, and of its attachments."""
    parts = [part for part in message_from_string(text).walk() if not part.is_multipart()]
    attached = [part for part in parts if is_answer_file(part)]
    texts = [part for part in parts if part.get_content_type() == "text/plain" and part not in attached]
    # Many mails have their text twice, the second time as HTML.
    texts = texts or [part for part in parts if part.get_content_type() == "text/html"]
    codes = codes_in(HTML_TAG.sub("", "\n".join(map(content_of, texts))))
    yield from read_codes(codes, path)
    for part in attached:
        try:
            yield answers_from(json_value(content_of(part)))
        except InputError as error:
            yield error.inside(shown(f"{path}: {part.get_filename() or ''}"))
    if not codes and not attached:
        yield no_answers().inside(str(path))


def is_answer_file(part: Message) -> bool:
    """Whether a part of a mail is an attached file of answers."""
    return part.get_content_type() == "application/json" or str(part.get_filename() or "").lower().endswith(".json")


def content_of(part: Message) -> str:
    """Return the text of a part of a mail; what cannot be decoded becomes signs that no code has."""
    content = part.get_payload(decode=True)
    try:
        return content.decode(part.get_content_charset("utf-8"), "replace") if isinstance(content, bytes) else ""
    except LookupError:
        return content.decode("utf-8", "replace") if isinstance(content, bytes) else ""


def no_answers() -> InputError:
    """Return the error for a file without answers."""
    return InputError("there are neither answers as JSON nor a code to hand in")


def codes_in(text: str) -> list[str]:
    """Return the codes in a text, whose lines a mail program may have broken or marked as quoted."""
    pieces = CODE_BREAKS.sub("", text).split(CODE_START)[1:]
    return [CODE_START + match.group() for match in map(LETTERS.match, pieces) if match is not None]


def read_code(code: str) -> Answers:
    """Return the answers in a code; letters behind it are ignored."""
    packed = code.strip().removeprefix(CODE_START)
    if LETTERS.fullmatch(packed) is None:
        raise InputError("this is no code of answers")
    if len(packed) % 4 == 1:
        # No code has this length: the last letter belongs to the text.
        packed = packed[:-1]
    unpacking = zlib.decompressobj()
    try:
        content = unpacking.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), MAX_FILE_BYTES)
        text = content.decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError):
        raise damaged() from None
    if not unpacking.eof:
        raise damaged()
    return answers_from(json_value(text))


def damaged() -> InputError:
    """Return the error for a damaged code."""
    return InputError("the code of answers is damaged; part of it may be missing")


def code_of(answers: Answers) -> str:
    """Return the code for answers, which `read_code` reads."""
    packed = zlib.compress(json.dumps(answers.json, ensure_ascii=False, separators=(",", ":")).encode(), 9)
    return CODE_START + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def answers_from(found: Any) -> Answers:
    """Return the answers in a JSON value; raise InputError for anything wrong in it."""
    if not isinstance(found, dict):
        raise InputError("answers are an object")
    refuse_unknown_keys(found, frozenset(one.name for one in fields(Answers)))
    exercise = read_text(found, "exercise")
    student = read_text(found, "student") if found.get("student") else ""
    values = {name: entry_from(value, name) for name, value in items_of(found, "values")}
    windows = {
        key: {name: ends_from(ends, name, key) for name, ends in items_of(found, key)}
        for key in ("windows_in", "windows_out")
    }
    pruned, best = found.get("pruned"), found.get("best")
    if pruned is not None and not (isinstance(pruned, list) and all(isinstance(name, str) for name in pruned)):
        raise InputError("{key} is a list of names", key="pruned")
    if best is not None and not isinstance(best, str):
        raise InputError("{key} is a name", key="best")
    entries = {name: entry for name, entry in values.items() if entry is not None}
    return Answers(exercise, student, entries, windows["windows_in"], windows["windows_out"], pruned, best)


def items_of(found: Mapping[str, Any], key: str) -> list[tuple[str, Any]]:
    """Return the answers of one kind with the names of their nodes; those that are null are left out."""
    part = found.get(key)
    if part is None:
        return []
    if not isinstance(part, dict) or len(part) > MAX_ENTRIES:
        raise InputError("{key} is an object with an entry for each node", key=key)
    return [(name, value) for name, value in part.items() if value is not None]


def entry_from(value: Any, name: str) -> Entry | None:
    """Return the entry in a JSON value; None for an empty text."""
    if type(value) in (int, float):
        return Entry(read_number(value, name) + 0.0)
    if isinstance(value, str):
        if not value.strip():
            return None
        entry = read_entry(value)
        if entry is not None:
            return entry
    raise InputError("{name}: {found} is no number", name=name, found=shortened(str(value), MAX_ENTRY_CHARS))


def ends_from(ends: Any, name: str, key: str) -> Ends:
    """Return α and β in a JSON value, None for those not given."""
    if not isinstance(ends, list) or len(ends) != 2:
        raise InputError("{key} of {name} is α and β in brackets", key=key, name=name)
    low, high = (None if end is None else entry_from(end, name) for end in ends)
    if any(end is not None and end.sign for end in (low, high)):
        raise InputError("{key} of {name} are numbers without ≤ or ≥", key=key, name=name)
    return None if low is None else low.number, None if high is None else high.number
