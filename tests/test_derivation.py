"""Which cards come out of an interview topic. Most tests' docstring is their deck file."""

import inspect

import pytest

from flashcards.deck.reading import read
from flashcards.model import Kind, Section
from flashcards.notes import Deck, Note


@pytest.fixture
def deck(request: pytest.FixtureRequest) -> Deck:
    """Read the deck in the test's docstring, below its first line."""
    _, _, text = (inspect.getdoc(request.function) or "").partition("\n\n")
    return read(text.encode(), "example.yaml")


def sides(deck: Deck) -> list[tuple[str, str]]:
    """Give front and back of every card."""
    return [(card.front, card.back) for note in deck.notes for card in note.cards]


def codes(deck: Deck) -> list[str]:
    """Give the codes of a deck's problems."""
    return [problem.code for problem in deck.problems]


def only(deck: Deck) -> Note:
    """Give the one note of a deck without problems."""
    (note,) = deck.notes
    assert not deck.problems
    assert not deck.quarantined
    return note


def test_tldr_answers_the_question(deck: Deck) -> None:
    """The prose opens after it: short answer, memory aid, detailed answer.

    topics:
      - question: Why several heads?
        answer: Details.
        short_answer: A minute.
        memory_aid: Blenders.
        tldr: Same weights, more weightings.
    """
    note = only(deck)
    assert sides(deck) == [("Why several heads?", "Same weights, more weightings.")]
    assert (note.section, note.topic) == (Section.TLDR, 0)
    assert note.detail == "A minute.\n\nBlenders.\n\nDetails."
    assert deck.topics[0].tldr == "Same weights, more weightings."


def test_a_tldr_of_several_texts_is_one_answer(deck: Deck) -> None:
    """One question has one answer, with a bullet for each text.

    topics:
      - question: Q?
        tldr: [Same weights., More weightings.]
    """
    assert sides(deck) == [("Q?", "- Same weights.\n- More weightings.")]


def test_a_follow_up_is_graded_on_its_short_answer(deck: Deck) -> None:
    """The approach opens after the short answer, and is graded when there is none.

    topics:
      - question: Q?
        follow_ups:
          - question: Why not wider?
            short: One row per query.
            approach: Long.
          - question: Why not deeper?
            approach: |
              Longer.
          - Why at all? Because it helps.
          - Why so?: It just does.
    """
    assert sides(deck) == [
        ("Why not wider?", "One row per query."),
        ("Why not deeper?", "Longer."),
        ("Why at all?", "Because it helps."),
        ("Why so?", "It just does."),
    ]
    assert [note.detail for note in deck.notes] == ["Long.", "", "", ""]


def test_a_red_flag_is_corrected(deck: Deck) -> None:
    """What to say instead is graded, and why opens after it; without `instead`, why is graded.

    topics:
      - question: Q?
        red_flags:
          - claim: It has more parameters.
            instead: The weights are equal.
            why: All four projections hold 4·d² weights.
          - claim: More heads are better.
            why: Heads get narrower.
    """
    assert sides(deck) == [
        (
            "You said: \u201cIt has more parameters.\u201d Correct yourself.",
            "The weights are equal.",
        ),
        ("You said: \u201cMore heads are better.\u201d Correct yourself.", "Heads get narrower."),
    ]
    assert [note.detail for note in deck.notes] == ["All four projections hold 4·d² weights.", ""]


def test_the_most_common_mistake_is_asked_for(deck: Deck) -> None:
    """It names the question, as its own title need not stand on the card.

    topics:
      - question: Why several heads?
        most_common_mistake: Explaining the gain by size.
    """
    assert only(deck).section is Section.MOST_COMMON_MISTAKE
    assert sides(deck) == [
        (
            "Most common mistake when answering \u201cWhy several heads?\u201d?",
            "Explaining the gain by size.",
        )
    ]


def test_the_most_common_mistake_may_say_why_and_what_instead(deck: Deck) -> None:
    """`instead` is shown with the answer, `why` opens after it.

    topics:
      - question: Q?
        most_common_mistake: {claim: By size., why: Sizes are equal., instead: By shape.}
    """
    note = only(deck)
    assert (note.cards[0].back, note.extra, note.detail) == (
        "By size.",
        "By shape.",
        "Sizes are equal.",
    )


@pytest.mark.parametrize("named", ["it has MORE **parameters**", "size", "{claim: size}"])
@pytest.mark.parametrize("first", ["mistake", "flags"])
def test_a_mistake_that_names_a_red_flag_labels_it(named: str, first: str) -> None:
    """No second card is made, whether it names the claim or the id, before or after."""
    parts = {
        "mistake": f"    most_common_mistake: {named}\n",
        "flags": "    red_flags:\n"
        "      - {claim: Heads are free., instead: They cost.}\n"
        "      - {claim: It has more parameters., instead: It has not., id: size}\n",
    }
    order = sorted(parts, key=lambda part: part != first)
    text = "topics:\n  - question: Q?\n" + "".join(parts[part] for part in order)
    deck = read(text.encode(), "a.yaml")
    assert [(note.section, note.label) for note in deck.notes] == [
        (Section.RED_FLAGS, ""),
        (Section.RED_FLAGS, "Most common mistake"),
    ]


