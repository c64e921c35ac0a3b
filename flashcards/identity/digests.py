"""Names as digests of texts: short enough to type, the same on every machine."""

import base64
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import count
from typing import NamedTuple

from flashcards.model import Kind, Uid

# What a digest names; the same parts give different names for different things.
TOPIC, FIRST, SIBLING, SPLIT = b"topic", b"first", b"sibling", b"split"
_GUID, _FROM_ANKI = b"guid", b"anki"

_FIRST_BIT = 0x7F
_DIGEST_BYTES = 10  # 80 bits less one, 16 characters
_LONGEST_CODE = 80  # of the hundred characters that an id may have
_CODED = re.compile(r"([a-z2-7]+)-anki([1-9][0-9]{0,4})?")


def digest(purpose: bytes, parts: Iterable[str]) -> Uid:
    """Give 16 characters of a-z and 2-7 that begin with a letter."""
    text = "\0".join(unicodedata.normalize("NFC", part) for part in parts)
    data = blake2b(text.encode(), digest_size=_DIGEST_BYTES, person=purpose).digest()
    # The first character stands for the first five bits, and the letters for those below 26.
    data = bytes((data[0] & _FIRST_BIT,)) + data[1:]
    return Uid(base64.b32encode(data).decode("ascii").lower())


def digests(purpose: bytes, parts: Sequence[str], first: int = 0) -> Iterator[tuple[int, Uid]]:
    """Give one digest of `parts` after the other, with their numbers from `first` on."""
    for counter in count(first):
        yield counter, digest(purpose, (*parts, str(counter)) if counter else parts)


def anki_guid(note_uid: Uid, kind: Kind) -> str:
    """Give the GUID of the Anki note that holds the cards of this kind of the note.

    Forward and reverse card are one Anki note, the gaps of a cloze another. The GUID consists
    of a-z and 0-9 and depends on no text.
    """
    group = Kind.CLOZE if kind is Kind.CLOZE else Kind.BASIC
    return digest(_GUID, (note_uid, group))


class InAnki(NamedTuple):
    """A note of Anki's by its GUID, or its card of an `ordinal` other than 0."""

    guid: str
    ordinal: int


def id_from_anki(guid: str, ordinal: int = 0) -> Uid:
    """Give the id for what the note `guid` of another program than this becomes here.

    Where its cards become entries of their own, each has the id of the card's `ordinal`. The GUID
    can be read from it, so that wherever the deck goes its notes are the ones that Anki has. Of
    one that is longer than Anki's own ever are there is a digest.
    """
    code = base64.b32encode(guid.encode()).decode("ascii").rstrip("=").lower()
    if not 0 < len(code) <= _LONGEST_CODE:
        return digest(_FROM_ANKI, (guid, str(ordinal)) if ordinal else (guid,))
    return Uid(f"{code}-anki{ordinal or ''}")


def in_anki(name: str) -> InAnki | None:
    """Give what `id_from_anki` made a name of, None for all other names."""
    found = _CODED.fullmatch(name)
    if found is None:
        return None
    padding = "=" * (-len(found[1]) % 8)
    try:
        guid = base64.b32decode(f"{found[1].upper()}{padding}").decode()
    except ValueError:  # by chance it looks like one: no text is coded so
        return None
    one = InAnki(guid, int(found[2] or 0))
    return one if id_from_anki(*one) == name else None
