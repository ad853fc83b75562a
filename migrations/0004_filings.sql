-- From issuers to pairs of filings and what was read in them.

CREATE TABLE issuer (
  cik    INTEGER PRIMARY KEY,
  name   TEXT NOT NULL,
  body   TEXT NOT NULL,        -- JSON: former names, SIC, fiscal year end, tickers
  digest TEXT NOT NULL
) STRICT;

-- How a name of a case was resolved, with all candidates.
CREATE TABLE issuer_match (
  case_id    TEXT NOT NULL,
  name       TEXT NOT NULL,
  status     TEXT NOT NULL CHECK (status IN ('matched', 'ambiguous', 'none')),
  cik        INTEGER,
  candidates TEXT NOT NULL,    -- JSON
  reasons    TEXT NOT NULL,    -- JSON
  PRIMARY KEY (case_id, name)
) STRICT;

CREATE TABLE filing (
  cik              INTEGER NOT NULL,
  accession        TEXT NOT NULL,
  form             TEXT NOT NULL,
  filed            TEXT NOT NULL,
  report_date      TEXT,
  primary_document TEXT NOT NULL,
  items            TEXT NOT NULL,
  size             INTEGER,
  PRIMARY KEY (cik, accession)
) STRICT;

CREATE INDEX filing_by_accession ON filing (accession);

-- An affected period of an issuer with the filings found for it.
CREATE TABLE pair (
  id           TEXT PRIMARY KEY,   -- case, CIK, period label
  case_id      TEXT NOT NULL,
  cik          INTEGER NOT NULL,
  period_label TEXT NOT NULL,
  period_start TEXT,
  period_end   TEXT,
  period_kind  TEXT NOT NULL,
  original     TEXT,               -- accession
  restating    TEXT,               -- accession
  basis        TEXT NOT NULL,
  confidence   REAL NOT NULL,
  flags        TEXT NOT NULL,      -- JSON
  body         TEXT NOT NULL,      -- JSON: all candidates with what was decided about each
  digest       TEXT NOT NULL
) STRICT;

-- What was read in one filing: sections, passages, restatement, figures.
CREATE TABLE filing_reading (
  accession TEXT PRIMARY KEY,
  cik       INTEGER NOT NULL,
  url       TEXT NOT NULL,
  blob      TEXT NOT NULL,
  body      TEXT NOT NULL,         -- JSON
  digest    TEXT NOT NULL
) STRICT;

-- Reported and restated XBRL values of one pair, aligned by period and accession.
CREATE TABLE pair_facts (
  pair_id TEXT PRIMARY KEY,
  blob    TEXT,                    -- the issuer's companyfacts; NULL where the SEC has none
  body    TEXT NOT NULL,           -- JSON
  digest  TEXT NOT NULL
) STRICT;
