-- What the list of transactions sorts and searches by, so that no filter and no sort reads it all.

create index on transactions (status, id);
create index on transactions (merchant_id, status, id);

-- 'contains' filters
create index on transactions using gin (
  description gin_trgm_ops,
  card_pan gin_trgm_ops,
  account_statement_reference gin_trgm_ops,
  batch_id gin_trgm_ops
);
create index on transactions using gin (
  external_error_type gin_trgm_ops,
  external_error_code gin_trgm_ops,
  external_error_description gin_trgm_ops,
  xid gin_trgm_ops
);
create index on customers using gin ((first_name || ' ' || last_name) gin_trgm_ops);
