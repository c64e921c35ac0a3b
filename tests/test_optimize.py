"""`optimize`: a fit to one's own answers that does no harm, asked for, and taken back."""

import json
import random
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from statistics import mean

import lives
import pexpect
import pytest
from conftest import Learner
from fsrs.scheduler import LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS

from flashcards.errors import FlashcardsError
from flashcards.memory import fitting
from flashcards.memory.equations import Equations
from flashcards.memory.fitting import Answer, History
from flashcards.memory.recall import DEFAULT_WEIGHTS, upgrade_weights
from flashcards.store import log, parameters
from flashcards.store.database import connect
from flashcards.tuning import library

TODAY = 20_787  # 2026-11-30
DAY_MS = 86_400_000
FIT = library.fitter(1)
# Every success adds to stability a third of what it adds to that of most people.
FORGETFUL = (*DEFAULT_WEIGHTS[:8], DEFAULT_WEIGHTS[8] - 1.1, *DEFAULT_WEIGHTS[9:])


def answers(
    number: int, truth: tuple[float, ...], seed: int, *, always_right: bool = False
) -> list[History]:
    """Learn cards scheduled by the defaults, with a memory of one's own: `number` answers."""
    chance = random.Random(seed)
    memory, scheduler = Equations(truth), Equations(DEFAULT_WEIGHTS)
    found: list[History] = []
    left = number
    while left > 0:
        day = chance.randrange(200)
        rating = chance.choices((1, 2, 3, 4), (24, 10, 60, 6))[0]
        real, kept = memory.first(rating), scheduler.first(rating)
        history = [Answer(day * DAY_MS + len(found), rating, 0)]
        for _ in range(min(left, chance.randrange(1, 12))):
            elapsed = max(1, round(scheduler.interval(kept[0], 0.9) * chance.uniform(0.9, 1.1)))
            right = always_right or chance.random() < memory.recall(elapsed, real[0])
            rating = chance.choices((2, 3, 4), (15, 75, 10))[0] if right else 1
            day += elapsed
            real = memory.after(*real, elapsed, rating)
            kept = scheduler.after(*kept, elapsed, rating)
            history.append(Answer(day * DAY_MS + len(found), rating, elapsed))
            left -= 1
        found.append(tuple(history))
    return found


def learner_of(seed: int) -> tuple[float, ...]:
    """Give somebody's own weights: those of everybody, each a little or a lot off."""
    chance = random.Random(seed)
    off = [one * chance.lognormvariate(0, 0.25) for one in DEFAULT_WEIGHTS]
    off[:4] = sorted(off[:4])
    bounded = [min(max(one, low), high) for one, (low, high) in zip(off, BOUNDS, strict=True)]
    return upgrade_weights(bounded)


BOUNDS = list(zip(LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS, strict=True))


# -- The guard


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ([], "no answers yet"),
        ([(Answer(1, 3, 0),), (Answer(2, 1, 0),)], "answered only once"),
        ([(Answer(1, 1, 0), Answer(2, 3, 0))], "no card was answered on two days"),
        ([(Answer(1, 1, 0), Answer(DAY_MS, 3, 1))], "there are 1 and 0"),
    ],
)
def test_too_few_answers_are_a_sentence(found: list[History], said: str) -> None:
    """An empty log, cards seen once, same-day reviews only, too few: each is told as it is."""
    assert said in (fitting.refusal(found) or "")


def test_who_is_always_right_is_refused() -> None:
    """A thousand right answers say nothing about forgetting; a fit to them would run away."""
    refusal = fitting.refusal(answers(1000, DEFAULT_WEIGHTS, 3, always_right=True))
    assert refusal is not None
    assert "20 of them forgotten" in refusal


@pytest.mark.slow
def test_no_learner_is_harmed() -> None:
    """Over twenty learners a fit that is let through predicts later answers no worse by 0.002.

    They have memories of their own and 64 to 5,000 answers; what comes later is 2,000 more.
    """
    sizes = [64, 100, 200, 300, *range(450, 5000, 300), 5000]
    let_through = 0
    for seed, size in enumerate(sizes[:20]):
        truth = DEFAULT_WEIGHTS if seed % 4 == 0 else learner_of(seed)
        found = answers(size, truth, seed)
        if fitting.refusal(found):
            continue
        fit = fitting.fitted(found, DEFAULT_WEIGHTS, FIT)
        if not fit.predicts_no_worse:
            continue
        let_through += 1
        later = answers(2000, truth, seed + 1000)
        harm = fitting.loss(later, fit.weights) - fitting.loss(later, DEFAULT_WEIGHTS)
        assert harm < 0.002, (seed, size, harm)
    assert let_through >= 8


