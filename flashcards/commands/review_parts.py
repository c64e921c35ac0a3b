"""What stands on the review screen: the card in its parts, and the pages that open from it."""

from collections.abc import Iterator, Sequence

from flashcards.collection.topics import Chapter
from flashcards.commands.sitting import face
from flashcards.notes import Topic
from flashcards.reviewing import Shown
from flashcards.store.browse import CardRow
from flashcards.terminal.faces import answer, question
from flashcards.terminal.screen import EVENTS, FACTS, HEADING, PLAIN, TEXT, Part
from flashcards.terminal.typed import Comparison
from flashcards.terminal.words import RATING_NAMES

MEMORY_AID, DETAILS, REFERENCES = "m", "d", "r"
"""The keys that open what stands behind a card; each opens and closes its part."""

HELP = """\
space       show the answer, then the next page; never rates
enter       show the answer; at its end: Good
1 2 3 4     Again, Hard, Good, Easy
u           undo, as far back as this session goes
m  d  r     memory aid, details, references
f           read the topic
o           open the image
e           edit the card in your editor
!           mark for later (`flashcards cards is:marked`)
s  b        suspend; bury until tomorrow
i           history and memory state
/           review only some cards: a deck, topic, tag:..., word;
            / and Enter alone take all again
up  down    scroll; page up, page down
esc         close what is open, else end
q           end"""


OFFER_HELP = """\
space       read the topic first
n           its cards now
u           undo the last answer
q  esc      end"""


def card_parts(
    shown: Shown,
    chapter: Chapter | None,
    *,
    revealed: bool,
    opened: frozenset[str],
    typed: Comparison | None,
) -> Iterator[Part]:
    """Give the card: its context and question, once revealed the answer and what was opened."""
    card = shown.card
    seen = face(shown)._replace(context=card.topic_title)
    yield from question(seen, card.kind)
    if not revealed:
        return
    yield Part(HEADING, "answer")
    if typed:
        yield Part(PLAIN, _typed(typed))
    yield from answer(seen, card.kind)
    for key in sorted(opened, key=(MEMORY_AID, DETAILS, REFERENCES).index):
        yield from behind(key, card, chapter)


def _typed(comparison: Comparison) -> str:
    """Show what was typed, what is wrong in it in brackets."""
    if not comparison.pieces:
        return "you typed nothing"
    told = "".join(piece if right else f"[{piece}]" for piece, right in comparison.pieces)
    verdict = "right" if all(right for _, right in comparison.pieces) else "differs in [ ]"
    return f"you typed: {told}  ({verdict}; suggests {RATING_NAMES[comparison.suggested]})"


def has_behind(key: str, card: CardRow, chapter: Chapter | None) -> bool:
    """Tell if a key opens anything on this card."""
    return any(behind(key, card, chapter))


def behind(key: str, card: CardRow, chapter: Chapter | None) -> Iterator[Part]:
    """Give what the key opens."""
    if key == REFERENCES:
        yield from _references(card, chapter)
    elif chapter and key == MEMORY_AID and chapter.topic.memory_aid:
        yield Part(HEADING, "memory aid")
        yield Part(TEXT, chapter.topic.memory_aid)
    elif chapter and key == DETAILS:
        yield from _details(chapter.topic)


def _details(topic: Topic) -> Iterator[Part]:
    sections = (
        ("quick scan", bulleted(topic.quick_scan)),
        ("short answer", topic.short_answer),
        ("answer", topic.answer),
        ("examples", bulleted(topic.examples)),
    )
    for name, text in sections:
        if text:
            yield Part(HEADING, name)
            yield Part(TEXT, text)


def bulleted(items: Sequence[str]) -> str:
    """Write texts as a Markdown list."""
    return "\n".join(f"- {item}".replace("\n", "\n  ") for item in items)


def _references(card: CardRow, chapter: Chapter | None) -> Iterator[Part]:
    known = chapter.topic.references if chapter else ()
    cited = {one.title: one.url for one in known}
    lines = [f"{source} {cited.get(source, '')}" for source in card.source]
    lines += [f"{one.title} {one.url}" for one in known if one.title not in card.source]
    if lines:
        yield Part(HEADING, "references")
        yield Part(TEXT, bulleted([line.strip() for line in lines]))


def info(about: Sequence[str], past: Sequence[str]) -> Iterator[Part]:
    """Give the page about a card: its standing and memory, and each of its answers."""
    yield Part(FACTS, "\n".join(about))
    yield Part(HEADING, "history")
    yield Part(EVENTS, "\n".join(past))
