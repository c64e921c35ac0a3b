"""The few rules of protocol buffers that packages need, after the published wire format.

A message is a row of fields: a key (number and kind) and a value. Which number means what is
known to whoever asks.
"""

import struct
from collections.abc import Iterator
from typing import Final

Value = int | bytes
"""A number as it stands (signs and fractions are the caller's to tell), or bytes."""

_VARINT, _EIGHT_BYTES, _BYTES, _FOUR_BYTES = 0, 1, 2, 5
_LONGEST_VARINT: Final = 10
_MORE, _BITS = 0x80, 0x7F


class _MalformedError(ValueError):
    def __init__(self) -> None:
        super().__init__("no protocol buffer")


def fields(message: bytes) -> Iterator[tuple[int, Value]]:
    """Give number and value of each field of `message`, in order.

    Fixed numbers of four and eight bytes are given as bytes.

    Raises:
        ValueError: This is no message.
    """
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        number, kind = key >> 3, key & 7
        if kind == _VARINT:
            value, at = _varint(message, at)
            yield number, value
            continue
        if kind == _BYTES:
            size, at = _varint(message, at)
        elif kind in {_FOUR_BYTES, _EIGHT_BYTES}:
            size = 4 if kind == _FOUR_BYTES else 8
        else:
            raise _MalformedError
        if number == 0 or size > len(message) - at:
            raise _MalformedError
        yield number, message[at : at + size]
        at += size


def _varint(message: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(_LONGEST_VARINT):
        if at + place >= len(message):
            raise _MalformedError
        byte = message[at + place]
        value |= (byte & _BITS) << (7 * place)
        if not byte & _MORE:
            return value, at + place + 1
    raise _MalformedError


def number(message: bytes, wanted: int, default: int = 0) -> int:
    """Give the whole number in the field `wanted`, the last of several."""
    found = [value for key, value in fields(message) if key == wanted]
    return found[-1] if found and isinstance(found[-1], int) else default


def data(message: bytes, wanted: int) -> bytes:
    """Give the bytes in the field `wanted`, empty when there are none, the last of several."""
    found = [value for key, value in fields(message) if key == wanted]
    return found[-1] if found and isinstance(found[-1], bytes) else b""


def text(message: bytes, wanted: int) -> str:
    """Give the text in the field `wanted`. Raises ValueError when it is none."""
    return data(message, wanted).decode()


def floats(message: bytes, wanted: int) -> tuple[float, ...]:
    """Give the fractions of four bytes in the field `wanted`, packed or one by one."""
    packed = b"".join(
        value for key, value in fields(message) if key == wanted and isinstance(value, bytes)
    )
    if len(packed) % 4:
        raise _MalformedError
    return struct.unpack(f"<{len(packed) // 4}f", packed)
