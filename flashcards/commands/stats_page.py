"""The page of `stats`: which chart comes where, and the words around it."""

from collections.abc import Iterable, Iterator, Mapping

from flashcards import clock
from flashcards.model import Section, State, StudyDay
from flashcards.statistics import (
    Calibration,
    DayTally,
    Share,
    Statistics,
    days_studied,
)
from flashcards.store.browse import CardRow
from flashcards.terminal import charts
from flashcards.terminal.charts import Bar, Line, Scale
from flashcards.terminal.words import SECTION_NAMES, STATE_NAMES, minutes
from flashcards.text import clean, count

_NO_ANSWERS = DayTally(0, 0, 0, 0.0)
_RECENT_DAYS = 14
_MONTH_DAYS = 30
_COMING_DAYS = 14
_MOST_DECKS = 12
_FEW = 20  # answers below which a share says little
_MOST_LEECHES = 10


def page(
    found: Statistics, named: Mapping[int, CardRow], today: StudyDay, width: int
) -> list[Line]:
    """Give the page as lines no wider than `width`."""
    blocks = [charts.pairs(_facts(found, today), width)]
    if found.reviews:
        blocks += [_year(found, today, width), _recent(found, today, width)]
    blocks.append(_coming(found, today, width))
    if found.retention.n:
        blocks += list(_recall(found, width))
    if found.met:
        blocks += list(_memory(found, width))
    blocks += list(_cards(found, named, width))
    return charts.page(blocks)


def _facts(found: Statistics, today: StudyDay) -> Iterator[tuple[str, str]]:
    done = found.by_day.get(today, _NO_ANSWERS)
    due = found.backlog + found.coming[0].learning + found.coming[0].review
    waiting = f", {found.backlog} of them from days before" if found.backlog else ""
    answers = f"{count(done.reviews, 'answer')} in {minutes(round(done.seconds / 60))}"
    yield "today", f"{answers}, {done.again} forgotten, {done.new} new; {due} still due{waiting}"
    states = ", ".join(f"{found.cards[state]} {STATE_NAMES[state]}" for state in State)
    total = sum(found.cards.values())
    suspended = f" ({found.suspended} suspended)" if found.suspended else ""
    yield "cards", f"{total}: {states}{suspended}"
    if found.met:
        share = f"{found.remembered / found.met:.0%}"
        known = f"about {found.remembered:.0f} of the {found.met} met"
        yield "known", f"{known} would be recalled now ({share})"
    if found.reviews:
        seconds = sum(day.seconds for day in found.by_day.values())
        days = count(len(found.by_day), "day")
        recent = f"{days_studied(found.by_day, today, _MONTH_DAYS)} of the last {_MONTH_DAYS}"
        spent = f"{count(found.reviews, 'answer')}, {minutes(round(seconds / 60))}"
        yield "studied", f"{days}, {recent}; {spent}"


def _year(found: Statistics, today: StudyDay, width: int) -> list[Line]:
    answers = {day: tally.reviews for day, tally in found.by_day.items()}
    day, most = max(answers.items(), key=lambda one: one[1])
    remark = f"most: {most} on {clock.date_of(day)}"
    return [charts.title("The year", remark), *charts.heat_map(answers, today, width)]


def _recent(found: Statistics, today: StudyDay, width: int) -> list[Line]:
    rows = []
    for day in range(today - _RECENT_DAYS + 1, today + 1):
        tally = found.by_day.get(day, _NO_ANSWERS)
        note = minutes(round(tally.seconds / 60)) if tally.reviews else ""
        rows.append(Bar(_day(day), tally.reviews, tally.again, note))
    head = charts.title("Answers a day", "the lighter end: forgotten")
    return [head, *charts.bars(rows, width)]


def _coming(found: Statistics, today: StudyDay, width: int) -> list[Line]:
    rows = [Bar("from before", found.backlog)] if found.backlog else []
    rows += [
        Bar(_day(today + offset) if offset else "today", one.learning + one.review, one.learning)
        for offset, one in enumerate(found.coming[:_COMING_DAYS])
    ]
    later = sum(one.learning + one.review for one in found.coming[_COMING_DAYS:])
    remark = f"the lighter end: on a learning step; {later} in the two weeks after"
    return [charts.title("Coming", remark), *charts.bars(rows, width)]


