-- Customers by the names in their profiles: people look for them. The value is JSON that begins with the name as it is
-- searched for.
CREATE INDEX register_of_profile_name ON register (scope, value, subject) WHERE name = 'profile-name';

-- How many recipients of a campaign are in each state, without their keys: Postgres keeps equal rows of it as one.
CREATE INDEX send_state_of_campaign ON send (campaign, channel, state) WHERE campaign IS NOT NULL;
