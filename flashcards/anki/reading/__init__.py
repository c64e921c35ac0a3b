"""Packages that Anki wrote, old and new, as values.

A package may come from a stranger: it is read within bounds, its database as nothing but tables,
and whatever is not as it should be ends in a `PackageError`, a sentence. `wire` decodes protocol
buffers, `archive` opens the zip, `tables` the database, `contents` says what is in it, and
`opening` puts them together.
"""
