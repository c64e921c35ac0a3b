"""What `check --style` says of cards, and what it leaves alone. Many docstrings are deck files."""

import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import Learner
from hypothesis import given
from hypothesis import strategies as st

from flashcards.deck.reading import load, read
from flashcards.notes import Deck, Problem, Severity
from flashcards.starter import folder
from flashcards.style import wording
from flashcards.style.advising import advise
from flashcards.style.catalogue import PREFIX, RULES, closest
from flashcards.style.seen import Frame, seen


@pytest.fixture
def deck(request: pytest.FixtureRequest) -> Deck:
    """Read the deck in the test's docstring, below its first line."""
    _, _, text = (inspect.getdoc(request.function) or "").partition("\n\n")
    deck = read(text.encode(), "folder/example.yaml")
    assert not deck.problems
    return deck


def said(*decks: Deck, silent: tuple[str, ...] = ("no-source", "orphan")) -> list[tuple[str, int]]:
    """Give rule and line of each piece of advice, sources and company aside."""
    return [(p.code.removeprefix(PREFIX), p.line) for p in advise(decks, silent)]


def rules(*decks: Deck) -> list[str]:
    """Give the rules that are broken."""
    return [rule for rule, _ in said(*decks)]


def only(deck: Deck) -> Problem:
    """Give the one piece of advice, sources and company aside."""
    (problem,) = advise([deck], ("no-source", "orphan"))
    return problem


def quoted(text: str) -> str:
    """Write a text for YAML, whatever is in it."""
    return "'" + text.replace("'", "''").replace("\n", "\n\n    ") + "'"


def card(front: str, back: str) -> Deck:
    """Give a deck of one card."""
    entry = f"- front: {quoted(front)}\n  back: {quoted(back)}\n"
    return read(f"deck: Systems\ncards:\n{entry}".encode(), "example.yaml")


def cloze(text: str) -> Deck:
    """Give a deck of one cloze."""
    return read(f"deck: Systems\ncards:\n- cloze: {quoted(text)}\n".encode(), "example.yaml")


Q, A = "What does a page fault do?", "It traps into the kernel."


def words(number: int) -> str:
    """Write a text of so many words."""
    return " ".join(f"word{'abcdefghij'[n // 10]}{'abcdefghij'[n % 10]}" for n in range(number))


BREAKS = {
    "answer-long": [(Q, words(21)), (Q, words(40))],
    "answer-too-long": [(Q, words(41))],
    "front-too-long": [(words(26), A), ("Entschuldigungs" * 14, A)],
    "list-answer": [
        ("Which registers hold arguments?", "rdi, rsi, rdx, rcx"),
        ("Which registers hold arguments?", "- rdi\n- rsi"),
        ("How does a commit go on?", "1. Prepare\n2. Vote\n3. Commit"),
        (Q, "It traps; the kernel looks; it maps; it returns"),
    ],
    "list-prompt": [
        ("List all states of MESI", "Four letters"),
        ("Name the states of a MESI line", "Its four letters"),
        ("Name all phases of a commit", "Vote and decide"),
        ("Can you list the phases of a commit?", "Vote and decide"),
        ("What are the three phases of a commit?", "Vote and decide"),
        ("What are the advantages of paging?", "No fragments"),
    ],
    "multiple-facts": [
        (Q, "It traps. The kernel maps the page."),
        (Q, "It costs 3.2 ms. Then it retries."),
        (Q, "It traps into `kernel`. `mmap` is called."),
        (Q, "It traps into the kernel\n\nThe kernel maps it"),
        (Q, "It waits 5 min. Then it retries."),
    ],
    "two-questions": [
        ("Where does a mask act? Which scores?", "On all"),
        ("Where does a mask act, and why?", "On the scores"),
        ("What is cached and how is it evicted?", "Lines, by age"),
    ],
    "yes-no": [
        ("Is attention linear in length?", "Quadratic"),
        ("If the cache is full, does it evict?", "Oldest first"),
        ("Doesn't a lock suffice?", "Readers starve"),
        ("Does it centre or not?", "Only the scale"),
        (Q, "Yes, into the kernel"),
        (Q, "False"),
    ],
    "either-or": [
        ("Is TCP connection-oriented or connectionless?", "Connection-oriented."),
        ("LayerNorm or RMSNorm: which one skips the mean?", "RMSNorm"),
        ("Does `==` or `is` compare identity?", "`is`"),
    ],
    "front-reveals-answer": [
        ("Why is the sky blue by Rayleigh scattering?", "Rayleigh scattering"),
        ("Which scheduler do fair queues call the fair scheduler?", "The fair scheduler"),
    ],
    "unresolved-reference": [
        ("It evicts which line?", "The oldest"),
        ("This scales how with length?", "Squared"),
        ("What does the code above print?", "A line"),
        ("Which of the following is stable?", "Merge sort"),
    ],
    "vague-verb": [
        ("Explain paging.", "Memory in blocks of one size"),
        ("Tell me about paging", "Memory in blocks of one size"),
        ("Can you describe paging?", "Memory in blocks of one size"),
    ],
    "undated": [
        ("Which model is currently the largest?", "The one of that lab"),
        ("What is the state of the art in translation?", "Transformers"),
        (Q, "The latest release maps pages"),
        (Q, "Recent work avoids it"),
    ],
    "number-without-unit": [
        ("How long is a cache line on x86?", "64"),
        ("How large is a page?", "4,096."),
    ],
    "page-residue": [
        (Q, "It traps into the kernel. Click to expand."),
        ("QWhy does a page fault trap?", A),
        (Q, "Free · 2 AI evals / day"),
        (Q, "It **traps into the kernel."),
        (Q, r"It costs $\frac{1}{2"),
        (Q, "It costs {{two traps."),
    ],
}

