"""What others made, through all that reads it, in this process: for floods of inputs.

Each reader does what the commands do with its kind of input. It gives nothing back, and raises
nothing but the program's own errors, which stand for a sentence.
"""

import io
import os
from collections import deque
from contextlib import redirect_stdout, suppress
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Final

from flashcards import cloze, identity
from flashcards.anki import fields as anki
from flashcards.anki.reading import histories, opening
from flashcards.attempting import assessing
from flashcards.collection.topics import Chapter
from flashcards.commands import import_decks, preview, reading_html, reading_page
from flashcards.deck import fixing, pinning, reading
from flashcards.identity import Present
from flashcards.importing import (
    decks,
    kinds,
    merging,
    output,
    packages,
    readable,
    sides,
    sources,
    templates,
)
from flashcards.memory.scheduling import DEFAULT_WEIGHTS
from flashcards.model import Uid
from flashcards.notes import Attempt, Deck, KeyPoint, Known, Note
from flashcards.style.advising import advise
from flashcards.terminal import mathtext, paper, screen, typed
from flashcards.terminal.screen import TEXT, Part
from flashcards.text import clean

NAME: Final = "x.yaml"
_NOW_MS: Final = 1_796_000_000_000
_WIDTHS: Final = (20, 80)


def deck(data: bytes) -> Deck:
    """Read a deck file; mend it, advise on it, draw it, write it for Anki and give it ids."""
    found = reading.read(data, NAME)
    fixing.fix(data, NAME)
    shown(found)
    names = [
        pinning.Naming(f"n{number}", f"t{note.topic}") for number, note in enumerate(found.notes)
    ]
    if found.readable:
        pinning.pin(data, found, names)
    return found


def shown(found: Deck) -> None:
    """Do all that a deck is read for."""
    advise([found])
    with redirect_stdout(io.StringIO()):
        paper.show(preview._parts(found))  # noqa: SLF001 - what the command shows
        for topic in found.topics:
            paper.show(reading_page.parts(topic))
    chapters = [Chapter(number, found.name, topic) for number, topic in enumerate(found.topics)]
    deque(reading_html._page(chapters), maxlen=0)  # noqa: SLF001 - what the command writes
    for note in (*found.notes, *found.quarantined):
        anki.fields(_fields(note), _same)


def _same(target: str) -> str:
    return target


def _fields(note: Note) -> anki.Texts:
    front, back = (note.cards[0].front, note.cards[0].back) if note.cards else ("", "")
    numbers = {card.gap: place + 1 for place, card in enumerate(note.cards)} if note.text else {}
    return anki.Texts(
        front,
        back,
        note.text,
        numbers,
        note.extra,
        label=note.label,
        details=note.detail,
        source=tuple((source, source) for source in note.source),
    )


def text(data: bytes, name: str = "x.txt", kind: str = "") -> None:
    """Import a file that is no package, into a new deck and into one that has half of it."""
    harvest = kinds.read(sources.source(name, data), kind, kinds.Wishes())
    found = decks.gathered([harvest], "", ())._replace(deck="D")
    if found.is_empty:
        return
    written = output.content(output.Target(NAME), found, ())
    read = reading.read(written.after, NAME)
    assert read.readable, read.problems[:1]
    half = found._replace(cards=found.cards[::2], topics=found.topics[::2])
    before = output.content(output.Target(NAME), half, ()).after
    to = output.Target(NAME, before, reading.read(before, NAME))
    fresh = decks.news(found, to.deck)
    known = {topic.question for topic in fresh.topics}
    old = [topic for topic in found.topics if topic.question not in known]
    output.content(to, fresh, (), merging.merges(NAME, before, old))


def html(data: bytes) -> None:
    """Read a field of Anki."""
    field = data.decode("utf-8", "replace")
    readable.read(field, {"a.png"})
    readable.read_cloze(field, {"a.png"})
    readable.words(field)


def template(data: bytes) -> None:
    """Fill in a card by its template, on both sides."""
    written = data.decode("utf-8", "replace")
    names = ("Front", "Back", "Text")
    half = written[: len(written) // 2]
    parts = [templates.parsed(one, names, lambda _: True) for one in (half, written)]
    fields = {"Front": written[:40], "Back": "<b>b</b>", "Text": "{{c1::a}} {{c2::b}}"}
    values = templates.Values(fields, {"Tags": "x", "Deck": "D"}, frozenset({1}))
    with suppress(templates.TooLongError):
        sides.basic(parts[0], parts[1], values)
        sides.gaps(parts[0], parts[1], values)


def markup(data: bytes) -> None:
    """Lay a card's text out for the terminal, in lines of several widths, and write it as HTML."""
    written = clean(data.decode("utf-8", "replace"))
    for columns in _WIDTHS:
        screen.part_lines(Part(TEXT, written), columns)
    anki.rendered(written)
    cloze.numbers(written)


def maths(data: bytes) -> None:
    """Draw a formula."""
    source = data.decode("utf-8", "replace")
    for columns in _WIDTHS:
        mathtext.fitted(source, columns)
    mathtext.inline(source)


def answers(data: bytes) -> None:
    """Hold what was typed against what is right, and a free answer against its key points."""
    given, _, right = data.decode("utf-8", "replace").partition("\0")
    typed.compare(given, right)
    points = tuple(KeyPoint(line, (line[:20],), 1) for line in right.split("\n"))
    assessing.assess(given, Attempt(right[:100], 3, points), [(right, "x")], given[:50])


def edited(data: bytes) -> None:
    """Tell which card of a deck is which of the same deck as it was before."""
    before, _, after = data.partition(b"\0")
    old = reading.read(before, NAME)
    known = [
        Known(
            Uid(f"u{number}-{place}"),
            Uid(f"u{number}"),
            NAME,
            "",
            note.section,
            card.kind,
            place + 1,
            card.front,
            card.back,
            reviewed=True,
        )
        for number, note in enumerate(old.notes)
        for place, card in enumerate(note.cards)
    ]
    present = [
        Present(
            NAME,
            "D",
            "",
            number,
            note.id,
            note.section,
            card.kind,
            card.number,
            card.front,
            card.back,
        )
        for number, note in enumerate(reading.read(after, NAME).notes)
        for card in note.cards
    ]
    identity.match(present, known, aliases={}, taken=lambda _: False)


def package(data: bytes, folder: Path) -> None:
    """Move a package in, with its media and its reviews."""
    path = folder / "x.apkg"
    path.write_bytes(data)
    with opening.opened(str(path)) as opened:
        collection = opened.collection
        moved = packages.read(collection, str(path), opened.archive.media, ())
        collection.check()
        wishes = import_decks.Wishes(str(folder / "new.yaml"), "", (), progress=True, dry_run=True)
        for plan in import_decks.plans(str(path), moved, wishes):
            deque(import_decks.moved_words(moved), maxlen=0)
            assert not plan.left_out or plan.drafts
        cards = {card.id: card for card in collection.cards()}
        days = histories.Days(lambda _: 0, 4)
        terms = histories.Terms(1, DEFAULT_WEIGHTS, 0.9, 0.9, 2, 1)
        for number, lines in groupby(collection.log(), attrgetter("card")):
            if number in cards:
                histories.tale(cards[number], lines, days, terms, _NOW_MS)
        for card in cards.values():
            histories.tale(card, (), days, terms, _NOW_MS)
        for name in list(opened.archive.media)[:5]:
            opened.archive.unpack_medium(name, os.path.join(folder, "medium"))
