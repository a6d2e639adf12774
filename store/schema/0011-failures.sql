-- Why the platform says that the message failed, or why it isn't known what became of it, apart from why it was sent
-- (rule, reason): a status can say so after the message was delivered, and whatever the order, the same is left.
ALTER TABLE send ADD COLUMN failure_rule TEXT;
ALTER TABLE send ADD COLUMN failure_reason TEXT;