KEEPS = {
    "answer-long": [
        (Q, words(20)),
        (Q, words(20) + " `map(f, g) for f in h` $a + b + c$ (B, h, n, d_k) W^O = d_k·h"),
    ],
    "answer-too-long": [(Q, words(20) + "\n```\n" + words(60) + "\n```")],
    "front-too-long": [(words(25), A), ("How is `" + "x" * 250 + "` read?", A)],
    "list-answer": [
        ("Which shape do the queries have?", "(B, h, n, d_k), after [1, 2, 3] is swapped"),
        ("Which shape do the queries have?", "Shape `B, h, n, d_k`, or $B, h, n, d$ for short"),
        ("What does a head need?", "Its own Q, K, V; devices meet later"),
        ("What does it cost?", "1,000,000,000,000 cycles"),
        ("What happens on eviction?", "It writes the line back, late, on a miss"),
        ("What is shown?", "- One bullet"),
    ],
    "list-prompt": [
        ("List comprehension: what is it?", "A loop inside brackets"),
        ("Name the matrix that mixes the heads", "The output projection"),
        ("Name the class of such a process", "Batch"),
        ("What are the heads of a group sharing?", "Keys and values"),
    ],
    "multiple-facts": [
        (Q, "It traps, e.g. Linux maps 3.2 kinds vs. Windows"),
        (Q, "It traps, as J. Smith et al. Found in Fig. 3"),
        (Q, "It traps into version 2.0 of `a. B. c`"),
        (Q, "It traps, i.e. The kernel takes over."),
        (Q, "It traps, see no. 3 and max. 5 pages."),
    ],
    "two-questions": [
        ("Keys and values are shared. Why does quality hold?", "Queries stay apart"),
        ("What does “Why? What for?” ask?", "The cause"),
        ("What does `a ? b : c` give?", "One of two"),
    ],
    "yes-no": [
        ("What, if anything, does `free` return?", "Nothing"),
        ("When the cache is full, what happens?", "It evicts"),
        ("If h doubles, how do the entries change?", "They double"),
        ("Is-a relation", "Inheritance"),
        ("Which effect slows two cores on one line?", "False sharing"),
        ("Which labels were used?", "No parser's labels"),
        ("Could you say why pages fault?", "Unmapped"),
    ],
    "either-or": [
        ("Which loses less, pre-norm or post-norm?", "Neither"),
        ("What does a store or load buffer hide?", "Latency"),
    ],
    "front-reveals-answer": [
        ("What is false sharing?", "Two cores writing one cache line"),
        ("Which level permits non-repeatable reads?", "Repeatable reads are above it"),
        ("What is d_k?", "The width of one head, d_model/h"),
        ("Does a page fault end the process?", "It does not end the process"),
    ],
    "unresolved-reference": [
        ("What does the following print? `print(1)`", "One"),
        ("This code prints what?\n\n```\nprint(1)\n```", "One"),
        ("Which state is shown below?\n![MESI](mesi.png)", "Shared"),
        ("Why can no rank above d_k occur?", "The factors are narrow"),
        ("Which line below the pivot moves?", "Every smaller one"),
    ],
    "vague-verb": [
        ("EXPLAIN ANALYZE: what does it add?", "Run times"),
        ("What does `describe` show?", "Columns"),
    ],
    "undated": [
        ("Which model was currently the largest in 2019?", "GPT-2"),
        ("Which thread is currently running?", "The one with the lock"),
        ("Which line does LRU evict?", "The least recently used"),
        ("Which write wins?", "The latest write"),
        ("What does a current do in a coil?", "Make a field"),
    ],
    "number-without-unit": [
        ("How many bytes has a cache line?", "64"),
        ("d_model = 512 and 8 heads. What is d_k?", "64"),
        ("What is $d_k$?", "64"),
        ("Which port serves HTTPS?", "443"),
        ("How long is a cache line?", "64 bytes"),
    ],
    "page-residue": [
        (Q, "2**3 and **kwargs of **bold** words"),
        (Q, "$5, $HOME and $x^2$"),
        (Q, "{{ template }}"),
        ("Q-learning: what is it?", "Learning values of actions"),
        ("When does a link tell users to click?", "To expand a section"),
    ],
}

