-- What messages of ours said, if the credential that sent them keeps it. at is when each was sent, epoch ms.
CREATE TABLE sent_text (
  channel    TEXT    NOT NULL,
  message_id TEXT    NOT NULL,
  contact    TEXT    NOT NULL,
  at         INTEGER NOT NULL,
  type       TEXT    NOT NULL,
  text       TEXT    NOT NULL,
  PRIMARY KEY (channel, message_id)
) WITHOUT ROWID;
CREATE INDEX sent_text_of_contact ON sent_text (channel, contact, at);
