"""Move a collection of a real Anki in: 5,000 notes of seven types, media, 50,000 reviews.

`PYTHONPATH=.:tests python benchmarks/move_in.py [NOTES] [ROUNDS]` makes the collection, moves
it in, compares counts and every card with what Anki shows, ten of them in print, and takes it back
to the same Anki, where nothing may then be twice.
"""

import json
import os
import random
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from datetime import datetime, timedelta
from html import unescape
from math import isclose
from pathlib import Path
from typing import Any, NamedTuple

from anki_desktop import Desktop, Standing

from flashcards.identity import id_from_anki
from flashcards.markup import html, reading

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cf"
    "c000000301010018dd8db00000000049454e44ae426082"
)
SOUND = b"ID3\x03" + bytes(90)
VOCABULARY = (
    ("Recognise", "{{Word}}", "{{Meaning}}"),
    ("Fill in", "{{Example}}", "{{Word}}"),
    ("Recall", "Say: {{Meaning}}", "{{Word}}"),
)
"""Three cards of a note, none the reverse of another: name, question and answer."""

_CLOSE = 1e-3
_GAP = re.compile(r'<span class="cloze"[^>]*>(.*?)</span>')
_TYPED = re.compile(r"\[\[type:(.*?)\]\]")  # where one writes, and then sees the answer
_REVIEW, _WITHIN_THE_DAY = 2, 1  # a type of card, and a queue
DECKS = ("Languages::Dutch", "Languages::Greek", "Maths", "Systems::Caches")


def main() -> None:
    """Make, move, compare, and print the figures."""
    notes, rounds = map(int, (*sys.argv[1:], *("5000", "8")[len(sys.argv) - 1 :]))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        began = time.perf_counter()
        (folder / "decks").mkdir()
        desk = Desktop(folder / "anki")
        fill(desk, notes)
        answer(desk, rounds)
        package = folder / "collection.apkg"
        desk.give(package)
        theirs = desk.standings(0)
        print(f"made in {time.perf_counter() - began:.0f} s, {package.stat().st_size:,} bytes")
        in_anki = {
            "notes": desk.col.note_count(),
            "cards": desk.col.card_count(),
            "reviews": len(desk.revlog()),
        }
        print("in Anki:", in_anki)
        moved = run(folder, "import", str(package), "-o", str(folder / "decks" / "from-anki"))
        print(moved)
        cards = json.loads(run(folder, "cards", "--json"))["cards"]
        reviews = sum(card["reps"] for card in cards)
        print("here:", {"cards": len(cards), "reviews": reviews})
        compare(folder, desk, cards, theirs)
        back = folder / "back.apkg"
        print(run(folder, "export", "-o", str(back)).splitlines()[0])
        log = desk.take(back)
        doubles = desk.col.note_count() - in_anki["notes"], desk.col.card_count() - in_anki["cards"]
        print("back in Anki:", log, "doubles of notes and cards:", doubles)
        desk.close()


def fill(desk: Desktop, notes: int) -> None:
    """Add notes of seven types, one in ten with an image and one in ten with a sound."""
    chance = random.Random(5)
    add_types(desk)
    decks = [desk.col.decks.id(name) for name in DECKS]
    for number in range(20):
        Path(desk.col.media.dir(), f"picture {number}.png").write_bytes(PIXEL + bytes([number]))
        Path(desk.col.media.dir(), f"sound {number}.mp3").write_bytes(SOUND + bytes([number]))
    for number in range(notes):
        deck = decks[number % len(decks)] or 1
        picture = f'<img src="picture {number // 10 % 20}.png">' if number % 10 == 0 else ""
        sound = f"[sound:sound {number // 10 % 20}.mp3]" if number % 10 == 1 else ""
        text = f"thing <b>{number}</b> &lt;{chance.randrange(10**6)}&gt;"
        match number % 7:
            case 0:
                note = desk.add(
                    "Basic", deck, f"What is {text}?", f"It is \\(x_{{{number}}}\\){picture}{sound}"
                )
            case 1:
                note = desk.add(
                    "Basic (and reversed card)", deck, f"word {text}", f"meaning {text}{sound}"
                )
            case 2:
                note = desk.add(
                    "Basic (optional reversed card)",
                    deck,
                    f"opt {text}",
                    f"way {text}",
                    "y" * (number % 4 > 1),
                )
            case 3:
                note = desk.add(
                    "Basic (type in the answer)", deck, f"type {text}", f"typed {number}"
                )
            case 4:
                note = desk.add(
                    "Cloze",
                    deck,
                    f"The {{{{c1::gap {number}::hint}}}} and {{{{c2::other}}}} of {text}{picture}",
                    f"more{sound}",
                )
            case 5:
                note = desk.add("Vocabulary", deck, f"n {text}{sound}", f"s {text}", f"e {text}")
            case _:
                note = desk.add(
                    "Word", deck, f"w {text}", f"m<div>{number}</div>", "an example", picture
                )
        note.tags = [f"tag{number % 7}", "a::b"]
        desk.col.update_note(note)