GAP_BREAKS = {
    "cloze-many": ["A page {{fault}} {{traps}} into the {{kernel}} and {{maps}} memory"],
    "cloze-long": ["A page fault does this: {{it traps at once into the old kernel}}, always"],
    "cloze-function-word": ["A page fault {{is}} handled inside kernel space"],
    "cloze-no-context": ["Fault: {{trap}}", "{{Paging}} helps"],
    "front-reveals-answer": ["A page fault {{traps}}, and whoever traps enters the kernel"],
    "unresolved-reference": ["It traps into the {{kernel}} after a page fault"],
    "front-too-long": [words(26) + " {{kernel}}"],
    "page-residue": ["A page fault **traps into the {{kernel}} at once"],
    "undated": ["The largest model currently has {{many}} billion weights"],
}

GAP_KEEPS = {
    "cloze-many": ["A {{c1::page}} {{c1::fault}} {{c2::traps}} into the {{c3::kernel}}"],
    "cloze-long": ["A page fault gives {{$a + b + c + d + e + f + g + h$}} as its cost"],
    "cloze-function-word": [
        "Scaling happens {{before}} the softmax, never later",
        "The matrix {{A}} has full rank",
    ],
    "cloze-no-context": ["One layer has {{h·n²}} softmax entries"],
    "front-reveals-answer": ["With h = {{8}} heads, 8 rows are read in parallel"],
}


def _examples(table: dict[str, list[tuple[str, str]]]) -> list[tuple[str, str, str]]:
    return [(rule, *sides) for rule, examples in table.items() for sides in examples]


@pytest.mark.parametrize(("rule", "front", "back"), _examples(BREAKS))
def test_a_card_that_breaks_a_rule_is_told_so(rule: str, front: str, back: str) -> None:
    """Each of these has the weakness it is an example of, and no error in its deck."""
    deck = card(front, back)
    assert not deck.problems
    assert rule in rules(deck)


@pytest.mark.parametrize(("rule", "front", "back"), _examples(KEEPS))
def test_a_card_that_only_looks_like_it_is_left_alone(rule: str, front: str, back: str) -> None:
    """Each of these has the words, and not the weakness."""
    assert rule not in rules(card(front, back))


def _texts(table: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(rule, text) for rule, texts in table.items() for text in texts]


@pytest.mark.parametrize(("rule", "text"), _texts(GAP_BREAKS))
def test_a_cloze_that_breaks_a_rule_is_told_so(rule: str, text: str) -> None:
    """Gaps are judged by what they hide and what is left around them."""
    assert rule in rules(cloze(text))


@pytest.mark.parametrize(("rule", "text"), _texts(GAP_KEEPS))
def test_a_good_cloze_is_left_alone(rule: str, text: str) -> None:
    """Gaps that are short, and stand on what matters."""
    assert rule not in rules(cloze(text))


