-- What was spent before a time of the past is the sum of what messages began with, and of what their statuses said since.
CREATE INDEX send_spent ON send (channel, at) WHERE reserved IS NOT NULL;
CREATE INDEX charge_spent ON charge (channel, sent_at) WHERE counted IS NOT NULL;
