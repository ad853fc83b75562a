-- One file with the three datasets. Text offsets count characters of the clean text of the document with the
-- digest beside them.

CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE instance (
  id                  TEXT PRIMARY KEY,
  task                TEXT NOT NULL,
  case_id             TEXT NOT NULL,
  releases            TEXT NOT NULL,     -- JSON list of release keys
  cik                 TEXT NOT NULL,     -- ten digits
  issuer              TEXT NOT NULL,
  form                TEXT NOT NULL,
  accession           TEXT NOT NULL,
  url                 TEXT NOT NULL,
  restating_accession TEXT,
  basis               TEXT NOT NULL,
  period_label        TEXT NOT NULL,
  period_start        TEXT,
  period_end          TEXT,
  label               TEXT NOT NULL,
  control             TEXT,              -- kind of negative; NULL for an instance at fault
  explanation         TEXT NOT NULL,
  score               REAL NOT NULL,
  issuer_group        INTEGER NOT NULL,
  split               TEXT NOT NULL,
  time_split          TEXT NOT NULL,
  body                TEXT NOT NULL      -- the whole instance, JSON
) STRICT;

CREATE TABLE attribution (
  id                     TEXT PRIMARY KEY REFERENCES instance (id),
  management_attribution TEXT,           -- NULL for a placeholder
  placeholder            TEXT,
  label                  TEXT NOT NULL,
  true_driver            TEXT NOT NULL
) STRICT;

CREATE TABLE narrative (
  id          TEXT PRIMARY KEY REFERENCES instance (id),
  passage     TEXT,
  placeholder TEXT,
  label       TEXT NOT NULL,
  explanation TEXT NOT NULL
) STRICT;

CREATE TABLE pattern (
  id          TEXT PRIMARY KEY REFERENCES instance (id),
  input_text  TEXT,
  placeholder TEXT,
  label       TEXT NOT NULL,
  secondary   TEXT NOT NULL,             -- JSON list
  explanation TEXT NOT NULL
) STRICT;

CREATE TABLE figure (
  instance_id        TEXT NOT NULL REFERENCES instance (id),
  item               TEXT NOT NULL,
  period_start       TEXT,
  period_end         TEXT NOT NULL,
  reported           REAL,
  restated           REAL,
  unit               TEXT NOT NULL,
  reported_source    TEXT,
  restated_source    TEXT,
  reported_accession TEXT,
  restated_accession TEXT,
  reported_cell      TEXT NOT NULL,
  restated_cell      TEXT NOT NULL,
  flags              TEXT NOT NULL,      -- JSON list
  PRIMARY KEY (instance_id, item, period_end)
) STRICT;

CREATE TABLE quality_flag (
  instance_id TEXT NOT NULL REFERENCES instance (id),
  flag        TEXT NOT NULL,
  severity    TEXT NOT NULL,
  detail      TEXT NOT NULL,
  stage       TEXT NOT NULL,
  PRIMARY KEY (instance_id, flag, detail)
) STRICT;

CREATE TABLE provenance (
  instance_id TEXT NOT NULL REFERENCES instance (id),
  position    INTEGER NOT NULL,
  role        TEXT NOT NULL,
  url         TEXT NOT NULL,
  sha256      TEXT NOT NULL,
  start       INTEGER NOT NULL,
  end         INTEGER NOT NULL,
  quote       TEXT NOT NULL,
  PRIMARY KEY (instance_id, position)
) STRICT;
