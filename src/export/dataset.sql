-- One file with the three datasets. Text offsets count characters of the clean text of the document with the
-- digest beside them. Money stands in whole units. Dates are ISO texts, CIKs ten digits.

-- Facts about the build: versions, digest of the configuration, counts, canary. No time of day.
CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

-- The releases of one matter joined.
CREATE TABLE case_ (
  id            TEXT PRIMARY KEY,
  releases      TEXT NOT NULL,    -- JSON list of release keys
  dates         TEXT NOT NULL,    -- JSON list of days
  urls          TEXT NOT NULL,    -- JSON list of addresses
  respondents   TEXT NOT NULL,    -- as the SEC's index lists them
  issuers       TEXT NOT NULL,    -- JSON list: whose statements were false
  ciks          TEXT NOT NULL,    -- JSON list
  periods       TEXT NOT NULL,    -- JSON list of labels
  category      TEXT NOT NULL,    -- dominant
  secondary     TEXT NOT NULL,    -- JSON list
  party_type    TEXT NOT NULL,    -- issuer, auditor, mixed or other
  conduct_start TEXT,
  conduct_end   TEXT,
  provisions    TEXT NOT NULL,    -- JSON list
  mechanism     TEXT NOT NULL,    -- what the release says of the conduct, quoted
  settled       INTEGER NOT NULL, -- 1 or 0
  admitted      INTEGER,          -- 1 or 0; NULL where no release says
  standing      TEXT NOT NULL,    -- found or alleged, settled or not
  confidence    REAL NOT NULL     -- of the reading, 0 to 1
) STRICT;

-- Releases of the SEC's index, kept or not.
CREATE TABLE release (
  key             TEXT PRIMARY KEY,
  aaer_numbers    TEXT NOT NULL,              -- JSON list
  release_numbers TEXT NOT NULL,              -- JSON list
  date            TEXT,
  respondents     TEXT NOT NULL,
  url             TEXT,
  sha256          TEXT,                       -- of the document as kept
  case_id         TEXT REFERENCES case_ (id), -- NULL where it is in none
  kept            INTEGER,                    -- 1 or 0; NULL where it was not read
  reason          TEXT,                       -- why it was not kept
  confidence      REAL                        -- of the reading, 0 to 1
) STRICT;

-- Issuers: registrants whose statements were false, and those of matched negatives.
CREATE TABLE issuer (
  cik          TEXT PRIMARY KEY,
  name         TEXT NOT NULL,    -- today, or at the time of the filing
  sic          INTEGER,          -- Standard Industrial Classification
  state        TEXT,             -- of incorporation
  former_names TEXT NOT NULL     -- JSON list
) STRICT;

-- Filings that a pair or an instance names.
CREATE TABLE filing (
  accession   TEXT PRIMARY KEY,
  cik         TEXT NOT NULL REFERENCES issuer (cik),
  form        TEXT NOT NULL,
  filed       TEXT,
  report_date TEXT,
  url         TEXT NOT NULL,
  sha256      TEXT                                   -- of the document, where it was read
) STRICT;

-- Instances of all tasks: what they have in common, and the whole as JSON.
CREATE TABLE instance (
  id                  TEXT PRIMARY KEY,
  task                TEXT NOT NULL,                               -- attribution, narrative, pattern
  case_id             TEXT NOT NULL REFERENCES case_ (id),
  cik                 TEXT NOT NULL REFERENCES issuer (cik),
  accession           TEXT NOT NULL REFERENCES filing (accession),
  restating_accession TEXT REFERENCES filing (accession),
  period_label        TEXT NOT NULL,
  period_end          TEXT,
  label               TEXT NOT NULL,
  control             TEXT,                                        -- kind of negative; NULL for an instance at fault
  score               REAL NOT NULL,                               -- quality, 0 to 1
  split               TEXT NOT NULL,                               -- by issuer group
  time_split          TEXT NOT NULL,
  body                TEXT NOT NULL                                -- JSON
) STRICT;

