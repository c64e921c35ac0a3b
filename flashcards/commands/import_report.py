"""What `flashcards import` says: what came, what was guessed or left out, what the deck holds."""

from collections import Counter
from collections.abc import Iterator, Sequence

from flashcards.importing.decks import Gathered
from flashcards.importing.drafts import Harvest, Part, Place, Remark, TopicDraft
from flashcards.importing.merging import Merge, Piece
from flashcards.importing.output import Target
from flashcards.notes import Deck, Severity
from flashcards.text import count, on_one_line

_MOST_REMARKS = 20
_NAMES = {"tldr": "TL;DR", "answer": "detailed answer"}


def remarks(
    files: Sequence[str], harvests: Sequence[Harvest], fresh: Gathered, merged: Sequence[Merge]
) -> Iterator[str]:
    """Say what was read, guessed and left out; `merged` are the topics that are there already."""
    for file, harvest in zip(files, harvests, strict=True):
        parts = [count(len(harvest.cards), "card")] if harvest.cards else []
        parts += [count(len(harvest.topics), "topic")] if harvest.topics else []
        yield f"{on_one_line(file)}: {harvest.kind}, {', '.join(parts) or 'no cards'}."
    for topic in fresh.topics:
        yield from _topic(topic)
    for merge in merged:
        yield from _merge(merge)
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


def _merge(merge: Merge) -> Iterator[str]:
    """Say what becomes of a topic that is there."""
    state = "is there already:" if merge.changes else "is there already, and gains nothing."
    yield f"\u201c{on_one_line(merge.topic.question)}\u201d {state}"
    told = (
        ("filled in", merge.filled),
        ("added", merge.added),
        ("stubs to fill in", merge.stubs),
    )
    for title, pieces in told:
        if pieces:
            yield f"  {title}: {', '.join(_summed(pieces))}"
    for piece in merge.asking:
        yield f"  its card has another answer now: {on_one_line(_called(piece))}"
    if merge.left:
        yield f"  left as you have it, where the page says something else, {len(merge.left)}:"
        for piece in merge.left[:_MOST_REMARKS]:
            yield f"    {on_one_line(_called(piece))}"
        if len(merge.left) > _MOST_REMARKS:
            yield f"    ... and {len(merge.left) - _MOST_REMARKS} more."


def _summed(pieces: Sequence[Piece]) -> Iterator[str]:
    """Name sections, and count the items of each."""
    counts = Counter(piece.section for piece in pieces if piece.item)
    for section in dict.fromkeys(piece.section for piece in pieces):
        yield f"{_name(section)} ({counts[section]})" if counts[section] else _name(section)


def _called(piece: Piece) -> str:
    item = f", \u201c{piece.item}\u201d" if piece.item else ""
    return f"{_name(piece.section)}{item}{f': {_name(piece.key)}' if piece.key else ''}"


def _name(key: str) -> str:
    return _NAMES.get(key, key.replace("_", " "))


def _open_items(key: str, part: Part) -> str:
    return f"{part.open_items} of {len(part.items)} {_name(key)}"


def to_mend(deck: Deck) -> Iterator[str]:
    """Say what keeps cards of the deck away: most often an image that is not beside it."""
    errors = [problem for problem in deck.problems if problem.severity is Severity.ERROR]
    remarks = [Remark(Place(p.path, p.line, p.column), f"{p.message} {p.fix}") for p in errors]
    yield from _listed("To mend", remarks)


def outcome(to: Target, fresh: Gathered, merged: Sequence[Merge], deck: Deck, *, dry: bool) -> str:
    """Say what was done to the deck file, or would be, and what it holds then."""
    cards = sum(len(note.cards) for note in deck.notes)
    parts = f"{count(cards, 'card')}, {count(len(deck.stubs), 'stub')}"
    if deck.quarantined:
        parts += f", {count(len(deck.quarantined), 'entry', 'entries')} kept away until mended"
    path = on_one_line(to.path)
    if not path:
        return f"The deck \u201c{fresh.deck}\u201d above: {parts}."
    if to.deck is None:
        return f"{'Would write' if dry else 'Wrote'} {path}: {parts}."
    added = len(fresh.cards) + len(fresh.topics)
    added += sum(len(merge.added) + len(merge.stubs) for merge in merged)
    did = [f"{'Would add' if dry else 'Added'} {added} to {path}"]
    if filled := sum(len(merge.filled) for merge in merged):
        did.append(f"filled in {filled}")
    if left := sum(len(merge.left) for merge in merged):
        did.append(f"left {left} as you have it")
    return f"{', '.join(did)}: {parts}."