def test_every_rule_has_its_example() -> None:
    """A rule without a card that breaks it would never be missed."""
    told = {"duplicate-front", "near-duplicate", "no-context", "no-source", "orphan"}
    assert told | BREAKS.keys() | GAP_BREAKS.keys() == RULES.keys()
    assert RULES.keys() - told - GAP_BREAKS.keys() <= KEEPS.keys()


def test_the_decks_that_come_with_the_program_follow_the_rules() -> None:
    """Nothing is to be said of the starter collection."""
    decks = [load(path) for path in sorted(map(str, Path(folder()).glob("*.yaml")))]
    assert decks
    assert not advise(decks)


def test_advice_gives_place_measure_reason_and_way_out(deck: Deck) -> None:
    """Where the entry begins, how long the answer is, and where the rest belongs.

    deck: Paging
    topics:
      - question: What does a page fault do to the process?
        title: Page faults
        follow_ups:
          - question: Why is a second fault on the page cheap?
            approach: |
              The page is in memory by then and the kernel only has to map it again, which it
              does without asking the disk for anything at all.
    """
    problem = only(deck)
    assert (problem.code, problem.severity) == ("style/answer-long", Severity.WARNING)
    assert (problem.path, problem.line, problem.column) == ("folder/example.yaml", 6, 9)
    assert problem.message.startswith("The answer has 27 words")
    assert problem.fix == "Write what is graded as `short`; `approach` then opens after it."


def test_what_opens_after_the_reveal_is_not_judged(deck: Deck) -> None:
    """Only the line that is graded must be short.

    deck: Paging
    topics:
      - question: What does a page fault do to the process?
        title: Page faults
        tldr: It stops until the kernel has mapped the page.
        answer: |
          Explain all of it. It is long. It has many sentences. Click to expand.

          - one
          - two
        follow_ups:
          - question: Why is a second fault on the page cheap?
            short: The page is in memory by then.
            approach: First this. Then that. Is it so? Yes. Then this, this, this, and that.
        red_flags:
          - claim: It has to end the process, it is an error.
            instead: Most faults are the normal way to load pages.
            why: One. Two. Three.
    """
    assert said(deck) == []


def test_the_frame_that_the_program_puts_around_a_claim_is_not_judged(deck: Deck) -> None:
    """Red flags, mistakes and terms are compared and measured by the author's own words.

    deck: Paging
    topics:
      - question: Pages are mapped late on purpose. What does a page fault do to the process?
        title: Page faults
        key_concepts:
          - {term: Minor fault, definition: The page is in memory but not mapped.}
          - {term: Guard page, definition: A page whose touch always ends the process.}
        red_flags:
          - {claim: It has to end the process., instead: Most faults only load a page.}
          - {claim: Disks decide the cost., instead: "Yes: when the page is not in memory."}
        most_common_mistake: Treating every fault as an error of the program.
    """
    assert said(deck) == []
    frames = {
        seen(note, note.cards[0], deck.topics[0].title, "").frame
        for note in deck.notes
        if note.section != "tldr"
    }
    assert frames == {Frame.CLAIM, Frame.MISTAKE, Frame.CONCEPT}


def test_a_drilled_attempt_is_a_free_answer(deck: Deck) -> None:
    """What is vague and long on a card is right where one answers in own words.

    deck: Paging
    drill: attempt
    topics:
      - question: What does a page fault do to the process?
        attempt:
          prompt: Explain what happens. List all steps.
          key_points: [It traps., The kernel maps., It returns.]
    """
    assert said(deck) == []


def test_a_reversed_card_must_make_sense_alone(deck: Deck) -> None:
    """The back is asked too, and points at nothing there.

    deck: Bytes
    cards:
      - front: Big-endian
        back: It puts the most significant byte first.
        reverse: true
    """
    assert said(deck) == [("unresolved-reference", 3)]


def test_a_short_term_needs_its_field(deck: Deck) -> None:
    """In a file without `deck:` nothing stands above the card; with one, its name does.

    cards:
      - {front: What is a kernel?, back: The null space of a linear map.}
    """
    assert said(deck) == [("no-context", 2)]
    named = read(b"deck: Algebra\ncards:\n- {front: What is a kernel?, back: x}\n", "example.yaml")
    assert said(named) == []


def test_a_reversed_card_must_not_hold_its_term(deck: Deck) -> None:
    """A definition that names the term answers the question it becomes.

    deck: Paging
    cards:
      - front: Page fault
        back: What the kernel calls a page fault of some process
        reverse: true
    """
    assert said(deck) == [("front-reveals-answer", 3)]


