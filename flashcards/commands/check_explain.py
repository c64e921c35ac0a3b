"""`flashcards check --explain`: the page behind a code."""

from difflib import get_close_matches
from importlib.resources import files

import click

from flashcards.errors import UnknownNameError


def pages() -> dict[str, str]:
    """Give the page of each code, in the order of the alphabet."""
    folder = files("flashcards.deck") / "explanations"
    names = sorted(page.name for page in folder.iterdir() if page.name.endswith(".md"))
    return {name[:-3]: (folder / name).read_text(encoding="utf-8") for name in names}


def explain(code: str) -> None:
    """Print the page of `code`.

    Raises:
        UnknownNameError: There is no such code.
    """
    known = pages()
    if code not in known:
        near = get_close_matches(code, known, n=1)
        hint = f"Did you mean `{near[0]}`?" if near else f"The codes are: {', '.join(known)}."
        message = f"there is no code {code!r}. {hint}"
        raise UnknownNameError(message)
    click.echo(known[code].rstrip())
