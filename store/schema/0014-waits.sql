-- An execution that waits for a customer's answer. question and reminder: JSON. asked_at: gateway's clock, epoch ms.
-- event_id: the message that answers it. due_at: when somebody has to post it to resume_url, since due_since. All other
-- times are local, in epoch ms.
CREATE TABLE wait (
  id          TEXT    NOT NULL PRIMARY KEY,
  channel     TEXT    NOT NULL,
  contact     TEXT    NOT NULL,
  resume_url  TEXT    NOT NULL,
  question    TEXT    NOT NULL,
  reminder    TEXT,
  asked_at    INTEGER NOT NULL,
  expires_at  INTEGER,
  message_id  TEXT,
  reminder_id TEXT,
  event_id    TEXT,
  due_at      INTEGER,
  due_since   INTEGER,
  tries       INTEGER NOT NULL DEFAULT 0,
  claimed_at  INTEGER
) WITHOUT ROWID;
CREATE INDEX wait_open ON wait (channel, contact) WHERE event_id IS NULL;
CREATE INDEX wait_event ON wait (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX wait_place ON wait (resume_url);
CREATE INDEX wait_due ON wait (due_at) WHERE due_at IS NOT NULL;
