-- Staff agree with merchants on how their parcels are delivered: who wrote it, and who changed it last.

alter table merchant_delivery_methods
  add column created_by text, add column updated_date timestamptz(3), add column updated_by text;
