-- What went wrong on a day, and campaigns by the time of their plan, are read by people while everything else goes on.
CREATE INDEX send_that_failed ON send (at) WHERE state IN ('failed', 'unconfirmed');
CREATE INDEX campaign_planned ON campaign (planned_at, channel, id);
