"""Deck files into decks: whatever the bytes, a Deck comes out, with every problem in it."""

import os
import stat
from collections.abc import Iterable
from operator import attrgetter
from pathlib import Path
from typing import Final

from flashcards.collector import without_collector
from flashcards.notes import Deck, Topic
from flashcards.text import on_one_line

from . import crowding, entries, topics
from .findings import Findings
from .nodes import Mapping, Node, Scalar, Sequence, is_empty
from .reader import Reader, closest_of
from .shelf import Shelf
from .source import MAX_MARRED, Source, WrongByte, decode, unmarked
from .syntax import Document, Fault, parse

MAX_BYTES: Final = 64 * 1024 * 1024
"""The largest file that is read."""

KEYS: Final = crowding.TOP
"""What may stand at the top of a deck file."""

_SURROGATE_LEAD = 0xED

MAX_ERRORS: Final = 10_000
"""Errors after which a file is given up: nobody wrote it as a deck."""


def load(path: str) -> Deck:
    """Read the deck file at `path`.

    Only a regular file is opened. Whatever cannot be read (a folder, a pipe, a dangling link, a
    file too large) gives a Deck that is not `readable`, with the reason as its one problem.
    """
    try:
        data = _bytes(path)
    except (OSError, ValueError) as error:
        reason, fix = _reason(path, error)
        return _unread(path, "unreadable-file", reason=reason, fix=fix)
    if len(data) > MAX_BYTES:
        limit = f"{MAX_BYTES // 2**20} MB"
        return _unread(path, "too-big", what="it is larger than a deck can be", limit=limit)
    return read(data, path)


def content(path: str) -> bytes:
    """Give the bytes of a deck file, for those who mean to change it; nothing else is opened.

    Raises:
        OSError: The system refused.
        ValueError: It is no regular file, or larger than a deck can be.
    """
    data = _bytes(path)
    if len(data) > MAX_BYTES:
        message = "it is larger than a deck can be"
        raise ValueError(message)
    return data


def read(data: bytes, path: str, coming: Iterable[str] = ()) -> Deck:
    """Make a Deck of the content of a deck file; never raises, whatever `data` holds.

    `path` stands in the problems, and media are looked for beside it; those `coming`, as the deck
    names them, were found good and need not be there yet. A deck that is not YAML, or
    not this format, is not `readable`; every other fault keeps out only its own note.
    """
    with without_collector():
        return _read(data, path, coming)


def _read(data: bytes, path: str, coming: Iterable[str]) -> Deck:
    text, wrong = decode(data)
    source = Source(path, text)
    findings = Findings(source)
    if encoding := unmarked(data):
        _report_unmarked(findings, encoding)
    elif wrong:
        _report_wrong_byte(findings, data, wrong)
    elif len(source.marred) == MAX_MARRED:
        _report_no_text(findings, source)
    else:
        _report_characters(findings, source)
        document = parse(source)
        if document.fault:
            _report_no_yaml(findings, source, document.fault)
        elif _is_deck(findings, document):
            return _deck(Reader(source, findings, document.flaws, coming), document.root)
    return Deck(path, _stem(path), problems=findings.problems(), readable=False)


def _bytes(path: str) -> bytes:
    """Read a regular file, one byte more than is allowed at most; nothing else is opened."""
    if not stat.S_ISREG(Path(path).stat().st_mode):
        message = "it is a folder" if Path(path).is_dir() else "it is no regular file"
        raise ValueError(message)
    # Without O_NONBLOCK, a pipe put there since would hold the program up.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        return file.read(MAX_BYTES + 1)


def _reason(path: str, error: OSError | ValueError) -> tuple[str, str]:
    """Say why a file could not be read, and what to do."""
    if isinstance(error, FileNotFoundError):
        if Path(path).is_symlink():
            return "it is a link to a file that is not there", "Mend the link, or delete it."
        return "it is not there", "Check the path."
    if isinstance(error, PermissionError):
        return "you have no permission to read it", "Change its mode, for example `chmod u+r`."
    if isinstance(error, OSError):
        return (error.strerror or "the system refused").lower(), "Check the file and its disk."
    return str(error), "Name a deck file, a regular file with YAML in it."


def _unread(path: str, code: str, **details: str) -> Deck:
    findings = Findings(Source(path, ""))
    findings.report(code, 0, 0, **details)
    return Deck(path, _stem(path), problems=findings.problems(), readable=False)


def _stem(path: str) -> str:
    return on_one_line(Path(path).stem) or "untitled"


def _report_wrong_byte(findings: Findings, data: bytes, wrong: WrongByte) -> None:
    name = {"utf-8": "UTF-8", "utf-16": "UTF-16", "utf-32": "UTF-32"}[wrong.encoding]
    what = f"Byte 0x{wrong.value:02X} is not {name}"
    fix = f"Save the file as {name}; most likely it was cut off or changed by another program."
    if wrong.encoding != "utf-8":
        what += ", which the file's byte order mark promises"
    elif wrong.value == _SURROGATE_LEAD:
        what += " (half of a surrogate pair)"
    elif guess := _windows_1252(data, wrong.value):
        what += f"; in Windows-1252 it is \u201c{guess}\u201d"
        fix = "Save the file as UTF-8, for example with `iconv -f windows-1252 -t utf-8`."
    findings.report("wrong-encoding", wrong.line - 1, wrong.column - 1, what=f"{what}.", fix=fix)


