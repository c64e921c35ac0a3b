"""Code -> tokens of a few kinds, for whoever colours it."""

from enum import StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pygments.lexer import Lexer

LONGEST_COLOURED = 20_000
"""Characters of code that are coloured; longer code stays plain, which bounds the time it takes."""


class Kind(StrEnum):
    """What a piece of code is to its reader."""

    TEXT = "text"
    KEYWORD = "keyword"
    NAME = "name"
    FUNCTION = "function"
    TYPE = "type"
    STRING = "string"
    NUMBER = "number"
    COMMENT = "comment"
    OPERATOR = "operator"


class Token(NamedTuple):
    """A stretch of code of one kind."""

    kind: Kind
    text: str


_KINDS = {
    "Comment": Kind.COMMENT,
    "Comment.Preproc": Kind.KEYWORD,
    "Keyword": Kind.KEYWORD,
    "Keyword.Type": Kind.TYPE,
    "Operator": Kind.OPERATOR,
    "Operator.Word": Kind.KEYWORD,
    "Name.Builtin": Kind.NAME,
    "Name.Builtin.Pseudo": Kind.KEYWORD,
    "Name.Attribute": Kind.NAME,
    "Name.Constant": Kind.NAME,
    "Name.Decorator": Kind.NAME,
    "Name.Tag": Kind.KEYWORD,
    "Name.Variable": Kind.NAME,
    "Name.Function": Kind.FUNCTION,
    "Name.Class": Kind.TYPE,
    "Name.Exception": Kind.TYPE,
    "Name.Namespace": Kind.NAME,
    "Literal.String": Kind.STRING,
    "Literal.Number": Kind.NUMBER,
    "Literal.Date": Kind.NUMBER,
    "Generic.Deleted": Kind.KEYWORD,
    "Generic.Inserted": Kind.STRING,
    "Generic.Heading": Kind.FUNCTION,
    "Generic.Subheading": Kind.FUNCTION,
    "Generic.Prompt": Kind.OPERATOR,
}


def tokens(text: str, language: str) -> tuple[Token, ...]:
    """Cut `text` into pieces of one kind each; together they are `text`.

    `language` is what stands after an opening fence: its first word is any name Pygments knows,
    in any case. Code in another language, and very long code, is one piece of plain text.
    """
    name = language.partition(" ")[0].strip("{}.").lower()
    if not text or not name or len(text) > LONGEST_COLOURED or name not in _languages():
        return (Token(Kind.TEXT, text),) if text else ()
    found: list[tuple[Kind, list[str]]] = []
    for _, kind_there, piece in _lexer(name).get_tokens_unprocessed(text):
        kind = _kind(str(kind_there))
        if found and found[-1][0] is kind:
            found[-1][1].append(piece)
        else:
            found.append((kind, [piece]))
    cut = tuple(Token(kind, "".join(parts)) for kind, parts in found)
    if "".join(token.text for token in cut) != text:
        return (Token(Kind.TEXT, text),)
    return cut


@cache
def _languages() -> frozenset[str]:
    from pygments.lexers import get_all_lexers  # noqa: PLC0415 -- only code needs it

    return frozenset(name for lexer in get_all_lexers(plugins=False) for name in lexer[1])


@lru_cache(maxsize=32)
def _lexer(name: str) -> "Lexer":
    from pygments.lexers import get_lexer_by_name  # noqa: PLC0415 -- only code needs it

    return get_lexer_by_name(name)


@cache
def _kind(kind_there: str) -> Kind:
    """Give the kind of one of Pygments' types, by name: its own or that of what it is part of."""
    name = kind_there.removeprefix("Token.")
    while name and name not in _KINDS:
        name = name.rpartition(".")[0]
    return _KINDS.get(name, Kind.TEXT)
