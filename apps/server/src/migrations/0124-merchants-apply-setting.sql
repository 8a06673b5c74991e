-- Nobody applies by themselves until staff let them; in a demo it can be tried.

insert into meta_data (id, key, value, application, description, created_date)
values (gen_random_uuid(), 'merchants.apply',
  case when (select demo from installation) then 'OPEN' else 'CLOSED' end, 'BACKOFFICE',
  'OPEN lets merchants apply by themselves at /apply; CLOSED does not', now());