def test_a_fit_pays_for_who_remembers_otherwise() -> None:
    """Somebody who forgets much faster than most gets predictions that are clearly better."""
    fit = fitting.fitted(answers(4000, FORGETFUL, 1), DEFAULT_WEIGHTS, FIT)
    assert fit.predicts_no_worse
    assert fit.loss_after < fit.loss_before - 0.01
    assert fit.weights[8] < DEFAULT_WEIGHTS[8]


def test_a_fit_to_few_answers_stays_near_the_defaults() -> None:
    """Weight n / (n + 1000): a tenth of the way for a hundred, none for none, four decimals."""
    wild = tuple(2 * one for one in DEFAULT_WEIGHTS[:4])
    near = fitting.blended((*wild, *DEFAULT_WEIGHTS[4:]), 100)
    assert near[2] == pytest.approx(DEFAULT_WEIGHTS[2] * 2 ** (1 / 11), abs=1e-4)
    assert fitting.blended((*wild, *DEFAULT_WEIGHTS[4:]), 0) == DEFAULT_WEIGHTS
    assert all(round(one, 4) == one for one in near)


def test_the_newest_fifth_is_not_seen_by_what_it_judges() -> None:
    """The first fit is to answers all older than those it is judged on, the second to all."""
    found = answers(1000, DEFAULT_WEIGHTS, 2)
    seen: list[list[History]] = []

    def fit(histories: Sequence[History]) -> tuple[float, ...]:
        seen.append(list(histories))
        return DEFAULT_WEIGHTS

    result = fitting.fitted(found, DEFAULT_WEIGHTS, fit)
    older, everything = seen
    assert everything == found
    instants = sorted(one.at_ms for each in found for one in each if one.elapsed)
    newest = set(instants[-result.held_out :])
    assert result.held_out == len(instants) // 5
    assert max(one.at_ms for each in older for one in each) < min(newest)
    assert result.loss_before == result.loss_after


def test_the_loss_is_that_of_the_library() -> None:
    """Our log loss of a whole log is the one fsrs-rs computes."""
    rust = pytest.importorskip("fsrs_rs_python")
    found = answers(500, learner_of(1), 9)
    model = rust.FSRS(list(DEFAULT_WEIGHTS))
    # One by one, since of several answers it lets the later ones weigh more.
    theirs = [
        model.evaluate(
            [rust.FSRSItem([rust.FSRSReview(one.rating, one.elapsed) for one in history[:length]])]
        ).log_loss
        for history in found
        for length in range(2, len(history) + 1)
    ]
    assert fitting.loss(found, DEFAULT_WEIGHTS) == pytest.approx(mean(theirs), rel=1e-4)


def test_a_forgotten_card_begins_anew() -> None:
    """`forget` starts a new history; one that began before our log is left out."""
    rows = [
        (1, "review", 10, 3, 0, 1),
        (1, "review", 12, 1, 2, 2),
        (1, "forget", 13, None, 3, 3),
        (1, "review", 20, 3, 0, 4),
        (2, "review", 10, 3, 2, 5),
        (3, "review", 10, 4, 0, 6),
        (3, "reschedule", 11, None, 2, 7),
        (3, "review", 15, 3, 2, 8),
    ]
    assert fitting.histories(rows) == [
        (Answer(1, 3, 0), Answer(2, 1, 2)),
        (Answer(4, 3, 0),),
        (Answer(6, 4, 0), Answer(8, 3, 5)),
    ]


# -- The library at arm's length


@pytest.mark.parametrize(
    ("history", "items", "reason"),
    [
        ((Answer(1, 3, 0),), [(0, 1)], "at least one review with delta_t > 0"),
        ((Answer(1, 9, 0), Answer(2, 3, 1)), [(0, 2)], "InvalidInput"),
        ((Answer(1, 3, 0), Answer(2, 3, -1)), [(0, 2)], "out of range"),
    ],
)
def test_a_panic_of_the_library_is_a_sentence(
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    history: History,
    items: list[tuple[int, int]],
    reason: str,
) -> None:
    """What the library cannot digest ends in one clear error, and no backtrace is seen."""
    monkeypatch.setattr(library, "_items", lambda _: items)
    with pytest.raises(FlashcardsError, match=f"the optimiser failed on these answers.*{reason}"):
        library.fit([history], 1)
    assert capfd.readouterr() == ("", "")


