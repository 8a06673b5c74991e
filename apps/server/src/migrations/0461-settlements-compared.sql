-- fits older processes: they compare the day before yesterday alone, as before
-- Up to which day each acquirer's settlement files were held against the books: a day on which nothing ran, or an
-- acquirer said nothing, was never compared.
create table settlements_compared (
  file text primary key,
  day date not null
);
select open_to_server('settlements_compared');
