"""Addresses of links, as a deck may have them: of web pages and of mail.

What Markdown or a deck would stumble over in one is written in per cent, as browsers do. What is
an address of something else, like a note of another program, can be no link; it is told as text.
"""

import re
from urllib.parse import quote

from flashcards.importing import placeholders
from flashcards.importing.placeholders import KEPT, Shelf

_LINKED = re.compile(r"(?:https?://|mailto:)\S", re.IGNORECASE)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_NOWHERE = re.compile(r"\s*(?:javascript|vbscript|about|data|blob):|\s*#|\s*\Z", re.IGNORECASE)
_RISKY = re.compile(r"[^!-~]|[\"<>\\^`{|}$]")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_BRACKET = re.compile(r"\\.|[\[\]]", re.DOTALL)
# As a link within the words; stress and gaps may come to stand elsewhere.
_LIKE_A_LINK = re.compile(rf"(?:[{placeholders.STRESS}]|{placeholders.ONE_EDGE.pattern})*\(")
_PARENTHESIS = re.compile(r"[()]")


def leads_nowhere(address: str) -> bool:
    """Tell if an address means nothing outside of the page it stood on."""
    return _NOWHERE.match(address) is not None


def linkable(address: str) -> str:
    """Give an address as a link of Markdown has it; empty if it can be none here."""
    address = " ".join(address.split())
    if address.startswith("//"):
        address = f"https:{address}"
    if not _LINKED.match(address):
        return ""
    address = _RISKY.sub(lambda sign: quote(sign[0], safe=""), address)
    return _ENTITY.sub("&amp;", _balanced(address))


def link(words: str, target: str, shelf: Shelf) -> str:
    """Write words as a link to what `linkable` gave."""
    return f"{shelf.keep('[')}{_bracketed(words)}{shelf.keep(f']({target})')}"


def has_link(text: str, shelf: Shelf) -> bool:
    """Tell if a text holds what `link` or `alone` wrote, and can be the words of no other."""
    return any(shelf.of(int(kept[1])).startswith(("[", "<")) for kept in KEPT.finditer(text))


def alone(target: str, shelf: Shelf) -> str:
    """Write an address that `linkable` gave as a link of its own."""
    return shelf.keep(f"<{target}>")


def _bracketed(words: str) -> str:
    r"""Give words for the brackets of a link: those in them that have no partner are written out.

    ``\[`` would begin a formula.
    """
    opened: list[int] = []
    alone: dict[int, str] = {}
    for bracket in _BRACKET.finditer(words):
        if bracket[0] == "[":
            opened.append(bracket.start())
        elif bracket[0] == "]" and opened:
            begin = opened.pop()
            if _LIKE_A_LINK.match(words, bracket.end()):
                alone.update({begin: "&#91;", bracket.start(): r"\]"})
        elif bracket[0] == "]":
            alone[bracket.start()] = r"\]"
    alone.update(dict.fromkeys(opened, "&#91;"))
    return "".join(alone.get(at, sign) for at, sign in enumerate(words))


def _balanced(address: str) -> str:
    """Keep the parentheses of an address, as Markdown does, if each has its partner."""
    depth = 0
    for sign in _PARENTHESIS.findall(address):
        depth += 1 if sign == "(" else -1
        if depth < 0:
            break
    if not depth:
        return address
    return address.replace("(", "%28").replace(")", "%29")
