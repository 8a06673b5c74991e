-- A merchant's administrators read the audit log of their merchant as one list. The address of a row
-- is answered for the merchant's own people alone; who of the staff it was stays out of reach.
-- fits older processes: they read no more than before
grant select (entity_type, address) on audit_logs to paydesk_merchant;
