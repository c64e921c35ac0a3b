"""What a person sees and presses: words for figures, drawn cards, the screen and its keys.

`words` is plain text for everybody; the others load rich and are for who draws.
"""