def add_types(desk: Desktop) -> None:
    """Add two note types of one's own: one with a condition, and one with several cards."""
    models = desk.col.models
    own = models.new("Word")
    for name in ("Word", "Meaning", "Example", "Picture"):
        models.add_field(own, models.new_field(name))
    template = models.new_template("Recall")
    template["qfmt"] = "<i>What does</i> <b>{{Word}}</b> mean?"
    template["afmt"] = (
        "{{FrontSide}}<hr id=answer>{{Meaning}}{{#Example}}<br>{{Example}}{{/Example}}{{Picture}}"
    )
    models.add_template(own, template)
    models.add(own)
    several = models.new("Vocabulary")
    for name in ("Word", "Meaning", "Example"):
        models.add_field(several, models.new_field(name))
    for name, asks, tells in VOCABULARY:
        template = models.new_template(name)
        template["qfmt"], template["afmt"] = asks, f"{{{{FrontSide}}}}<hr id=answer>{tells}"
        models.add_template(several, template)
    models.add(several)


def answer(desk: Desktop, rounds: int) -> None:
    """Answer every card once on each of `rounds` days, the last of them today."""
    chance = random.Random(6)
    ids = [int(number) for number in desk.col.find_cards("")]
    for day in range(-7 * (rounds - 1), 1, 7):
        desk.shift(-day)
        for card in ids:
            desk.answer(card, chance.choices((1, 2, 3, 4), (2, 1, 6, 1))[0])
        desk.shift(day)


def run(folder: Path, *words: str) -> str:
    """Run the program; print the seconds and the memory it took."""
    began = time.perf_counter()
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "flashcards",
            "--home",
            folder / "home",
            "--decks",
            folder / "decks",
            *words,
        ],
        check=False,
        capture_output=True,
        text=True,
    )
    seconds = time.perf_counter() - began
    kilobytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(
        f"-- {words[0]}: {seconds:.1f} s, at most {kilobytes / 1024:.0f} MB so far,"
        f" code {done.returncode}"
    )
    if done.returncode:
        print(done.stderr)
    return done.stdout


def compare(
    folder: Path, desk: Desktop, cards: list[dict[str, Any]], theirs: dict[tuple[str, int], Any]
) -> None:
    """Set ten cards side by side, and count those of all that differ in anything."""
    with sqlite3.connect(folder / "home" / "collection.db") as database:
        keys = {
            uid: (guid, ordinal)
            for uid, guid, ordinal in database.execute(
                "SELECT c.uid, n.anki_guid, c.ordinal - 1"
                " FROM cards c JOIN notes n ON n.id = c.note"
            )
        }
    # What is one card of several there has no note of its own, but a name made of theirs.
    apart = {id_from_anki(guid, place): one for (guid, place), one in theirs.items() if place}
    differing: Counter[str] = Counter()
    for place, card in enumerate(cards):
        found = theirs.get(keys[card["id"]]) or apart.get(card["id"])
        if found is None:
            differing["unknown"] += 1
            continue
        here, there = side_here(card), side_there(desk, found)
        differing.update(
            name
            for name, mine, other in zip(Side._fields, here, there, strict=True)
            if mine != other and name != "stability"
        )
        differing["stability"] += not isclose(here.stability, there.stability, rel_tol=_CLOSE)
        if place % (len(cards) // 10) == 0:
            print(f"  here  {here}\n  Anki  {there}")
    print(f"of {len(cards)} cards differ in", dict(+differing) or "nothing")


class Side(NamedTuple):
    """A card as one of the two has it: its words, where it stands, and when it comes again."""

    question: str
    answer: str
    state: str
    stability: float
    interval_days: int
    due: str


def side_here(card: dict[str, Any]) -> Side:
    """Give a card of ours."""
    front, back = (html.html(reading.read(card[side]), str) for side in ("front", "back"))
    waits = card["state"] in {"learning", "relearning"}
    return Side(
        words(front),
        words(back),
        card["state"],
        card["stability"],
        0 if waits else card["interval_days"],
        card["due_day"] or card["due_at"][:10],
    )


def side_there(desk: Desktop, standing: Standing) -> Side:
    """Give a card of Anki's, as it renders it."""
    card = desk.col.get_card(standing.id)  # type: ignore[arg-type] # a number
    note = card.note()
    question = _TYPED.sub("", card.question())
    answer = _TYPED.sub(lambda field: note[field[1]], card.answer())
    gaps = _GAP.findall(answer)
    rest = answer.partition("<hr id=answer>")[2]
    waits = card.type != _REVIEW
    if card.queue == _WITHIN_THE_DAY:
        due = datetime.fromtimestamp(card.due).astimezone().date()
    else:
        due = datetime.now().astimezone().date() + timedelta(days=desk.due_in_days(card))
    return Side(
        words(question),
        words(", ".join(gaps) or rest),
        ("new", "learning", "review", "relearning")[card.type],
        card.memory_state.stability if card.memory_state else 0.0,
        0 if waits else card.ivl,
        due.isoformat(),
    )


def words(text: str) -> str:
    """Give what can be read of some HTML."""
    text = re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)
    text = unescape(re.sub(r"<[^>]*>|\[(?:sound|anki):[^\]]*\]", " ", text))
    return " ".join(text.split())


if __name__ == "__main__":
    os.environ.setdefault("PYTHONPATH", os.getcwd())
    main()