def test_the_library_sees_answers_in_order_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest answer comes last, whichever card it was to; first answers teach nothing."""
    late = (Answer(1, 3, 0), Answer(50, 1, 9))
    early = (Answer(2, 3, 0), Answer(3, 3, 0), Answer(20, 3, 4), Answer(60, 3, 20))
    told: dict[str, object] = {}

    def run(_: object, **named: str) -> subprocess.CompletedProcess[str]:
        told.update(json.loads(named["input"]))
        return subprocess.CompletedProcess([], 0, json.dumps([1.0] * 21), "")

    monkeypatch.setattr(subprocess, "run", run)
    library.fit([late, early], 2)
    assert told["items"] == [[1, 3], [0, 2], [1, 4]]
    assert told["relearning_steps"] == 2


def test_without_the_extra_one_line_says_how_to_install_it(
    learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has to guess what is missing."""
    monkeypatch.setattr(library, "_LIBRARY", "no_such_library")
    result = learner.run("optimize")
    assert result.code == 1
    assert result.err.strip().endswith("pip install fsrs-rs-python")
    assert result.err.count("\n") == 1


def test_only_optimize_loads_the_library(learner: Learner) -> None:
    """No other command needs the extra: `review` and `stats` run where it is missing."""
    learner.write(lives.deck(1))
    script = (
        "import sys; sys.modules['fsrs_rs_python'] = None\n"
        "from flashcards.commands import run\n"
        f"place = ['--home', {str(learner.home)!r}, '--decks', {str(learner.decks)!r}]\n"
        "sys.exit(sum(run([*place, name]) for name in ('due', 'stats', 'reschedule', 'review')))"
    )
    root = Path(__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=root,
        input="",
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


# -- The command


@pytest.fixture
def fast_forgetter(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> Learner:
    """Give a learner of a thousand answers who forgets faster than the parameters in force say."""
    learner.write(lives.deck(110))
    learner.run("due")
    monkeypatch.setattr(lives, "TRUTH", FORGETFUL)
    lives.live(learner, [TODAY - 150 + number for number in range(110)], TODAY - 1)
    return learner


def _in_force(learner: Learner) -> tuple[float, ...]:
    with closing(connect(str(learner.home))) as database:
        return parameters.weights(database, parameters.latest_parameter_set(database))


def test_a_dry_run_changes_nothing(fast_forgetter: Learner) -> None:
    """Before and after are shown, with the week's load, and nothing is kept."""
    said = fast_forgetter.run("optimize", "--dry-run").out
    assert "log loss, the newest" in said
    assert "reviews due within a week" in said
    assert said.rstrip().endswith("Nothing was changed.")
    assert _in_force(fast_forgetter) == DEFAULT_WEIGHTS


def test_without_an_answer_to_its_question_nothing_changes(fast_forgetter: Learner) -> None:
    """Where nobody can be asked, it says what to type."""
    assert "--yes` puts them in force" in fast_forgetter.run("optimize").out
    assert _in_force(fast_forgetter) == DEFAULT_WEIGHTS


def test_yes_puts_them_in_force_and_undo_takes_them_back(fast_forgetter: Learner) -> None:
    """The next answer is scheduled by them, its event knows its set, and no due date moved."""
    before = fast_forgetter.cards()
    assert "In force from the next answer on" in fast_forgetter.run("optimize", "--yes").out
    fitted = _in_force(fast_forgetter)
    assert fitted[8] < DEFAULT_WEIGHTS[8]
    assert [c["due_day"] for c in fast_forgetter.cards()] == [c["due_day"] for c in before]
    (rated,) = fast_forgetter.answer("3").rated
    with closing(connect(str(fast_forgetter.home))) as database:
        (number,) = database.execute("SELECT id FROM cards WHERE uid = ?", rated[:1]).fetchone()
        assert list(log.events(database, number))[-1].parameter_set == 2
    assert "would move" in fast_forgetter.run("reschedule").out
    assert "defaults of FSRS-6" in fast_forgetter.run("optimize", "--undo").out
    assert _in_force(fast_forgetter) == DEFAULT_WEIGHTS
    assert fast_forgetter.run("optimize", "--undo").code == 1


def test_on_a_terminal_it_asks(fast_forgetter: Learner) -> None:
    """No is the answer to nothing; y puts the fit in force."""
    place = ["--home", str(fast_forgetter.home), "--decks", str(fast_forgetter.decks)]
    for typed, fitted in (("", False), ("y", True)):
        asked = pexpect.spawn(
            sys.executable,
            ["-m", "flashcards", *place, "optimize"],
            cwd=str(Path(__file__).parent.parent),
            encoding="utf-8",
        )
        asked.expect("Put them in force?")
        asked.sendline(typed)
        asked.expect(pexpect.EOF)
        asked.close()
        assert (_in_force(fast_forgetter) != DEFAULT_WEIGHTS) is fitted


def test_a_small_log_is_a_sentence_and_no_traceback(learner: Learner) -> None:
    """Somebody who begins is told what it takes."""
    learner.write(lives.deck(2))
    assert "no answers yet" in learner.run("optimize").err
    learner.answer("3")
    result = learner.run("optimize", "--yes")
    assert (result.code, "answered only once" in result.err) == (1, True)
