"""Runs the program from a checkout: `python cli.py review`."""

from flashcards.__main__ import main

if __name__ == "__main__":
    main()
