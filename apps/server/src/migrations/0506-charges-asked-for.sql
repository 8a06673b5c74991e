-- A charge that a person asked for is answered later: under which request, and as which action it was asked for.
-- fits older processes: they ask as before, and what they answer leaves no row of its own
alter table recurring_dues add column asked_id uuid,
  add column asked_as text check (asked_as in ('CHARGE_NOW', 'CHARGE_DUE'));
