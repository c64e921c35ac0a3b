"""How a card is worded for comparison: without what makes no difference, with every sign that does.

In prose `*` is emphasis, and whether it stands there makes no other card. In "What does `*` do?"
it is the very thing asked for: a sign that stands alone, or in code, is never left out.
"""

import re
from typing import NamedTuple

from flashcards.identity.values import Present
from flashcards.model import Kind
from flashcards.notes import Known
from flashcards.text import normalise

ALONE = "\0"
"""Around signs that stand alone, so that they count as a word; no text of a card holds one."""

_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_SIGNS = re.compile(r"(?:[^\w\s]|_)+")
_INSIDE_A_NAME = re.compile(r"(?<=[^\W_])_+(?=[^\W_])")
# Not at the start of a line, where they make lists, headings and quotes; and some put a blank in
# front of what ends a sentence.
_OPERATOR = re.compile(r"(?<=\S )(?=\S*[-*+/<>=^%~@#$&|\\_])(?:[^\w\s`\0]|_)+(?!\S)")
_BETWEEN_WORDS = re.compile(r"(?<=\w)[*~]+(?=\w)")
_TELLING = re.compile(rf"`|{_OPERATOR.pattern}|{_BETWEEN_WORDS.pattern}")
_MARKS, _KEPT = "*_~`", "\1\2\3\4"  # `normalise` takes the marks away, but not these
_KEEP, _GIVE_BACK = str.maketrans(_MARKS, _KEPT), str.maketrans(_KEPT, _MARKS)
_IN_PAIRS = str.maketrans("", "", "()[]{}'\",;")
_CLOSING = (".", ",", ";", ":", "!", "?", "\u2026")
_LETTER_OR_DIGIT = re.compile(r"[^\W_]")
_KEPT_ALONE = re.compile(f"{ALONE}([^{ALONE}]+){ALONE}")
_LETTER = re.compile(r"(?<!\w)(?!(?<!\S)[AaI](?!\S))[^\W\d_](?!\w)")  # neither "a" nor "I"


class Wording(NamedTuple):
    """The text of a card, the same for both sides of the comparison.

    ``group`` is kind and section: only cards of one group are compared. A reverse card is worded
    like its forward card, so that both come to one verdict: ``question`` is always what the
    author wrote as the front. ``letters`` are the words of one letter in it, whose case tells
    -c from -C and is lost on the plain question. ``signs`` are those of it that stand alone or
    in code, brackets and quotes aside: there a missing one is a slip.
    """

    group: str
    path: str
    topic: str
    question: str
    answer: str
    letters: str
    signs: str
    plain_question: str
    plain_answer: str

    @property
    def exact_question(self) -> str:
        """The plain question, and its capitals of one letter and the signs in its code as words.

        `a+` and `a?` have all their words in common, -c and -C as well.
        """
        capitals = [letter for letter in self.letters if letter.isupper()]
        in_code = [f"{ALONE}{signs}{ALONE}" for signs in _signs_in_code(self.question)]
        return " ".join((self.plain_question, *capitals, *in_code))


def sides_of(card: Present | Known) -> tuple[str, str]:
    """Give what the author wrote as front and back: those of a reverse card are swapped."""
    if card.kind is Kind.REVERSE:
        return card.back, card.front
    return card.front, card.back


def word(card: Present | Known) -> Wording:
    """Give the wording of `card`."""
    question, answer = sides_of(card)
    return Wording(
        f"{card.kind}/{card.section}",
        card.path,
        card.topic,
        question,
        answer,
        "".join(_LETTER.findall(question)),
        _signs(question),
        plain(question),
        plain(answer),
    )


def plain(text: str) -> str:
    """Bring `text` to the form in which two wordings of a card count as the same.

    As `normalise` does, with the signs that stand alone or in code: those that stand alone are
    between two `ALONE`. A name is the same in code and outside of it.
    """
    if not _TELLING.search(text):  # nearly always
        return normalise(text)
    text = _CODE.sub(_keep_code, text)
    text = _OPERATOR.sub(_keep_alone, text)
    text = _BETWEEN_WORDS.sub(lambda found: found.group().translate(_KEEP), text)
    return normalise(text).translate(_GIVE_BACK)


def _keep_code(found: re.Match[str]) -> str:
    code = found[2].strip()
    if _SIGNS.fullmatch(code):
        return f"{ALONE}{code}{ALONE}".translate(_KEEP)
    end = ALONE if code.endswith(_CLOSING) else ""
    return _INSIDE_A_NAME.sub(" ", code).translate(_KEEP) + end


def _keep_alone(found: re.Match[str]) -> str:
    return f"{ALONE}{found.group()}{ALONE}".translate(_KEEP)


def _signs(text: str) -> str:
    """Give the signs that tell what is asked for."""
    if not _TELLING.search(text):  # nearly always
        return ""
    rest = _CODE.sub(lambda code: "code" if _LETTER_OR_DIGIT.search(code[2]) else code[0], text)
    in_code = (signs.translate(_IN_PAIRS) for signs in _signs_in_code(text))
    return " ".join(filter(None, (*_KEPT_ALONE.findall(plain(rest)), *in_code)))


def _signs_in_code(text: str) -> list[str]:
    """Give the signs of each piece of code that has words as well."""
    pieces = (_INSIDE_A_NAME.sub(" ", found[2]) for found in _CODE.finditer(text))
    signs = ("".join(_SIGNS.findall(piece)) for piece in pieces if _LETTER_OR_DIGIT.search(piece))
    return [found for found in signs if found]
