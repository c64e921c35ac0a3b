"""Random inputs of every kind that is read, each made again by its seed, and the way through.

What is random are the pieces and their order: the marks that mean something to a reader, what only
looks like one, and files that are good but for a few changes.
"""

import io
import json
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Final

import readers
import zstandard

from flashcards.errors import FlashcardsError

_ROOT: Final = Path(__file__).parent.parent
_SIGNS: Final = (
    "a", "b ", " c", "word ", " ", "\n", "\n\n", "\t", "é", "漢", "😀", "\xa0", "\u200b", "\r\n",
    "\x85", "\u2028", "\ufeff", "\x00", "\x1b[31m", "\u202e", "1", "0", ".", ",", ";", "?", "!",
    "todo",
)  # fmt: skip
_MARKDOWN: Final = (
    "*", "**", "_", "__", "~~", "`", "``", "```\n", "```py\n", "~~~\n", "$", "$$", "\\(", "\\)",
    "\\[", "\\]", "\\", "[", "](", "](a.png)", "![", "<", ">", "<http://a.b>", "{{", "}}", "{",
    "}", "::", "{{c1::", "{{c2::a::h}}", "{{a}}", "[sound:x.mp3]", '<img src="x.png">', "&lt;",
    "&#27;", "# ", "## ", "- ", "* ", "+ ", "1. ", "2) ", "> ", "|", "|-|\n", "a | b\n",
    "---\n", "===", "    ", "\n- ", "\n1. ",
)  # fmt: skip
_NOTES: Final = (
    "Q: ", "A: ", "\nQ: ", "\nA: ", "C: ", "front:: ", "a::b", "a:::b", "a\n?\nb\n",
    "a\n??\nb\n", "==x==", "#card ", "#flashcards", "\n---\n", "tags: a, b\n",
    "TARGET DECK: X\n", "START\nBasic\n", "END\n", "Front: ", "Back: ", "\n\n## ", "\n\n",
    "<!--SR:!2024-01-01,3,250-->", "<!-- ", "-->", "%%", "1. a?\n   b",
)  # fmt: skip
_SECTIONS: Final = (
    "What is it?\n\n", "\n\nTL;DR\n\n", "\n\nShort answer\n\n", "\n\nFollow-ups\n\n",
    "\n\nReferences\n\n", "\n\nKey concepts\n\n", "\n\nRed flags\n\n", "\n\nCheat sheet\n\n",
    "\n\nAttempt it · 4 min\n\n", "Why? Because.\n", "Term - what it is\n", "It. ",
    "(collapsed)", "\n\nMemory aid\n\n", "\n\nAnswer\n\n", "- a; b\n", "Say this instead: x\n",
    "https://example.org/a\n", "Quick scan\n\n", "\n\nExamples\n\n",
)  # fmt: skip
_TABLE: Final = (
    ",", ",", ";", "\t", "|", '"', '""', '","', "\n", "\n", "front,back\n", "front,back,tags\n",
    "a:?b", "#separator:tab\n", "#html:true\n", "#columns:a\tb\n", "#tags column:3\n",
    "#deck:X\n", "x,y\n", "a;b",
)  # fmt: skip
_YAML: Final = (
    ": ", "- ", "\n  - ", "\n    ", "front: ", "back: ", "cards:\n", "topics:\n", "question: ",
    "tags: [", "]", "{", "}", "&a ", "*a", "<<: ", "!", "|\n", ">\n", "'", '"', "#", " #", "? ",
    "---\n", "...", "%", "@", "cloze: ", "id: ", "reverse: true", "extra: ", "tldr: ",
    "red_flags:\n", "drill: [", "key_points: [",
)  # fmt: skip
_JSON: Final = (
    '{"front": "a", "back": "b"}', "[", "]", "{", "}", ",", ":", '"', '"cards"', '"front"',
    '"back"', "null", "true", "1e9", "\\u0041", "\\ud800", "[1]",
    '{"question": "q", "options": ["a", "b"], "answer": "a"}',
)  # fmt: skip
_HTML: Final = (
    "<b>", "</b>", "<i>", "</i>", "<div>", "</div>", "<p>", "<br>", "<ul>", "<li>", "</li>",
    "</ul>", "<ol>", "<table>", "<tr>", "<td>", "</td>", "</table>", '<td colspan="99">',
    "<pre>", "</pre>", "<code>", "</code>", "<a href='http://a.b'>", "</a>",
    "<img src='a.png'>", "<ruby>", "<rt>", "</ruby>", "<sub>", "</sub>", "<h1>", "</h1>",
    "<blockquote>", "<!--", "-->", "<", ">", "&nbsp;", "&lt;", "&#0;", "&", "<script>",
    "[latex]", "[/latex]", "[$]", "[/$]", "\\(", "\\)", "\\[", "\\]", "$", "{{c1::", "}}", "::",
    "{{c1,2::", "<anki-mathjax>", "</anki-mathjax>", "[sound:a.mp3]",
    "<span style='font-weight:bold'>", "</span>", "<div hidden>", "<audio src=a>", "<svg>",
    "<q", "='", '<span class=x style="url(a.png)">', "\ufdd0",
)  # fmt: skip
_TEMPLATE: Final = (
    "{{Front}}", "{{Back}}", "{{FrontSide}}", "{{#Front}}", "{{^Front}}", "{{/Front}}",
    "{{cloze:Text}}", "{{type:Back}}", "{{hint:Back}}", "{{furigana:Front}}", "{{Tags}}",
    "<hr id=answer>", "{{=<% %>=}}", "<%Front%>", "{{tts en:Front}}", "{{c1}}", "{{#c1}}",
    "{{/c1}}", "{{Nothing}}", "{{", "}}", "{{text:Front}}",
)  # fmt: skip
_MATHS: Final = (
    "x", "2", " ", "^", "_", "{", "}", "\\frac", "\\sqrt", "\\sqrt[3]", "\\sum", "\\int",
    "\\left(", "\\right)", "\\begin{pmatrix}", "\\end{pmatrix}", "\\begin{cases}",
    "\\end{cases}", "\\\\", "&", "\\text{a b}", "\\hat", "\\mathbf{x}", "\\operatorname{f}",
    "\\tag{1}", "\\color{red}", "\\href{a}{b}", "'", "|", "\\|", "<", "漢", "\\overline",
    "\\underbrace{a}_{b}", "\\binom", "\\dots", "\\left", "\\right", "\\middle|", "\\alpha",
    "~", "\\", "\\limits", "\\lim", "\\prod_{i=1}^n", "\\mathrm", "\\xrightarrow{a}", "\\not",
    "\\substack{a\\\\b}", "\t", "\n",
)  # fmt: skip
_DECK: Final = rb"""deck: Systems
tags: [one, two]
drill: [tldr, follow_ups, red_flags, most_common_mistake, cheat_sheet, key_concepts, attempt]
cards:
  - front: &f "What is \"x\"?\n$\\frac{1}{2}$"
    back: *f
    reverse: true
  - cloze: 'A {{c1::gap::hint}} and `{{code}}` and {{$\frac{a}{b}$}}'
    extra: "![a](b.png)"
  - {front: a, back: b, id: x, source: [a, b], type: true}
topics:
  - question: Why?
    title: Title
    tldr: |
      - short
      - shorter
    key_concepts:
      - Term: definition
    cheat_sheet: |
      - **bold** word
      - W^O: mixes
        - nested
    red_flags:
      - {claim: a, instead: b, why: c, source: key, id: rf}
    most_common_mistake: a
    follow_ups: [Why not? Because., {question: q, short: todo}]
    attempt: {prompt: p, minutes: 3, key_points: [a, {point: b, accept: [c], weight: 2}]}
    references: [{key: key, title: t, url: u}]
"""


