-- A payment that came to count by hand, or while something else paid for the same: the few of which is asked whether
-- they are counted twice, also where the acquirer has their money.
-- fits older processes: what they mark is found as before, where the acquirer has nothing of it
alter table transactions add column counted_beside boolean not null default false;
