"""`python -m flashcards`."""

from flashcards.commands import main

main()
