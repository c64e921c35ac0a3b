"""Code -> tokens of a few kinds, for whoever colours it."""

import re
from enum import StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pygments.lexer import Lexer

LONGEST = 5_000
"""Characters of code that are coloured; longer code stays plain.

Pygments' expressions are quadratic on code made to hurt, some worse: minutes for 20,000 characters.
This bound, the one on words in a row and the choice of languages keep it to tenths of a second.
"""

_NAMES = """
    asm awk bash bat bnf c c# c++ clojure cmake console coq cpp cs csharp css cu cuda cypher cython
    dart diff docker dockerfile dot ebnf elixir erlang f# fortran fsharp go golang graphql graphviz
    groovy haskell hcl hs html http ini java javascript jl js json jsx julia kotlin latex lean lisp
    llvm lua make makefile matlab mips mysql nasm nginx nix numpy objc objective-c ocaml octave perl
    php plpgsql postgres postgresql powershell prolog promql proto protobuf ps1 py pycon python
    python3 r racket rb rs ruby rust scala scheme scss sh shell solidity sparql sql sqlite3 swift
    systemverilog terraform tex thrift toml ts tsx typescript verilog vhdl vim xml yaml yml zig zsh
"""
LANGUAGES = frozenset(_NAMES.split())
"""The names of languages that are coloured: those whose rules were tried on code made to hurt."""

_NAME = re.compile(r"[\s{.]*([\w+#-]+)")
_ONLY_WORDS = re.compile(r"[\w\s]{300}")
"""A run of letters and spaces longer than code has, on which some languages are cubic."""


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


def language_name(language: str) -> str:
    """Give the word that names the language in what stands after an opening fence, or none."""
    named = _NAME.match(language.lower())
    return named[1] if named else ""


def tokens(text: str, language: str) -> tuple[Token, ...]:
    """Cut `text` into pieces of one kind each; together they are `text`.

    `language` is what stands after an opening fence: its first word counts, in any case. Code in
    a language that is not of `LANGUAGES`, and code longer than `LONGEST`, is one plain piece.
    """
    name = language_name(language)
    if name not in LANGUAGES or len(text) > LONGEST or _ONLY_WORDS.search(text):
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
