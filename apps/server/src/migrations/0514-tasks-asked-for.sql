-- fits older processes: they take no notice of what is asked for, and write runs that nobody asked for
-- A task that somebody wants run before its time: whichever process begins the run takes the row away, and the run has
-- the id that stands here, so that whoever asked sees what came of it.
create table task_asks (
  name text primary key,
  id uuid not null,
  asked_by text not null,
  asked_date timestamptz(3) not null
);
select open_to_server('task_asks');
alter table task_executions add column asked_by text;
