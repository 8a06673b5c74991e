-- What an institution can do is read with each of its loans, by merchants too; who turned it on is not.
alter table financing_institution_features enable row level security;
create policy everybodys on financing_institution_features for select to paydesk_merchant using (true);
grant select (financing_institution_id, feature, enabled) on financing_institution_features
  to paydesk_merchant;
select open_to_server('financing_institution_features');
