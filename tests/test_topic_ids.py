"""Topics by their ids: what is reworded, moved, copied or pulled, and whose history is whose."""

import re
from pathlib import Path

import pytest
from conftest import Learner
from hypothesis import given, settings
from test_pin import decks

from flashcards import clock
from flashcards.collection import opening, places
from flashcards.deck.pinning import Naming, pin
from flashcards.deck.reading import read as read_deck
from flashcards.identity import Matching, Present, match
from flashcards.model import Kind, Section
from flashcards.notes import Deck, Known
from flashcards.paths import Place

DECK = """\
deck: Systems
topics:
  - question: Why divide by the square root of d_k?
    id: scaling
    tldr: It keeps the variance of the scores at one.
    most_common_mistake: Calling it a matter of speed.
    cheat_sheet:
      - "Scores are divided by {{the square root of d_k}}."
      - "Without it: softmax saturates and gradients vanish."
"""
PLAIN = DECK.replace("    id: scaling\n", "")
OTHER = """\
deck: Systems
topics:
  - question: What does a KV cache save?
    tldr: Projecting the keys and values of the prefix once more at every step.
"""


def who(learner: Learner, *sections: str) -> dict[str, tuple[str, int]]:
    """Give uid and answers of the cards in `sections`, one in each, by section."""
    cards = [card for card in learner.cards() if card["section"] in sections]
    assert sorted(card["section"] for card in cards) == sorted(sections)
    return {card["section"]: (card["id"], card["reps"]) for card in cards}


def everybody(learner: Learner) -> dict[str, tuple[str, int]]:
    """Give uid and answers of all cards by answer."""
    return {card["back"]: (card["id"], card["reps"]) for card in learner.cards()}


def met(learner: Learner, text: str, name: str = "deck.yaml") -> Path:
    """Have a deck read, and every card of it answered."""
    path = learner.write(text, name)
    learner.run("config", "new_per_day", "100")
    for day in range(1, 5):
        learner.at(f"2026-12-0{day}T09:00:00+00:00")
        learner.answer("4" * 12)
    assert all(card["reps"] for card in learner.cards())
    return path


ASKING = ("tldr", "most_common_mistake")


def test_question_and_tldr_reworded_at_once_keep_their_history(learner: Learner) -> None:
    """With an id on the topic, nothing of the old words is needed."""
    path = met(learner, DECK)
    before = who(learner, *ASKING)
    text = DECK.replace("Why divide by the square root of d_k?", "What is the scale factor for?")
    text = text.replace("It keeps the variance of the scores at one.", "Stable logits.")
    path.write_text(text.replace("Calling it a matter of speed.", "Forgetting it."))
    assert who(learner, *ASKING) == before
    assert learner.cards("is:orphan") == []


def test_without_an_id_two_such_changes_at_once_begin_anew(learner: Learner) -> None:
    """That is what the id is for."""
    path = met(learner, PLAIN)
    text = PLAIN.replace("Why divide by the square root of d_k?", "What is the scale factor for?")
    path.write_text(text.replace("It keeps the variance of the scores at one.", "Stable logits."))
    assert who(learner, "tldr")["tldr"][1] == 0


def test_other_plain_items_are_looked_for_in_the_topic(learner: Learner) -> None:
    """A bullet reworded in part is known in its topic, wherever that stands now."""
    path = met(learner, DECK)
    before = learner.cards("section:cheat_sheet")
    path.unlink()
    text = DECK.replace("Why divide by the square root of d_k?", "What is the scale factor for?")
    text = text.replace("Scores are divided by", "The scores of all keys are divided by")
    learner.write(text.replace("deck: Systems", "deck: Attention"), "attention.yaml")
    after = learner.cards("section:cheat_sheet")
    assert [card["id"] for card in after] == [card["id"] for card in before]
    assert who(learner, "tldr")["tldr"][1] > 0


