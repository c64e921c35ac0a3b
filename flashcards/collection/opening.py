"""Opens a collection: database, settings, and decks that are read again only where they changed."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from flashcards import drafts, starter
from flashcards import settings as settings_room
from flashcards.collection import roots as roots_room
from flashcards.collection.roots import DeckFile, Roots
from flashcards.deck import FORMAT_VERSION
from flashcards.errors import UnknownNameError
from flashcards.files import leftovers
from flashcards.model import Moment
from flashcards.notes import Deck
from flashcards.paths import Place
from flashcards.settings import Settings
from flashcards.store import cache, database, decks, keep
from flashcards.store import scope as scopes
from flashcards.store.database import Database
from flashcards.store.scope import EVERYTHING, Scope
from flashcards.text import count


class Collection(NamedTuple):
    """An open collection.

    `named` are the decks in force as a person wrote them, each with what named it; `scope` the
    cards this run is about; `notices` sentences for the person, `errors` how many faults of how
    many files keep cards away. `of_decks` are the settings, as texts, that decks have of their
    own: `settings_room.for_deck` tells what holds in one.
    """

    database: Database
    place: Place
    settings: Settings
    named: tuple[tuple[str, str], ...]
    roots: Roots
    scope: Scope
    notices: tuple[str, ...]
    errors: tuple[int, int]
    of_decks: Mapping[str, Mapping[str, str]]


@contextmanager
def opened(place: Place, moment: Moment) -> Iterator[Collection]:
    """Open the collection at `place`, bring it up to date with its decks, and close it after.

    Raises:
        StoreError: The database cannot be used.
        UnknownNameError: A deck named for this run is not there.
    """
    with database.failures_in_words(os.path.join(place.home, database.NAME)):
        connection = _connected(place)
        try:
            yield _open(connection, place, moment)
        finally:
            connection.close()


@contextmanager
def opened_store(place: Place) -> Iterator[tuple[Database, Mapping[str, str]]]:
    """Open the database alone, with the settings as texts: for commands that need no deck."""
    with database.failures_in_words(os.path.join(place.home, database.NAME)):
        connection = _connected(place)
        try:
            yield connection, keep.settings(connection)
        finally:
            connection.close()


def _connected(place: Place) -> Database:
    """Open the database, and remove what a killed program left unfinished beside it."""
    for folder in ("", drafts.FOLDER):
        leftovers.sweep(os.path.join(place.home, folder))
    return database.connect(place.home)


def named_decks(
    place: Place, settings: Settings, texts: Mapping[str, str]
) -> tuple[tuple[str, str], ...]:
    """Give the decks in force, each with what names it."""
    if place.decks:
        return tuple((path, place.origin) for path in place.decks)
    origin = "config" if "decks" in texts else "default"
    named = [(path, origin) for path in settings.decks]
    if settings.starter:
        named.append((starter.folder(), "starter collection"))
    return tuple(named)


def _open(connection: Database, place: Place, moment: Moment) -> Collection:
    texts = keep.settings(connection)
    settings = settings_room.from_texts(texts)
    named = named_decks(place, settings, texts)
    roots = roots_room.resolve([path for path, _ in named])
    if place.decks and roots.missing:
        message = f"there is no deck file or folder {roots.missing[0]} ({place.origin} names it)."
        raise UnknownNameError(message)
    files, closed, cached, left = _brought_up_to_date(connection, roots, moment)
    return Collection(
        connection,
        place,
        settings,
        named,
        roots,
        _scope_of(connection, files, cached),
        (*_missing(roots, texts), *closed_notices(closed), *_left_notices(left)),
        cache.error_count(connection, files),
        decks.settings(connection),
    )


def set_again(collection: Collection) -> Collection:
    """Take over what changed in the settings since."""
    settings = settings_room.from_texts(keep.settings(collection.database))
    return collection._replace(settings=settings, of_decks=decks.settings(collection.database))


@contextmanager
def imagined(
    place: Place, moment: Moment, coming: Iterable[tuple[Deck, bytes]]
) -> Iterator[Collection]:
    """Open a copy of the collection as it would be with the decks `coming` written.

    Each comes with its bytes; those outside of one's decks change nothing. All that is then done
    to it is forgotten.

    Raises:
        StoreError: The database cannot be used.
        UnknownNameError: A deck named for this run is not there.
    """
    from flashcards.collection.syncing import take_over  # noqa: PLC0415 - loads yaml, here alone

    with opened(place, moment) as collection, database.copied(collection.database) as copy:
        own = [(deck, data) for deck, data in coming if is_among(collection, deck.path)]
        if own:
            take_over(copy, collection.roots, own, moment)
        yield collection._replace(database=copy)


def is_among(collection: Collection, path: str) -> bool:
    """Tell if a deck at `path` is or will be among one's decks, where they lie now or will."""
    places = [os.path.realpath(os.path.expanduser(named)) for named, _ in collection.named]
    return roots_room.lies_in(places, os.path.realpath(path))


def read_again(collection: Collection, moment: Moment) -> Collection:
    """Take over what changed in the decks since; what the run is about stays."""
    files, *_ = _brought_up_to_date(collection.database, collection.roots, moment)
    return collection._replace(errors=cache.error_count(collection.database, files))


def _brought_up_to_date(
    connection: Database, roots: Roots, moment: Moment
) -> tuple[Mapping[str, DeckFile], Mapping[str, str], Mapping[str, cache.CachedFile], int]:
    """Read the decks that changed.

    Gives the files, those passed over, the cache after it, and how many cards with a history left.
    """
    left = 0
    files, closed = roots_room.deck_files(roots)
    cached = cache.cached_files(connection)
    changed = [file for file in files.values() if _is_changed(file, cached.get(file.key))]
    gone = [
        key
        for key in cached
        if key not in files
        and roots_room.covers(roots, key)
        and not roots_room.lies_in(closed, key)
    ]
    if changed or gone:
        # The YAML reader, the matcher and all they load are not for every start.
        from flashcards.collection.syncing import synchronise  # noqa: PLC0415 - loads yaml, after a change only

        left = synchronise(connection, roots, changed, gone, moment)
        cached = cache.cached_files(connection)
    return files, closed, cached, left


def _is_changed(file: DeckFile, cached: cache.CachedFile | None) -> bool:
    if cached is None:
        return True
    return (file.size, file.mtime_ns, FORMAT_VERSION) != (
        cached.size,
        cached.mtime_ns,
        cached.format,
    )


def _missing(roots: Roots, texts: Mapping[str, str]) -> Iterator[str]:
    if "decks" in texts:
        for path in roots.missing:
            yield f"the decks folder {path} is not there (`flashcards config decks` names it)."


def _left_notices(left: int) -> Iterator[str]:
    if left:
        yield (
            f"{count(left, 'card')} you have answered left the decks, and what was learnt is kept: "
            "`flashcards cards is:orphan` lists them, `flashcards relink` gives it on to new ones."
        )


def closed_notices(closed: Mapping[str, str]) -> Iterator[str]:
    """Say of each file and folder that was passed over why it was."""
    for path, reason in closed.items():
        yield f"{path} cannot be read ({reason}); its cards wait."


def _scope_of(connection: Database, files: Mapping[str, DeckFile], cached: Iterable[str]) -> Scope:
    """Limit the run to the files it read, when the collection knows others."""
    if all(key in files for key in cached):
        return EVERYTHING
    return scopes.of_files(connection, files)


def narrowed(collection: Collection, cards: Sequence[int]) -> Collection:
    """Give the collection with its scope narrowed to the cards with these row ids."""
    return collection._replace(scope=scopes.of_cards(collection.database, cards))