def _windows_1252(data: bytes, value: int) -> str:
    """Give the character a byte is in Windows-1252, if the whole file could be in it."""
    try:
        data.decode("cp1252")
    except UnicodeDecodeError:
        return ""
    return bytes([value]).decode("cp1252")


def _report_unmarked(findings: Findings, encoding: str) -> None:
    what = f"The file looks like {encoding[:6].upper()} without a byte order mark."
    fix = f"Save the file as UTF-8, for example with `iconv -f {encoding} -t utf-8`."
    findings.report("wrong-encoding", 0, 0, what=what, fix=fix)


def _report_no_text(findings: Findings, source: Source) -> None:
    what = "The file is no text: it is full of control characters."
    fix = "Name a deck file, a text in UTF-8."
    findings.report("wrong-encoding", *source.place(source.marred[0]), what=what, fix=fix)


def _report_characters(findings: Findings, source: Source) -> None:
    """Report the characters that YAML would refuse, or would count as line ends."""
    for index in source.marred:
        name = f"U+{ord(source.written[index]):04X}"
        findings.report("control-character", *source.place(index), name=name)
    for index in source.separators:
        name = f"U+{ord(source.written[index]):04X}"
        effect = "it is read as a blank"
        findings.report("invisible-character", *source.place(index), name=name, effect=effect)


def _report_no_yaml(findings: Findings, source: Source, fault: Fault) -> None:
    second = crowding.second_key(source, fault.line) if fault.code == "colon-in-text" else None
    if second:
        details = second._asdict()
        findings.report("second-key-on-line", fault.line, details.pop("column"), **details)
    else:
        findings.report(fault.code, fault.line, fault.column, **fault.details)


def _is_deck(findings: Findings, document: Document) -> bool:
    """Tell whether a document has the shape of a deck, or is empty; else report why not."""
    root = document.root
    if root is None or is_empty(root):
        return True
    keys = [key for key, _ in root.pairs()] if isinstance(root, Mapping) else []
    names = [key.text for key in keys if isinstance(key, Scalar)]
    if "cards" in names or "topics" in names:
        return True
    fix = ""
    for name in names:
        closest = closest_of(name[:40], KEYS)
        if closest in {"cards", "topics"}:
            fix = f"Did you mean `{closest}` by `{name[:40]}`? "
    findings.at(root, "not-a-deck", fix=fix)
    return False


def _deck(reader: Reader, root: Node | None) -> Deck:
    findings = reader.findings
    path = reader.source.path
    fields = reader.fields(root, KEYS, "a deck file") if isinstance(root, Mapping) else {}
    name = reader.text(fields["deck"], "deck") if "deck" in fields else ""
    taken = entries.Inherited(reader.tags(fields), reader.style_ok(fields))
    drill = topics.drill(reader, fields["drill"]) if "drill" in fields else None
    shelf = Shelf()
    read_topics: list[Topic] = []
    for key in fields:
        for entry in _listed(reader, fields[key], key) if key in {"cards", "topics"} else ():
            if findings.errors > MAX_ERRORS:
                return Deck(path, _stem(path), problems=findings.problems(), readable=False)
            if key == "cards":
                entries.read(reader, entry, taken, shelf)
                continue
            chosen = frozenset(topics.DRILLED) if drill is None else drill
            inherited = topics.Inherited(*taken, chosen, len(read_topics))
            topic = topics.read(reader, entry, inherited, shelf)
            if topic:
                read_topics.append(topic)
    if not (shelf.notes or shelf.quarantined or findings.stubs or findings.errors):
        findings.report("empty-deck", 0, 0)
    return Deck(
        path=path,
        name=_name(name) or _stem(path),
        order=reader.number(fields, "order"),
        topics=tuple(read_topics),
        notes=tuple(shelf.notes),
        undrilled=tuple(shelf.undrilled),
        quarantined=tuple(shelf.quarantined),
        stubs=tuple(sorted(findings.stubs, key=attrgetter("line", "column"))),
        problems=findings.problems(),
    )


def _name(name: str) -> str:
    """Give a deck's name with the blanks and colons around ``::`` taken off, and no empty part."""
    parts = (part.strip(" :") for part in " ".join(name.split()).split("::"))
    return "::".join(filter(None, parts))


def _listed(reader: Reader, node: Node, key: str) -> list[Node]:
    """Give the entries of `cards` or `topics`."""
    if isinstance(node, Sequence):
        return node.items
    if not is_empty(node):
        what = f"`{key}` holds one value where a list is meant."
        fix = f"Begin each entry below `{key}:` with `- `."
        reader.findings.at(node, "wrong-shape", what=what, fix=fix)
    return []
