-- What was asked of the SEC and what came back. Only added to: the newest usable row of an address counts.

CREATE TABLE fetch (
  id            INTEGER PRIMARY KEY,
  url           TEXT NOT NULL,
  final_url     TEXT NOT NULL,
  status        INTEGER,           -- none when no whole answer came
  outcome       TEXT NOT NULL CHECK (outcome IN ('ok', 'missing', 'refused', 'blocked', 'transient', 'unsafe', 'distrusted')),
  content_type  TEXT,              -- as the header says
  kind          TEXT,              -- as the bytes say
  etag          TEXT,
  last_modified TEXT,
  size          INTEGER,
  blob          TEXT,              -- SHA-256 of the body
  fetched_at    TEXT NOT NULL,
  source        TEXT NOT NULL CHECK (source IN ('live', 'import')),
  detail        TEXT
) STRICT;

CREATE INDEX fetch_by_url ON fetch (url, id);
CREATE INDEX fetch_by_blob ON fetch (blob) WHERE blob IS NOT NULL;

-- A host that refused is left alone until then, by this and by later runs.
CREATE TABLE host_pause (
  host       TEXT PRIMARY KEY,
  until_time TEXT NOT NULL,
  refusals   INTEGER NOT NULL,     -- in a row
  why        TEXT NOT NULL
) STRICT;
