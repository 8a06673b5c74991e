-- Who of staff has a loan in hand that waits for a person's word, as the desk's other cases have it (ADR 197).
alter table consumer_credits add column taken_user_id uuid, add column taken_by text, add column taken_date timestamptz(3);
