-- Merchants are made by staff, or apply by themselves: then what they say of themselves is there before
-- anybody has looked at it.

alter table merchants add column created_by text;

alter table merchant_backgrounds
  alter column risk_class drop not null,
  alter column screening_result drop not null,
  alter column checked_date drop not null,
  alter column checked_by drop not null,
  add constraint checked_as_a_whole check (
    num_nulls(risk_class, screening_result, checked_date, checked_by) in (0, 4)
  );