-- Profit Source Attribution: is management's stated cause right?
CREATE TABLE attribution (
  id                           TEXT PRIMARY KEY REFERENCES instance (id),
  case_id                      TEXT NOT NULL REFERENCES case_ (id),
  releases                     TEXT NOT NULL,                             -- JSON list of release keys
  cik                          TEXT NOT NULL REFERENCES issuer (cik),
  issuer                       TEXT NOT NULL,                             -- name at that time
  form                         TEXT NOT NULL,
  accession                    TEXT NOT NULL,
  url                          TEXT NOT NULL,
  restating_accession          TEXT,
  basis                        TEXT NOT NULL,                             -- how the restatement is known
  period_label                 TEXT NOT NULL,                             -- FY2002, FY2004-Q1
  period_start                 TEXT,                                      -- ISO
  period_end                   TEXT,                                      -- ISO
  management_attribution       TEXT,                                      -- NULL for a placeholder
  reported_revenue             REAL,
  restated_revenue             REAL,
  reported_receivables         REAL,
  restated_receivables         REAL,
  reported_net_income          REAL,
  restated_net_income          REAL,
  reported_gross_profit        REAL,
  restated_gross_profit        REAL,
  reported_operating_income    REAL,
  restated_operating_income    REAL,
  reported_cost_of_revenue     REAL,
  restated_cost_of_revenue     REAL,
  reported_total_assets        REAL,
  restated_total_assets        REAL,
  reported_inventories         REAL,
  restated_inventories         REAL,
  reported_allowance           REAL,
  restated_allowance           REAL,
  reported_accrued_liabilities REAL,
  restated_accrued_liabilities REAL,
  reported_eps_basic           REAL,
  restated_eps_basic           REAL,
  reported_eps_diluted         REAL,
  restated_eps_diluted         REAL,
  reported_operating_cash_flow REAL,
  restated_operating_cash_flow REAL,
  unit                         TEXT,                                      -- of the figures; per-share figures are in it a share
  placeholder                  TEXT,                                      -- JSON: why there is no input; counts for no score
  label                        TEXT NOT NULL,
  label_id                     INTEGER NOT NULL,                          -- place in the fixed list of labels, from 0
  explanation                  TEXT NOT NULL,                             -- gold; the true driver
  explanation_parts            TEXT NOT NULL,                             -- JSON: quotes with their place in the evidence
  control                      TEXT,                                      -- kind of negative; NULL for an instance at fault
  score                        REAL NOT NULL,                             -- quality, 0 to 1
  flags                        TEXT NOT NULL,                             -- JSON list of names
  figures                      TEXT NOT NULL,                             -- JSON; the table figure has them in columns
  evidence                     TEXT NOT NULL,                             -- JSON; the table provenance has it in columns
  issuer_group                 INTEGER NOT NULL,                          -- smallest CIK of issuers that may not be parted
  split                        TEXT NOT NULL,
  time_split                   TEXT NOT NULL,
  rehydrate                    TEXT                                       -- JSON: how texts left out are filled in
) STRICT;

