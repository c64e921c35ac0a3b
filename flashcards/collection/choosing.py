"""Which cards a person means: selections and the names of single cards, against the store."""

from collections.abc import Iterable, Sequence

from flashcards import selection
from flashcards.collection.opening import Collection, narrowed
from flashcards.errors import UnknownNameError
from flashcards.memory.leeches import LEECH_TAG, is_leech
from flashcards.model import Moment, State, StudyDay
from flashcards.selection import Catalogue, Subject, Term
from flashcards.session import LEARN_AHEAD_MS
from flashcards.store import browse, shelf
from flashcards.store import scope as scopes
from flashcards.store.browse import SubjectRow


def select(
    collection: Collection, words: Sequence[str], moment: Moment, day: StudyDay
) -> Collection:
    """Give the collection limited to the cards that the terms `words` name; no term, no limit.

    Raises:
        UnknownNameError: No card is named.
        TermError: A term makes no sense.
    """
    if not words:
        return collection
    terms = selection.parse(words, Catalogue(*browse.catalogue(collection.database)))
    chosen = list(_chosen(collection, terms, moment, day))
    if not chosen and all(term.kind in {"words", "card", "topic"} for term in terms):
        message = (
            f"no card matches {' '.join(words)!r}.\n"
            "`flashcards cards` lists them all, `flashcards due` the decks."
        )
        raise UnknownNameError(message)
    return narrowed(collection, chosen)


def _chosen(
    collection: Collection, terms: Sequence[Term], moment: Moment, day: StudyDay
) -> Iterable[int]:
    allowed = in_scope(collection)
    orphans = selection.wants_orphans(terms)
    for row in browse.subjects(collection.database, day):
        wanted = row.presence == (shelf.ORPHAN if orphans else shelf.PRESENT)
        here = allowed is None or row.id in allowed
        if wanted and here and selection.holds(terms, _subject(row, moment, day)):
            yield row.id


def in_scope(collection: Collection) -> frozenset[int] | None:
    """Return the row ids of the cards this run is about; None for all."""
    scope = collection.scope
    return None if scope == scopes.EVERYTHING else scopes.cards_in(collection.database, scope)


def _subject(row: SubjectRow, moment: Moment, day: StudyDay) -> Subject:
    return Subject(
        uid=row.uid,
        deck=row.deck,
        topics=(row.topic_key, row.topic_slug),
        section=row.section,
        tags=(*row.tags, LEECH_TAG) if is_leech(row.lapses) else row.tags,
        words=row.words.casefold(),
        state=row.state,
        due=_is_due(row, moment, day),
        suspended=row.suspended,
        orphan=row.presence == shelf.ORPHAN,
        marked=row.marked,
        lapses=row.lapses,
    )


def _is_due(row: SubjectRow, moment: Moment, day: StudyDay) -> bool:
    if row.idle or row.suspended or row.state is State.NEW:
        return False
    if row.due_at_ms is not None:
        return row.due_at_ms <= moment.at_ms + LEARN_AHEAD_MS
    return row.due_day is not None and row.due_day <= day


def card_named(collection: Collection, name: str) -> int:
    """Give the row id of the one card that goes by `name` or whose id begins with it.

    Raises:
        UnknownNameError: There is no such card, or there are several.
    """
    found = browse.named(collection.database, name)
    if len(found) == 1:
        return found[0]
    if found:
        message = f"several cards begin with {name!r}; give more of the id."
    else:
        message = f"there is no card {name!r}. `flashcards cards` lists them with their ids."
    raise UnknownNameError(message)
