-- Attempts to sign in that failed or are under way, by address: reserved by one statement before the
-- password is compared, so that guesses at once get no more tries than guesses one after another.
-- One row an address, never more dates than the limit (SB-07).
drop table login_failures;
create table login_attempts (
  address text primary key,
  dates timestamptz[] not null
);
