-- What tells this store from others. NULL until somebody asks.
ALTER TABLE store_format ADD COLUMN id TEXT;
