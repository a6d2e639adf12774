-- Numbers that are handed out in the order of commits: whoever takes one holds the row until its transaction ends.
CREATE TABLE counter (
  name  TEXT    NOT NULL PRIMARY KEY,
  value INTEGER NOT NULL
);

INSERT INTO counter (name, value) SELECT 'inbox', COALESCE(max(seq), 0) FROM inbox;

-- What subscriptions choose events by. Events of one conversation have the same lane.
ALTER TABLE inbox ADD COLUMN kind TEXT NOT NULL DEFAULT 'unknown';
ALTER TABLE inbox ADD COLUMN channel TEXT NOT NULL DEFAULT '';
ALTER TABLE inbox ADD COLUMN lane INTEGER NOT NULL DEFAULT 0;
CREATE INDEX inbox_received ON inbox (received_at);

-- Readers of the inbox: an Inbox Trigger each. The filters are lists in JSON, empty for all.
CREATE TABLE subscription (
  id         TEXT    NOT NULL PRIMARY KEY,
  kinds      TEXT    NOT NULL,
  channels   TEXT    NOT NULL,
  partitions INTEGER NOT NULL,
  active     INTEGER NOT NULL,
  seen_at    INTEGER NOT NULL
);

-- Where a partition of a subscription stands: it has settled all events up to seq, and handed out all up to out_to. A
-- batch that is out is somebody's until leased_until.
CREATE TABLE partition_cursor (
  subscription TEXT    NOT NULL,
  number       INTEGER NOT NULL,
  seq          INTEGER NOT NULL,
  out_to       INTEGER NOT NULL,
  attempt      INTEGER NOT NULL DEFAULT 0,
  failures     INTEGER NOT NULL DEFAULT 0,
  batch_limit  INTEGER,
  token        TEXT,
  leased_until INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (subscription, number)
);

-- Events that an execution failed on. While one is replayed, it is somebody's until leased_until.
CREATE TABLE dead_letter (
  subscription TEXT    NOT NULL,
  seq          INTEGER NOT NULL,
  event        TEXT    NOT NULL,
  execution_id TEXT,
  error        TEXT,
  at           INTEGER NOT NULL,
  replay       INTEGER NOT NULL DEFAULT 0,
  token        TEXT,
  leased_until INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (subscription, seq)
);

-- What a send counts for: its category, and whether it opened a conversation.
ALTER TABLE send ADD COLUMN category TEXT;
ALTER TABLE send ADD COLUMN opens INTEGER NOT NULL DEFAULT 0;
CREATE INDEX send_of_contact ON send (channel, contact, at);
CREATE INDEX send_that_opens ON send (channel, at) WHERE opens = 1;

-- Conversations whose window is open, by the time of the customer's last message.
CREATE INDEX register_of_window ON register (scope, at) WHERE name = 'window' AND value = '"open"';
