-- When the conversation windows of customers were opened, in the order of time. A line counts only if the register still
-- says so. An index of registers by time changed at a random place with each message.
CREATE TABLE opened (
  scope   TEXT    NOT NULL,
  at      INTEGER NOT NULL,
  subject TEXT    NOT NULL,
  PRIMARY KEY (scope, at, subject)
) WITHOUT ROWID;
INSERT INTO opened (scope, at, subject)
  SELECT scope, at, subject FROM register WHERE name = 'window' AND value = '"open"' ORDER BY scope, at, subject;
DROP INDEX register_of_window;

-- What was said in a conversation, in parts of the inbox, so that new messages come into few pages: those of the newest.
DROP INDEX inbox_of_conversation;
CREATE INDEX inbox_of_conversation ON inbox ((seq / 16384), lane, seq) WHERE kind IN ('message', 'agent_reply', 'app_reply');