# Duplicates


def test_one_question_in_two_decks_is_found() -> None:
    """Case, blanks, marks and punctuation make no difference, and each card names the other."""
    one = read(b"deck: A\ncards:\n- {front: What does fsync do?, back: It flushes.}\n", "a.yaml")
    two = read(b"deck: B\ncards:\n- front: What does **FSYNC**  do\n  back: It waits.\n", "b.yaml")
    assert said(one, two) == [("duplicate-front", 3)] * 2
    first, second = advise([one, two], ("no-source", "orphan"))
    assert first.message == "This asks what b.yaml:3 asks, and the answers differ."
    assert second.message == "This asks what a.yaml:3 asks, and the answers differ."


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("What does heappush do?", "What does heappop do?"),
        ("Which byte order does the sender use?", "Which byte order does the receiver use?"),
        ("Why are scores divided by d_k?", "Why are the scores divided by d_k?"),
        ("When is a page written back to disk?", "When is a page written to disk?"),
        ("Which locks does a reader of a row take?", "A reader of a row takes which locks?"),
        ("What does prefetching do?", "What does refetching do?"),
        (
            "Why is the old checkpoint of a journal kept until its last segment is synced?",
            "Why is the old checkpoints of a journal held until the last segment is sent?",
        ),
    ],
)
def test_questions_that_differ_in_a_word_interfere(one: str, two: str) -> None:
    """Even where that word is the point, one answer is given for the other."""
    text = f"deck: D\ncards:\n- {{front: '{one}', back: x}}\n- {{front: '{two}', back: y}}\n"
    assert said(read(text.encode(), "x.yaml")) == [("near-duplicate", 3), ("near-duplicate", 4)]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("What is C?", "What is C++?"),
        ("What does `*p` give?", "What is a page fault?"),
        ("What does TCP do?", "What does UDP do?"),
        ("Big-endian", "Little-endian"),
        ("Why is a B-tree wide?", "Why does a cache miss cost so much?"),
    ],
)
def test_questions_on_different_things_are_not_confused(one: str, two: str) -> None:
    """A few shared words of grammar make no likeness."""
    text = f"deck: D\ncards:\n- {{front: '{one}', back: x}}\n- {{front: '{two}', back: y}}\n"
    assert said(read(text.encode(), "x.yaml")) == []


def test_siblings_are_never_doubles(deck: Deck) -> None:
    """The gaps of one text and the two directions of one card look alike by nature.

    deck: Paging
    cards:
      - cloze: A minor fault needs no {{disk}}, a major fault waits for the {{drive}}
      - front: Page frame number
        back: Page frame numbers
        reverse: true
    """
    assert "near-duplicate" not in rules(deck)
    assert "duplicate-front" not in rules(deck)


def test_a_term_is_read_below_the_title_of_its_topic(deck: Deck) -> None:
    """The same term in two topics asks two things; the same whole question does not.

    deck: Stores
    topics:
      - question: How does a B-tree keep itself in balance?
        title: B-trees
        cheat_sheet: ["Cost of a write: one page.", {front: Who splits a page?, back: Writers.}]
      - question: When does a log-structured store compact?
        title: LSM trees
        cheat_sheet: ["Cost of a write: an append.", {front: Who splits a page?, back: Nobody.}]
    """
    assert said(deck) == [("duplicate-front", 5), ("duplicate-front", 8)]


def test_of_many_questions_alike_the_closest_is_named(deck: Deck) -> None:
    """One line for each card, not one for each pair.

    deck: Complexity
    cards:
      - {front: What is the cost of a push onto a binary heap?, back: O(log n)}
      - {front: What is the cost of a pop onto a binary heap?, back: O(log n)}
      - {front: What is the cost of a post onto a binary heap?, back: O(1)}
    """
    problems = advise([deck], ("no-source", "orphan"))
    assert [(p.code, p.line) for p in problems] == [("style/near-duplicate", n) for n in (3, 4, 5)]
    assert "So do 1 more." in problems[0].message


