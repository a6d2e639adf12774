-- What was sent to a customer, and what is held for one: most rows of a campaign are neither yet.
DROP INDEX send_of_contact;
CREATE INDEX send_of_contact ON send (channel, contact, at) WHERE at > 0;
CREATE INDEX send_held ON send (channel, contact) WHERE state = 'held';