def test_a_topic_moved_to_another_file_and_reworded_keeps_all(learner: Learner) -> None:
    """The id is found again in another file of another deck."""
    path = met(learner, DECK + OTHER.partition("topics:\n")[2])
    before = who(learner, "most_common_mistake")
    tldr = {card["back"]: card["id"] for card in learner.cards("section:tldr")}
    path.write_text(OTHER)
    moved = DECK.replace("Why divide by the square root of d_k?", "What is the scale factor for?")
    moved = moved.replace("It keeps the variance of the scores at one.", "Stable logits.")
    learner.write(moved.replace("deck: Systems", "deck: Attention"), "attention.yaml")
    assert who(learner, "most_common_mistake") == before
    after = {card["back"]: card["id"] for card in learner.cards("section:tldr")}
    assert after["Stable logits."] == tldr["It keeps the variance of the scores at one."]
    assert learner.cards("is:orphan") == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Why divide by the square root of d_k?", "What is the scale factor for?"),
        ("It keeps the variance of the scores at one.", "Stable logits."),
    ],
)
def test_an_id_added_while_the_topic_is_reworded(learner: Learner, old: str, new: str) -> None:
    """The old place is the question and the new one the id: both are the one topic."""
    path = met(learner, PLAIN)
    before = who(learner, *ASKING)
    path.write_text(DECK.replace(old, new))
    assert who(learner, *ASKING) == before
    path.write_text(DECK.replace(old, "Something else altogether, at last."))
    assert who(learner, *ASKING) == before


def test_a_lone_tldr_is_known_when_id_and_question_change_together(learner: Learner) -> None:
    """Its answer says whose it is."""
    path = met(learner, OTHER)
    before = who(learner, "tldr")
    path.write_text(
        OTHER.replace("What does a KV cache save?", "Why are keys kept?\n    id: kv-cache")
    )
    assert who(learner, "tldr") == before


def test_an_id_taken_out_or_renamed_loses_nothing(learner: Learner) -> None:
    """The question is the place again, and then the new name."""
    path = met(learner, DECK)
    before = everybody(learner)
    path.write_text(PLAIN)
    assert everybody(learner) == before
    path.write_text(DECK.replace("id: scaling", "id: scale"))
    assert everybody(learner) == before
    path.write_text(
        DECK.replace("id: scaling", "id: factor").replace("Why divide", "Why divide q k")
    )
    assert everybody(learner) == before


def test_an_id_on_the_wrong_topic_takes_no_history_along(learner: Learner) -> None:
    """The line slipped from one topic to the next: each card stays with its text."""
    text = DECK + OTHER.partition("topics:\n")[2]
    path = met(learner, text)
    before = everybody(learner)
    slipped = PLAIN + OTHER.partition("topics:\n")[2].replace(
        "    tldr: Projecting", "    id: scaling\n    tldr: Projecting"
    )
    path.write_text(slipped)
    assert everybody(learner) == before


def test_another_tldr_below_a_slipped_id_gets_no_history(learner: Learner) -> None:
    """Even when its text is new as well: most of the topic's cards are elsewhere."""
    path = met(learner, DECK)
    old = who(learner, "tldr")["tldr"][0]
    other = OTHER.partition("topics:\n")[2].replace("    tldr", "    id: scaling\n    tldr")
    path.write_text(
        PLAIN.replace("    tldr: It keeps the variance of the scores at one.\n", "") + other
    )
    assert old not in {card["id"] for card in learner.cards()}


COPY = """\
  - question: What does a KV cache save?
    id: scaling
    tldr: Projecting the keys and values of the prefix once more at every step.
    most_common_mistake: Believing it saves memory.
"""


@pytest.mark.parametrize("above", [True, False])
def test_a_topic_pasted_with_its_id_takes_nothing(learner: Learner, above: bool) -> None:  # noqa: FBT001 - two cases
    """The copy that was made another topic begins anew, whichever stands first, and is reported."""
    path = met(learner, DECK)
    before = everybody(learner)
    head, _, topic = DECK.partition("topics:\n")
    path.write_text(f"{head}topics:\n" + (COPY + topic if above else topic + COPY))
    after = everybody(learner)
    assert {back: card for back, card in after.items() if back in before} == before
    assert sorted(reps for back, (_, reps) in after.items() if back not in before) == [0, 0]
    assert learner.run("check").out.count("[duplicate-id]") == 1
    # Each is known by its place from now on: the copy by its question.
    text = path.read_text().replace(
        "Believing it saves memory.", "Taking it for a cache of tokens."
    )
    path.write_text(text)
    assert len(learner.cards("is:orphan")) == 0


