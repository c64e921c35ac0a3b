"""Anki: note types, fields and packages, made of values that know nothing of our database.

`contents` holds the nouns, `fields` turns texts into HTML, `ours` names our note types and their
fields, `note_types` says how cards look, `progress` how a schedule is written down there, and
`package` writes the file.
"""