def test_a_word_that_many_questions_share_hides_no_double() -> None:
    """The one word that differs is found even where no word is rare."""
    things = [*(word.replace("word", "thing") for word in words(40).split()), "heappush", "heappop"]
    cards = "".join(f"- {{front: Which cost has {thing} there?, back: x}}\n" for thing in things)
    problems = advise([read(f"deck: D\ncards:\n{cards}".encode(), "x.yaml")], ("no-source",))
    last = {problem.line: problem.message for problem in problems}
    assert "asks nearly what line 44 asks" in last[43]
    assert "asks nearly what line 43 asks" in last[44]


def test_a_claim_is_no_question(deck: Deck) -> None:
    """To be asked for a term and to be told something wrong of it do not interfere.

    deck: Paging
    cards:
      - {front: Each fault ends the process, back: A myth.}
    topics:
      - question: What does a page fault do to the process?
        title: Page faults
        red_flags:
          - {claim: Each fault ends the process., instead: Most faults only load a page.}
          - {claim: Each fault ends its process., instead: Most faults only load pages.}
    """
    assert said(deck) == [("near-duplicate", 8), ("near-duplicate", 9)]


def test_a_question_twice_is_told_at_its_answer_alone(deck: Deck) -> None:
    """The card on the most common mistake repeats the question by intent.

    deck: Paging
    topics:
      - question: What does a page fault do?
        tldr: It traps.
        most_common_mistake: Taking it for an error.
      - question: What does a page fault do?
        tldr: It stops the process.
        most_common_mistake: Taking it for a crash.
    """
    assert said(deck) == [("duplicate-front", 4), ("duplicate-front", 7)]


def test_a_term_explained_in_two_topics_is_found(deck: Deck) -> None:
    """The titles in the fronts do not hide that the term is the same.

    deck: Paging
    topics:
      - {question: Why page?, title: Paging, key_concepts: [{term: Frame, definition: A slot.}]}
      - {question: Why swap?, title: Swaps, key_concepts: [{term: Frame, definition: A room.}]}
    """
    assert said(deck) == [("duplicate-front", 3), ("duplicate-front", 4)]


# Sources and company


def test_a_card_without_a_source_is_named(deck: Deck) -> None:
    """Where others have one; the references of a topic count for all its cards.

    deck: Paging
    cards:
      - {front: What does a page fault do?, back: It traps., source: Tanenbaum}
      - {front: Which unit walks the tables?, back: The MMU.}
    topics:
      - question: Why are tables of pages built in levels?
        tldr: Empty parts need no table.
        references: [Tanenbaum 2014]
    """
    assert said(deck, silent=()) == [("no-source", 4)]


def test_a_file_without_any_source_is_told_once(deck: Deck) -> None:
    """Who never names sources is not told at every card.

    deck: Paging
    cards:
      - {front: What does a page fault do?, back: It traps.}
      - {front: Which unit walks the tables?, back: The MMU.}
    """
    (problem,) = advise([deck])
    assert problem.message == "None of the 2 entries of this file names a source."
    assert (problem.line, problem.severity) == (3, Severity.INFO)


def test_a_lone_card_without_a_source_is_told_as_one(deck: Deck) -> None:
    """One entry is no file of many.

    deck: Paging
    cards:
      - {front: What does a page fault do?, back: It traps.}
    """
    assert "This names no source, and neither does its topic." in {
        problem.message for problem in advise([deck])
    }


def test_a_card_alone_in_its_deck_or_tag_is_named() -> None:
    """Counted over all decks that are checked: a tag may live in two files."""
    entry = "- {{front: {}, back: x, source: s, tags: [{}]}}\n"
    one = read(f"deck: A\ncards:\n{entry.format('Big-endian', 'bytes')}".encode(), "a.yaml")
    cards = entry.format("Page frame", "bytes") + entry.format("Working set", "alone")
    two = read(f"deck: B\ncards:\n{cards}".encode(), "b.yaml")
    assert [p.message for p in advise([one, two])] == [
        "This card is the only one of the deck `A`.",
        "This card is the only one of the tag `alone`.",
    ]


# Silencing


def test_an_author_may_break_a_rule_knowingly(deck: Deck) -> None:
    """`style-ok` on a card, as a list or as words; the other rules still hold.

    deck: Paging
    cards:
      - front: Is paging fast, and why?
        back: Hardware helps.
        style-ok: [yes-no]
      - front: Is swapping slow?
        back: Disks are.
        style-ok: yes-no, two-questions
    """
    assert said(deck) == [("two-questions", 3)]