def test_a_mistake_is_asked_when_its_red_flag_is_not(deck: Deck) -> None:
    """A label on a card that is not drilled would lose the mistake.

    drill: [most_common_mistake]
    topics:
      - question: Q?
        most_common_mistake: By size.
        red_flags:
          - {claim: By size., instead: By shape.}
    """
    assert [note.section for note in deck.notes] == [Section.MOST_COMMON_MISTAKE]


def test_a_cheat_sheet_bullet_asks_by_its_marks(deck: Deck) -> None:
    """Gaps first, then front and back, then `term: rest`, then what is bold.

    topics:
      - question: Q?
        cheat_sheet:
          - "Term: the **projections** hold {{4·d²}} weights."
          - front: What is d_k?
            back: 64
          - "W^O: mixes the **outputs**."
          - The **KV cache** grows with **std::vector**, not with `a**b**c`.
          - 'Code `a: b` and $f: x$ are no **term**.'
    """
    assert sides(deck) == [
        ("Term: the **projections** hold [...] weights.", "4·d²"),
        ("What is d_k?", "64"),
        ("W^O", "mixes the **outputs**."),
        ("The [...] grows with std::vector, not with `a**b**c`.", "KV cache"),
        ("The KV cache grows with [...], not with `a**b**c`.", "std::vector"),
        ("Code `a: b` and $f: x$ are no [...].", "term"),
    ]
    assert not deck.problems
    assert deck.topics[0].cheat_sheet[:3] == (
        "Term: the **projections** hold 4·d² weights.",
        "What is d_k? 64",
        "W^O: mixes the **outputs**.",
    )


def test_a_bullet_without_marks_is_read_only(deck: Deck) -> None:
    """`check` says so, and how to make it ask.

    topics:
      - question: Q?
        cheat_sheet:
          - Concatenate the heads, then mix.
          - A sentence ends. Then a colon comes: that is no term.
          - One that goes on and on until nobody would call it a term any more: no.
    """
    assert not deck.notes
    told = [(problem.code, problem.severity, problem.line) for problem in deck.problems]
    assert told[1:] == [
        ("asks-nothing", "info", 4),
        ("asks-nothing", "info", 5),
        ("asks-nothing", "info", 6),
    ]
    assert "term: rest" in deck.problems[1].fix
    assert deck.topics[0].cheat_sheet[0] == "Concatenate the heads, then mix."


def test_the_gaps_of_one_bullet_are_siblings(deck: Deck) -> None:
    """One note holds them all.

    topics:
      - question: Q?
        cheat_sheet: ["{{a}} and {{b}}"]
    """
    assert [card.kind for card in only(deck).cards] == [Kind.CLOZE, Kind.CLOZE]


def test_a_key_concept_is_asked_in_its_topic(deck: Deck) -> None:
    """The title stands behind the term, unless it is the term.

    topics:
      - question: Why several heads?
        title: Multi-head attention
        key_concepts:
          - term: Attention head
            definition: Query, key and value projections.
          - Low-rank bottleneck: A small head forms no large rank.
          - {term: multi-head attention, definition: Several heads.}
          - term: Induction head
            front: Which token follows?
            back: B.
    """
    assert sides(deck) == [
        ("Attention head (Multi-head attention): what is it?", "Query, key and value projections."),
        (
            "Low-rank bottleneck (Multi-head attention): what is it?",
            "A small head forms no large rank.",
        ),
        ("multi-head attention: what is it?", "Several heads."),
        ("Which token follows?", "B."),
    ]
    assert deck.topics[0].key_concepts[2:] == (
        ("multi-head attention", "Several heads."),
        ("Induction head", "Which token follows? B."),
    )


def test_the_authors_wording_replaces_the_derived_one(deck: Deck) -> None:
    """`front` and `back` are drilled, `text` is shown.

    topics:
      - question: Q?
        tldr: {text: Long., front: Shorter?, back: Short.}
        red_flags:
          - {claim: C., instead: I., front: What of C?}
        cheat_sheet:
          - {text: "A {{gap}} is shown.", front: Asked?, back: So.}
    """
    assert sides(deck) == [("Shorter?", "Short."), ("What of C?", "I."), ("Asked?", "So.")]
    assert deck.topics[0].tldr == "Long."
    assert deck.topics[0].cheat_sheet == ("A gap is shown.",)


def test_prose_makes_no_cards(deck: Deck) -> None:
    """What is read is not drilled, and neither is the attempt.

    topics:
      - question: Q?
        memory_aid: "A: b"
        short_answer: "{{a}}"
        quick_scan: ["{{a}} b"]
        answer: "**bold**"
        examples: ["Term: text"]
        attempt: {prompt: Say it.}
        references: [{key: a, title: b}]
    """
    assert not deck.notes