-- Misleading Narrative Detection: does the passage mislead?
CREATE TABLE narrative (
  id                  TEXT PRIMARY KEY REFERENCES instance (id),
  case_id             TEXT NOT NULL REFERENCES case_ (id),
  releases            TEXT NOT NULL,                             -- JSON list of release keys
  cik                 TEXT NOT NULL REFERENCES issuer (cik),
  issuer              TEXT NOT NULL,                             -- name at that time
  form                TEXT NOT NULL,
  accession           TEXT NOT NULL,
  url                 TEXT NOT NULL,
  restating_accession TEXT,
  basis               TEXT NOT NULL,                             -- how the restatement is known
  period_label        TEXT NOT NULL,                             -- FY2002, FY2004-Q1
  period_start        TEXT,                                      -- ISO
  period_end          TEXT,                                      -- ISO
  passage             TEXT,                                      -- NULL for a placeholder
  placeholder         TEXT,                                      -- JSON: why there is no input; counts for no score
  label               TEXT NOT NULL,
  label_id            INTEGER NOT NULL,                          -- place in the fixed list of labels, from 0
  explanation         TEXT NOT NULL,                             -- gold
  explanation_parts   TEXT NOT NULL,                             -- JSON: quotes with their place in the evidence
  control             TEXT,                                      -- kind of negative; NULL for an instance at fault
  score               REAL NOT NULL,                             -- quality, 0 to 1
  flags               TEXT NOT NULL,                             -- JSON list of names
  figures             TEXT NOT NULL,                             -- JSON; the table figure has them in columns
  evidence            TEXT NOT NULL,                             -- JSON; the table provenance has it in columns
  issuer_group        INTEGER NOT NULL,                          -- smallest CIK of issuers that may not be parted
  split               TEXT NOT NULL,
  time_split          TEXT NOT NULL,
  rehydrate           TEXT                                       -- JSON: how texts left out are filled in
) STRICT;

-- Fraud Pattern Classification: which of five mechanisms?
CREATE TABLE pattern (
  id                  TEXT PRIMARY KEY REFERENCES instance (id),
  case_id             TEXT NOT NULL REFERENCES case_ (id),
  releases            TEXT NOT NULL,                             -- JSON list of release keys
  cik                 TEXT NOT NULL REFERENCES issuer (cik),
  issuer              TEXT NOT NULL,                             -- name at that time
  form                TEXT NOT NULL,
  accession           TEXT NOT NULL,
  url                 TEXT NOT NULL,
  restating_accession TEXT,
  basis               TEXT NOT NULL,                             -- how the restatement is known
  period_label        TEXT NOT NULL,                             -- FY2002, FY2004-Q1
  period_start        TEXT,                                      -- ISO
  period_end          TEXT,                                      -- ISO
  input_text          TEXT,                                      -- NULL for a placeholder
  placeholder         TEXT,                                      -- JSON: why there is no input; counts for no score
  label               TEXT NOT NULL,
  label_id            INTEGER NOT NULL,                          -- place in the fixed list of labels, from 0
  secondary           TEXT NOT NULL,                             -- JSON list of further categories
  explanation         TEXT NOT NULL,                             -- gold
  explanation_parts   TEXT NOT NULL,                             -- JSON: quotes with their place in the evidence
  control             TEXT,                                      -- kind of negative; NULL for an instance at fault
  score               REAL NOT NULL,                             -- quality, 0 to 1
  flags               TEXT NOT NULL,                             -- JSON list of names
  figures             TEXT NOT NULL,                             -- JSON; the table figure has them in columns
  evidence            TEXT NOT NULL,                             -- JSON; the table provenance has it in columns
  issuer_group        INTEGER NOT NULL,                          -- smallest CIK of issuers that may not be parted
  split               TEXT NOT NULL,
  time_split          TEXT NOT NULL,
  rehydrate           TEXT                                       -- JSON: how texts left out are filled in
) STRICT;

-- Figures of an instance, reported beside restated.
CREATE TABLE figure (
  instance_id        TEXT NOT NULL REFERENCES instance (id),
  position           INTEGER NOT NULL,
  item               TEXT NOT NULL,
  period_start       TEXT,                                   -- NULL for a balance
  period_end         TEXT NOT NULL,
  reported           REAL,
  restated           REAL,
  unit               TEXT NOT NULL,
  reported_source    TEXT,                                   -- xbrl, ex27, statement-table, restatement-table, release-text
  restated_source    TEXT,
  reported_accession TEXT,
  restated_accession TEXT,
  reported_cell      TEXT NOT NULL,                          -- tag or table cell
  restated_cell      TEXT NOT NULL,
  flags              TEXT NOT NULL,                          -- JSON list
  PRIMARY KEY (instance_id, position)
) STRICT;

