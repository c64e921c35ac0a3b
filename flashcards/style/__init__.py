"""Advice on cards: the rules of good questions, measured on what is drilled.

`advising.advise` judges decks, `catalogue` says what each rule asks and why. Nothing is imported
here, so that reading a deck, which needs the names of the rules alone, pays for no more.
"""
