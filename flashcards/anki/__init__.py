"""Anki: note types, fields and packages, made of values that know nothing of our database.

`contents` holds the nouns, `fields` turns texts into HTML, `note_types` says how cards look
and `ours` what their types and fields are called, `progress` how a schedule is written down there, and `package` writes the file.
"""
