-- A note that moved here from Anki, where it may be of another type: 0 when it is that whole note,
-- else the ordinal there of the card that became an entry of its own. Such a card is no note in
-- Anki, and sent as one it would be there twice.
ALTER TABLE notes ADD COLUMN moved_ordinal INTEGER CHECK (moved_ordinal >= 0);