def test_a_topic_and_its_items_may_break_rules(deck: Deck) -> None:
    """What the file allows holds for all, what the topic allows below it.

    deck: Paging
    style-ok: vague-verb
    topics:
      - question: Explain paging, and why it pays.
        style-ok: [two-questions]
        tldr: Memory in blocks of one size.
        follow_ups:
          - question: Is it fast, and why?
            short: Hardware helps.
            style-ok: [yes-no]
      - question: Explain swapping, and how it works.
        tldr: Memory moved to disk.
    """
    assert said(deck) == [("two-questions", 12)]
    assert deck.notes[1].style_ok == ("vague-verb", "two-questions", "yes-no")


def test_a_pair_that_one_side_allows_is_left_alone(deck: Deck) -> None:
    """To look at one of two questions and find them different enough will do.

    deck: Heaps
    cards:
      - {front: What does heappush do?, back: x, style-ok: near-duplicate}
      - {front: What does heappop do?, back: y}
      - {front: What does fsync do?, back: z, style-ok: duplicate-front}
      - {front: What does fsync do?, back: z}
    """
    assert said(deck) == []


@pytest.mark.parametrize("written", ["[yes-mo]", "yes_no", "{a: b}"])
def test_a_rule_that_is_none_is_a_fault(written: str) -> None:
    """A slip in `style-ok` would silence nothing, so it is told, with what was meant."""
    text = f"deck: D\nstyle-ok: {written}\ncards:\n- {{front: a, back: b}}\n"
    (problem,) = read(text.encode(), "x.yaml").problems
    assert (problem.line, problem.severity) == (2, Severity.ERROR)
    if "{" not in written:
        assert (problem.code, problem.fix) == ("bad-value", "Did you mean `yes-no`?")
        assert problem.message.endswith("which is not a rule of style.")


def test_a_key_with_an_underscore_is_a_slip() -> None:
    """There is one spelling of the key, and the reader says which."""
    text = "deck: D\nstyle_ok: yes-no\ncards:\n- {front: a, back: b}\n"
    (problem,) = read(text.encode(), "x.yaml").problems
    assert (problem.code, problem.fix) == ("unknown-key", "Did you mean `style-ok`?")


# The command

WEAK = """\
deck: Paging
cards:
  - front: Is paging fast?
    back: Hardware helps.
    source: Tanenbaum 2014
  - front: What does a page fault do?
    back: It traps into the kernel.
"""


def test_advice_is_given_when_asked_for(learner: Learner) -> None:
    """With the line it is about and a caret; it is advice, so the exit code stays 0."""
    learner.write(WEAK)
    assert "style" not in learner.run("check").out
    result = learner.run("check", "--style")
    assert result.code == 0
    assert "deck.yaml:3:5: warning: The answer to this is yes or no" in result.out
    assert "[style/yes-no]\n      - front: Is paging fast?\n        ^\n" in result.out
    assert result.out.endswith("1 file, 2 cards, 0 stubs: no faults; style: 1 warning, 1 remark.\n")


def test_advice_on_files_needs_no_collection(learner: Learner) -> None:
    """`check FILE --style` fits a commit hook: it makes no database."""
    path = learner.write(WEAK)
    result = learner.run_bare("--home", str(learner.home), "check", str(path), "--style")
    assert "[style/yes-no]" in result.out
    assert not learner.home.exists()


def test_an_answer_too_long_to_grade_is_an_error(learner: Learner) -> None:
    """The two rules that no card can break and be drilled end `check --style` with code 1."""
    learner.write(f"deck: D\ncards:\n- front: {Q}\n  back: {words(41)}\n")
    assert learner.run("check").code == 0
    result = learner.run("check", "--style", "--json")
    assert result.code == 1
    problems = {problem["code"]: problem for problem in result.json["problems"]}
    assert problems["style/answer-too-long"]["severity"] == "error"
    assert problems["style/answer-too-long"]["line"] == 3


def test_advice_and_faults_are_told_in_one_list(learner: Learner) -> None:
    """Sorted by place, and counted apart."""
    learner.write(WEAK + "  - front: nothing\n")
    result = learner.run("check", "--style")
    assert result.code == 1
    assert result.out.index("[style/yes-no]") < result.out.index("[empty-side]")
    assert result.out.endswith("1 error; style: 1 warning, 1 remark.\n")