def test_an_unchanged_copy_is_edited_later(learner: Learner) -> None:
    """Pasted first and saved, edited afterwards: the original ends with the history."""
    path = met(learner, DECK)
    before = everybody(learner)
    head, _, topic = DECK.partition("topics:\n")
    path.write_text(f"{head}topics:\n{topic}{topic}")
    learner.run("due")
    path.write_text(f"{head}topics:\n{COPY}{topic}")
    after = everybody(learner)
    assert {back: card for back, card in after.items() if back in before} == before


def test_a_copy_in_another_file_is_reported_there(learner: Learner) -> None:
    """The file with the original is not even read again."""
    met(learner, DECK)
    before = everybody(learner)
    learner.write("deck: Other\ntopics:\n" + COPY, "other.yaml")
    after = everybody(learner)
    assert {back: card for back, card in after.items() if back in before} == before
    report = learner.run("check").out
    assert "other.yaml:3:5: warning: another topic already has the id `scaling`" in report
    # The original moves out of the way: the id is free for the copy, which keeps its own cards.
    (learner.decks / "deck.yaml").unlink()
    learner.write("deck: Other\ntopics:\n" + COPY + "\n", "other.yaml")
    assert everybody(learner) == {back: who for back, who in after.items() if back not in before}


def test_pasted_first_and_cut_afterwards(learner: Learner) -> None:
    """A status line that looked in between changes nothing: the topic is the one it was."""
    path = met(learner, DECK + OTHER.partition("topics:\n")[2])
    before = everybody(learner)
    learner.write(DECK.replace("deck: Systems", "deck: Attention"), "attention.yaml")
    learner.run("due")
    path.write_text(OTHER)
    assert everybody(learner) == before
    assert "no faults" in learner.run("check").out
    text = DECK.replace("Why divide by the square root of d_k?", "What is the scale factor for?")
    learner.write(
        text.replace("It keeps the variance of the scores at one.", "Stable."), "attention.yaml"
    )
    after = everybody(learner)
    assert after["Stable."] == before["It keeps the variance of the scores at one."]


def test_a_topic_whose_items_are_of_two_notes_before_keeps_them_apart(learner: Learner) -> None:
    """Two topics become one under the id of the first: each text keeps its history."""
    second = OTHER.partition("topics:\n")[2].replace("    tldr", "    id: kv\n    tldr")
    path = met(learner, DECK + second)
    before = everybody(learner)
    path.write_text(
        DECK + '      - "KV cache: projecting keys and values once."\n    follow_ups:\n'
        "      - question: What does a KV cache save?\n"
        "        short: Projecting the keys and values of the prefix once more at every step.\n"
    )
    after = everybody(learner)
    kept = "Projecting the keys and values of the prefix once more at every step."
    assert {back: one for back, one in before.items() if back != kept}.items() <= after.items()
    assert after[kept][1] == 0  # a follow-up is no TL;DR


def test_a_topic_that_left_comes_back_reworded(learner: Learner) -> None:
    """Cut, saved, and pasted elsewhere in other words: the id brings its history back."""
    path = met(learner, DECK)
    before = who(learner, *ASKING)
    path.write_text(OTHER)
    learner.run("due")
    text = DECK.replace("Why divide by the square root of d_k?", "What is the scale factor for?")
    learner.write(text.replace("It keeps the variance of the scores at one.", "Stable."), "b.yaml")
    after = {card["section"]: card for card in learner.cards("deck:Systems", "scaling")}
    assert {name: (after[name]["id"], after[name]["reps"]) for name in ASKING} == before


def test_a_faulty_card_stays_with_its_topic(learner: Learner) -> None:
    """Held by a fault while the id was written, and reworded when the fault is mended."""
    path = met(learner, PLAIN)
    before = who(learner, *ASKING)
    text = DECK.replace("Why divide by the square root of d_k?", "What is the scale factor for?")
    path.write_text(text.replace("tldr: It keeps", 'tldr: "![](../../x.png)" # It keeps'))
    assert [card["section"] for card in learner.cards()].count("tldr") == 0
    path.write_text(text.replace("It keeps the variance of the scores at one.", "Stable logits."))
    assert who(learner, *ASKING) == before


