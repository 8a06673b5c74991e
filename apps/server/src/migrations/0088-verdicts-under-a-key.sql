-- What came of each record of an action over many, by its id: a repeat under the key is answered with it.
alter table idempotency_keys add column verdicts jsonb not null default '{}';
