-- How big each table was on a day, for whoever asks what grows. Written by housekeeping, once a day.

create table table_sizes (
  day date not null,
  name text not null,
  bytes bigint not null,
  primary key (day, name)
);
