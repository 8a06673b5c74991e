-- Where in the log of writes the last of a session's own writes is: what its person reads next on a
-- replica must have it (ADR 176). Filled where replicas are read alone.
alter table sessions add column written_lsn pg_lsn;
