"""A text as the words that matching compares, each with its place.

Case, hyphens, marks of Markdown and the ways to write an index or a power make no difference:
`W^O`, `W_O` and `w o` are the same two words, `4·d²` and `4 d^2` the same three.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, NamedTuple
from unicodedata import normalize

from rapidfuzz.distance import OSA

NEGATIONS: Final = frozenset(
    {
        "not", "no", "never", "none", "neither", "nor", "without", "nothing", "nobody",
        "nicht", "kein", "keine", "keinen", "nie", "ohne",
    }
)  # fmt: skip
"""Words that turn a statement round; they are compared to the letter."""

_SMALL: Final = "⁰¹²³⁴-⁹₀-₉"
_WORD = re.compile(
    r"\bw/o\b"
    r"|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)*"
    rf"|[{_SMALL}]+"
    rf"|[^\W\d_{_SMALL}]+(?:['\u2019][^\W\d_{_SMALL}]+)*",
    re.IGNORECASE,
)
# A comma or a dot between digits belongs to the number; these end a clause.
_BREAK = re.compile(r"[.,;:!?()\n\u2014\u2013]|\s-\s")
_TURNS: Final = frozenset({"but", "because", "since", "so", "while", "whereas", "sondern", "aber"})
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_POSSESSIVE = re.compile(r"['\u2019]s$")
_CONTRACTED = re.compile(r"n['\u2019]t$")
_IRREGULAR: Final = {"ca": "can", "wo": "will", "sha": "shall"}

_SHORTEST_INFLECTED: Final = 5
_ALIKE: Final = 0.8
_SAME_START: Final = 2


class Word(NamedTuple):
    """A word in its normal form, its place in the text, and the clause of the text it is in."""

    text: str
    start: int
    end: int
    clause: int


def words(text: str, most: int | None = None) -> tuple[Word, ...]:
    """Take a text apart; `text` is in composed form (NFC), and places count its characters.

    Where it has more than `most` words, these are the first of them.
    """
    return tuple(islice(_words(text), most))


def _words(text: str) -> Iterator[Word]:
    clause, end = 0, 0
    for found in _WORD.finditer(text):
        clause += bool(_BREAK.search(text, end, found.start()))
        end = found.end()
        for form in _forms(found.group()):
            clause += form in _TURNS
            yield Word(form, found.start(), end, clause)


def _forms(written: str) -> Iterator[str]:
    """Give the words that one stands for: `doesn't` is two."""
    form = normalize("NFKC", written).casefold()
    if form == "w/o":
        yield "without"
    elif _THOUSANDS.fullmatch(form):
        yield form.replace(",", "")
    elif form == "cannot":
        yield from ("can", "not")
    elif _CONTRACTED.search(form):
        stem = _CONTRACTED.sub("", form)
        yield from (_IRREGULAR.get(stem, stem), "not")
    else:
        yield _POSSESSIVE.sub("", form)


def same(wanted: str, said: str) -> bool:
    """Tell if two words count as one.

    Numbers and negations only when they are equal. Others also when one is an ending longer, or
    a slip apart: they begin alike, have five letters, and share 80 % (`distribution` and
    `distributions`; not `dependent` and `independent`, nor `encoder` and `decoder`).
    """
    if wanted == said:
        return True
    shorter = min(len(wanted), len(said))
    exact = is_number(wanted) or is_number(said) or {wanted, said} & NEGATIONS
    if exact or shorter < _SHORTEST_INFLECTED or wanted[:_SAME_START] != said[:_SAME_START]:
        return False
    return said.startswith(wanted) or OSA.normalized_similarity(wanted, said) >= _ALIKE


class Vocabulary:
    """Words that are wanted, to tell which of them is `same` as one that is said."""

    def __init__(self, wanted: Iterable[str]) -> None:
        """Take the words, each once."""
        self.words = tuple(dict.fromkeys(wanted))
        self._beginning: dict[str, list[str]] = defaultdict(list)
        for word in self.words:
            self._beginning[word[:_SAME_START]].append(word)
        self._known: dict[str, frozenset[str]] = {}

    def same_as(self, said: str) -> frozenset[str]:
        """Return those of the words that count as one with `said`: they begin as it does."""
        if said not in self._known:
            near = self._beginning.get(said[:_SAME_START], ())
            self._known[said] = frozenset(word for word in near if same(word, said))
        return self._known[said]


def is_number(word: str) -> bool:
    """Tell if a word in its normal form is a number."""
    return word[:1].isdigit()