def test_a_file_that_moved_to_another_folder_is_found_by_its_ids(
    learner: Learner, tmp_path: Path
) -> None:
    """The old folder is gone and no longer read, and the text is another."""
    path = met(learner, DECK)
    before = who(learner, *ASKING)
    text = DECK.replace("Why divide by the square root of d_k?", "What is the scale factor for?")
    text = text.replace("It keeps the variance of the scores at one.", "Stable logits.")
    path.unlink()
    learner.decks = tmp_path / "elsewhere"
    learner.write(text.replace("Calling it a matter of speed.", "Forgetting it."))
    assert who(learner, *ASKING) == before


# Pinning: the same names on every machine


def test_two_who_pin_plain_topics_write_the_same_bytes(two: tuple[Learner, Learner]) -> None:
    """Ids of topics come from their first question, for whoever reads it."""
    texts = []
    for learner in two:
        path = learner.write(PLAIN + OTHER.partition("topics:\n")[2])
        assert "5 covered by their topic's id" in learner.run("pin").out
        texts.append(path.read_bytes())
    assert texts[0] == texts[1]
    assert len(re.findall(rb"\n    id: [a-z][a-z2-7]{15}\n", texts[0])) == 2


def test_who_reads_a_pinned_topic_later_has_the_same_cards(two: tuple[Learner, Learner]) -> None:
    """Also when the question, the TL;DR and the mistake were rewritten after the pinning."""
    one, other = two
    path = met(one, PLAIN)
    one.run("pin")
    text = path.read_text()
    text = text.replace("Why divide by the square root of d_k?", "What is the scale factor for?")
    text = text.replace("It keeps the variance of the scores at one.", "Stable logits.")
    text = text.replace("Calling it a matter of speed.", "Forgetting it.")
    path.write_text(text)
    mine = {back: uid for back, (uid, _) in everybody(one).items()}
    other.write(text)
    assert {back: uid for back, (uid, _) in everybody(other).items()} == mine
    assert other.run("pin").out.endswith("deck.yaml: 0 pinned, 4 covered by their topic's id.\n")
    assert (other.decks / "deck.yaml").read_text() == text


def test_a_question_reworded_between_birth_and_pin(two: tuple[Learner, Learner]) -> None:
    """What is written is the name the cards were born under, and new ones are born under."""
    one, other = two
    path = met(one, PLAIN)
    path.write_text(
        PLAIN.replace("Why divide by the square root of d_k?", "What is the scale factor for?")
        + '      - "Its value: 1/8 at d_k = 64."\n'
    )
    one.run("pin")
    mine = {back: uid for back, (uid, _) in everybody(one).items()}
    other.write(path.read_text())
    assert {back: uid for back, (uid, _) in everybody(other).items()} == mine


def test_who_met_the_topic_in_other_words_keeps_their_cards(two: tuple[Learner, Learner]) -> None:
    """A pull brings an id and a new question; the cards of before go on, and pin adds nothing."""
    one, other = two
    path = one.write(PLAIN)
    one.run("pin")
    met(other, PLAIN)
    before = everybody(other)
    text = path.read_text()
    pulled = text.replace("Why divide by the square root of d_k?", "What is the scale factor for?")
    other.write(pulled.replace("Calling it a matter of speed.", "Forgetting it."))
    after = everybody(other)
    changed = before.pop("Calling it a matter of speed.")
    assert after.pop("Forgetting it.") == changed
    assert after == before


def test_an_id_that_another_topic_holds_covers_nothing(learner: Learner) -> None:
    """Pin says so instead of promising what would not hold."""
    learner.write(DECK + COPY)
    assert (
        "4 covered by their topic's id, 2 below a topic with an id that another has."
        in learner.run("pin").out
    )


def test_a_dry_run_shows_the_ids_of_topics(learner: Learner) -> None:
    """As it shows those of entries; nothing is written."""
    path = learner.write(PLAIN)
    result = learner.run("pin", "--dry-run")
    assert re.search(r"^\+    id: [a-z][a-z2-7]{15}$", result.out, re.MULTILINE)
    assert "0 to pin, 4 covered by their topic's id." in result.err
    assert path.read_text() == PLAIN


