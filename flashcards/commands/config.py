"""`flashcards config`: the settings, where each comes from, and how to change one."""

import os
from collections.abc import Iterator, Mapping

import click

from flashcards.collection.opening import named_decks, opened_store
from flashcards.commands import World
from flashcards.commands.options import complete_setting
from flashcards.settings import NAMES, Settings, check_name, field, from_texts, parse, show
from flashcards.store import database, keep
from flashcards.text import clean, on_one_line


@click.command(epilog="Examples: flashcards config new_per_day 15 · flashcards config starter off")
@click.argument("key", required=False, shell_complete=complete_setting)
@click.argument("value", nargs=-1)
@click.option("--default", is_flag=True, help="Take KEY back to its default.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.pass_obj
def command(
    world: World,
    key: str | None,
    value: tuple[str, ...],
    default: bool,  # noqa: FBT001 - click's flag
    as_json: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Show all settings, or one, or set one; several words of VALUE are one text.

    `decks` takes several folders or files. A change holds from the next command on.
    """
    if default and (key is None or value):
        message = "--default goes with the KEY of one setting, and no VALUE."
        raise click.UsageError(message)
    with opened_store(world.place) as (store, texts):
        if key is None:
            _show_all(world, texts, as_json=as_json)
            return
        check_name(key)
        if default:
            keep.save_setting(store, key, None)
        elif value:
            text = _text(key, value)
            parse(key, text)
            keep.save_setting(store, key, text)
        in_force = keep.settings(store)
        value_now = clean(show(key, getattr(from_texts(in_force), field(key))))
        click.echo(f"{key} = {value_now}  ({_origin(key, in_force)})")


def _text(key: str, words: tuple[str, ...]) -> str:
    if key == "decks":
        named = [word for word in words if word.strip()]
        return "\n".join(os.path.abspath(os.path.expanduser(word)) for word in named)
    return " ".join(words)


def _origin(key: str, texts: Mapping[str, str]) -> str:
    return "config" if key in texts else "default"


def _show_all(world: World, texts: Mapping[str, str], *, as_json: bool) -> None:
    settings = from_texts(texts)
    file = os.path.join(world.place.home, database.NAME)
    decks = named_decks(world.place, settings, texts)
    if as_json:
        from flashcards.commands.due_shape import print_json  # noqa: PLC0415 - loads json

        print_json(
            {
                "home": world.place.home,
                "database": file,
                "decks": [{"path": path, "from": origin} for path, origin in decks],
                "settings": {
                    name: {"value": getattr(settings, field(name)), "from": _origin(name, texts)}
                    for name in NAMES
                },
            }
        )
        return
    click.echo("\n".join(_page(world, settings, texts, decks)))


def _page(
    world: World, settings: Settings, texts: Mapping[str, str], decks: tuple[tuple[str, str], ...]
) -> Iterator[str]:
    yield f"home      {on_one_line(world.place.home)}  ({world.place.home_origin})"
    yield from (f"decks     {on_one_line(path)}  ({origin})" for path, origin in decks)
    yield ""
    for name in NAMES:
        if name != "decks":
            value = show(name, getattr(settings, field(name)))
            yield f"{name:18} {value:12} ({_origin(name, texts)})"
