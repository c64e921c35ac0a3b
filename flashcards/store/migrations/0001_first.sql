-- What later work needs stands here from the first day: events of several kinds and devices,
-- notes and cards with their Anki identities, aliases, parameter sets.

-- "FLSH": tells the collection from a database of another program that lies in its place.
PRAGMA application_id = 0x464C5348;

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The cache of deck files: a file whose size and mtime_ns are these was read already.
-- `path` is the real path, or `starter:NAME` for the starter collection, whose place on disk
-- changes with every installation.
CREATE TABLE deck_files (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    digest BLOB NOT NULL,
    format INTEGER NOT NULL,
    readable INTEGER NOT NULL CHECK (readable IN (0, 1)),
    gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
    deck TEXT NOT NULL,
    starter INTEGER NOT NULL CHECK (starter IN (0, 1)),
    deck_order INTEGER,
    errors INTEGER NOT NULL,
    stubs TEXT NOT NULL,
    problems TEXT NOT NULL
) STRICT;

-- One row a topic; the cards of a simple deck form one with an empty key.
CREATE TABLE topics (
    id INTEGER PRIMARY KEY,
    file INTEGER NOT NULL REFERENCES deck_files (id),
    key TEXT NOT NULL,
    position INTEGER NOT NULL,
    title TEXT NOT NULL,
    question TEXT NOT NULL,
    content TEXT NOT NULL,
    UNIQUE (file, key)
) STRICT;

CREATE TABLE notes (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    topic INTEGER NOT NULL REFERENCES topics (id),
    section TEXT NOT NULL,
    line INTEGER NOT NULL,
    text TEXT NOT NULL,
    extra TEXT NOT NULL,
    detail TEXT NOT NULL,
    label TEXT NOT NULL,
    source TEXT NOT NULL,
    tags TEXT NOT NULL,
    typed INTEGER NOT NULL CHECK (typed IN (0, 1)),
    anki_guid TEXT NOT NULL UNIQUE,
    anki_id INTEGER NOT NULL UNIQUE,
    digest BLOB NOT NULL,
    content_changed_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX notes_topic ON notes (topic);

-- `presence`: 1 in the decks, 0 held by a faulty entry or file, -1 an orphan.
-- From `state` on the columns are the fold of the card's events, a cache that replay rebuilds;
-- `revision` grows with every change of it, so that an answer to an older state is refused.
CREATE TABLE cards (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    note INTEGER NOT NULL REFERENCES notes (id),
    topic INTEGER NOT NULL REFERENCES topics (id),
    kind TEXT NOT NULL CHECK (kind IN ('basic', 'reverse', 'cloze')),
    ordinal INTEGER NOT NULL,
    gap INTEGER NOT NULL,
    anki_id INTEGER NOT NULL UNIQUE,
    first_front TEXT NOT NULL,
    first_back TEXT NOT NULL,
    front TEXT NOT NULL,
    back TEXT NOT NULL,
    position INTEGER NOT NULL,
    presence INTEGER NOT NULL CHECK (presence IN (-1, 0, 1)),
    suspended INTEGER NOT NULL DEFAULT 0 CHECK (suspended IN (0, 1)),
    deck_suspended INTEGER NOT NULL DEFAULT 0 CHECK (deck_suspended IN (0, 1)),
    buried_until_day INTEGER,
    created_at_ms INTEGER NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0,
    state INTEGER NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 3),
    step INTEGER,
    stability REAL,
    difficulty REAL,
    due_day INTEGER,
    due_at_ms INTEGER,
    interval_days INTEGER NOT NULL DEFAULT 0,
    last_reviewed_ms INTEGER,
    last_day INTEGER,
    reps INTEGER NOT NULL DEFAULT 0,
    lapses INTEGER NOT NULL DEFAULT 0,
    fuzz_reps INTEGER NOT NULL DEFAULT 0,
    UNIQUE (note, kind, ordinal)
) STRICT;
-- Also counted without a look at the cards: what keeps one from being asked is in the index.
CREATE INDEX cards_new ON cards (topic, position, suspended, deck_suspended, buried_until_day)
    WHERE state = 0 AND presence = 1;
CREATE INDEX cards_due ON cards (due_day) WHERE state <> 0 AND presence = 1;
CREATE INDEX cards_learning ON cards (due_at_ms) WHERE due_at_ms IS NOT NULL AND presence = 1;
CREATE INDEX cards_buried ON cards (buried_until_day) WHERE buried_until_day IS NOT NULL;
CREATE INDEX cards_topic ON cards (topic);
CREATE INDEX cards_orphaned ON cards (presence) WHERE presence = -1;

-- The truth. Append-only: undo marks, it deletes nothing.
CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    card INTEGER NOT NULL REFERENCES cards (id),
    kind TEXT NOT NULL CHECK (kind IN ('review', 'forget', 'reschedule', 'set-due')),
    device TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    reviewed_at_ms INTEGER NOT NULL UNIQUE,
    clock_ms INTEGER NOT NULL,
    utc_offset_s INTEGER NOT NULL,
    study_day INTEGER NOT NULL,
    rating INTEGER CHECK (rating BETWEEN 1 AND 4),
    taken_ms INTEGER NOT NULL,
    state_before INTEGER NOT NULL CHECK (state_before BETWEEN 0 AND 3),
    step_before INTEGER,
    state_after INTEGER NOT NULL CHECK (state_after BETWEEN 0 AND 3),
    step_after INTEGER,
    desired_retention REAL NOT NULL,
    interval_s INTEGER NOT NULL,
    due_day INTEGER,
    parameter_set INTEGER NOT NULL REFERENCES parameter_sets (id),
    source TEXT NOT NULL DEFAULT '',
    foreign_id INTEGER,
    undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1)),
    CHECK ((kind = 'review') = (rating IS NOT NULL)),
    UNIQUE (device, sequence)
) STRICT;
CREATE INDEX events_card ON events (card, reviewed_at_ms);
CREATE INDEX events_day ON events (study_day);
CREATE INDEX events_first ON events (reviewed_at_ms) WHERE kind = 'review' AND state_before = 0;
CREATE UNIQUE INDEX events_foreign ON events (source, foreign_id) WHERE foreign_id IS NOT NULL;

-- An id that a card goes by beside its uid: written later by the author, or another machine's.
CREATE TABLE aliases (
    alias TEXT PRIMARY KEY,
    uid TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE parameter_sets (
    id INTEGER PRIMARY KEY,
    model TEXT NOT NULL,
    weights TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL
) STRICT;
-- The defaults of FSRS-6 as py-fsrs 6.3 has them, written down here so that a later library
-- with other defaults does not change what an old log folds to.
INSERT INTO parameter_sets (id, model, weights, created_at_ms) VALUES (
    1, 'FSRS-6',
    '[0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542]',
    0
);
