"""`flashcards import`: what others wrote becomes a deck file."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence

import click

from flashcards.deck import reading
from flashcards.errors import FlashcardsError
from flashcards.importing import cells, columns, decks, kinds, output, sources
from flashcards.importing.decks import Gathered
from flashcards.importing.drafts import Harvest, Part, Place, Remark, TopicDraft
from flashcards.importing.kinds import Wishes
from flashcards.importing.output import Target
from flashcards.importing.sources import NotImportedError, Source
from flashcards.notes import Deck, Severity
from flashcards.text import count, on_one_line

_PACKAGES = (".apkg", ".colpkg")
_STDIN = "-"
_MOST_REMARKS = 20
_NAMES = {"tldr": "TL;DR", "answer": "detailed answer"}


@click.command(
    epilog="Examples: flashcards import page.txt prose.txt -o attention.yaml · "
    "flashcards import words.csv --columns front,back,tags > words.yaml"
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path())
@click.option("-o", "--output", "path", metavar="DECK.yaml", help="Deck file to make or add to.")
@click.option("--deck", "name", metavar="NAME", default="", help="Name of the deck: A::B.")
@click.option("--tags", metavar="TAGS", default="", help="Tags for all cards: a,b.")
@click.option("--as", "kind", type=click.Choice(kinds.KINDS), help="Read the files as this.")
@click.option("--columns", "order", metavar="NAMES", help="Columns of a table: front,back,-,tags.")
@click.option("--map", "pairs", metavar="PAIRS", help="Names of fields: front=vraag,back=antwoord.")
def command(  # noqa: PLR0913, PLR0917 - one parameter an option
    files: tuple[str, ...],
    path: str | None,
    name: str,
    tags: str,
    kind: str | None,
    order: str | None,
    pairs: str | None,
) -> None:
    """Make a deck of a saved page, Markdown, a table or YAML.

    Several files become one deck, captures of one page one topic; `-` reads standard input.
    Without -o the deck is printed. A deck that is there gets what is new at its end. What was
    left out or guessed is said on standard error.
    """
    wishes = Wishes(_columns(order), _renamed(pairs))
    harvests = [kinds.read(_source(file), kind or "", wishes) for file in files]
    found = decks.gathered(harvests, name, cells.tags(tags))
    to = output.target(path) if path else Target("")
    _refuse_other_name(to, name)
    fresh = decks.news(found._replace(deck=found.deck or _stem(path or files[0])), to.deck)
    for line in _remarks(files, harvests, fresh):
        click.echo(line, err=True)
    if fresh.is_empty:
        _nothing_new(found, to)
        return
    data = output.content(to, fresh, tuple(_comments(files, fresh)))
    if path:
        output.write(to, data)
    else:
        click.echo(data.decode(), nl=False)
    deck = reading.read(data, path or "deck.yaml")
    for line in _to_mend(deck):
        click.echo(line, err=True)
    click.echo(_outcome(to, fresh, deck), err=not path)


def _comments(files: Sequence[str], found: Gathered) -> Iterator[str]:
    """Give what stands at the top of a new deck."""
    yield f"# Imported from {', '.join(on_one_line(os.path.basename(file)) for file in files)}."
    if any(part.is_closed or _open(part) for t in found.topics for part in t.parts.values()):
        yield "# A `todo` makes no card: write what is missing in its place, and it becomes one."


def _source(file: str) -> Source:
    """Read a file, or standard input."""
    if file == _STDIN:
        return sources.source("stdin", sys.stdin.read().encode("utf-8", "replace"))
    if file.lower().endswith(_PACKAGES):
        # Packages are no text: their reader belongs here, beside `kinds.read`.
        reason = "Anki packages are not read yet; export the notes as text in Anki and import that."
        raise NotImportedError(on_one_line(file), reason)
    return sources.load(file)


def _columns(order: str | None) -> tuple[str, ...]:
    if order is None:
        return ()
    names = tuple(name.strip().lower() for name in order.split(","))
    for name in names:
        if name not in {"", "-", *columns.FIELDS}:
            known = ", ".join(columns.FIELDS)
            message = f"--columns: there is no field {name!r}; there are {known}, and - for none."
            raise click.UsageError(message)
    return names


def _renamed(pairs: str | None) -> Mapping[str, str]:
    renamed = {}
    for pair in pairs.split(",") if pairs else ():
        field, equals, name = pair.partition("=")
        if not equals or field.strip().lower() not in columns.FIELDS or not name.strip():
            known = ", ".join(columns.FIELDS)
            message = f"--map: {pair!r} is not field=name; the fields are {known}."
            raise click.UsageError(message)
        renamed[columns.folded(name)] = field.strip().lower()
    return renamed


def _stem(path: str) -> str:
    return on_one_line(os.path.splitext(os.path.basename(path))[0]).strip("-") or "Imported"


def _refuse_other_name(to: Target, name: str) -> None:
    if to.deck and name and name != to.deck.name:
        message = f"{to.path} is the deck {to.deck.name!r}: leave --deck out, or name another file."
        raise FlashcardsError(message)


def _nothing_new(found: Gathered, to: Target) -> None:
    if found.is_empty:
        message = "there is nothing in it to take over."
        raise FlashcardsError(message)
    what = f"{on_one_line(to.path)} has it all already" if to.deck else "all of it stands twice"
    click.echo(f"Nothing new: {what}.")


def _remarks(files: Sequence[str], harvests: Sequence[Harvest], found: Gathered) -> Iterator[str]:
    """Say what was read, guessed and left out."""
    for file, harvest in zip(files, harvests, strict=True):
        parts = [count(len(harvest.cards), "card")] if harvest.cards else []
        parts += [count(len(harvest.topics), "topic")] if harvest.topics else []
        yield f"{on_one_line(file)}: {harvest.kind}, {', '.join(parts) or 'no cards'}."
    for topic in found.topics:
        yield from _topic(topic)
    if found.repeats:
        yield f"Twice or there already, and not taken over: {found.repeats}."
    yield from _listed("Guessed", [r for harvest in harvests for r in harvest.guessed])
    left_out = [r for harvest in harvests for r in harvest.left_out]
    yield from _listed("Left out", [*left_out, *found.left_out])


def _listed(title: str, remarks: Sequence[Remark]) -> Iterator[str]:
    if not remarks:
        return
    yield f"{title}, {len(remarks)}:"
    for remark in remarks[:_MOST_REMARKS]:
        yield f"  {on_one_line(f'{remark.place}: {remark.text}')}"
    if len(remarks) > _MOST_REMARKS:
        yield f"  ... and {len(remarks) - _MOST_REMARKS} more."


def _topic(topic: TopicDraft) -> Iterator[str]:
    came = [_name(key) for key, part in topic.parts.items() if not part.is_closed]
    stubs = [_name(key) for key, part in topic.parts.items() if part.is_closed]
    stubs += [_open_items(key, part) for key, part in topic.parts.items() if _open(part)]
    yield f"\u201c{on_one_line(topic.question)}\u201d"
    yield f"  came: {', '.join(came) or 'nothing'}"
    if stubs:
        yield f"  stubs to fill in: {', '.join(stubs)}"


def _name(key: str) -> str:
    return _NAMES.get(key, key.replace("_", " "))


def _open(part: Part) -> int:
    return sum(not all(item.values()) for item in part.items)


def _open_items(key: str, part: Part) -> str:
    return f"{_open(part)} of {len(part.items)} {_name(key)}"


def _to_mend(deck: Deck) -> Iterator[str]:
    """Say what keeps cards of the deck away: most often an image that is not beside it."""
    errors = [problem for problem in deck.problems if problem.severity is Severity.ERROR]
    remarks = [Remark(Place(p.path, p.line, p.column), f"{p.message} {p.fix}") for p in errors]
    yield from _listed("To mend", remarks)


def _outcome(to: Target, found: Gathered, deck: Deck) -> str:
    """Say what the deck file holds now."""
    cards = sum(len(note.cards) for note in deck.notes)
    parts = f"{count(cards, 'card')}, {count(len(deck.stubs), 'stub')}"
    if deck.quarantined:
        parts += f", {len(deck.quarantined)} kept away until mended"
    if not to.path:
        return f"The deck \u201c{found.deck}\u201d above: {parts}."
    added = len(found.cards) + len(found.topics)
    done = f"Added {added} to" if to.deck else "Wrote"
    return f"{done} {on_one_line(to.path)}: {parts}."
