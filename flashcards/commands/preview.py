"""`flashcards preview`: every card of a deck file as a review will show it."""

import os
from collections.abc import Iterator

import click

from flashcards.commands.authoring import counts, found_named
from flashcards.commands.faults import problem_lines
from flashcards.deck.reading import load
from flashcards.errors import FlashcardsError
from flashcards.model import Section
from flashcards.notes import Deck, Note, Severity
from flashcards.terminal import keys, pager, paper, screen
from flashcards.terminal.faces import face_of, whole_card
from flashcards.terminal.screen import HEADING, PLAIN, Part
from flashcards.terminal.words import SECTION_NAMES
from flashcards.text import on_one_line

_LOOK_EVERY_S = 0.5


@click.command(epilog="Example: flashcards preview caching.yaml --watch")
@click.argument("file", type=click.Path())
@click.option("--watch", is_flag=True, help="Stay, and draw anew on each save; q ends.")
@click.pass_context
def command(ctx: click.Context, file: str, watch: bool) -> None:  # noqa: FBT001 - click's flag
    """Draw every card of FILE, both sides, and count its faults.

    FILE is a path, or the name of a file in your decks folder. No collection is read or changed.
    """
    (file,) = found_named(ctx.obj, [file])
    if not watch:
        deck = load(file)
        paper.show(_parts(deck))
        ctx.exit(0 if deck.readable else 1)
    if not keys.has_screen():
        message = "--watch draws on a terminal; without one leave it out."
        raise FlashcardsError(message)
    _watch(file)


def _watch(file: str) -> None:
    keyboard = keys.keyboard(screen.enter, screen.leave)
    with keyboard.reading():
        top = 0
        while True:
            saved = _saved(file)
            parts = tuple(_parts(load(file)))
            key: str | None = None
            while key is None and _saved(file) == saved:
                frame = screen.Frame(
                    on_one_line(file), (), "", parts, keys=("space on", "q end"), top=top
                )
                laid = screen.lay_out(frame, screen.size())
                top = min(top, laid.last_top)
                screen.draw(laid.lines)
                key = keyboard.press(_LOOK_EVERY_S)
                further = None if key is None else pager.scrolled(key, top, laid)
                if further is not None or key == keys.RESIZE:
                    top, key = (top if further is None else further), None
            if key in {"q", keys.ESCAPE, keys.END}:
                return


def _saved(file: str) -> tuple[int, int]:
    """Give what tells one saving of the file from the next; an editor may swap it for another."""
    try:
        status = os.stat(file)
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_size


def _parts(deck: Deck) -> Iterator[Part]:
    cards = [(note, card) for note in deck.notes for card in note.cards]
    for number, (note, card) in enumerate(cards, start=1):
        yield Part(HEADING, f"{number} of {len(cards)}{_section(note)}, line {note.line}")
        face = face_of(
            context="" if note.topic is None else deck.topics[note.topic].title,
            label=note.label,
            kind=card.kind,
            gap=card.gap,
            front=card.front,
            back=card.back,
            text=note.text,
            below=(note.extra,),
        )
        # As in a review, where the prose of a topic opens by its keys.
        yield from whole_card(
            face, card.kind, () if note.section is Section.TLDR else (note.detail,)
        )
    yield Part(HEADING, deck.name)
    yield Part(PLAIN, "\n".join(_summary(deck)).rstrip())


def _section(note: Note) -> str:
    return "" if note.section is Section.CARDS else f", {SECTION_NAMES[note.section]}"


def _summary(deck: Deck) -> Iterator[str]:
    yield counts(deck)
    yield ""
    for problem in deck.problems:
        if problem.severity is not Severity.INFO:
            yield from problem_lines(problem)
