-- Whether the shop itself signed what the page passed: what it has signed gives way to nobody's basket. Those that are
-- open when this is brought count as unsigned, as they did before, for the hours that they have left.
alter table checkouts add column signed boolean not null default false;
