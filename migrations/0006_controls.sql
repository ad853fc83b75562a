-- Filings without fault that negatives are taken from, and how instances are split.

CREATE TABLE control (
  case_id   TEXT NOT NULL,
  pair_id   TEXT NOT NULL,         -- the affected period that it stands against
  kind      TEXT NOT NULL CHECK (kind IN ('same-issuer', 'not-enforced')),
  cik       INTEGER NOT NULL,
  accession TEXT NOT NULL,
  position  INTEGER NOT NULL,      -- nearest first
  reasons   TEXT NOT NULL,         -- JSON: why it was taken
  PRIMARY KEY (case_id, kind, accession)
) STRICT;

-- Made over all instances at once.
CREATE TABLE instance_split (
  instance_id  TEXT PRIMARY KEY,
  issuer_group INTEGER NOT NULL,
  split        TEXT NOT NULL,
  time_split   TEXT NOT NULL,
  same_text_as TEXT                -- the first instance of the task with the same text
) STRICT;
