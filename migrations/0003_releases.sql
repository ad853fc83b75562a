-- From pages of the index to what was read in each release.

CREATE TABLE index_page (
  url      TEXT PRIMARY KEY,
  blob     TEXT NOT NULL,
  layout   TEXT NOT NULL,
  next_url TEXT,
  rows     INTEGER NOT NULL,
  problems TEXT NOT NULL    -- JSON
) STRICT;

-- One release of the index. `key` is its AAER number with the first other number, since one AAER number was
-- given to different releases more than once.
CREATE TABLE release (
  key             TEXT PRIMARY KEY,
  aaer_numbers    TEXT NOT NULL,  -- JSON
  release_numbers TEXT NOT NULL,  -- JSON
  date            TEXT,
  respondents     TEXT NOT NULL,
  url             TEXT,
  procedural      TEXT,
  problems        TEXT NOT NULL,  -- JSON
  pages           TEXT NOT NULL,  -- JSON: index pages that hold it
  body            TEXT NOT NULL,  -- JSON: the whole row, see-also links included
  digest          TEXT NOT NULL
) STRICT;

-- A document of a release, as kept.
CREATE TABLE release_document (
  release_key TEXT NOT NULL REFERENCES release (key),
  url         TEXT NOT NULL,
  role        TEXT NOT NULL CHECK (role IN ('release', 'see-also')),
  final_url   TEXT NOT NULL,
  blob        TEXT NOT NULL,
  media       TEXT NOT NULL,
  PRIMARY KEY (release_key, url)
) STRICT;

-- Clean text of a release. Offsets in findings count its bytes.
CREATE TABLE release_text (
  release_key TEXT PRIMARY KEY REFERENCES release (key),
  blob        TEXT NOT NULL,
  media       TEXT NOT NULL,
  pages       INTEGER,
  content     TEXT NOT NULL,
  quality     TEXT NOT NULL,   -- JSON
  usable      INTEGER NOT NULL,
  digest      TEXT NOT NULL
) STRICT;

-- What was read in a release, whole; `finding` has the same fields one a row, each with its quote.
CREATE TABLE reading (
  release_key TEXT PRIMARY KEY REFERENCES release (key),
  reading     TEXT NOT NULL,   -- JSON
  digest      TEXT NOT NULL
) STRICT;

CREATE TABLE finding (
  release_key TEXT NOT NULL REFERENCES release (key),
  voter       TEXT NOT NULL,   -- rules, or the model's name
  field       TEXT NOT NULL,
  position    INTEGER NOT NULL,
  value       TEXT NOT NULL,
  start       INTEGER,
  end         INTEGER,
  quote       TEXT,
  verified    INTEGER NOT NULL,
  PRIMARY KEY (release_key, voter, field, position)
) STRICT;

-- Kept or not, with the reason; one row a release that was read.
CREATE TABLE decision (
  release_key TEXT PRIMARY KEY REFERENCES release (key),
  kept        INTEGER NOT NULL,
  reason      TEXT,
  rank        INTEGER,
  confidence  REAL NOT NULL
) STRICT;

-- The releases of one matter joined.
CREATE TABLE case_ (
  id     TEXT PRIMARY KEY,
  body   TEXT NOT NULL,        -- JSON
  digest TEXT NOT NULL
) STRICT;

CREATE TABLE case_release (
  case_id     TEXT NOT NULL REFERENCES case_ (id),
  release_key TEXT NOT NULL REFERENCES release (key),
  PRIMARY KEY (case_id, release_key)
) STRICT;
