"""Options of Anki's decks that come along with them: steps, limits, retention, and parameters.

They come once for each deck, with the first notes of it that are in the decks here; what a person
then makes of them stays. A deck that holds entries of one's own keeps the options it has.
What all decks agree on becomes a setting of the collection where nobody has learnt or set
anything yet, the rest a setting of each deck. What a person has set or fitted here always stays.
The collection has one set of parameters: those that most of the notes went by.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from math import isclose
from typing import Final, NamedTuple

from flashcards.anki.reading.collection import AnkiCollection
from flashcards.anki.reading.contents import Preset
from flashcards.collection.opening import Collection
from flashcards.collection.tying import Tie
from flashcards.errors import SettingError
from flashcards.memory.recall import DEFAULT_WEIGHTS, upgrade_weights
from flashcards.model import ANKI, Moment
from flashcards.settings import field, for_deck, lineage, parse, show
from flashcards.store import adopted, decks, incoming, keep, log, parameters
from flashcards.store.database import Database, transaction
from flashcards.text import on_one_line

_SINGLE: Final = 1e-5
_KEYS: Final = {
    "desired_retention": "desired_retention",
    "maximum_interval": "maximum_interval_days",
    "learning_steps": "learning_steps_s",
    "relearning_steps": "relearning_steps_s",
    "new_per_day": "new_per_day",
    "reviews_per_day": "reviews_per_day",
}

_BY_PERSON: Final = "you have set it here"
_ALREADY: Final = "it is set here already"


class Origin(NamedTuple):
    """A deck of Anki, its preset, and how many of its notes moved into one deck here."""

    name: str
    preset: Preset
    notes: int


class Parameters(NamedTuple):
    """FSRS parameters that hold for most of the cards in Anki, and are others than here.

    They are of the preset `named`, for so many `cards`. `own` says that those here are the
    person's own, fitted here or gone back to, and stay.
    """

    weights: tuple[float, ...]
    named: str
    cards: int
    own: bool


class Moving(NamedTuple):
    """A deck that moves in: the decks of Anki in it, and whether it has entries of one's own.

    `origins` begin with the one that has most of the notes: the deck goes by its preset.
    """

    origins: tuple[Origin, ...]
    has_own: bool

    @property
    def preset(self) -> Preset:
        """The preset that the deck goes by."""
        return self.origins[0].preset


class Offer(NamedTuple):
    """What would be taken over of the decks named: nothing has been written.

    `everywhere` are settings of the collection, `of_decks` those of single decks, as texts.
    `weights` are parameters to put in force, of the preset `named`. `refused` says what stays in
    Anki, and why.
    """

    everywhere: Mapping[str, str]
    of_decks: Mapping[str, Mapping[str, str]]
    weights: tuple[float, ...] | None
    named: str
    refused: tuple[str, ...]
    decks: tuple[str, ...]


def moving_decks(
    database: Database,
    package: AnkiCollection,
    ties: Iterable[Tie],
) -> dict[str, Moving]:
    """Give the decks here, by name, whose options in Anki have not been looked at yet.

    They hold notes of the package that did not go out from here.
    """
    names = {number: deck.name for number, deck in package.decks.items()}
    deck_of = incoming.decks_of_notes(database)
    notes: dict[str, Counter[str]] = {}
    for note, number in {t.ours.note: t.theirs.deck for t in ties if not t.ours.given}.items():
        if note in deck_of and number in names:
            notes.setdefault(deck_of[note], Counter())[names[number]] += 1
    own = Counter(deck_of.values())
    own.subtract({deck: of_anki.total() for deck, of_anki in notes.items()})
    presets = {deck.name: deck.preset for deck in package.decks.values()}
    known = adopted.decks(database)
    found = {}
    for deck in notes.keys() - known:
        origins = tuple(
            Origin(name, preset, number)
            for name, number in sorted(notes[deck].items(), key=lambda item: (-item[1], item[0]))
            if (preset := presets.get(name))
        )
        if origins:
            found[deck] = Moving(origins, has_own=own[deck] > 0)
    return dict(sorted(found.items()))


def look(collection: Collection, moving: Mapping[str, Moving], rollover: int | None) -> Offer:
    """Find out which options of the decks `moving`, by their names here, would be taken over.

    So would the hour at which a day begins, where the package says it.
    """
    refused: list[str] = []
    whole = {name: one for name, one in moving.items() if not one.has_own}
    for name, one in moving.items():
        if one.has_own:
            what = _listed([origin.name for origin in one.origins])
            refused.append(f"the options of {what}: {on_one_line(name)} has entries of your own")
        else:
            refused += _of_the_smaller(name, one)
    wishes = {name: _wishes(name, one.preset, refused) for name, one in whole.items()}
    set_here = keep.settings(collection.database)
    untouched = not log.has_answers(collection.database)
    known = adopted.decks(collection.database)
    everywhere: dict[str, str] = {}
    of_decks: dict[str, dict[str, str]] = {}
    for key in _KEYS:
        values = {name: wish[key] for name, wish in wishes.items() if key in wish}
        news = {
            name: text for name, text in values.items() if _differs(collection, name, key, text)
        }
        own = [name for name in news if key in set_here or _has_own(collection, name, key)]
        reasons: dict[str, list[str]] = {}
        for name in own:
            reasons.setdefault(_who_set(collection, known, name, key), []).append(name)
            del news[name]
        refused += [f"{key} of {_listed(names)}: {why}" for why, names in reasons.items()]
        if untouched and news and len(set(values.values())) == 1 and len(values) == len(whole):
            everywhere[key] = next(iter(news.values()))
            continue
        for name, text in news.items():
            of_decks.setdefault(name, {})[key] = text
    if moving and rollover not in {None, collection.settings.rollover}:
        if untouched and "rollover" not in set_here:
            everywhere["rollover"] = str(rollover)
        else:
            is_set, who = "rollover" in set_here, _ALREADY if known else _BY_PERSON
            refused.append(f"rollover {rollover}: {who if is_set else 'you have answers here'}")
    refused += _ignoring(one.preset for one in whole.values())
    weights, named = _weights(collection, whole, refused, untouched=untouched)
    return Offer(everywhere, of_decks, weights, named, tuple(refused), tuple(moving))


def take(collection: Collection, offer: Offer, now: Moment) -> None:
    """Keep what was offered, and that it was: all of it or nothing."""
    database = collection.database
    with transaction(database):
        for deck in offer.decks:
            adopted.add_deck(database, deck)
        for key, text in offer.everywhere.items():
            keep.save_setting(database, key, text)
        for name, texts in offer.of_decks.items():
            for key, text in texts.items():
                decks.save_setting(database, name, key, text)
        if offer.weights:
            parameters.add(database, offer.weights, 0, now.at_ms, ANKI)


def other_parameters(database: Database, presets: Iterable[Preset]) -> Parameters | None:
    """Tell if most cards go by other FSRS parameters in Anki; `presets` has one for each card.

    Parameters of an unknown kind are passed over.
    """
    cards: Counter[tuple[float, ...]] = Counter()
    names: dict[tuple[float, ...], str] = {}
    for preset, number in Counter(presets).items():
        with suppress(ValueError):
            weights = _of_fsrs_6(preset.weights) or DEFAULT_WEIGHTS
            cards[weights] += number
            names.setdefault(weights, preset.name)
    if not cards:
        return None
    most, number = cards.most_common(1)[0]
    in_force = parameters.in_force(database)
    if _are_alike(most, parameters.weights(database, in_force.id)):
        return None
    chosen = in_force.is_default and parameters.are_several(database)
    fitted = not in_force.is_default and in_force.source != ANKI
    return Parameters(most, names[most], number, chosen or fitted)


def take_parameters(database: Database, found: Parameters, now: Moment) -> None:
    """Put the parameters of Anki in force."""
    with transaction(database):
        parameters.add(database, found.weights, 0, now.at_ms, ANKI)


def _are_alike(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Compare parameters that Anki keeps in single precision."""
    return all(
        isclose(a, b, rel_tol=_SINGLE, abs_tol=_SINGLE) for a, b in zip(one, other, strict=True)
    )


