-- What happened in a conversation, newest first: what was said, who held it, and what the customer opted out of.
DROP INDEX inbox_of_conversation;
CREATE INDEX inbox_of_conversation ON inbox ((seq / 16384), lane, seq)
  WHERE kind IN ('message', 'agent_reply', 'app_reply', 'handover', 'preference');

-- What an execution decided.
CREATE INDEX decision_of_execution ON decision (execution) WHERE execution IS NOT NULL;
