r"""How a text is written as YAML, so that it reads back the same and is pleasant to edit.

The rule is the one for authors: maths, several lines and what is long stand under ``|``. The rest
is plain where every YAML reader takes it for the text it is, and in quotes where one would not.
"""

import re
from collections.abc import Iterable
from typing import Final

from flashcards.text import clean

STEP: Final = 2
"""Blanks by which a line under ``|`` stands further in than its key or dash."""

_WIDEST = 96
"""Columns of a text that may stand behind its key."""

_NO_CHARACTER = re.compile("[\ufffe\uffff]")
_FIRST = re.compile(r"[^\s\-?:,\[\]{}#&*!|>'\"%@`]")
_NOT_PLAIN = re.compile(r"[:\t](?:\s|$)|\s#|\t")
_IN_BRACKETS = re.compile(r"[,\[\]{}]|:$")
# What YAML readers other than ours make something else of: nothing, yes and no, numbers, dates.
_RESOLVED = re.compile(
    r"~|<<|=|null|true|false|yes|no|on|off|y|n"
    r"|[+.0-9][0-9_,.:+-]*(?:e[+-]?[0-9]+)?|0x[0-9a-f_]+|0o[0-7_]+|0b[01_]+|\.(?:inf|nan)"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}[t\s].*",
    re.IGNORECASE,
)
_WHOLE_NUMBER = re.compile(r"0|[1-9][0-9]{0,14}")


def canonical(text: str) -> str:
    """Give `text` as reading gives it back: clean, without blank ends.

    Blanks before the first of several lines stay; they may be code.
    """
    text = _NO_CHARACTER.sub("\ufffd", clean(text)).strip("\n").rstrip()
    return text if "\n" in text else text.strip()


def scalar(text: str, indent: int) -> str:
    r"""Write `text` as it stands behind ``key: `` or ``- ``; it reads back as `canonical` has it.

    A text under ``|`` takes several lines (parted by ``\n``, none behind the last), which stand
    `indent` blanks in: `STEP` more than their key or dash.
    """
    text = canonical(text)
    if "\n" in text or "\t" in text or _is_maths(text) or indent + len(text) > _WIDEST:
        return _block(text, indent)
    if is_plain(text):
        return text
    if "'" not in text:
        return f"'{text}'"
    if '"' not in text:
        return f'"{text}"'
    return _block(text, indent)


def quoted(text: str) -> str:
    """Write `text` in quotes on one line, whatever it is; it reads back as `canonical` has it."""
    text = canonical(text)
    if "\n" in text:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return "'" + text.replace("'", "''") + "'"


def words(texts: Iterable[str]) -> str:
    """Write short texts as a list in brackets, each without blanks: tags."""
    return f"[{', '.join(map(_word, texts))}]"


def is_plain(text: str) -> bool:
    """Tell whether `text`, one canonical line, may stand without quotes."""
    if not _FIRST.match(text) or _NOT_PLAIN.search(text):
        return False
    return _WHOLE_NUMBER.fullmatch(text) is not None or not _RESOLVED.fullmatch(text)


def _is_maths(text: str) -> bool:
    return "\\" in text or text.count("$") > 1


def _block(text: str, indent: int) -> str:
    # Where the first line is indented itself, YAML must be told where the text begins.
    header = f"|{STEP}" if text[:1] in {" ", "\t"} else "|"
    pad = " " * indent
    return "\n".join([header, *(pad + line if line else "" for line in text.split("\n"))])


def _word(text: str) -> str:
    text = "_".join(canonical(text).split())
    if is_plain(text) and not _IN_BRACKETS.search(text):
        return text
    return quoted(text)
