-- What an institution was asked by terms that staff may change meanwhile: asked again, it is asked the same. Null of
-- what was asked before this was kept.
alter table loan_operations add column terms jsonb;
