"""`flashcards config`: the settings, where each comes from, and how to change one."""

import os
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import click

from flashcards.collection.opening import named_decks, opened_store
from flashcards.commands import World
from flashcards.commands.options import complete_setting, complete_value
from flashcards.errors import SettingError, UnknownNameError
from flashcards.settings import (
    NAMES,
    OF_A_DECK,
    check_name,
    check_name_of_deck,
    field,
    for_deck,
    from_texts,
    lineage,
    parse,
    show,
)
from flashcards.store import browse, database, decks, keep, parameters
from flashcards.store.database import Database
from flashcards.store.parameters import ParameterSet
from flashcards.terminal.columns import width, wrapped
from flashcards.text import clean, count, on_one_line


class _InForce(NamedTuple):
    """The settings as they were set, for all decks and for single ones."""

    texts: Mapping[str, str]
    of_decks: Mapping[str, Mapping[str, str]]

    def value(self, key: str, deck: str | None) -> object:
        """Give the value of a setting, in a deck or outside of them."""
        settings = from_texts(self.texts)
        if deck is not None:
            settings = for_deck(settings, self.of_decks, deck)
        return getattr(settings, field(key))

    def origin(self, key: str, deck: str | None) -> str:
        """Say where the value of a setting comes from."""
        for name in reversed(lineage(deck) if deck else ()):
            if key in self.of_decks.get(name, {}):
                return f"deck {name}"
        return "config" if key in self.texts else "default"


_NAME_WIDTH = 18


