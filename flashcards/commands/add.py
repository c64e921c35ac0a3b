"""`flashcards add`: one card from the command line, or many from another program."""

import json
import os
import sys
from collections import Counter
from collections.abc import Sequence

import click

from flashcards.collection.adding import Added, add, drafted
from flashcards.commands import World, authoring
from flashcards.commands.due_shape import print_json
from flashcards.commands.shapes import problem_shape
from flashcards.deck.drafts import Draft, Fault
from flashcards.deck.reading import load
from flashcards.errors import FlashcardsError
from flashcards.notes import Deck
from flashcards.text import on_one_line

Card = dict[str, object]
"""A card as JSON has it: the keys of the deck format and their values."""

_INBOX = "inbox.yaml"
_LARGEST_BYTES = 64 * 1024 * 1024


@click.command(
    epilog="Examples: flashcards add 'Big-endian' 'The most significant byte comes first.' · "
    "flashcards add --to caching.yaml --json - < cards.json"
)
@click.argument("front", required=False)
@click.argument("back", required=False)
@click.option(
    "--to", "file", type=click.Path(), metavar="FILE", help="The deck file; inbox.yaml without it."
)
@click.option("--deck", metavar="NAME", help="The deck of a file that is started.")
@click.option("--cloze", metavar="TEXT", help="A text with {{gaps}}, in place of FRONT and BACK.")
@click.option("--tag", "tags", metavar="T", multiple=True, help="A tag; may be repeated.")
@click.option("--source", metavar="S", multiple=True, help="Where it is from; may be repeated.")
@click.option("--reverse", is_flag=True, help="A second card asks the other way round.")
@click.option("--type", "typed", is_flag=True, help="The answer is typed.")
@click.option("--json", "document", metavar="-", help="Read a list of cards from standard input.")
@click.pass_context
def command(  # noqa: PLR0913, PLR0917 - click's options
    ctx: click.Context,
    front: str | None,
    back: str | None,
    file: str | None,
    deck: str | None,
    cloze: str | None,
    tags: tuple[str, ...],
    source: tuple[str, ...],
    reverse: bool,  # noqa: FBT001 - click's flag
    typed: bool,  # noqa: FBT001 - click's flag
    document: str | None,
) -> None:
    """Add a card with FRONT and BACK, or with --cloze, to a deck file.

    On a terminal, without a card: asks for it. FILE is a path, or the name of a file in your decks
    folder. All else in the file stays as it is, byte for byte; a card that is there already is
    not added twice.

    With --json -, standard input is one JSON list of cards, maps with the keys of the deck format.
    Nothing is written unless all are right, and a JSON document says what was done.
    """
    world: World = ctx.obj
    more = {"tags": list(tags), "source": list(source), "reverse": reverse, "type": typed}
    options = {key: value for key, value in more.items() if value}
    path = authoring.file_named(world, file or _INBOX)
    if document is not None:
        if document != "-" or front is not None or cloze is not None or options:
            message = "--json takes `-`, and the cards from standard input alone."
            raise click.UsageError(message)
        if not _add_many(world, path, deck, _cards_of_stdin()):
            ctx.exit(1)
        return
    sides = _sides(front, back, cloze)
    if sides is None:
        click.echo("Nothing was added.", err=True)
        return
    _add_one(world, path, deck, {**sides, **options})


def _sides(front: str | None, back: str | None, cloze: str | None) -> Card | None:
    """Give what the card asks and answers; None when the person thought better of it."""
    if cloze is not None and front is None:
        return {"cloze": cloze}
    if cloze is not None:
        message = "A cloze has no FRONT and BACK: its text is both question and answer."
        raise click.UsageError(message)
    if front is not None and back is not None:
        return {"front": front, "back": back}
    if front is not None:
        message = "BACK is missing. Quotes hold words together: flashcards add 'FRONT' 'BACK'."
        raise click.UsageError(message)
    if not authoring.has_terminal():
        message = "There is no card: give FRONT and BACK, or --cloze TEXT, or --json -."
        raise click.UsageError(message)
    asked = _asked("Front")
    return {"front": asked, "back": _asked("Back")} if asked else None


def _asked(side: str) -> str:
    """Ask for one side, as many lines as it has; an empty one ends it."""
    click.echo(f"{side} (an empty line ends it, Ctrl-C adds nothing):", err=True)
    lines = []
    while (line := sys.stdin.readline()).strip():
        lines.append(line)
    return "".join(lines)


def _cards_of_stdin() -> list[object]:
    """Read the list of cards from standard input; numbers stay the texts they are.

    Raises:
        FlashcardsError: It holds none.
    """
    # The bytes, where there are some: what is not UTF-8 must not become question marks.
    written = getattr(sys.stdin, "buffer", sys.stdin).read(_LARGEST_BYTES)
    try:
        found = json.loads(written, object_pairs_hook=_card, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        message = f"standard input is no JSON: {error.msg} (line {error.lineno}:{error.colno})."
        raise FlashcardsError(message) from error
    except (ValueError, RecursionError) as error:
        message = "standard input is no JSON that could hold cards."
        raise FlashcardsError(message) from error
    if isinstance(found, dict):
        found = [found]
    if not isinstance(found, list):
        message = 'standard input is no list of cards: `[{"front": ..., "back": ...}]`.'
        raise FlashcardsError(message)
    return found


def _card(pairs: list[tuple[str, object]]) -> Card:
    """Make a map of what JSON has in braces, in which no key may be lost."""
    card = dict(pairs)
    if len(card) < len(pairs):
        twice = next(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        message = f"standard input is no list of cards: {twice!r} stands twice in one of them."
        raise FlashcardsError(message)
    return card


def _add_one(world: World, path: str, deck: str | None, card: Card) -> None:
    """Add one card, and say what the file holds now."""
    draft = drafted(path, [card])
    if draft.faults:
        raise FlashcardsError("\n".join(_sentence(fault) for fault in draft.faults))
    if _put(world, path, deck, draft).there:
        click.echo("This card is there already; nothing was added.", err=True)
    authoring.tell(path, load(path))
    authoring.note_if_outside(world, path)


def _add_many(world: World, path: str, deck: str | None, cards: Sequence[object]) -> bool:
    """Add all cards or none, and print what was done as JSON; False when some are faulty."""
    draft = drafted(path, cards)
    done = Added((), ())
    if draft.faults:
        for fault in draft.faults:
            click.echo(f"flashcards: [{fault.card}]: {_sentence(fault)}", err=True)
    elif cards:
        done = _put(world, path, deck, draft)
    is_there = os.path.exists(path)
    there = load(path) if is_there else Deck(path, "")
    print_json(
        {
            "path": path,
            "added": done.added,
            "already_there": done.there,
            "faults": [fault._asdict() for fault in draft.faults],
            "cards": sum(len(note.cards) for note in there.notes),
            "stubs": len(there.stubs),
            "problems": [problem_shape(problem) for problem in there.problems],
        }
    )
    if is_there:
        authoring.note_if_outside(world, path)
    return not draft.faults


def _put(world: World, path: str, deck: str | None, draft: Draft) -> Added:
    folder = os.path.dirname(path)
    starts_here = folder == authoring.folder(world) and not os.path.lexists(path)
    done = add(path, draft, deck, schema=starts_here)
    authoring.say_folder(done.folder)
    if starts_here:
        authoring.put_schema(folder)
    return done


def _sentence(fault: Fault) -> str:
    return f"{on_one_line(fault.message)} {on_one_line(fault.fix)}".strip()
