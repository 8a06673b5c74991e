-- outside a transaction
-- fits older processes: they look by none of these
-- A session by the token that it was offered, or that it had a moment ago; few have one.
create unique index concurrently if not exists sessions_next_token on sessions (next_token_hash)
  where next_token_hash is not null;
create unique index concurrently if not exists sessions_last_token on sessions (last_token_hash)
  where last_token_hash is not null;