def test_a_pinned_topic_is_named_by_its_id_and_by_its_title(learner: Learner) -> None:
    """The name a person knows goes on working, wherever a topic is named."""
    learner.write(PLAIN)
    cards = learner.cards("why-divide-by-the-square-root-of-d-k")
    learner.run("pin")
    uid = learner.cards()[0]["topic"]
    assert re.fullmatch("[a-z][a-z2-7]{15}", uid)
    for name in (uid, "why-divide-by-the-square-root-of-d-k"):
        assert [card["id"] for card in learner.cards(name)] == [card["id"] for card in cards]
        assert "It keeps the variance" in learner.run("read", name).out
    assert learner.run("read").out.startswith("why-divide-by-the-square-root-of-d-k ")


def _present(deck: Deck) -> list[Present]:
    """Give the cards of a deck as a first reading of it has them."""
    found = []
    for number, note in enumerate(deck.notes):
        above = None if note.topic is None else deck.topics[note.topic]
        found += [
            Present(
                "a.yaml", deck.name, above.question if above else "", number, note.id,
                note.section, card.kind, card.number, card.front, card.back,
                above.id if above else None, -1 if note.topic is None else note.topic,
            )
            for card in note.cards
        ]  # fmt: skip
    return found


def test_who_never_saw_a_topic_unpinned_calls_it_by_its_title_too(
    two: tuple[Learner, Learner],
) -> None:
    """The id in the file hides nothing from those who pull it."""
    one, other = two
    path = one.write(PLAIN)
    one.run("pin")
    other.write(path.read_text())
    assert len(other.cards("why-divide-by-the-square-root-of-d-k")) == 4


def test_a_name_of_before_leads_to_the_line_of_today(learner: Learner) -> None:
    """What a topic was called before it was pinned, or moved in its file, is no other topic."""
    path = learner.write(PLAIN)
    learner.run("pin")
    path.write_text(path.read_text().replace("topics:\n", "# A line more.\ntopics:\n"))
    place = Place(str(learner.home), "", (str(learner.decks),), "test")
    with opening.opened(place, clock.now()) as collection:
        found = places.place_of(collection, "why-divide-by-the-square-root-of-d-k")
    assert found == (str(path), 4)


@settings(max_examples=150)
@given(decks())
def test_a_pinned_file_names_all_its_cards_alike_everywhere(text: str) -> None:
    """Whatever the deck: a machine that never saw it before the pinning gives the same names."""
    deck = read_deck(text.encode(), "a.yaml")
    first = _present(deck)
    born = match(first, (), aliases={}, taken=lambda _: False)
    names = {
        card.note: Naming(one.note_uid, born.topics.get(card.topic_number))
        for card, one in zip(first, born.cards, strict=True)
    }
    made = pin(text.encode(), deck, [names[number] for number in range(len(deck.notes))])
    assert made.without == 0
    later = _present(read_deck(made.after, "a.yaml"))
    again = match(later, (), aliases={}, taken=lambda _: False)
    assert again.cards == born.cards
    assert again.topics == born.topics


# The matcher alone


def topic(
    question: str, name: str | None, number: int, *texts: str, path: str = "deck.yaml"
) -> list[Present]:
    """Give the cards of a topic: a TL;DR, then follow-ups."""
    cards = []
    for place, text in enumerate(texts):
        section = Section.FOLLOW_UPS if place else Section.TLDR
        front = f"Follow-up on {text}?" if place else question
        cards.append(
            Present(
                path, "Deck", question, 100 * number + place, None, section, Kind.BASIC, None,
                front, text, name, number,
            )
        )  # fmt: skip
    return cards


def remembered(present: list[Present], matching: Matching) -> list[Known]:
    """Give the cards as a store keeps them, all answered."""
    return [
        Known(
            one.uid, one.note_uid, card.path, card.topic, card.section, card.kind, one.ordinal,
            card.front, card.back, reviewed=True, topic_uid=matching.topics[card.topic_number],
        )
        for one, card in zip(matching.cards, present, strict=True)
    ]  # fmt: skip


