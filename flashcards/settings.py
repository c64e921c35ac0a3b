"""The settings: their names, defaults, and what each may be.

A setting is text where it is kept (in the collection) and a value everywhere else; `parse`
is the one gate between them.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from flashcards.errors import SettingError, StoreError

_STEP_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
_LONGEST_INTERVAL_DAYS = 36_500
_LAST_ROLLOVER_HOUR = 23
_LOWEST_RETENTION, _HIGHEST_RETENTION = 0.70, 0.99


class Settings(NamedTuple):
    """Everything that can be set, with its default.

    `decks` are folders and files, `starter` whether the collection that comes with the program
    is reviewed too. Limits count per study day; steps are seconds; the study day turns over at
    `rollover` o'clock. `style_ok` are rules that `check --style` passes over. `judge_command` is
    what judges an attempt, nothing when it is empty, within `judge_timeout` seconds.
    """

    decks: tuple[str, ...] = ("~/flashcards",)
    starter: bool = True
    new_per_day: int = 10
    reviews_per_day: int = 100
    desired_retention: float = 0.9
    maximum_interval: int = _LONGEST_INTERVAL_DAYS
    learning_steps: tuple[int, ...] = (60, 600)
    relearning_steps: tuple[int, ...] = (600,)
    rollover: int = 4
    style_ok: tuple[str, ...] = ()
    judge_command: str = ""
    judge_timeout: int = 60


def _paths(text: str) -> tuple[str, ...]:
    paths = tuple(line.strip() for line in text.split("\n") if line.strip())
    if not paths:
        raise ValueError
    return paths


def _switch(text: str) -> bool:
    return {"on": True, "off": False}[text.lower()]


def _whole(lowest: int, highest: int) -> Callable[[str], int]:
    def parse_whole(text: str) -> int:
        number = int(text)
        if not lowest <= number <= highest:
            raise ValueError
        return number

    return parse_whole


def _retention(text: str) -> float:
    """Read a share, also in hundredths: 0.9, 90% and 90 are the same."""
    share = float(text.removesuffix("%"))
    if text.endswith("%") or share > 1:
        share /= 100
    if not _LOWEST_RETENTION <= share <= _HIGHEST_RETENTION:
        raise ValueError
    return share


def _steps(text: str) -> tuple[int, ...]:
    if text.strip().lower() in {"", "none"}:
        return ()
    return tuple(_step(word) for word in text.split())


def _step(word: str) -> int:
    seconds = int(word[:-1]) * _STEP_UNITS[word[-1]]
    if not 0 < seconds <= _LONGEST_INTERVAL_DAYS * 86_400:
        raise ValueError
    return seconds


def _rules(text: str) -> tuple[str, ...]:
    # Loaded by who has set it alone: the names are not for every start.
    from flashcards.style.catalogue import RULES, closest  # noqa: PLC0415 - rarely set

    names = text.replace(",", " ").split()
    if names == ["none"]:
        return ()
    for name in names:
        if name not in RULES:
            near = closest(name)
            hint = f"Did you mean {near!r}?" if near else f"There are: {', '.join(RULES)}."
            message = f"there is no rule of style {name!r}. {hint}"
            raise SettingError(message)
    return tuple(dict.fromkeys(names))


def _command(text: str) -> str:
    return "" if text.strip().lower() in {"", "none"} else text.strip()


_MOST_PER_DAY = 9_999
_LONGEST_JUDGEMENT_S = 3_600


class _Setting(NamedTuple):
    parse: Callable[[str], object]
    expected: str


_SETTINGS: Mapping[str, _Setting] = {
    "decks": _Setting(_paths, "folders or deck files"),
    "starter": _Setting(_switch, "on or off"),
    "new_per_day": _Setting(_whole(0, _MOST_PER_DAY), "a whole number from 0 to 9999"),
    "reviews_per_day": _Setting(_whole(0, _MOST_PER_DAY), "a whole number from 0 to 9999"),
    "desired_retention": _Setting(_retention, "a share from 0.70 to 0.99, or 70% to 99%"),
    "maximum_interval": _Setting(
        _whole(1, _LONGEST_INTERVAL_DAYS), "a number of days from 1 to 36500"
    ),
    "learning_steps": _Setting(_steps, "steps such as `1m 10m`, or none"),
    "relearning_steps": _Setting(_steps, "steps such as `10m`, or none"),
    "rollover": _Setting(_whole(0, _LAST_ROLLOVER_HOUR), "an hour from 0 to 23"),
    "style.ok": _Setting(_rules, "rules of `check --style`"),
    "judge_command": _Setting(_command, "a command, or none"),
    "judge_timeout": _Setting(
        _whole(1, _LONGEST_JUDGEMENT_S), "a whole number of seconds from 1 to 3600"
    ),
}
NAMES = tuple(_SETTINGS)

OF_A_DECK = (
    "new_per_day",
    "reviews_per_day",
    "desired_retention",
    "maximum_interval",
    "learning_steps",
    "relearning_steps",
)
"""The settings that a deck may have of its own, for itself and the decks below it."""


def check_name(name: str) -> None:
    """Make sure that there is a setting `name`.

    Raises:
        SettingError: There is none.
    """
    if name not in _SETTINGS:
        message = f"there is no setting {name!r}. There are: {', '.join(NAMES)}."
        raise SettingError(message)


def check_name_of_deck(name: str) -> None:
    """Make sure that a deck may have a setting `name` of its own.

    Raises:
        SettingError: There is no such setting, or only for the whole collection.
    """
    check_name(name)
    if name not in OF_A_DECK:
        message = f"{name} holds for all decks. One deck may have: {', '.join(OF_A_DECK)}."
        raise SettingError(message)


def parse(name: str, text: str) -> object:
    """Read the value of setting `name` from `text`.

    Raises:
        SettingError: There is no such setting, or it cannot have that value.
    """
    check_name(name)
    setting = _SETTINGS[name]
    try:
        return setting.parse(text)
    except (ValueError, KeyError, IndexError) as error:
        message = f"{name} takes {setting.expected}, not {text!r}."
        raise SettingError(message) from error


def from_texts(texts: Mapping[str, str]) -> Settings:
    """Give the settings in force when `texts` were set and the rest is left as it comes.

    Raises:
        StoreError: A text that was kept is none that a setting can have.
    """
    return Settings(**_values(texts, ""))  # type: ignore[arg-type] # _SETTINGS gives each field its type


def _values(texts: Mapping[str, str], of_deck: str) -> dict[str, object]:
    """Give the values of settings as they were kept, by field."""
    values = {}
    for name, text in texts.items():
        try:
            values[field(name)] = parse(name, text)
        except SettingError as error:
            message = f"{error}\n`flashcards config{of_deck} {name} --default` takes that back."
            raise StoreError(message) from error
    return values


def lineage(deck: str) -> tuple[str, ...]:
    """Give the decks that a deck lies in, itself last: `A`, `A::B`, `A::B::C`."""
    parts = deck.split("::")
    return tuple("::".join(parts[: place + 1]) for place in range(len(parts)))


def for_deck(base: Settings, of_decks: Mapping[str, Mapping[str, str]], deck: str) -> Settings:
    """Give the settings that hold in a deck: its own over those above it over the collection's."""
    if not of_decks:
        return base
    values: dict[str, object] = {}
    for name in lineage(deck):
        values |= _values(of_decks.get(name, {}), f" --deck '{name}'")
    return base._replace(**values)  # type: ignore[arg-type] # as in from_texts


def field(name: str) -> str:
    """Give the field of `Settings` that holds the setting `name`."""
    return name.replace(".", "_")


def show(name: str, value: object) -> str:
    """Write the value of setting `name` as a person would type it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, tuple):
        if not value:
            return "none"
        if isinstance(value[0], int):
            return " ".join(_show_step(step) for step in value)
        return ("\n" if name == "decks" else ",").join(value)
    return str(value) or "none"


def _show_step(seconds: int) -> str:
    for unit, length in reversed(_STEP_UNITS.items()):
        if seconds % length == 0:
            return f"{seconds // length}{unit}"
    return f"{seconds}s"
