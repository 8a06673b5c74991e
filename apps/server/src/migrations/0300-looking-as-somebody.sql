-- fits older processes: they write none of these, and whoever looks as somebody is themselves to them
-- As whom an administrator looks at the console: a person, or a role with nobody in it (ADR 167).
alter table sessions
  add column view_user_id uuid,
  add column view_role text,
  add column view_role_id uuid;
