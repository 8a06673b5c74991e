-- For how long a customer is kept of whom nothing is heard; for ever until staff say otherwise.
-- fits older processes: none reads it
insert into meta_data (id, key, value, application, description, created_date) values
  (gen_random_uuid(), 'retention.customers.days', '0', 'BACKOFFICE', 'A customer of whom nothing was heard for that many days is erased, beginning a day after this is set; 0 keeps them for ever, and not before 1826, as books name who paid for five years', now());
