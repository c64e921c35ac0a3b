"""The texts of new deck files: what goes where, said in the file itself. Pure.

What is to be filled in says `todo`, which is a stub: no card, and no fault either.
"""

from typing import Final

from .scalars import STEP, in_brackets, scalar

SCHEMA_NAME: Final = "deck.schema.json"
"""The name of the JSON Schema that stands beside the decks, for editors."""

SCHEMA_LINE: Final = f"# yaml-language-server: $schema={SCHEMA_NAME}\n"
"""What points an editor to the schema, the first line of a file."""

# The column of the question's key in both skeletons.
_QUESTION: Final = 4
_TOPIC: Final = """\
deck: {deck}    # `A::B` is a sub-deck
topics:
  - question: {question}
    # At most 40 characters; stands above every card of this topic.
    title: todo
    tags: []

    # A card: the question -> this. One or two sentences, the whole answer in short.
    tldr: todo

    # Read, no card: the minute you would say aloud. Opens below the TL;DR.
    short_answer: todo

    # Read, no card: a picture or story to remember it by.
    memory_aid: todo

    # A card each: "Term (title): what is it?" -> definition.
    key_concepts:
      - term: todo
        definition: todo

    # Read, no card: what to say, in order, a line each.
    quick_scan:
      - todo

    # Read, no card: intuition, mechanics, steps, formulas, code, a worked example.
    answer: |
      todo

    # Read, no card: places where it is used, with numbers.
    examples:
      - todo

    # A card each: the question -> `short`. `approach` is the strong answer and opens after it.
    follow_ups:
      - question: todo
        short: todo
        approach: |
          todo

    # A card each: You said: "claim" Correct yourself. -> `instead`. `why` opens after it.
    red_flags:
      - claim: todo
        instead: todo
        why: todo

    # A card: what most people get wrong here. When it repeats a claim above, that card is marked.
    most_common_mistake: todo

    # A card for each gap in {{{{double braces}}}}, for each `term: rest` and each `front`, `back`.
    # Any other bullet is read only. Quotes go around text with `: ` or braces.
    cheat_sheet:
      - todo

    # No card, but `flashcards attempt`: answer in your own words, against these points.
    attempt:
      prompt: todo
      minutes: 3
      key_points:
        - point: todo

    # Read, no card; an item names its source by the key: `source: [key]`.
    references:
      - key: todo
        title: todo
        url: todo
"""

_SIMPLE: Final = """\
deck: {deck}    # `A::B` is a sub-deck
tags: []    # inherited by every card
# Maths, a colon, `#` or several lines: write the text under `|`, as in
#     back: |
#       The rule is: $a^2+b^2=c^2$.
cards:
  # A card: one question, one answer.
  - front: {question}
    back: todo

  # Two cards, the second asks the other way round.
  - front: todo
    back: todo
    reverse: true

  # A card for each gap, here two: 'Paris is the capital of {{{{France}}}} since {{{{987::year}}}}.'
  - cloze: todo
"""


def topic(question: str, deck: str) -> tuple[str, int]:
    """Give the text of a new topic, and the line where writing goes on (from 1)."""
    return _filled(_TOPIC, question, deck, "title:")


def simple(question: str, deck: str) -> tuple[str, int]:
    """Give the text of a file of simple cards, and the line where writing goes on (from 1)."""
    return _filled(_SIMPLE, question, deck, "back: todo")


def started(deck: str, *, schema: bool) -> str:
    """Give the text of a file that waits for its first card; `schema` says whether one is near."""
    return f"{SCHEMA_LINE if schema else ''}deck: {_deck(deck)}\ncards:\n"


def _deck(name: str) -> str:
    """Write the name of a deck, on one line."""
    name = " ".join(name.split())
    written = scalar(name, STEP)
    return in_brackets(name) if written.startswith("|") else written


def _filled(skeleton: str, question: str, deck: str, begin: str) -> tuple[str, int]:
    question = scalar(" ".join(question.split()), _QUESTION + STEP)
    text = SCHEMA_LINE + skeleton.format(deck=_deck(deck), question=question)
    lines = text.split("\n")
    return text, 1 + next(number for number, line in enumerate(lines) if begin in line)
