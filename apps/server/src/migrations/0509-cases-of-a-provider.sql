-- What a screening provider says of the entry that it found, beside its name and day of birth: whose list, under which
-- programme, what they are, their countries and other names, and where that is written.
alter table screening_cases add column listed_details jsonb;
