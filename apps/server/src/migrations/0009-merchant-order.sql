-- Lists in the order of merchants are read merchant by merchant, each from its first id on.
create index on transactions (merchant_id, id);