def _pieces(dice: Random, most: int, *of: Sequence[str]) -> str:
    """Give up to `most` pieces in a row; now and then the same many times."""
    pool = [piece for kind in (*of, _SIGNS) for piece in kind]
    chosen = dice.choices(pool, k=dice.randint(1, most))
    if dice.random() < 0.03:
        chosen *= dice.choice((10, 100))
    if dice.random() < 0.02:
        chosen.insert(dice.randrange(len(chosen)), dice.choice(pool) * dice.choice((50, 500)))
    return "".join(chosen)


def _changed(dice: Random, data: bytes, most: int, of: Sequence[str] = _SIGNS) -> bytes:
    """Give `data` with some places cut, doubled, swapped or written over."""
    changed = bytearray(data)
    for _ in range(dice.randint(1, most)):
        at = dice.randrange(len(changed) or 1)
        until = min(len(changed), at + dice.choice((0, 1, 1, 2, 30)))
        piece = bytes(changed[at:until])
        other = dice.choice(of).encode("utf-8", "surrogatepass")
        changed[at:until] = dice.choice(
            (b"", piece * 2, bytes([dice.randrange(256)]), other, piece[::-1])
        )
    return bytes(changed)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _deck(dice: Random) -> bytes:
    how = dice.randrange(4)
    if how == 0:
        return _changed(dice, _DECK, 8, (*_YAML, *_MARKDOWN, *_SIGNS))
    if how == 1:
        return _encoded(_pieces(dice, 25, _YAML, _MARKDOWN))
    sides = [
        json.dumps(_pieces(dice, 10, _MARKDOWN), ensure_ascii=dice.random() < 0.5) for _ in range(4)
    ]
    cards = f"cards:\n  - front: {sides[0]}\n    back: {sides[1]}\n"
    cards += f"  - cloze: {sides[2]}\n    extra: {sides[3]}\n"
    if how == 2:
        return _encoded(cards)
    bullets = "".join(f"      {line}\n" for line in _pieces(dice, 12, _MARKDOWN).splitlines())
    topic = (
        f"topics:\n  - question: {sides[0]}\n    tldr: {sides[1]}\n    cheat_sheet: |\n{bullets}"
    )
    return _encoded(
        f"drill: [tldr, cheat_sheet, red_flags]\n{cards}{topic}    red_flags: [{sides[2]}]\n"
    )


