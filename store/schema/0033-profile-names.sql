-- Customers by the names in their profiles: people look for them. The value is JSON that begins with the name as it is
-- searched for.
CREATE INDEX register_of_profile_name ON register (scope, value, subject) WHERE name = 'profile-name';

-- How many recipients of a campaign are in each state: without their keys, the index of Postgres is a tenth as large, as it
-- keeps equal entries once. An index of SQLite has the key of its table in any case, so there send_of_campaign is the same.
-- Postgres only: CREATE INDEX send_state_of_campaign ON send (campaign, channel, state) WHERE campaign IS NOT NULL;
