-- Every record that people change says when and by whom it was changed last.
alter table purchases add column updated_date timestamptz(3), add column updated_by text;