def _page(dice: Random) -> bytes:
    return _encoded(
        "What is it?\n\nTL;DR\n\n" * (dice.random() < 0.5) + _pieces(dice, 25, _SECTIONS, _MARKDOWN)
    )


def _markdown(dice: Random) -> bytes:
    return _encoded(_pieces(dice, 25, _NOTES, _MARKDOWN))


def _table(dice: Random) -> bytes:
    head = dice.choice(("", "front,back\n", "front\tback\ttags\n", "q;a\n", "#separator:;\n"))
    return _encoded(head + _pieces(dice, 25, _TABLE))


def _records(dice: Random) -> bytes:
    if dice.random() < 0.5:
        rows = [
            {"front": _pieces(dice, 5, _MARKDOWN), "back": _pieces(dice, 5, _YAML)}
            for _ in range(3)
        ]
        return _changed(dice, json.dumps(rows).encode(), 3, _JSON)
    return _encoded(_pieces(dice, 25, _JSON, _YAML))


def _answers(dice: Random) -> bytes:
    right = _pieces(dice, 12, _MARKDOWN)
    given = (
        _changed(dice, _encoded(right), 6) if dice.random() < 0.5 else _encoded(_pieces(dice, 12))
    )
    return given + b"\0" + _encoded(right)


def _edited(dice: Random) -> bytes:
    words = (
        "quorum",
        "write",
        "read",
        "the",
        "of",
        "is",
        "12",
        "log",
        "not",
        "a",
        "$x$",
        "leader",
        "é",
    )
    fronts = [
        " ".join(dice.choices(words, k=dice.randint(1, 8))) for _ in range(dice.randint(1, 12))
    ]
    before = "".join(
        f"  - front: {one}\n    back: {' '.join(dice.choices(words, k=3))}\n" for one in fronts
    )
    lines = before.splitlines(keepends=True)
    entries = ["".join(lines[at : at + 2]) for at in range(0, len(lines), 2)]
    dice.shuffle(entries)
    after = _changed(dice, "".join(entries).encode(), 4, words)
    return b"cards:\n" + before.encode() + b"\0cards:\n" + after


