-- fits older processes: what they block has no reason, and what they activate keeps the one that stood there
-- Why somebody was blocked, activated or closed, by whom and when (SB-42).
alter table customers
  add column status_date timestamptz(3),
  add column status_by text,
  add column status_reason text check (char_length(status_reason) <= 1000);
alter table cards add column status_reason text check (char_length(status_reason) <= 500);
