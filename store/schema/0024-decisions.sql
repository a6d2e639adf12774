-- Why each message went out, waited, or didn't go out. A decision that sends has the time as its part; of those that hold
-- or skip a message, the first one (0) and the last one (1) are kept, and the last one counts the others in times.
-- facts are the values of the facts that the policy reads, in the order that the policy's line names them.
CREATE TABLE decision (
  key       TEXT    NOT NULL,
  part      INTEGER NOT NULL,
  channel   TEXT    NOT NULL,
  contact   TEXT    NOT NULL,
  at        INTEGER NOT NULL,
  policy    TEXT,
  action    TEXT    NOT NULL,
  rule      TEXT    NOT NULL,
  retry_at  INTEGER,
  facts     TEXT,
  why       TEXT,
  times     INTEGER NOT NULL DEFAULT 1,
  workflow  TEXT,
  execution TEXT,
  PRIMARY KEY (key, part)
);
CREATE INDEX decision_about ON decision (channel, contact, at);
CREATE INDEX decision_by_time ON decision (at);

-- The policies that decided, each version of each document once, by a hash of what it says.
CREATE TABLE decision_policy (
  id       TEXT NOT NULL PRIMARY KEY,
  name     TEXT NOT NULL,
  version  INTEGER NOT NULL,
  facts    TEXT NOT NULL,
  document TEXT NOT NULL
) WITHOUT ROWID;
