"""New entries at the end of a deck that is there: not a byte above or below them changes."""

import codecs
from collections import Counter
from collections.abc import Iterator
from typing import Final

from flashcards.deck import reading
from flashcards.deck.nodes import Mapping, Node, Scalar, Sequence
from flashcards.deck.source import Source, decode
from flashcards.deck.syntax import parse
from flashcards.errors import NotWrittenError
from flashcards.importing import decks, layout
from flashcards.importing.decks import Gathered
from flashcards.importing.layout import Items
from flashcards.notes import Deck, Note

_FIRST_INDENT: Final = 2


def appended(path: str, before: bytes, found: Gathered) -> bytes:
    """Give the deck file `before` with the entries of `found` added to its lists.

    Raises:
        NotWrittenError: Its lists are written in a way that has no place for more, or it is not
            in UTF-8.
    """
    mark = codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b""
    written, wrong = decode(before)
    if wrong or mark + written.encode("utf-8", "surrogatepass") != before:
        raise _refused(path, "it is not in UTF-8", "Save it as UTF-8")
    text = written
    for key, items in decks.lists(found):
        text = _with(path, text, key, items)
    after = mark + text.encode("utf-8")
    _check(path, before, after, found)
    return after


def _with(path: str, text: str, key: str, items: Items) -> str:
    source = Source(path, text)
    root = parse(source).root
    ending = "\r\n" if "\r\n" in text else "\n"
    line, indent, heading = _place(path, source, root, key)
    apart = items.apart and not heading
    block = [*heading, *([""] if apart else []), *layout.item_lines(items, indent)]
    index = source.index(line, 0) if line < len(source.lines) else len(text)
    above, below = text[:index], text[index:]
    missing = "" if not above or above.endswith(("\n", "\r")) else ending
    return f"{above}{missing}{ending.join(block)}{ending}{below}"


def _place(path: str, source: Source, root: Node | None, key: str) -> tuple[int, int, list[str]]:
    """Give the line (from 0) for new entries, their indentation, and the lines above them."""
    end = _after_content(source, len(source.lines))
    if root is None or (isinstance(root, Scalar) and not root.text):
        return end, _FIRST_INDENT, [f"{key}:"]
    if not isinstance(root, Mapping) or root.flow:
        raise _refused(path, "it is written in brackets", "Write it on lines of its own")
    pairs = list(root.pairs())
    for number, (name, value) in enumerate(pairs):
        if not isinstance(name, Scalar) or name.text != key:
            continue
        if number + 1 < len(pairs):
            end = _after_content(source, pairs[number + 1][0].line)
        if isinstance(value, Sequence) and not value.flow and value.items:
            return end, value.column, []
        if isinstance(value, Scalar) and value.start == value.end:
            return name.line + 1, _FIRST_INDENT, []
        reason = f"its `{key}` is no list of lines that begin with a dash"
        raise _refused(path, reason, "Write each entry behind `- `")
    return end, _FIRST_INDENT, ["", f"{key}:"]


def _after_content(source: Source, line: int) -> int:
    """Give the line below the last text above `line`, blank lines and comments passed over."""
    while line and not source.line(line - 1).strip():
        line -= 1
    last = line
    while line and (source.line(line - 1)[:1] == "#" or not source.line(line - 1).strip()):
        line -= 1
    # A comment at the very end belongs to what stands above it.
    return line if last < len(source.lines) and line else last


def _check(path: str, before: bytes, after: bytes, found: Gathered) -> None:
    """Read both, and see that nothing was lost, changed or taken for something else."""
    old, new = reading.read(before, path), reading.read(after, path)
    lost = Counter(_contents(old)) - Counter(_contents(new))
    topics = len(new.topics) - len(old.topics)
    if not new.readable or lost or topics != len(found.topics):
        raise _refused(path, "the new entries do not fit into it", "Import into a new file")


def _contents(deck: Deck) -> Iterator[Note]:
    for note in (*deck.notes, *deck.quarantined):
        yield note._replace(line=0, column=0)


def _refused(path: str, reason: str, advice: str) -> NotWrittenError:
    return NotWrittenError(f"{path} was not written: {reason}. {advice}.")
