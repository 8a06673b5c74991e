-- Who made a named key, by id: a name may be another's too, and says nothing of whether its person is still there.
-- Null: made before this was kept. No reference, since people lie on each machine whole and keys with their merchant.
-- fits older processes: they leave it empty
alter table named_api_keys add column made_by uuid;
