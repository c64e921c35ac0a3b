"""What others wrote, made into a deck file: saved pages, Markdown, tables, YAML and JSON.

Each reader makes a `drafts.Harvest` of a text: drafts of cards and topics, and a remark for
whatever it left out. `decks` writes drafts as a deck; `merging` says what they change in one that
is there.
"""
