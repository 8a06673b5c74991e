-- What processes on one database share: who ran which task, and how often somebody called this minute.

-- A run that ended has both dates; one that was cut short, or is under way, has no end.
create table task_runs (
  name text primary key,
  started_date timestamptz(3) not null,
  ended_date timestamptz(3)
);

-- Each process writes its own count again and again, so that no write waits for another one and one
-- that is repeated changes nothing. Lost in a crash of the database, and made anew a second later.
create unlogged table call_counts (
  minute timestamptz(3) not null,
  caller text not null,
  process uuid not null,
  calls integer not null,
  primary key (minute, caller, process)
);
