"""Text as it comes from strangers: made safe to show, and brought to one form to compare.

Pure functions on strings. `clean` is the gate: what passed it can be printed on a terminal.
"""

import re
import unicodedata

# C0 without tab and newline, DEL, C1, the line separators, and the controls that reorder or
# hide what stands around them. Listed as ranges so that the pattern itself stays readable.
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2069"
    "\ufeff\ufff9-\ufffb\ud800-\udfff]"
)
_CONTROL_PICTURES = 0x2400
_DELETE = 0x7F
_DELETE_PICTURE = "\u2421"

_MARKS = re.compile(r"<br\s*/?>|[*_`~]")
_SPACE = re.compile(r"\s+")
_TRAILING = " .,;:!?\u2026"
_NOT_SLUG = re.compile(r"[^a-z0-9]+")
_NOT_LETTERS = re.compile(r"[\W_]+")


def _visible(match: re.Match[str]) -> str:
    character = match.group()
    number = ord(character)
    if number < ord(" "):
        return chr(_CONTROL_PICTURES + number)
    return _DELETE_PICTURE if number == _DELETE else f"\u27e8U+{number:04X}\u27e9"


def clean(text: str) -> str:
    """Give `text` with every control made a visible sign, so that it is inert on a terminal.

    Tabs and newlines stay; CR LF and CR become newlines. The result holds no C0 or C1 control,
    no DEL, no bidirectional control and no line separator; cleaning twice changes nothing.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _UNSAFE.sub(_visible, text)


def on_one_line(text: str) -> str:
    """Give `text` clean and with its line breaks and tabs as visible signs: for names and paths."""
    return clean(text).replace("\n", "\u240a").replace("\t", "\u2409")


def count(number: int, noun: str, many: str = "") -> str:
    """Write a number with its noun: `1 card`, `2 cards`; `many` is a plural that is not so made."""
    return f"{number} {noun}" if number == 1 else f"{number} {many or noun + 's'}"


def has_control(text: str) -> re.Match[str] | None:
    """Find the first character of `text` that `clean` would replace, line ends aside."""
    return _UNSAFE.search(text.replace("\r\n", "\n"))


def without_controls(text: str) -> str:
    """Give `text` without the characters that `clean` makes visible, line ends and tabs aside."""
    return _UNSAFE.sub("", text)


def normalise(text: str) -> str:
    """Bring `text` to the form in which two wordings count as the same.

    Canonical composition, case, white space, Markdown marks, ``<br>`` and trailing
    punctuation make no difference.
    """
    text = _MARKS.sub(" ", unicodedata.normalize("NFC", text).casefold())
    return _SPACE.sub(" ", text).strip().rstrip(_TRAILING)


def slug(text: str, longest: int = 48) -> str:
    """Give a name of lower-case ASCII letters, digits and hyphens for `text`.

    At most `longest` characters, cut at a hyphen where there is one; never empty.
    """
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    name = _NOT_SLUG.sub("-", ascii_text.lower()).strip("-")
    if len(name) > longest:
        name = name[: longest + 1].rpartition("-")[0] or name[:longest]
    return name or "untitled"


def file_stem(text: str, longest: int = 48) -> str:
    """Give a name for a file about `text`: of its letters and digits, in whatever script.

    At most `longest` characters, lower-case, parted by hyphens; never empty.
    """
    name = slug(text, longest)
    if _NOT_LETTERS.sub("", text).isascii():
        return name
    letters = unicodedata.normalize("NFC", text).lower()
    return _NOT_LETTERS.sub("-", letters)[:longest].strip("-") or name


def display_width(text: str) -> int:
    """Count the terminal columns of one line of clean `text`.

    East Asian wide characters count two and combining marks none; the rest count one.
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )
