-- What waits for a second person is gone through at a change of keys, too (ADR 155).
-- fits older processes: what they seal is under a key that is open, until somebody changes the key
select guard_sealed('approvals', 'sealed');