def test_drill_chooses_the_sections(deck: Deck) -> None:
    """A topic's `drill` replaces the deck's; `attempt` is drilled when it is named.

    drill: [tldr]
    topics:
      - {question: One?, tldr: a, cheat_sheet: ["x: y"]}
      - question: Two?
        drill: cheat_sheet, attempt
        tldr: a
        cheat_sheet: ["x: y"]
        attempt:
          prompt: Say it.
          key_points: [First., {point: Second.}]
    """
    assert sides(deck) == [("One?", "a"), ("x", "y"), ("Say it.", "- First.\n- Second.")]
    assert not deck.problems


def test_what_is_left_open_is_a_stub(deck: Deck) -> None:
    """What an import found collapsed makes no card and no fault.

    topics:
      - question: Q?
        tldr: todo
        follow_ups:
          - question: Why not wider?
            short: todo
          - Why not deeper?
          -
        red_flags:
        cheat_sheet: [TODO, {text: todo}]
        key_concepts:
          - term: Head
        most_common_mistake: {claim: todo}
        memory_aid: todo
      -
    """
    assert [(stub.section, stub.line) for stub in deck.stubs] == [
        ("tldr", 3),
        ("follow_ups", 5),
        ("follow_ups", 7),
        ("follow_ups", 8),
        ("red_flags", 9),
        ("cheat_sheet", 10),
        ("cheat_sheet", 10),
        ("key_concepts", 12),
        ("most_common_mistake", 13),
        ("memory_aid", 14),
        ("tldr", 15),
    ]
    assert not deck.notes
    assert not deck.problems
    assert deck.topics[0].memory_aid == ""
    assert deck.topics[0].tldr == ""


def test_a_section_that_is_read_may_be_left_open_too(deck: Deck) -> None:
    """It is counted, and no `todo` is read as text; what stands beside it is.

    topics:
      - question: Q?
        short_answer: todo
        memory_aid:
        quick_scan: [First., todo]
        answer: |
          TODO
        examples: [todo]
        references: [todo, {title: A book}]
        attempt: {prompt: todo, key_points: [todo]}
        tldr: |
          - todo
          - Half of it.
      - question: R?
        references:
        attempt: todo
    """
    assert [(stub.section, stub.line) for stub in deck.stubs] == [
        ("short_answer", 3),
        ("memory_aid", 4),
        ("quick_scan", 5),
        ("answer", 6),
        ("examples", 8),
        ("references", 9),
        ("attempt", 10),
        ("references", 15),
        ("attempt", 16),
    ]
    topic = deck.topics[0]
    assert (topic.quick_scan, topic.answer, topic.examples) == (("First.",), "", ())
    assert [one.title for one in topic.references] == ["A book"]
    assert "todo" not in str(deck.topics).casefold()
    assert [note.cards[0].back for note in deck.notes] == ["- Half of it."]
    assert not deck.problems


def test_a_faulty_item_keeps_only_itself_out(deck: Deck) -> None:
    """Its text is kept in quarantine, so that its history is not taken for another's.

    topics:
      - question: Q?
        follow_ups:
          - {question: Why?, short: Because., aproach: Long.}
          - {short: An answer without a question.}
          - {question: How?, short: So.}
        cheat_sheet:
          - {back: Another one.}
    """
    assert sides(deck) == [("How?", "So.")]
    kept = [(note.section, note.cards[0].front, note.cards[0].back) for note in deck.quarantined]
    assert kept == [
        (Section.FOLLOW_UPS, "Why?", "Because."),
        (Section.FOLLOW_UPS, "", "An answer without a question."),
        (Section.CHEAT_SHEET, "", "Another one."),
    ]
    assert codes(deck) == ["unknown-key", "empty-side", "empty-side"]


def test_a_topic_without_a_question_keeps_what_stands_alone(deck: Deck) -> None:
    """Only the cards that ask the question itself are kept out.

    topics:
      - title: Heads
        tldr: a
        most_common_mistake: b
        cheat_sheet: ["x: y"]
    """
    assert sides(deck) == [("x", "y")]
    assert codes(deck) == ["empty-side"]
    assert [note.cards[0].back for note in deck.quarantined] == ["a", "b"]
    assert deck.topics[0].key == "heads"


def test_a_drilled_attempt_is_an_item_like_others(deck: Deck) -> None:
    """It may carry an id, a source and tags; without a prompt it asks nothing.

    drill: attempt
    topics:
      - question: Q?
        attempt: {prompt: Say it., key_points: [All., {point: Of it.}], id: say, tags: x}
      - question: Q?
        attempt: {key_points: [All.]}
    """
    (note,) = deck.notes
    assert (note.id, note.tags, note.section) == ("say", ("x",), Section.ATTEMPT)
    assert codes(deck) == ["empty-side"]
    assert deck.quarantined[0].cards[0].back == "- All."
