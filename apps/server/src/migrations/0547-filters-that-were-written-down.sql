-- outside a transaction
-- fits older processes: they read and write the same rows
-- What lists were filtered by, as the audit log has it of views and files: an erasure looks through these alone.
drop index concurrently if exists audit_logs_filtered;
create index concurrently audit_logs_filtered on audit_logs (entity_id) where entity_type = 'SAVED_VIEW' or action in ('EXPORT_CSV', 'EXPORT_JSON_LINES');
