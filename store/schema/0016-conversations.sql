-- What was said in a conversation, newest first. Statuses, of which there are most, aren't in it.
CREATE INDEX inbox_of_conversation ON inbox (lane, seq) WHERE kind IN ('message', 'agent_reply', 'app_reply');
