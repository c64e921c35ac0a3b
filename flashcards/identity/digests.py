"""Names as digests of texts: short enough to type, the same on every machine."""

import base64
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import count

from flashcards.model import Kind, Uid

# What a digest names; the same parts give different names for different things.
TOPIC, FIRST, SIBLING, SPLIT = b"topic", b"first", b"sibling", b"split"
_GUID, _FROM_ANKI = b"guid", b"anki"

_FIRST_BIT = 0x7F
_DIGEST_BYTES = 10  # 80 bits less one, 16 characters


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


def id_from_anki(guid: str, ordinal: int = 0) -> Uid:
    """Give the id for what the note `guid` of another program than this becomes here.

    Where its cards become entries of their own, each has the id of the card's `ordinal`.
    """
    return digest(_FROM_ANKI, (guid, str(ordinal)) if ordinal else (guid,))
