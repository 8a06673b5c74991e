-- When the institution was last asked about a refund request and had not decided yet: whoever waits for it sees that
-- nothing is stuck on this side.
alter table consumer_credits_refunds add column inquired_date timestamptz(3);
