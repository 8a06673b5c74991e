-- The words that stand on every page are an installation's own (AM-117): none, until staff write some; the
-- demo keeps those of the specification.

insert into meta_data (id, key, value, application, description, created_date)
select gen_random_uuid(), key, case when (select demo from installation) then words else '' end,
  'BACKOFFICE', description, now()
from (values
  ('banner.text', 'This console is available only until {date}. Please use the new [business portal].',
    'Stands above every page, and in the notice of merchants; {date} in it is the date below, [words in brackets] lead to the address; while it is empty there is no banner'),
  ('banner.date', '2021-12-31', 'The date in the banner, as 2031-12-31'),
  ('banner.address', '',
    'Where the words in brackets of the banner lead; while it is empty they lead to PORTAL_URL'),
  ('footer.copyright', '© 2019',
    'The line at the foot of every page, such as © 2031 Firm; while it is empty there is none')
) as said (key, words, description);
