r"""How a text is written as YAML, so that it reads back the same and is pleasant to edit.

The rule is the one for authors: maths, several lines and what is long stand under ``|``. The rest
is plain where every YAML reader takes it for the text it is, and in quotes where one would not.
What our own reader takes it for is not told by rules but tried: what is written here without
quotes was read back, by the reader of the decks, where it is to stand.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from flashcards.text import clean, has_control

from .nodes import Node, Scalar, Sequence
from .source import Source
from .syntax import parse

STEP: Final = 2
"""Blanks by which a line under ``|`` stands further in than its key or dash."""

_WIDEST = 96
"""Columns of a text that may stand behind its key."""

_NO_CHARACTER = re.compile("[\ufffe\uffff]")
# Other readers of YAML ask for more than ours where a text begins with one of its marks.
_MARK = re.compile(r"[\-?:,\[\]{}#&*!|>'\"%@`]")
# What is itself wherever it stands, and needs no trial.
_ORDINARY = re.compile(r"[^\W\d_](?:[^\s:#,\[\]{}]| (?=\S))*")
# What YAML readers other than ours make something else of: nothing, yes and no, numbers, dates.
_RESOLVED = re.compile(
    r"~|<<|=|null|true|false|yes|no|on|off|y|n"
    r"|[+.0-9][0-9_,.:+-]*(?:e[+-]?[0-9]+)?|0x[0-9a-f_]+|0o[0-7_]+|0b[01_]+|\.(?:inf|nan)"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}[t\s].*",
    re.IGNORECASE,
)
# Where a text may stand, each an `@`.
_BLOCK_PLACES: Final = "- @\n- @: @\n"
_ALL_PLACES: Final = f"{_BLOCK_PLACES}- [@, @]\n- {{@: @}}\n"
_WHOLE_NUMBER = re.compile(r"0|[1-9][0-9]{0,14}")


def canonical(text: str) -> str:
    """Give `text` as reading gives it back: clean, without blank ends.

    Blanks before the first of several lines stay; they may be code.
    """
    text = _NO_CHARACTER.sub("\ufffd", clean(text)).strip("\n").rstrip()
    return text if "\n" in text else text.strip()


def foreign(text: str) -> re.Match[str] | None:
    """Find the first character of `text` that no deck holds, which `canonical` would replace."""
    return _NO_CHARACTER.search(text) or has_control(text.replace("\r", "\n"))


def scalar(text: str, indent: int) -> str:
    r"""Write `text` as it stands behind ``key: `` or ``- ``; it reads back as `canonical` has it.

    A text under ``|`` takes several lines (parted by ``\n``, none behind the last), which stand
    `indent` blanks in: `STEP` more than their key or dash.
    """
    text = canonical(text)
    if "\n" in text or "\t" in text or _is_maths(text) or indent + len(text) > _WIDEST:
        return _block(text, indent)
    if _is_plain(text, _BLOCK_PLACES):
        return text
    if "'" not in text:
        return single_quoted(text)
    if '"' not in text:
        return f'"{text}"'
    return _block(text, indent)


def quoted(text: str) -> str:
    """Write `text` in quotes on one line, whatever it is; it reads back as `canonical` has it."""
    text = canonical(text)
    if "\n" in text:
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return single_quoted(text)


def single_quoted(line: str) -> str:
    """Write one line in single quotes, exactly as it is."""
    return "'" + line.replace("'", "''") + "'"


def in_brackets(text: str) -> str:
    """Write `text` on one line, fit for any place: in a list or a map in brackets, as a key.

    It reads back as `canonical` has it.
    """
    text = canonical(text)
    return text if _is_plain(text, _ALL_PLACES) else quoted(text)


def words(texts: Iterable[str]) -> str:
    """Write short texts as a list in brackets, each without blanks: tags."""
    return f"[{', '.join(in_brackets('_'.join(canonical(text).split())) for text in texts)}]"


def _is_plain(text: str, places: str) -> bool:
    """Tell whether `text`, a canonical one, may stand without quotes in `places`."""
    if _RESOLVED.fullmatch(text) and not _WHOLE_NUMBER.fullmatch(text):
        return False
    if _ORDINARY.fullmatch(text):
        return True
    return not _MARK.match(text) and _reads_as(text, places)


def _reads_as(text: str, places: str) -> bool:
    """Tell whether our reader finds `text` at each ``@`` of `places`, and nothing else."""
    read = parse(Source("", places.replace("@", text)))
    if read.root is None or read.flaws:
        return False
    found = list(_texts(read.root))
    return found == [text] * places.count("@")


def _texts(node: Node) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield node.text
    else:
        for inner in node.items if isinstance(node, Sequence) else node.parts:
            yield from _texts(inner)


def _is_maths(text: str) -> bool:
    return "\\" in text or text.count("$") > 1


def _block(text: str, indent: int) -> str:
    # Where the first line is indented itself, YAML must be told where the text begins.
    header = f"|{STEP}" if text[:1] in {" ", "\t"} else "|"
    pad = " " * indent
    return "\n".join([header, *(pad + line if line else "" for line in text.split("\n"))])
