-- fits older processes: they write none of these, and find a session by the token that it has
-- Who proves anew who they are gets another token for their session (ADR 203): what is offered, and what it was before.
alter table sessions
  add column next_token_hash bytea,
  add column next_token_date timestamptz(3),
  add column last_token_hash bytea,
  add column last_token_until timestamptz(3);
