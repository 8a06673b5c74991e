-- fits older processes: they write none, and such a loan opens by the key of its mails
-- The SHA-256 of the key of the browser in which a loan was applied for: the id of its checkout, which its merchant's
-- people know too, says nothing of the borrower (ADR 215). Merchants read neither it nor the token.
alter table consumer_credits add column shopper_key_hash bytea;