def test_questions_are_compared_over_all_files(learner: Learner) -> None:
    """Each names the other's file and line."""
    learner.write(WEAK)
    other = learner.write(WEAK.replace("Is paging", "Is swapping"), "sub/other.yaml")
    result = learner.run("check", "--style")
    assert f"This asks what {os.path.realpath(other)}:6 asks, and the answer is the same." in (
        result.out
    )


def test_a_rule_can_be_silenced_everywhere(learner: Learner) -> None:
    """The setting holds for the collection and for files that are named."""
    path = learner.write(WEAK)
    assert learner.run("config", "style.ok", "yes-no,no-source").out == (
        "style.ok = yes-no,no-source  (config)\n"
    )
    assert "nothing to say" in learner.run("check", "--style").out
    assert "nothing to say" in learner.run("check", str(path), "--style").out
    assert learner.run("config", "--json").json["settings"]["style.ok"]["value"] == [
        "yes-no",
        "no-source",
    ]
    assert learner.run("config", "style.ok", "none").out.startswith("style.ok = none")
    assert "[style/yes-no]" in learner.run("check", "--style").out


def test_the_setting_takes_only_rules(learner: Learner) -> None:
    """A slip is refused with what was meant."""
    result = learner.run("config", "style.ok", "yesno")
    assert result.code == 2
    assert "there is no rule of style 'yesno'. Did you mean 'yes-no'?" in result.err


@pytest.mark.parametrize("name", RULES)
def test_every_rule_explains_itself(learner: Learner, name: str) -> None:
    """`check --explain RULE`: how bad, why, who says so, and how to pass over it."""
    rule = RULES[name]
    result = learner.run("check", "--explain", name)
    assert result.out.startswith(f"style/{name}: {rule.severity}\n")
    assert rule.reason in result.out
    assert all(source in result.out for source in rule.sources)
    assert learner.run("check", "--explain", f"style/{name}").out == result.out


def test_a_rule_that_is_none_is_not_explained(learner: Learner) -> None:
    """The closest one is named."""
    result = learner.run("check", "--explain", "anser-long")
    assert (result.code, result.out) == (1, "")
    assert "Did you mean answer-long?" in result.err


def test_only_advice_pays_for_comparing(tmp_path: Path) -> None:
    """Checking faults loads no library for likeness."""
    path = tmp_path / "deck.yaml"
    path.write_text(WEAK, encoding="utf-8")
    program = (
        "import sys; from flashcards.commands import run; run(sys.argv[1:]);"
        "print(*(name for name in sys.modules if 'rapidfuzz' in name or 'advising' in name))"
    )
    words = [sys.executable, "-c", program, "--home", str(tmp_path / "home"), "check", str(path)]
    printed = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert printed.endswith("no faults.\n\n")


# Whatever is written

TEXTS = st.text(alphabet='aA1 .,;:?!\n-*`$\\{}()[]“”"·_^|orisyn', min_size=1, max_size=80)


@given(front=TEXTS, back=TEXTS)
def test_advice_never_fails_and_is_the_same_again(front: str, back: str) -> None:
    """Whatever stands on a card, and each rule is told at most once for it."""
    deck = card(front.strip() or "a", back.strip() or "b")
    found = advise([deck])
    assert found == advise([deck])
    assert len({(p.code, p.line) for p in found}) == len(found)


@given(TEXTS)
def test_sentences_hold_all_words_of_a_text(text: str) -> None:
    """Taking a text apart loses nothing that is said."""
    joined = "".join("".join(wording.sentences(text)).split())
    assert [c for c in joined if c.isalnum()] == [c for c in text if c.isalnum()]


@pytest.mark.parametrize(
    "text",
    ["“" * 90_000, "![" * 45_000, "[](" * 30_000, "A. " * 30_000, "a or " * 18_000, "x" * 90_000],
    ids=["quotes", "images", "links", "sentences", "choices", "word"],
)
def test_a_hostile_text_is_judged(text: str) -> None:
    """The cost of a text grows with its length alone, so that this test ends."""
    deck = card(f"{text}?", f"{text}.")
    assert len(deck.notes) == 1
    assert "front-too-long" in rules(deck) or "answer-too-long" in rules(deck)


def test_a_slip_finds_its_rule() -> None:
    """Underscores and letter case are slips too."""
    assert closest("Yes_No") == "yes-no"
    assert closest("zzzzzz") is None
