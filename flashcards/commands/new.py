"""`flashcards new`: a deck file with everything in it but the text."""

import os

import click

from flashcards.collection.roots import is_utf8
from flashcards.commands import World, authoring
from flashcards.deck import skeletons
from flashcards.deck.nodes import says_todo
from flashcards.deck.reading import load
from flashcards.deck.scalars import foreign
from flashcards.files.writing import TakenError, create, replace
from flashcards.text import file_stem, normalise

_DECKS = {skeletons.topic: "Interviews", skeletons.simple: "Notes"}
_NUMBERED = tuple(f"-{number}" for number in range(2, 1000))


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
    if not question.strip() or says_todo(question):
        message = "The question is still to be written."
        raise click.UsageError(message)
    if not is_utf8(question):
        message = "The question is not in UTF-8."
        raise click.UsageError(message)
    _refuse_foreign("question", question)
    _refuse_foreign("name of the deck", deck or "")
    skeleton = skeletons.simple if simple else skeletons.topic
    text, line = skeleton(question, deck or _DECKS[skeleton])
    path = _start(authoring.folder(world), question, text.encode())
    authoring.put_schema(os.path.dirname(path))
    if not no_edit and authoring.has_terminal():
        authoring.edit(path, line)
    authoring.tell(path, load(path))


def _refuse_foreign(what: str, text: str) -> None:
    """Refuse a text that would stand in the file, and be read from it, otherwise than given."""
    if found := foreign(" ".join(text.split())):
        message = (
            f"There is a control character, U+{ord(found.group()):04X}, in the {what}. Delete it."
        )
        raise click.UsageError(message)


def _start(folder: str, question: str, text: bytes) -> str:
    """Write the new file and return its path: the next one if it is taken in the meantime.

    Raises:
        TakenError: There is a file for this question.
    """
    while True:
        path = _free_path(folder, question)
        try:
            if _is_empty(path):
                replace(path, b"", text)
            else:
                authoring.say_folder(create(path, text))
        except TakenError:
            if _free_path(folder, question) == path:
                raise
        else:
            return path


def _free_path(folder: str, question: str) -> str:
    """Give the file for `question`: one that another question has already is passed over."""
    name = file_stem(question)
    paths = (os.path.join(folder, f"{name}{end}.yaml") for end in ("", *_NUMBERED))
    return next(path for path in paths if not os.path.lexists(path) or _holds(path, question))


def _is_empty(path: str) -> bool:
    """Tell whether there is a file without a byte: a version before left it when it was killed."""
    return os.path.isfile(path) and not os.path.getsize(path)


def _holds(path: str, question: str) -> bool:
    """Tell whether a file is not for another question: it holds this one, or cannot be read."""
    deck = load(path)
    fronts = [card.front for note in deck.notes for card in note.cards]
    asked = [*(topic.question for topic in deck.topics), *fronts]
    return not asked or normalise(question) in map(normalise, asked)
