-- Who of staff has a case of the desk in hand: a payment in review or a case of screening (ADR 197).
alter table transactions add column taken_user_id uuid, add column taken_by text, add column taken_date timestamptz(3);
alter table screening_cases add column taken_user_id uuid, add column taken_by text, add column taken_date timestamptz(3);
