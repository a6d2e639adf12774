-- Campaigns: what the first plan froze, and where they stand. Kept messages lie in a reserved one for each channel.
-- sent_before and sent_since count what was handed to the gateway in the meter's last period and in this one.
CREATE TABLE campaign (
  id             TEXT    NOT NULL PRIMARY KEY,
  channel        TEXT    NOT NULL,
  account        TEXT,
  kept           INTEGER NOT NULL,
  state          TEXT    NOT NULL,
  why            TEXT,
  policy_name    TEXT    NOT NULL,
  policy_version INTEGER NOT NULL,
  planned_at     INTEGER NOT NULL,
  start_at       INTEGER,
  end_at         INTEGER,
  started_at     INTEGER,
  last_sent_at   INTEGER,
  meter_at       INTEGER NOT NULL DEFAULT 0,
  sent_before    INTEGER NOT NULL DEFAULT 0,
  sent_since     INTEGER NOT NULL DEFAULT 0
);

-- A recipient of a campaign is a send, from its plan on: at is 0 until it is handed to the gateway. due is when it is
-- looked at next: planned and held for their turn, claimed and sending for the end of their lease. waits_for is the
-- template whose state holds it.
ALTER TABLE send ADD COLUMN campaign TEXT;
ALTER TABLE send ADD COLUMN recipient TEXT;
ALTER TABLE send ADD COLUMN content TEXT;
ALTER TABLE send ADD COLUMN due INTEGER;
ALTER TABLE send ADD COLUMN waits_for TEXT;
ALTER TABLE send ADD COLUMN token TEXT;
ALTER TABLE send ADD COLUMN refusals INTEGER NOT NULL DEFAULT 0;
ALTER TABLE send ADD COLUMN rule TEXT;
ALTER TABLE send ADD COLUMN reason TEXT;
CREATE INDEX send_due ON send (campaign, due) WHERE due IS NOT NULL;
CREATE INDEX send_that_waits ON send (campaign, waits_for) WHERE waits_for IS NOT NULL;
CREATE INDEX send_of_campaign ON send (campaign, state, key) WHERE campaign IS NOT NULL;
CREATE INDEX send_of_message ON send (message_id) WHERE message_id IS NOT NULL;

-- The pace of a number, shared by all that send from it: the next free slot (microseconds, local time), the share of
-- its rate that it sends at since when, and until when it sends nothing (ms).
CREATE TABLE pace (
  channel      TEXT    NOT NULL PRIMARY KEY,
  next_slot    INTEGER NOT NULL,
  speed        INTEGER NOT NULL,
  speed_at     INTEGER NOT NULL,
  halted_until INTEGER NOT NULL,
  halts        INTEGER NOT NULL,
  why          TEXT
);
