"""Runs the program from a checkout: `python cli.py review`."""

from flashcards.commands import main

if __name__ == "__main__":
    main()
