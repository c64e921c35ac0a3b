"""`flashcards schema`: the deck format as a JSON Schema."""

import os

import click

from flashcards.deck import schema
from flashcards.files.writing import check, create, write
from flashcards.text import on_one_line


@click.command(epilog="Example: flashcards schema -o deck.schema.json")
@click.option("-o", "--output", type=click.Path(), metavar="FILE", help="Write it to FILE.")
def command(output: str | None) -> None:
    """Print the JSON Schema of the deck format, for editors.

    A deck whose first line is `# yaml-language-server: $schema=deck.schema.json` is completed and
    checked as it is typed, in every editor with a YAML language server. `new` writes both.
    """
    if output is None:
        click.echo(schema.text(), nl=False)
        return
    path = os.path.abspath(os.path.expanduser(output))
    data = schema.text().encode()
    if os.path.lexists(path):
        write(path, schema.KIND, lambda file: file.write(data))
    else:
        check(path, schema.KIND)
        create(path, data)
    click.echo(on_one_line(path))
