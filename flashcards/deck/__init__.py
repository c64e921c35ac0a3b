"""Deck files: YAML read into decks, with the place of every fault.

`reading.read` makes a Deck of bytes, `reading.load` of a file. Nothing is imported here, so that
a run which finds all its decks in the cache pays for no YAML.
"""

FORMAT_VERSION = 11
"""Raised whenever the reading makes something else of the same file; cached decks carry it."""
