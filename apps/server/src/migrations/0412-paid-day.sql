-- The day on which a due day was paid, in the calendar in which it was due; of those before, the instant says it.
alter table recurring_dues add column paid_day text;