def _recall(found: Statistics, width: int) -> Iterator[list[Line]]:
    wish = found.retention.desired
    wished = "" if wish is None else f"│ wished: {wish:.0%}; "
    head = charts.title("Recall by interval", f"{wished}─ where the true share lies")
    rows = [("all", found.retention), *found.by_interval.items()]
    yield [head, *charts.scales(_scales(rows), width)]
    sections = {_section_name(name): share for name, share in found.by_section.items()}
    if len(sections) > 1:
        yield [
            charts.title("Recall by section", _lagging(sections, found.retention)),
            *charts.scales(_scales(sections.items()), width),
        ]
    decks = sorted(found.by_deck.items(), key=lambda one: one[1].true or 0)
    if len(decks) > 1:
        remark = f"the weakest {_MOST_DECKS}" if len(decks) > _MOST_DECKS else "the weakest first"
        rows = [(clean(name), share) for name, share in decks[:_MOST_DECKS]]
        yield [charts.title("Recall by deck", remark), *charts.scales(_scales(rows), width)]


def _scales(rows: Iterable[tuple[str, Share]]) -> list[Scale]:
    return [
        Scale(name, one.true, one.low, one.high, one.desired, _range_and_n(one))
        for name, one in rows
        if one.n
    ]


def _range_and_n(share: Share) -> str:
    return f"{share.low:.0%}-{share.high:.0%} of {share.n}"


def _lagging(sections: Mapping[str, Share], everything: Share) -> str:
    """Name the sections that surely lie below the rest."""
    low = [
        name
        for name, one in sections.items()
        if one.n >= _FEW and (one.high or 0) < (everything.true or 0)
    ]
    return f"behind the rest: {', '.join(low)}" if low else "none is clearly behind the rest"


def _section_name(name: str) -> str:
    return SECTION_NAMES.get(Section(name), "simple card")


def _memory(found: Statistics, width: int) -> Iterator[list[Line]]:
    rows = [Bar(name, number) for name, number in found.stability.items()]
    head = charts.title("Stability", "cards by the days until recall falls to 90%")
    yield [head, *charts.bars(rows, width)]
    rows = [Bar(f"{level}", number) for level, number in enumerate(found.difficulty, start=1)]
    yield [charts.title("Difficulty", "cards, from 1 to 10"), *charts.bars(rows, width)]
    if found.calibration.n:
        yield _calibration(found.calibration, width)


def _calibration(found: Calibration, width: int) -> list[Line]:
    rows = [
        Scale(
            f"said {one.predicted:.0%}",
            one.actual,
            one.actual,
            one.actual,
            one.predicted,
            f"of {one.n}",
        )
        for one in found.bins
    ]
    remark = f"│ said, █ came true; log loss {found.log_loss:.4f}, RMSE {found.rmse:.4f}"
    return [charts.title("Predictions", remark), *charts.scales(rows, width)]


def _cards(found: Statistics, named: Mapping[int, CardRow], width: int) -> Iterator[list[Line]]:
    leeches = set(found.leeches)
    hardest = [number for number in found.hardest if number not in leeches]
    if hardest:
        rows = [_hard(named[number]) for number in hardest]
        head = ("", "times forgotten", "difficulty")
        yield [charts.title("Hardest cards"), *charts.table(head, rows, width)]
    if found.leeches:
        remark = "edit, split or suspend them, or read their topic (is:leech selects them)"
        rows = [_hard(named[number]) for number in found.leeches[:_MOST_LEECHES]]
        head = ("", "times forgotten", "difficulty")
        more = len(found.leeches) - _MOST_LEECHES
        yield [
            charts.title(f"Leeches: {len(found.leeches)}", remark),
            *charts.table(head, rows, width),
            *([charts.remark(f"and {more} more")] if more > 0 else []),
        ]


def _hard(row: CardRow) -> tuple[str, str, str]:
    front = clean(" ".join(row.front.split()))
    difficulty = "" if row.state.difficulty is None else f"{row.state.difficulty:.1f}"
    return f"{row.uid[:8]}  {front}", f"{row.state.lapses}", difficulty


def _day(day: int) -> str:
    return clock.day_name(day)
