"""Images and sounds of a package, by the names that fields call them."""

import re
from collections.abc import Container
from unicodedata import normalize
from urllib.parse import unquote

from flashcards.deck import media_kinds
from flashcards.deck.media_kinds import Family


class Media:
    """The files of a package that are images and sounds, by name; they lie in ``media``."""

    def __init__(self, names: Container[str]) -> None:
        """Take the names of the files."""
        self._names = names

    def picture(self, source: str, words: str = "") -> str:
        """Write a picture; `words` tell what is on it."""
        target = self._file(source)
        # In angles a name is taken as it stands, and its % is none of an address.
        angled = re.search(r"[ ()]|%[0-9a-fA-F]{2}", target)
        return f"![{words}]({f'<{target}>' if angled and '://' not in target else target})"

    def sound(self, source: str) -> str:
        """Write a sound or a film."""
        return f"[sound:{self._file(source)}]"

    def shown(self, source: str) -> str:
        """Write a picture or a sound, whichever its name says, that only some packages have.

        Anki takes no notice of these; in a whole collection they are there.
        """
        family = media_kinds.of_name(self.name_of(source))
        if family is Family.RECORDING:
            return self.sound(source)
        return self.picture(source) if family else ""

    def _file(self, source: str) -> str:
        name = self.name_of(source)
        return f"media/{name}" if name else source

    def name_of(self, source: str) -> str:
        """Give the name in the package for what a field calls `source`; empty if it has none."""
        given = source.strip().removeprefix("./")
        names = (given, unquote(given))
        return next((n for n in (*names, *map(_composed, names)) if n in self._names), "")


def _composed(name: str) -> str:
    return normalize("NFC", name)
