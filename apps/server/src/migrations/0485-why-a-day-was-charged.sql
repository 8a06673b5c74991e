-- Of a charge that a person asked for: why, in their own words.
alter table recurring_dues add column decided_note text;