@lru_cache(maxsize=1)
def _bases() -> dict[str, dict[str, bytes]]:
    """Give what is in a package of Anki's, in its old format and its new one."""
    from anki_desktop import Desktop  # noqa: PLC0415 - only for packages

    found = {}
    with tempfile.TemporaryDirectory() as folder:
        desk = Desktop(Path(folder, "anki"))
        Path(desk.col.media.dir(), "a.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"0" * 100)
        desk.answer(desk.add("Basic", 1, '<b>Front</b><img src="a.png">', "Back").cards()[0], 3)
        desk.add("Cloze", 1, "{{c1::a}} {{c3::b}}", "extra")
        desk.add("Basic (and reversed card)", 1, "there", "back")
        for name, legacy in (("new", False), ("old", True)):
            desk.give(Path(folder, name), legacy=legacy)
            with zipfile.ZipFile(Path(folder, name)) as packed:
                found[name] = {member: packed.read(member) for member in packed.namelist()}
        desk.close()
    return found


def _columns(table: str, names: str) -> list[tuple[str, str]]:
    return [(table, name) for name in names.split()]


_ROWS: Final = (
    *_columns("notes", "flds flds tags guid mid id"),
    *_columns("cards", "nid ord did odid type queue due odue ivl factor reps left flags data"),
    *_columns("revlog", "id cid ease ivl lastIvl factor time type"),
)
_CELLS: Final = {
    "old": (*_ROWS, *_columns("col", "models decks dconf conf crt mod ver")),
    "new": (
        *_ROWS,
        *_columns("notetypes", "config name"),
        *_columns("templates", "config name ord"),
        *_columns("fields", "config name ord"),
        *_columns("decks", "common kind name"),
        *(("deck_config", "config"), ("config", "val"), ("col", "crt"), ("col", "mod")),
    ),
}


def _package(dice: Random) -> bytes:
    which = dice.choice(("old", "new"))
    members = dict(_bases()[which])
    name = "collection.anki21b" if which == "new" else "collection.anki2"
    name = "collection.anki21" if "collection.anki21" in members else name
    if dice.random() < 0.75:
        data = members[name]
        if which == "new":
            data = zstandard.ZstdDecompressor().decompress(data, max_output_size=1 << 28)
        if dice.random() < 0.85:
            data = _with_other_cells(dice, data, _CELLS[which])
        else:
            data = _changed(dice, data, 20)
        members[name] = zstandard.ZstdCompressor(level=1).compress(data) if which == "new" else data
    if dice.random() < 0.3:
        member = dice.choice(list(members))
        members[member] = _changed(dice, members[member], 4)
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as packed:
        for member, data in members.items():
            packed.writestr(member, data)
    data = written.getvalue()
    return _changed(dice, data, 4) if dice.random() < 0.1 else data


def _with_other_cells(dice: Random, data: bytes, cells: Sequence[tuple[str, str]]) -> bytes:
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(data[:18] + b"\1\1" + data[20:])  # no write-ahead log in memory
        database.create_collation("unicase", lambda one, other: (one > other) - (one < other))
        database.text_factory = bytes
        for _ in range(dice.randint(1, 4)):
            table, column = dice.choice(cells)
            rows = database.execute(f"SELECT {column} FROM {table}").fetchall()  # noqa: S608 - of the list above
            if rows:
                (there,) = dice.choice(rows)
                change = f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {column} IS ?"  # noqa: S608 - of the list above
                with suppress(sqlite3.Error):
                    database.execute(change, (_value(dice, column, there), there))
        database.commit()
        return database.serialize()


def _value(dice: Random, column: str, there: object) -> object:
    how = dice.randrange(6)
    if column == "flds" and how:
        front, back = _pieces(dice, 15, _HTML, _MARKDOWN), _pieces(dice, 15, _HTML)
        return f"{front}\x1f{back}".encode("utf-8", "replace").decode()
    if isinstance(there, bytes) and how < 4:
        return _changed(dice, there, 3, (*_TEMPLATE, *_JSON, *_SIGNS)) if there else b"x"
    if how == 4:
        return dice.choice((None, -1, 0, 1, 10**6, 2**31, 2**63 - 1, -(2**63), 1e308, float("inf")))
    return dice.choice(
        ("", "x", b"\xff\xfe", "{}", "[]", '{"1": null}', b"\x08\x01", dice.randbytes(20))
    )


def _of(*kinds: Sequence[str], most: int = 25) -> Callable[[Random], bytes]:
    return lambda dice: _pieces(dice, most, *kinds).encode("utf-8", "replace")


def _template(dice: Random) -> bytes:
    return _pieces(dice, 12, _TEMPLATE, _HTML).encode("utf-8", "replace")


_MAKERS: Final[dict[str, Callable[[Random], bytes]]] = {
    "deck": _deck,
    "text": _of(_SECTIONS, _NOTES, _TABLE, _MARKDOWN),
    "page": _page,
    "markdown": _markdown,
    "csv": _table,
    "yaml": _records,
    "html": _of(_HTML, _MARKDOWN),
    "template": _template,
    "markup": _of(_MARKDOWN),
    "maths": _of(_MATHS),
    "answers": _answers,
    "edited": _edited,
    "package": _package,
}
_KINDS: Final = frozenset({"page", "markdown", "csv", "yaml"})
SHARES: Final = {
    "deck": 6, "text": 3, "page": 3, "markdown": 5, "csv": 4, "yaml": 4, "html": 6, "template": 3,
    "markup": 5, "maths": 5, "answers": 3, "edited": 2, "package": 3,
}  # fmt: skip
"""The kinds, and how many of each in a row of all."""


def made(kind: str, seed: int) -> bytes:
    """Give the input of this kind and seed."""
    return _MAKERS[kind](Random(f"{kind} {seed}"))


def send(kind: str, seed: int, folder: Path) -> str:
    """Send an input through its readers; tell whether it was ``read`` or ``refused``.

    Raises:
        Exception: Something that is no error of the program's own. That is a fault of it.
    """
    data = made(kind, seed)
    try:
        if kind == "package":
            readers.package(data, folder)
        elif kind in _KINDS:
            readers.text(data, kind=kind)
        else:
            readers.__dict__[kind](data)
    except FlashcardsError as error:
        if "could not be read" in str(error):
            raise AssertionError(error) from error  # what we wrote ourselves
        return "refused"
    return "read"
