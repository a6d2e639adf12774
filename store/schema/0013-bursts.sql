-- Messages of a conversation that wait until their customer is silent, for each trigger that waits (reader). A burst that
-- was handed out once (attempt) takes no more messages. due_at is never later than wait_ms from when it was written.
CREATE TABLE burst (
  id           TEXT    NOT NULL PRIMARY KEY,
  reader       TEXT    NOT NULL,
  channel      TEXT    NOT NULL,
  contact      TEXT    NOT NULL,
  opened_at    INTEGER NOT NULL,
  due_at       INTEGER NOT NULL,
  wait_ms      INTEGER NOT NULL,
  attempt      INTEGER NOT NULL DEFAULT 0,
  failures     INTEGER NOT NULL DEFAULT 0,
  batch_limit  INTEGER,
  token        TEXT,
  leased_until INTEGER NOT NULL DEFAULT 0,
  lease_ms     INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX burst_due ON burst (reader, due_at);
CREATE INDEX burst_of_conversation ON burst (channel, contact);

-- The events of a burst: the inbox has them.
CREATE TABLE burst_event (
  burst    TEXT NOT NULL,
  event_id TEXT NOT NULL,
  PRIMARY KEY (burst, event_id)
) WITHOUT ROWID;
CREATE INDEX burst_of_event ON burst_event (event_id);
