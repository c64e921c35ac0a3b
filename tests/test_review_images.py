"""Images of a card in a review: drawn by the terminals that can, each in its own language."""

import base64
import re

import pytest
from any_key import at_a_desk

PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 30
DECK = """\
cards:
  - front: Which state is this line in?
    back: "![MESI](img/mesi.png)"
"""
OTHERS = ("KITTY_WINDOW_ID", "TERM_PROGRAM", "TMUX", "DISPLAY")

CLEARED = "\x1b[2J\x1b[H"
KITTY_PIECE = re.compile("\x1b_G(a=T,f=100,)?m=([01]);([A-Za-z0-9+/=]*)\x1b\\\\")
KITTY_GONE = "\x1b_Ga=d\x1b\\"
ITERM = re.compile("\x1b\\]1337;File=inline=1;preserveAspectRatio=1:([A-Za-z0-9+/=]*)\x07")


def opened(
    monkeypatch: pytest.MonkeyPatch, terminal: dict[str, str], picture: bytes = PICTURE
) -> tuple[str, list[str]]:
    """Press `o` on the card in a terminal of these variables: what it was sent, and all frames."""
    with at_a_desk(DECK) as desk:
        image = desk.deck.parent / "img" / "mesi.png"
        image.write_bytes(PICTURE)
        desk.type("due", typed="")
        image.write_bytes(picture)
        for name in OTHERS:
            monkeypatch.delenv(name, raising=False)
        for name, value in terminal.items():
            monkeypatch.setenv(name, value)
        done, hands = desk.press("review", pressed=[" ", "o", "x", "q"])
        assert done.code == 0
        return done.out, hands.seen


@pytest.mark.parametrize(
    "terminal",
    [{"KITTY_WINDOW_ID": "1"}, {"TERM": "xterm-kitty"}, {"TERM": "xterm-ghostty"}],
    ids=["window", "kitty", "ghostty"],
)
def test_kitty_and_its_kin_get_the_picture_in_pieces(
    monkeypatch: pytest.MonkeyPatch, terminal: dict[str, str]
) -> None:
    """On an empty screen, whole, the last piece marked as such; it is taken away after a key."""
    sent, _ = opened(monkeypatch, terminal)
    pieces = KITTY_PIECE.findall(sent)
    assert base64.b64decode("".join(data for *_, data in pieces)) == PICTURE
    assert len(pieces) > 1
    assert [first != "" for first, *_ in pieces] == [True] + [False] * (len(pieces) - 1)
    assert [more for _, more, _ in pieces] == ["1"] * (len(pieces) - 1) + ["0"]
    assert all(len(data) <= 4096 for *_, data in pieces)
    assert sent.index(CLEARED) < sent.index("\x1b_Ga=T")
    assert sent.index(KITTY_GONE) > sent.rindex("m=0;")
    assert sent.index("\x1b[2J", sent.index(KITTY_GONE)) > 0


@pytest.mark.parametrize("program", ["iTerm.app", "WezTerm"])
def test_iterm_and_wezterm_get_the_picture_at_once(
    monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    """The file goes as it is, on an empty screen, and the screen is emptied after a key."""
    sent, _ = opened(monkeypatch, {"TERM_PROGRAM": program})
    (data,) = ITERM.findall(sent)
    assert base64.b64decode(data) == PICTURE
    assert sent.index(CLEARED) < sent.index("\x1b]1337")
    assert sent.rindex("\x1b[2J") > sent.index("\x07")
    assert KITTY_GONE not in sent


@pytest.mark.parametrize(
    "terminal",
    [{"TERM": "xterm"}, {"KITTY_WINDOW_ID": "1", "TMUX": "/tmp/tmux"}],  # noqa: S108 - no file
    ids=["xterm", "kitty in tmux"],
)
def test_other_terminals_are_sent_no_picture(
    monkeypatch: pytest.MonkeyPatch, terminal: dict[str, str]
) -> None:
    """What they would show of it is garbage; without a viewer the review says so and goes on."""
    sent, seen = opened(monkeypatch, terminal)
    assert "\x1b_G" not in sent
    assert "\x1b]1337" not in sent
    assert any("viewer" in frame for frame in seen)


def test_a_picture_that_kitty_cannot_read_is_left_to_the_viewer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Kitty is told PNG and nothing else; a JPEG called `.png` would be garbage to it."""
    sent, seen = opened(monkeypatch, {"KITTY_WINDOW_ID": "1"}, b"\xff\xd8\xff" + bytes(50))
    assert "\x1b_G" not in sent
    assert any("viewer" in frame for frame in seen)


def test_what_is_wrong_with_an_image_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card without one, and one whose image is another file since the deck was read."""
    _, seen = opened(monkeypatch, {"KITTY_WINDOW_ID": "1"}, b"Dear diary")
    assert any("img/mesi.png cannot be opened (media-unknown)" in frame for frame in seen)
    with at_a_desk("cards: [{front: a, back: b}]\n") as desk:
        _, hands = desk.press("review", pressed=[" ", "o", "q"])
        assert any("there is no image on this card" in frame for frame in hands.seen)
