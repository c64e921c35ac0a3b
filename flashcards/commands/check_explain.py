"""`flashcards check --explain`: the page behind a code, or the reason behind a rule of style."""

from difflib import get_close_matches
from importlib.resources import files

from flashcards.commands import check_style
from flashcards.errors import UnknownNameError
from flashcards.style.catalogue import PREFIX, RULES


def pages() -> dict[str, str]:
    """Give the page of each code, in the order of the alphabet."""
    folder = files("flashcards.deck") / "explanations"
    names = sorted(page.name for page in folder.iterdir() if page.name.endswith(".md"))
    return {name[:-3]: (folder / name).read_text(encoding="utf-8") for name in names}


def explanation(code: str) -> str:
    """Give what there is to say of `code`, a fault of a deck or a rule of style.

    Raises:
        UnknownNameError: There is no such code.
    """
    known = pages()
    if code in known:
        return known[code].rstrip()
    names = (*known, *RULES)
    if code.removeprefix(PREFIX) in RULES:
        return "\n".join(check_style.explanation(code))
    near = get_close_matches(code.removeprefix(PREFIX), names, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(names)}."
    message = f"there is no code {code!r}. {hint}"
    raise UnknownNameError(message)