@click.command(
    epilog="Examples: flashcards config new_per_day 15 · flashcards config starter off · "
    "flashcards config --deck Systems desired_retention 0.95"
)
@click.argument("key", required=False, shell_complete=complete_setting)
@click.argument("value", nargs=-1, shell_complete=complete_value)
@click.option("--default", is_flag=True, help="Take KEY back to its default.")
@click.option("--deck", metavar="NAME", help="For this deck and those below it only.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.pass_obj
def command(  # noqa: PLR0913 - an option each
    world: World,
    key: str | None,
    value: tuple[str, ...],
    *,
    default: bool,
    deck: str | None,
    as_json: bool,
) -> None:
    """Show all settings, or one, or set one; several words of VALUE are one text.

    `decks` takes several folders or files. A change holds from the next command on. With --deck
    a setting is a deck's own; `--default` then lets it go by what holds above it.
    """
    if default and (key is None or value):
        message = "--default goes with the KEY of one setting, and no VALUE."
        raise click.UsageError(message)
    with opened_store(world.place) as (store, texts):
        if deck is not None:
            deck = _known(store, deck)
        if key is None:
            _show_all(world, store, _InForce(texts, decks.settings(store)), deck, as_json=as_json)
            return
        if default and _forget_unknown(store, key, deck):
            click.echo(f"{on_one_line(key)} is no longer set.")
            return
        if default or value:
            _set(store, key, value, deck)
        check_name(key)
        in_force = _InForce(keep.settings(store), decks.settings(store))
        value_now = clean(show(key, in_force.value(key, deck)))
        click.echo(f"{key} = {value_now}  ({in_force.origin(key, deck)})")


def _known(store: Database, name: str) -> str:
    """Give the name of a deck as the decks have it, that of a deck above others too."""
    names = dict.fromkeys(one for deck in browse.decks(store) for one in lineage(deck))
    for one in names:
        if one.casefold() == name.casefold():
            return one
    message = f"there is no deck {name!r}. `flashcards due` lists the decks."
    raise UnknownNameError(message)


def _forget_unknown(store: Database, key: str, deck: str | None) -> bool:
    """Let go of what was set by another version, or by damage; tell if it was."""
    known = NAMES if deck is None else OF_A_DECK
    kept = keep.settings(store) if deck is None else decks.settings(store).get(deck, {})
    if key in known or key not in kept:
        return False
    _save(store, key, None, deck)
    return True


def _set(store: Database, key: str, words: tuple[str, ...], deck: str | None) -> None:
    """Set a setting, or without words take it back to its default."""
    check_name(key) if deck is None else check_name_of_deck(key)
    text = _text(key, words) if words else None
    if text is not None:
        _check(key, text)
    _save(store, key, text, deck)


def _save(store: Database, key: str, text: str | None, deck: str | None) -> None:
    if deck is None:
        keep.save_setting(store, key, text)
    else:
        decks.save_setting(store, deck, key, text)


def _check(key: str, text: str) -> None:
    try:
        parse(key, text)
    except SettingError as error:
        if text.lower() != "default":
            raise
        message = f"{error} `flashcards config {key} --default` takes it back to its default."
        raise SettingError(message) from error


def _text(key: str, words: tuple[str, ...]) -> str:
    if key == "decks":
        named = [word for word in words if word.strip()]
        return "\n".join(os.path.abspath(os.path.expanduser(word)) for word in named)
    return " ".join(words)


def _show_all(
    world: World, store: Database, in_force: _InForce, deck: str | None, *, as_json: bool
) -> None:
    settings = from_texts(in_force.texts)
    file = os.path.join(world.place.home, database.NAME)
    named = named_decks(world.place, settings, in_force.texts)
    fitted = parameters.in_force(store)
    keys = NAMES if deck is None else OF_A_DECK
    if as_json:
        from flashcards.commands.due_shape import print_json  # noqa: PLC0415 - loads json

        print_json(
            {
                "home": world.place.home,
                "database": file,
                "decks": [{"path": path, "from": origin} for path, origin in named],
                "settings": {
                    key: {
                        "value": in_force.value(key, deck),
                        "from": in_force.origin(key, deck),
                    }
                    for key in keys
                },
                "deck_settings": {
                    name: {key: in_force.value(key, name) for key in own}
                    for name, own in sorted(in_force.of_decks.items())
                },
                "parameters": {
                    "weights": parameters.weights(store, fitted.id),
                    "fitted_to": fitted.fitted_to,
                    "from": _maker(fitted),
                },
            }
        )
    elif deck is None:
        _print(_page(world, in_force, named, fitted))
    else:
        _print(_rows(in_force, keys, deck))


def _print(rows: Iterator[tuple[str, str]]) -> None:
    """Print names with what they are; what a line does not hold goes on below the latter."""
    columns = width()
    for name, told in rows:
        line = f"{name:{_NAME_WIDTH}} {told}".rstrip()
        click.echo("\n".join(wrapped(line, columns, _NAME_WIDTH + 1)))


def _page(
    world: World,
    in_force: _InForce,
    named: tuple[tuple[str, str], ...],
    fitted: ParameterSet,
) -> Iterator[tuple[str, str]]:
    yield "home", f"{on_one_line(world.place.home)}  ({world.place.home_origin})"
    yield from (("decks", f"{on_one_line(path)}  ({origin})") for path, origin in named)
    yield "", ""
    yield from _rows(in_force, [name for name in NAMES if name != "decks"], None)
    made = f"fitted to {count(fitted.fitted_to, 'answer')}" if fitted.fitted_to else "FSRS-6"
    yield "parameters", f"{made:12} ({_maker(fitted)})"
    for deck, own in sorted(in_force.of_decks.items()):
        yield "", ""
        yield f"deck {on_one_line(deck)}", ""
        yield from _rows(in_force, [name for name in OF_A_DECK if name in own], deck)


def _maker(found: ParameterSet) -> str:
    """Say where the parameters in force come from."""
    return "default" if found.is_default else found.source or "optimize"


def _rows(
    in_force: _InForce, keys: tuple[str, ...] | list[str], deck: str | None
) -> Iterator[tuple[str, str]]:
    for key in keys:
        value = show(key, in_force.value(key, deck))
        yield key, f"{value:12} ({in_force.origin(key, deck)})"
