"""Opens decks, identity, store and settings together: the one way every command begins.

`opening` is what runs each time and must start fast; `roots` finds deck files; `syncing` is
loaded only when a deck file changed.
"""
