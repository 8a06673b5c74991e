-- Whom somebody tells who has found a weakness: told at /.well-known/security.txt, once staff have said it.
-- fits older processes: none reads it
insert into meta_data (id, key, value, application, description, created_date)
values (gen_random_uuid(), 'security.contact', '', 'BACKOFFICE',
  'Whom to tell of a weakness, at /.well-known/security.txt: an email address, or an https address; while it is empty there is no such file', now());
