"""A text as the rules see it: words and sentences, with code, maths and tuples set apart.

Pure functions on one text. Code, maths, images and tuples such as ``(B, h, n, d_k)`` or
``Q, K, V`` become one sign each, so that they are no words, hold no commas, and end no sentence.
"""

import re
from typing import Final, NamedTuple

from flashcards import cloze

THING: Final = "\ufffc"
"""What stands for code, maths, an image or a tuple."""

_SMALL_WORDS = (
    "a an and are as at be been being both but by can could did do does doing each for from had "
    "has have having he her his how i if in into is it its itself may me might must my of on one "
    "or our shall she should so some such than that the their them then there these they this "
    "those through to too until upon us was we were what when where whether which while who whom "
    "whose why will with would you your"
)
FUNCTION_WORDS: Final = frozenset(_SMALL_WORDS.split())
"""Words that carry no fact of their own."""

# None of these reads over its own opening mark, so that a text full of them costs its length.
_IMAGE = re.compile(r"!\[[^\[\]\n]*\]\([^()\n]*\)")
_LINK = re.compile(r"\[([^\[\]\n]*)\]\([^()\s]*\)")
_ELEMENT = r"[^\s,()\[\]]{1,16}"
_SYMBOL = r"[^\W\d_](?:_\w+|[\d\u00b2\u00b3'])?"
_TUPLE = re.compile(
    rf"\((?:{_ELEMENT},\s*)+(?:{_ELEMENT})?\)|\[(?:{_ELEMENT},\s*)+{_ELEMENT}\]"
    rf"|\{{(?:{_ELEMENT},\s*)+{_ELEMENT}\}}"
    rf"|(?<!\w){_SYMBOL}(?:, {_SYMBOL})+(?:,? (?:and|or) {_SYMBOL})?(?!\w)"
)
_QUOTED = re.compile(r"\u201c[^\u201c\u201d]*\u201d|\"[^\"\n]*\"|\u00ab[^\u00ab\u00bb]*\u00bb")
EDGES: Final = "\"'\u2018\u2019\u201c\u201d\u00ab\u00bb()[].,;:!?\u2026*_~`\u2013\u2014-"
"""What stands around a word without belonging to it."""

_FORMULA = re.compile(
    r"[_^=\u00b7\u00d7\u00b2\u00b3\u00b9\u2070-\u209f\u2190-\u22ff\u221a\u03a3+*<>|\\{}@\u1d40]"
)
_WORD = re.compile(r"[^\W_]+(?:['\u2019\-\u2010\u2011\u2013/.,&][^\W_]+)*%?")
# `non-repeatable` is not `repeatable`.
_INNER = re.compile(r"(?<!\bnon)[-\u2010\u2011\u2013/]", re.IGNORECASE)
_END = re.compile(
    rf"(?<=[\w)\]%\u201d\u2019\"'*`{THING}])[.!?]+[\"'\u201d\u2019)\]*_]*\s+"
    rf"(?=[\"'\u201c\u2018(\[*]*[^\W_a-z]|[\"'\u201c\u2018(\[*]*{THING})"
)
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_SHORTENED = (
    "al approx avg ca cf dr e.g eds eq eqs etc ex fig figs i.e incl inc jr ltd mr mrs prof resp sr "
    "st tab u.s ver viz vs w.r.t a.k.a"
)
_ABBREVIATIONS = frozenset(_SHORTENED.split())
_BEFORE_NUMBERS = frozenset(("ch", "max", "min", "no", "op", "p", "pp", "sec", "vol"))
_LONGEST_SHORTENED = 12
_LAST_WORD = re.compile(r"[\w.]+$")
_PLURAL_FROM = 4


class Wording(NamedTuple):
    """A text taken apart.

    ``plain`` is the text with a `THING` for each code, formula in dollars, image and tuple;
    ``spoken`` the same with what is quoted taken out. ``words`` are the words that count.
    """

    text: str
    plain: str
    spoken: str
    words: tuple[str, ...]


def worded(text: str) -> Wording:
    """Take `text` apart."""
    plain = _TUPLE.sub(THING, _LINK.sub(r"\1", _IMAGE.sub(THING, _unprotected(text))))
    spoken = _QUOTED.sub(THING, plain)
    words = tuple(filter(_is_word, (token.strip(EDGES) for token in plain.split())))
    return Wording(text, plain, spoken, words)


def protected_texts(text: str) -> list[str]:
    """Give the code and maths of `text`, without blanks and the marks around them."""
    spans = cloze.protected(text)
    return ["".join(text[start:end].strip("`$").split()) for start, end in spans]


def sentences(plain: str) -> list[str]:
    """Give the sentences of a text without code; paragraphs end one too."""
    found = []
    for paragraph in _PARAGRAPH.split(plain):
        start = 0
        for end in _END.finditer(paragraph):
            before = paragraph[max(start, end.start() - _LONGEST_SHORTENED) : end.start()]
            if not _abbreviates(before, paragraph[end.end()]):
                found.append(paragraph[start : end.end()].strip())
                start = end.end()
        found.append(paragraph[start:].strip())
    return [sentence for sentence in found if any(c.isalnum() for c in sentence)]


def content(wording: Wording) -> set[str]:
    """Give what carries a fact: content words in one form, formulas, code and maths."""
    found = set(protected_texts(wording.text))
    for token in wording.plain.split():
        bare = token.strip(EDGES)
        if bare and _FORMULA.search(bare):
            found.add(bare)
        else:
            found.update(_content_words(bare))
    return found - {"", THING}


def stem(word: str) -> str:
    """Give a word in the form that singular and plural share."""
    word = word.casefold().replace("\u2019", "'").removesuffix("'s")
    if len(word) >= _PLURAL_FROM and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def cut(text: str, longest: int = 60) -> str:
    """Give `text` on one line, with its end cut off where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}\u2026"


def _unprotected(text: str) -> str:
    pieces = []
    at = 0
    for start, end in cloze.protected(text):
        pieces += [text[at:start], THING]
        at = end
    return "".join([*pieces, text[at:]])


def _is_word(token: str) -> bool:
    return _WORD.fullmatch(token) is not None and not _FORMULA.search(token)


def _content_words(token: str) -> set[str]:
    parts = {part.strip(EDGES).casefold() for part in _INNER.split(token)} - FUNCTION_WORDS
    return {stem(part) for part in parts if len(part) > 1 or part.isdigit()}


def _abbreviates(before: str, after: str) -> bool:
    """Tell whether the full stop between `before` and `after` belongs to an abbreviation."""
    found = _LAST_WORD.search(before)
    word = found.group().casefold() if found else ""
    if word in _BEFORE_NUMBERS:
        return after.isdigit()
    # An initial: `J. Smith`, and the number of a list: `1. First`.
    initial = len(word) == 1 and word.isalpha() and before[-1].isupper()
    return word in _ABBREVIATIONS or initial or (word.isdigit() and before.strip() == word)
