-- What an import found in Anki, so that the next one of the same package overrides nothing that
-- was done here since: the decks whose options were looked at, and the marks of cards.
CREATE TABLE anki_decks (
    deck TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE anki_marks (
    card INTEGER PRIMARY KEY REFERENCES cards (id),
    changed_s INTEGER NOT NULL,
    suspended INTEGER NOT NULL CHECK (suspended IN (0, 1)),
    buried INTEGER NOT NULL CHECK (buried IN (0, 1)),
    flagged INTEGER NOT NULL CHECK (flagged IN (0, 1))
) STRICT;

-- What has come from Anki before this was kept has brought its options and marks.
INSERT INTO anki_marks SELECT DISTINCT card, 0, 1, 1, 1 FROM events WHERE source = 'anki';
INSERT INTO anki_decks
    SELECT DISTINCT f.deck FROM anki_marks m JOIN cards c ON c.id = m.card
    JOIN topics t ON t.id = c.topic JOIN deck_files f ON f.id = t.file;