-- Quality remarks. Nothing is left out because it is poor; filter by these.
CREATE TABLE quality_flag (
  instance_id TEXT NOT NULL REFERENCES instance (id),
  position    INTEGER NOT NULL,
  flag        TEXT NOT NULL,
  severity    TEXT NOT NULL,                          -- note, warning, error
  detail      TEXT NOT NULL,
  stage       TEXT NOT NULL,                          -- whose rerun could mend it
  PRIMARY KEY (instance_id, position)
) STRICT;

-- Quotes behind input, label and explanation.
CREATE TABLE provenance (
  instance_id TEXT NOT NULL REFERENCES instance (id),
  position    INTEGER NOT NULL,
  role        TEXT NOT NULL,                          -- input, mechanism, restatement, issuer, period
  url         TEXT NOT NULL,
  sha256      TEXT NOT NULL,                          -- of the document's bytes
  start       INTEGER NOT NULL,                       -- first character of the clean text
  end         INTEGER NOT NULL,                       -- one past the last
  quote       TEXT NOT NULL,                          -- empty where texts are left out
  PRIMARY KEY (instance_id, position)
) STRICT;

-- How many instances of each label a split has.
CREATE VIEW label_count AS
  SELECT task, split, label, count(*) AS instances, sum(control IS NULL) AS at_fault
  FROM instance GROUP BY task, split, label ORDER BY task, split, label;

-- Instances with an input and without a flag that makes them unusable.
CREATE VIEW usable AS
  SELECT i.id, i.task, i.case_id, i.cik, i.period_label, i.label, i.control, i.score, i.split, i.time_split
  FROM instance i
  WHERE NOT EXISTS (SELECT 1 FROM quality_flag f WHERE f.instance_id = i.id AND f.severity = 'error')
    AND NOT EXISTS (SELECT 1 FROM attribution t WHERE t.id = i.id AND t.placeholder IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM narrative t WHERE t.id = i.id AND t.placeholder IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM pattern t WHERE t.id = i.id AND t.placeholder IS NOT NULL);

-- Figures known both ways, with the change that the restatement made; where nothing was restated there are none.
CREATE VIEW restated_figure AS
  SELECT f.instance_id, i.cik, s.name AS issuer, f.item, f.period_end, f.reported, f.restated, f.unit,
         f.restated - f.reported AS change,
         CASE WHEN f.reported <> 0 THEN (f.restated - f.reported) / abs(f.reported) END AS relative_change
  FROM figure f JOIN instance i ON i.id = f.instance_id JOIN issuer s ON s.cik = i.cik
  WHERE f.reported IS NOT NULL AND f.restated IS NOT NULL AND i.restating_accession IS NOT NULL;

-- Flags by how often they were raised.
CREATE VIEW flag_count AS
  SELECT q.flag, q.severity, i.task, count(DISTINCT q.instance_id) AS instances
  FROM quality_flag q JOIN instance i ON i.id = q.instance_id
  GROUP BY q.flag, q.severity, i.task ORDER BY instances DESC, q.flag, i.task;

-- From a quote to its instance, filing and releases.
CREATE VIEW trace AS
  SELECT p.instance_id, i.task, i.label, p.role, p.quote, p.url, p.sha256, p.start, p.end, i.accession, f.form,
         i.case_id, c.releases
  FROM provenance p JOIN instance i ON i.id = p.instance_id
  JOIN filing f ON f.accession = i.accession JOIN case_ c ON c.id = i.case_id;

-- Why releases are not in the datasets.
CREATE VIEW left_out AS
  SELECT coalesce(reason, CASE WHEN kept IS NULL THEN 'not read' ELSE 'kept' END) AS reason, count(*) AS releases
  FROM release GROUP BY 1 ORDER BY 2 DESC, 1;
