-- For how long who agreed to a loan stays known, though they were erased.
-- fits older processes: none reads it
insert into meta_data (id, key, value, application, description, created_date) values
  (gen_random_uuid(), 'loans.keep.days', '1826', 'BACKOFFICE', 'Who agreed to a loan stays known that many days after its end, though they were erased; not before 1826, as the laws on money laundering and on consumer credit ask', now());
