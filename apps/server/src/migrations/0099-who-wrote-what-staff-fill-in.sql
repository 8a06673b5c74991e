-- Announcements and what delivers are written by staff: who made each, and who changed it last.

alter table announcements
  add column created_by text, add column updated_date timestamptz(3), add column updated_by text;
alter table customers_announcements
  add column created_by text, add column updated_date timestamptz(3), add column updated_by text;
alter table delivery_companies
  add column created_by text, add column updated_date timestamptz(3), add column updated_by text;
alter table delivery_methods
  add column created_by text, add column updated_date timestamptz(3), add column updated_by text;
alter table pickup_points
  add column created_by text, add column updated_date timestamptz(3), add column updated_by text;