def _of_the_smaller(deck: str, one: Moving) -> Iterator[str]:
    """Say which options the decks of Anki have that are not those most of the notes went by."""
    first = one.origins[0]
    for name, preset, _ in one.origins[1:]:
        others = ", ".join(
            f"{key} {show(key, getattr(preset, option))}"
            for key, option in _KEYS.items()
            if getattr(preset, option) != getattr(first.preset, option)
        )
        if others:
            yield (
                f"{others} of {on_one_line(name)}: {on_one_line(deck)} goes by the options of"
                f" {on_one_line(first.name)}, which has most of its notes"
            )


def _wishes(deck: str, preset: Preset, refused: list[str]) -> dict[str, str]:
    """Give the options of a preset as texts; those that cannot be set here are refused."""
    texts = {}
    for key, name in _KEYS.items():
        text = show(key, getattr(preset, name))
        try:
            parse(key, text)
        except SettingError:
            refused.append(f"{key} of {on_one_line(deck)}: {text} is nothing it can be here")
        else:
            texts[key] = text
    return texts


def _differs(collection: Collection, deck: str, key: str, text: str) -> bool:
    there = for_deck(collection.settings, collection.of_decks, deck)
    return bool(parse(key, text) != getattr(there, field(key)))


def _has_own(collection: Collection, deck: str, key: str) -> bool:
    return any(key in collection.of_decks.get(name, {}) for name in lineage(deck))