def read(present: list[Present], known: list[Known] | None = None) -> Matching:
    """Match."""
    stored = known or []
    taken = {card.uid for card in stored}
    return match(present, stored, aliases={}, taken=taken.__contains__)


def test_names_once_frozen_stay() -> None:
    """The names of topics and of their cards never change with a version of the program."""
    matching = read(topic("Why?", None, 0, "Because.", "space"))
    assert matching.topics == {0: "hm4mpxibmzt44qbz"}
    assert [card.uid for card in matching.cards] == ["hun4lwxiob3g54o4", "ep5b7oc2p2v63jup"]


def test_the_digest_of_a_topic_stands_for_its_question() -> None:
    """Written as its id, it gives the cards the names they had, whatever the question is then."""
    first = read(topic("Why?", None, 0, "Because.", "space"))
    pinned = read(topic("What for?", first.topics[0], 0, "So that.", "space"))
    assert [card.uid for card in pinned.cards] == [card.uid for card in first.cards]


def test_two_topics_with_one_question_have_names_of_their_own() -> None:
    """In one deck they are told apart, and stay so."""
    present = topic("Why?", None, 0, "Because.") + topic("Why?", None, 1, "Since.")
    matching = read(present)
    assert len(set(matching.topics.values())) == 2
    assert len({card.uid for card in matching.cards}) == 2
    assert read(present, remembered(present, matching)).topics == matching.topics


def test_a_topic_cut_in_two_keeps_its_name_once() -> None:
    """The larger part goes on under it."""
    whole = topic("Why?", None, 0, "Because.", "space", "time")
    matching = read(whole)
    parts = [
        *topic("How fast?", None, 0, "Fast.", "space"),
        *topic("Why so?", None, 1, "Because.", "time"),
    ]
    after = read(parts, remembered(whole, matching))
    assert after.topics[1] == matching.topics[0] or after.topics[0] == matching.topics[0]
    assert len(set(after.topics.values())) == 2


def test_several_tldrs_are_not_guessed() -> None:
    """Which of two rewritten ones is the old one, the id of the topic does not say."""
    before = topic("Why?", "x", 0, "Because.")
    known = remembered(before, read(before))
    two_now = [
        *topic("What for?", "x", 0, "So that."),
        topic("What for?", "x", 0, "Hence.")[0]._replace(note=7),
    ]
    assert all(card.born for card in read(two_now, known).cards)


def test_an_id_that_two_rewritten_topics_have_takes_no_history_along() -> None:
    """Nothing tells which of them it was: the first has the name, and neither the history."""
    before = topic("Why?", "x", 0, "Because.")
    known = remembered(before, read(before))
    after = read(
        topic("What for?", "x", 0, "So that.", path="a.yaml")
        + topic("Whence?", "x", 1, "Hence.", path="b.yaml"),
        known,
    )
    assert after.copied_topics == (1,)
    assert all(card.born for card in after.cards)
    assert after.topics[0] == "x" != after.topics[1]


def test_such_a_name_does_not_part_a_topic_from_its_own_question() -> None:
    """An id that was another's is written on two topics: each is still known by its question."""
    before = [
        *topic("Why?", "x", 0, "Because."),
        *topic("How?", None, 1, "Thus."),
        *topic("When?", None, 2, "Then."),
    ]
    known = remembered(before, read(before))
    after = read(
        [*topic("How?", "x", 1, "Otherwise."), *topic("When?", "x", 2, "Never at all.")], known
    )
    assert [card.uid for card in after.cards] == [card.uid for card in known[1:]]


def test_a_card_taken_out_of_a_topic_leaves_the_name_behind() -> None:
    """It is a simple card now, and what is born beside it is one too."""
    before = topic("Why?", None, 0, "Because.", "space")
    known = remembered(before, read(before))
    simple = before[1]._replace(topic="", topic_number=-1)
    other = simple._replace(front="And now?", back="Nothing.", note=2)
    after = read([simple, other], known)
    assert after.cards[0].uid == known[1].uid
    assert after.topics == {}
    assert after.cards[1].uid == read([other]).cards[0].uid
