-- The ID of a campaign belongs to its number: two numbers can use the same one. A version before this one looks for it
-- by the ID alone, and makes keys without the number, so it must not write here any more.
CREATE TABLE campaign_of_number (
  channel        TEXT    NOT NULL,
  id             TEXT    NOT NULL,
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
  sent_since     INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (channel, id)
);
INSERT INTO campaign_of_number
  (channel, id, account, kept, state, why, policy_name, policy_version, planned_at, start_at, end_at, started_at,
   last_sent_at, meter_at, sent_before, sent_since)
  SELECT channel, id, account, kept, state, why, policy_name, policy_version, planned_at, start_at, end_at, started_at,
    last_sent_at, meter_at, sent_before, sent_since
  FROM campaign;
DROP TABLE campaign;
ALTER TABLE campaign_of_number RENAME TO campaign;

-- The same as before, of one number.
DROP INDEX send_due;
CREATE INDEX send_due ON send (campaign, channel, due) WHERE due IS NOT NULL;
DROP INDEX send_that_waits;
CREATE INDEX send_that_waits ON send (campaign, channel, waits_for) WHERE waits_for IS NOT NULL;
DROP INDEX send_of_campaign;
CREATE INDEX send_of_campaign ON send (campaign, channel, state, key) WHERE campaign IS NOT NULL;

UPDATE store_format SET minimum_writer = 19;