def _who_set(collection: Collection, known: frozenset[str], deck: str, key: str) -> str:
    """Say who has set what holds in a deck; the options of the decks `known` came from Anki.

    Once any did, a setting of the collection may have come with them.
    """
    holding = [name for name in lineage(deck) if key in collection.of_decks.get(name, {})]
    from_anki = not known.isdisjoint(holding) if holding else bool(known)
    return _ALREADY if from_anki else _BY_PERSON


def _ignoring(presets: Iterable[Preset]) -> list[str]:
    """Say which presets leave the reviews before a date out of account."""
    found = {(one.ignored_before, one.name) for one in presets if one.ignored_before}
    return [
        f"reviews before {since} are ignored by “{on_one_line(name)}”: here all count"
        for since, name in sorted(found)
    ]


def _listed(names: list[str]) -> str:
    named = ", ".join(on_one_line(name) for name in names[:3])
    return named if len(names) <= 3 else f"{named} and {len(names) - 3} more"  # noqa: PLR2004 - as many as are named


def _weights(
    collection: Collection, moving: Mapping[str, Moving], refused: list[str], *, untouched: bool
) -> tuple[tuple[float, ...] | None, str]:
    """Give the parameters that most notes went by, and the name of their preset."""
    notes: Counter[tuple[float, ...]] = Counter()
    names: dict[tuple[float, ...], str] = {}
    for one in (origin for deck in moving.values() for origin in deck.origins):
        try:
            weights = _of_fsrs_6(one.preset.weights)
        except ValueError as error:
            refused.append(f"the FSRS parameters of “{on_one_line(one.preset.name)}”: {error}")
            continue
        notes[weights] += one.notes
        names.setdefault(weights, one.preset.name)
    in_force = parameters.weights(
        collection.database, parameters.latest_parameter_set(collection.database)
    )
    if not notes:
        return None, ""
    most = notes.most_common(1)[0][0]
    refused += [
        f"the FSRS parameters of “{on_one_line(names[weights])}”: there is one set for all decks"
        " here, that of most notes"
        for weights in notes
        if weights not in {most, ()}
    ]
    if most in {(), in_force}:
        return None, ""
    if not untouched or parameters.are_several(collection.database):
        refused.append(
            f"the FSRS parameters of “{on_one_line(names[most])}”: you have answers or parameters"
            " of your own (`flashcards optimize` fits them to all answers)"
        )
        return None, ""
    return most, names[most]


def _of_fsrs_6(weights: tuple[float, ...]) -> tuple[float, ...]:
    """Give weights of any version as those of FSRS-6; none are the defaults.

    Anki keeps them in single precision: what that adds to the decimals is taken off again.
    """
    return upgrade_weights(round(one, 5) for one in weights) if weights else ()
