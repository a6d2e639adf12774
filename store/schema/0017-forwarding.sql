-- Deliveries that wait to be passed on, once for each target (a URL), as they came. due is when the next try may begin:
-- while a process tries, it is the end of its lease. Store's clock, epoch ms
CREATE TABLE forward (
  seq         INTEGER NOT NULL PRIMARY KEY,
  target      TEXT    NOT NULL,
  received_at INTEGER NOT NULL,
  due         INTEGER NOT NULL,
  tries       INTEGER NOT NULL DEFAULT 0,
  token       TEXT,
  headers     TEXT    NOT NULL,
  body        BLOB    NOT NULL
);
CREATE INDEX forward_due ON forward (target, due, seq);
CREATE INDEX forward_received ON forward (target, received_at);
INSERT INTO counter (name, value) VALUES ('forward', 0);

-- What became of the deliveries to a target so far, and its last error.
CREATE TABLE forward_target (
  target       TEXT    NOT NULL PRIMARY KEY,
  forwarded    INTEGER NOT NULL DEFAULT 0,
  failures     INTEGER NOT NULL DEFAULT 0,
  dropped      INTEGER NOT NULL DEFAULT 0,
  forwarded_at INTEGER,
  failed_at    INTEGER,
  error        TEXT
) WITHOUT ROWID;
