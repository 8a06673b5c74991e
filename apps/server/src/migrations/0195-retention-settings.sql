-- How long rows stay that nothing needs any more, set by staff.

insert into meta_data (id, key, value, application, description, created_date)
select gen_random_uuid(), key, value, 'BACKOFFICE', description, now()
from (values
  ('retention.soap-logs.days', '548', 'What was said with acquirers goes that many days after it was said; not before 400, as payers may contest for 13 months'),
  ('retention.mpi-logs.days', '548', 'What was said in 3-D Secure goes that many days after it was said; not before 400, as payers may contest for 13 months'),
  ('retention.exchange-logs.days', '548', 'What was said with shops goes that many days after it was said; not before 400, as payers may contest for 13 months'),
  ('retention.messages-delivered.days', '7', 'A mail or callback that was delivered goes that many days later'),
  ('retention.messages-given-up.days', '30', 'A mail or callback that was given up can be sent again for that many days'),
  ('retention.idempotency-keys.days', '30', 'A call that is repeated under its idempotency key is known for that many days'),
  ('retention.sessions.days', '30', 'A session, a link of a mail or a change of address goes that many days after it ended'),
  ('retention.devices.days', '365', 'A browser that nobody signed in from for that many days is new again'),
  ('retention.task-runs.days', '90', 'The run of a task goes that many days after it began')
) setting (key, value, description);
