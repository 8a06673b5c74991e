-- fits older processes: they neither write nor read it
-- How the installation was doing, a row for five minutes of all its processes together (ADR 193).

create table system_figures (
  at timestamptz(3) primary key,
  -- messages that wait to leave, and for how long the oldest has
  waiting int not null,
  oldest_seconds int not null,
  -- callbacks that were refused, and those that nobody sends any more
  failing int not null,
  given_up int not null,
  -- of the task that is furthest past its time
  task_lag_seconds int not null,
  bytes bigint not null,
  connections int not null,
  -- of the process that was worst: how late its event loop was, 99 times of 100 at most
  loop_ms int not null
);
