-- What Anki was last given of each note: the digest of its fields and tags as they were written,
-- and the time of change they carried. Anki takes a note over only when that time is newer.
CREATE TABLE exported (
    note INTEGER PRIMARY KEY REFERENCES notes (id),
    digest BLOB NOT NULL,
    modified_s INTEGER NOT NULL
) STRICT;
