"""Markdown with protected maths as a tree, and that tree as HTML for Anki or as plain text."""
