-- When a row was made and changed has one name in all tables.
alter table shipping_methods rename column created_at to created_date;
alter table shipping_methods rename column updated_at to updated_date;
