"""What `flashcards import` says: what came, what was guessed or left out, what the deck holds."""

from collections.abc import Iterator, Sequence

from flashcards.importing.decks import Gathered
from flashcards.importing.drafts import Harvest, Part, Place, Remark, TopicDraft
from flashcards.notes import Deck, Severity
from flashcards.text import count, on_one_line

_MOST_REMARKS = 20
_NAMES = {"tldr": "TL;DR", "answer": "detailed answer"}


def remarks(
    files: Sequence[str], harvests: Sequence[Harvest], found: Gathered, fresh: Gathered
) -> Iterator[str]:
    """Say what was read, guessed and left out."""
    for file, harvest in zip(files, harvests, strict=True):
        parts = [count(len(harvest.cards), "card")] if harvest.cards else []
        parts += [count(len(harvest.topics), "topic")] if harvest.topics else []
        yield f"{on_one_line(file)}: {harvest.kind}, {', '.join(parts) or 'no cards'}."
    for topic in found.topics:
        if topic in fresh.topics:
            yield from _topic(topic)
        else:
            yield f"\u201c{on_one_line(topic.question)}\u201d is there already, and stays as it is."
    if fresh.repeats:
        yield f"Twice or there already, and not taken over: {fresh.repeats}."
    yield from _listed("Guessed", [r for harvest in harvests for r in harvest.guessed])
    left_out = [r for harvest in harvests for r in harvest.left_out]
    yield from _listed("Left out", [*left_out, *fresh.left_out])


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
    stubs += [_open_items(key, part) for key, part in topic.parts.items() if part.open_items]
    yield f"\u201c{on_one_line(topic.question)}\u201d"
    yield f"  came: {', '.join(came) or 'nothing'}"
    if stubs:
        yield f"  stubs to fill in: {', '.join(stubs)}"


def _name(key: str) -> str:
    return _NAMES.get(key, key.replace("_", " "))


def _open_items(key: str, part: Part) -> str:
    return f"{part.open_items} of {len(part.items)} {_name(key)}"


def to_mend(deck: Deck) -> Iterator[str]:
    """Say what keeps cards of the deck away: most often an image that is not beside it."""
    errors = [problem for problem in deck.problems if problem.severity is Severity.ERROR]
    remarks = [Remark(Place(p.path, p.line, p.column), f"{p.message} {p.fix}") for p in errors]
    yield from _listed("To mend", remarks)


def outcome(path: str, found: Gathered, deck: Deck, *, added: bool) -> str:
    """Say what the deck file at `path`, or the printed deck, holds now."""
    cards = sum(len(note.cards) for note in deck.notes)
    parts = f"{count(cards, 'card')}, {count(len(deck.stubs), 'stub')}"
    if deck.quarantined:
        parts += f", {len(deck.quarantined)} kept away until mended"
    if not path:
        return f"The deck \u201c{found.deck}\u201d above: {parts}."
    done = f"Added {len(found.cards) + len(found.topics)} to" if added else "Wrote"
    return f"{done} {on_one_line(path)}: {parts}."
