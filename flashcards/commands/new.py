"""`flashcards new`: a deck file with everything in it but the text."""

import os
import re
import unicodedata

import click

from flashcards.commands import World, authoring
from flashcards.deck import creating, skeletons
from flashcards.deck.reading import load
from flashcards.text import slug

_DECKS = {skeletons.topic: "Interviews", skeletons.simple: "Notes"}
_NOT_IN_NAMES = re.compile(r"[\W_]+")
_LONGEST_NAME = 48


@click.command(epilog='Example: flashcards new "Why does attention divide by the root of d_k?"')
@click.argument("question")
@click.option("--deck", metavar="NAME", help="The deck; `A::B` is a sub-deck.")
@click.option("--simple", is_flag=True, help="Simple cards, front and back, and no topic.")
@click.option("--no-edit", is_flag=True, help="Do not open the editor.")
@click.pass_obj
def command(
    world: World,
    question: str,
    deck: str | None,
    simple: bool,  # noqa: FBT001 - click's flag
    no_edit: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Start a deck file for QUESTION, and open it in your editor.

    The file holds every section of a topic, each with a line that says what goes in and whether
    it becomes cards; what still says `todo` is a stub and never asked. It is named after the
    question, and stands in your decks folder. $VISUAL or $EDITOR names the editor.
    """
    if not question.strip():
        message = "The question is empty."
        raise click.UsageError(message)
    skeleton = skeletons.simple if simple else skeletons.topic
    text, line = skeleton(question, deck or _DECKS[skeleton])
    path = os.path.join(authoring.folder(world), f"{_name(question)}.yaml")
    authoring.say_folder(creating.create(path, text))
    authoring.put_schema(os.path.dirname(path))
    if not no_edit and authoring.has_terminal():
        authoring.edit(path, line)
    authoring.tell(path, load(path))


def _name(question: str) -> str:
    """Give the name of a file for `question`: of its letters and digits, in whatever script."""
    name = slug(question, _LONGEST_NAME)
    if _NOT_IN_NAMES.sub("", question).isascii():
        return name
    letters = unicodedata.normalize("NFC", question).lower()
    return _NOT_IN_NAMES.sub("-", letters)[:_LONGEST_NAME].strip("-") or name
