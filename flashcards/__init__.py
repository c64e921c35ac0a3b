"""Spaced repetition in the terminal: YAML decks, FSRS scheduling, packages for Anki."""

__version__ = "0.1.0"
