-- Without the time, so that a message that goes out changes one index less.
DROP INDEX send_of_contact;
CREATE INDEX send_of_contact ON send (channel, contact);
